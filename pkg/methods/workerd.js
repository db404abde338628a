// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import module from '../dist/methods/offprint.wasm';
import * as glue from '../dist/methods/glue.js';
import { bindMethods } from './bind.js';

const offprint = bindMethods(glue, () => module);
export const { Collection, Reader, anatomy, compare, initSync, keys, methods, origins, recordId, restart } = offprint;
export default offprint.init;
