// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import module from './dist/offprint.wasm';
import * as glue from './dist/glue.js';
import { bind } from './api.js';

const offprint = bind(glue, () => module);
export const { Reader, compare, initSync, keys, recordId, restart } = offprint;
export default offprint.init;
