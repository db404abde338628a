// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import { bindOffprint } from '../bind.js';
import * as glue from '../dist/markup/glue.js';
import module from '../dist/markup/offprint.wasm';

const offprint = bindOffprint(glue, () => module, { markup: true });
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
