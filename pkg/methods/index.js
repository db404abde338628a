// The methods of the papers and the baselines: for the site and for research, and not in the package.
import { bindModule } from '../api.js';
import * as glue from '../dist/methods/glue.js';

const { init, whenLoaded } = bindModule(glue, () => new URL('../dist/methods/offprint.wasm', import.meta.url));

/** @type {typeof import('./offprint.js').methods} */
export const methods = {
  list: whenLoaded(glue.methodList),
  compare: whenLoaded((name, a, b) => glue.methodCompare(String(name), a, b)),
  explain: whenLoaded((name, a, b) => glue.methodExplain(String(name), a, b)),
};
export default init;
