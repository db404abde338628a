// For browsers and everything else that can fetch.
import * as glue from './dist/glue.js';
import { bind } from './api.js';

const offprint = bind(glue, () => fetch(new URL('./dist/offprint.wasm', import.meta.url)));
export const { Reader, compare, initSync, keys, recordId, restart } = offprint;
export default offprint.init;
