// For workerd, where the import is a compiled WebAssembly.Module and no other way is allowed.
import module from '../dist/lite/offprint.wasm';
import * as glue from '../dist/lite/glue.js';
import { bindOffprint } from '../offprint.js';

const offprint = bindOffprint(glue, () => module);
export const {
  ArticleIndex, Fingerprint, IndexedDbIndex, MemoryIndex, OffprintStream, Reader,
  compare, initSync, keys, read, readDocument, recordId, restart,
} = offprint;
export default offprint.init;
