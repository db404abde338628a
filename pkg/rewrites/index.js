import * as glue from '../dist/rewrites/glue.js';
import { bindRewrites } from './bind.js';

const offprint = bindRewrites(glue, () => new URL('../dist/rewrites/offprint.wasm', import.meta.url));
export const { compare, initSync, keys, recordId, restart, rewriting, sharedFacts, sketch, sketched } = offprint;
export default offprint.init;
