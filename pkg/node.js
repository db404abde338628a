// For Node, whose fetch reads no files.
import { readFile } from 'node:fs/promises';
import { initFrom } from './api.js';

export { Reader, compare, edge, initSync, keys, recordId, restart } from './api.js';
export default initFrom(() => readFile(new URL('./dist/offprint.wasm', import.meta.url)));
