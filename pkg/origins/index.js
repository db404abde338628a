import * as glue from '../dist/origins/glue.js';
import { bindOrigins } from './bind.js';

const offprint = bindOrigins(glue, () => new URL('../dist/origins/offprint.wasm', import.meta.url));
export const { compare, fold, initSync, keys, origin, origins, recordId, restart } = offprint;
export default offprint.init;
