import * as glue from '../dist/methods/glue.js';
import { bindMethods } from './bind.js';

const offprint = bindMethods(glue, () => new URL('../dist/methods/offprint.wasm', import.meta.url));
export const { Collection, Reader, anatomy, compare, initSync, keys, methods, origins, recordId, restart } = offprint;
export default offprint.init;
