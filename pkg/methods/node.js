// For Node, whose fetch reads no files.
import { readFile } from 'node:fs/promises';
import * as glue from '../dist/methods/glue.js';
import { bindMethods } from './bind.js';

const offprint = bindMethods(glue, () => readFile(new URL('../dist/methods/offprint.wasm', import.meta.url)));
export const { Collection, Reader, anatomy, compare, initSync, keys, methods, origins, recordId, restart } = offprint;
export default offprint.init;
