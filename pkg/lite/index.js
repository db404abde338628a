// For browsers and everything else that can fetch.
import * as glue from '../dist/lite/glue.js';
import { bindLite } from './bind.js';

const offprint = bindLite(glue, () => fetch(new URL('../dist/lite/offprint.wasm', import.meta.url)));
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
