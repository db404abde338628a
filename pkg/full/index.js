import * as glue from '../dist/full/glue.js';
import { bindFull } from './bind.js';

const offprint = bindFull(glue, () => new URL('../dist/full/offprint.wasm', import.meta.url));
export const {
  ArticleIndex,
  Collection,
  Fingerprint,
  IndexedDbIndex,
  MemoryIndex,
  OffprintStream,
  Reader,
  align,
  layoutMap,
  compare,
  fold,
  initSync,
  keys,
  origin,
  origins,
  pageAddress,
  pageKey,
  policy,
  read,
  readDocument,
  randomId,
  restart,
  rewriting,
  sharedFacts,
  sketch,
} = offprint;
export default offprint.init;
