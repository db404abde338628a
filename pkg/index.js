// For browsers and everything else that can fetch.
import { initFrom } from './api.js';

export { Reader, compare, edge, initSync, keys, recordId, restart } from './api.js';
export default initFrom(() => fetch(new URL('./dist/offprint.wasm', import.meta.url)));
