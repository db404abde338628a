import * as glue from './dist/glue.js';
import { bindOffprint } from './bind.js';

const offprint = bindOffprint(glue, () => new URL('./dist/offprint.wasm', import.meta.url));
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
  randomId,
  restart,
} = offprint;
export default offprint.init;
