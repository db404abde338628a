// The WebAssembly module, as the command line uses it.
import { readFileSync } from 'node:fs';
import { initSync } from '../dist/methods/glue.js';

export {
  Collection,
  Document,
  Reader,
  Shelf,
  Signatures,
  Sites,
  Skipped,
  Stream,
  isHtml,
  mediaType,
  methodList,
  reportComparison,
  reportPair,
} from '../dist/methods/glue.js';

// All of this is bundled into dist/cli.js, and the module lies beside that.
const wasm = new URL('./methods/offprint.wasm', import.meta.url);

/** Loads the module, which other threads may be given. */
export function load(module = new WebAssembly.Module(readFileSync(wasm))) {
  initSync({ module });
  return module;
}
