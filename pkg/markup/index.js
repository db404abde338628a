import { bindOffprint } from '../bind.js';
import * as glue from '../dist/markup/glue.js';

const offprint = bindOffprint(glue, () => new URL('../dist/markup/offprint.wasm', import.meta.url), { markup: true });
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
