// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import module from '../dist/lite/offprint.wasm';
import * as glue from '../dist/lite/glue.js';
import { bindLite } from './bind.js';

const offprint = bindLite(glue, () => module);
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
