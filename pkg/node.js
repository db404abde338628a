// For Node, whose fetch reads no files.
import { readFile } from 'node:fs/promises';
import * as glue from './dist/glue.js';
import { bind } from './api.js';

const offprint = bind(glue, () => readFile(new URL('./dist/offprint.wasm', import.meta.url)));
export const { Reader, compare, initSync, keys, recordId, restart } = offprint;
export default offprint.init;
