import * as glue from '../dist/edge/glue.js';
import { bindEdge } from './bind.js';

const offprint = bindEdge(glue, () => new URL('../dist/edge/offprint.wasm', import.meta.url));
export const { Reader, compare, edge, initSync, randomId, restart } = offprint;
export default offprint.init;
