// Origins, and verdicts on stored fingerprints, over a module that reads no pages.
import { bindModule } from '../api.js';

export function bindOrigins(glue, address) {
  const offprint = bindModule(glue, address);
  return { ...offprint, origins: originsOf(glue, offprint.whenLoaded) };
}

export const originsOf = (glue, whenLoaded) => whenLoaded((articles) => glue.origins([...articles]));
