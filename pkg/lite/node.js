// For Node, whose fetch reads no files.
import { readFile } from 'node:fs/promises';
import * as glue from '../dist/lite/glue.js';
import { bindLite } from './bind.js';

const offprint = bindLite(glue, () => readFile(new URL('../dist/lite/offprint.wasm', import.meta.url)));
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
