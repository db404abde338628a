// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import module from './dist/offprint.wasm';
import * as glue from './dist/glue.js';
import { bindOffprint } from './bind.js';

const offprint = bindOffprint(glue, () => module);
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
