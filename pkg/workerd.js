// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import module from './dist/offprint.wasm';
import { initFrom } from './api.js';

export { Reader, compare, edge, initSync, keys, recordId, restart } from './api.js';
export default initFrom(() => module);
