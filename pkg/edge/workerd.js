// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import module from '../dist/edge/offprint.wasm';
import * as glue from '../dist/edge/glue.js';
import { bindEdge } from './bind.js';

const offprint = bindEdge(glue, () => module);
export const { Reader, compare, edge, initSync, keys, recordId, restart } = offprint;
export default offprint.init;
