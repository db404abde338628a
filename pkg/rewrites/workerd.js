// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import module from '../dist/rewrites/offprint.wasm';
import * as glue from '../dist/rewrites/glue.js';
import { bindRewrites } from './bind.js';

const offprint = bindRewrites(glue, () => module);
export const { compare, initSync, keys, recordId, restart, rewriting, sharedFacts, sketch, sketched } = offprint;
export default offprint.init;
