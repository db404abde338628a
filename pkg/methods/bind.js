// The methods of the papers and the baselines, over a module of their own.
import { bind } from '../api.js';

export function bindMethods(glue, findModule) {
  const offprint = bind(glue, findModule);
  const { whenLoaded } = offprint;
  const methods = {
    list: whenLoaded(glue.methodList),
    compare: whenLoaded((name, a, b) => glue.methodCompare(String(name), a, b)),
  };
  return { ...offprint, methods };
}
