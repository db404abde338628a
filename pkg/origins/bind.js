// Origins, and verdicts on what was kept of pages, over a module that reads none.
import { bindModule } from '../api.js';

export function bindOrigins(glue, address) {
  const offprint = bindModule(glue, address);
  return { ...offprint, origins: originsOf(glue, offprint.whenLoaded) };
}

export const originsOf = (glue, whenLoaded) => whenLoaded((articles) => glue.origins([...articles]));
