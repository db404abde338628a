// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import module from '../dist/origins/offprint.wasm';
import * as glue from '../dist/origins/glue.js';
import { bindOrigins } from './bind.js';

const offprint = bindOrigins(glue, () => module);
export const { compare, initSync, keys, origins, recordId, restart } = offprint;
export default offprint.init;
