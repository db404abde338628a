// Origins, folded lists, and verdicts on stored fingerprints, over a module that reads no pages.
import { bindModule } from '../api.js';

export function bindOrigins(glue, address) {
  const offprint = bindModule(glue, address);
  const { whenLoaded } = offprint;
  return {
    ...offprint,
    fold: whenLoaded((results) => glue.fold([...results])),
    origin: whenLoaded((articles) => glue.origin([...articles])),
    origins: originsOf(glue, whenLoaded),
  };
}

export const originsOf = (glue, whenLoaded) => whenLoaded((articles) => glue.origins([...articles]));
