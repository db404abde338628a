// For Node, whose fetch reads no files.
import { readFile } from 'node:fs/promises';
import { bindOffprint } from '../bind.js';
import * as glue from '../dist/markup/glue.js';

const find = () => readFile(new URL('../dist/markup/offprint.wasm', import.meta.url));
const offprint = bindOffprint(glue, find, { markup: true });
export const {
  ArticleIndex,
  Fingerprint,
  IndexedDbIndex,
  MemoryIndex,
  OffprintStream,
  Reader,
  align,
  compare,
  initSync,
  keys,
  policy,
  read,
  readDocument,
  recordId,
  restart,
} = offprint;
export default offprint.init;
