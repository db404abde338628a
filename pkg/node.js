// For Node, whose fetch reads no files.
import { readFile } from 'node:fs/promises';
import * as glue from './dist/glue.js';
import { bindOffprint } from './bind.js';

const offprint = bindOffprint(glue, () => readFile(new URL('./dist/offprint.wasm', import.meta.url)));
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
