// What happens once to an instance of the WebAssembly, timed in a process of its own: an engine remembers what
// it has compiled, and an instance the tables that it has unpacked.
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const GBK = fileURLToPath(new URL('../../tests/pages/zh-dam-table-gbk/page.html', import.meta.url));

/**
 * Of a folder like `pkg/dist`: milliseconds of the start, as `pkg/api.js` does it in Node, of the first page in GBK
 * after one in UTF-8, and of the second.
 */
export function inItsOwnProcess(dist) {
  const [glue, wasm] = [pathToFileURL(join(resolve(dist), 'glue.js')).href, join(resolve(dist), 'offprint.wasm')];
  const script = `
    const { readFileSync } = require('node:fs');
    const bytes = readFileSync(${JSON.stringify(wasm)});
    const gbk = readFileSync(${JSON.stringify(GBK)});
    const timed = (work) => { const start = performance.now(); work(); return performance.now() - start; };
    import(${JSON.stringify(glue)}).then(async (glue) => {
      const start = performance.now();
      glue.initSync({ module: await WebAssembly.compile(bytes) });
      const started = performance.now() - start;
      const read = (page) => { const reader = new glue.Reader(); reader.write(page); reader.end(); };
      read(new TextEncoder().encode(new TextDecoder('gbk').decode(gbk)));
      console.log(JSON.stringify([started, timed(() => read(gbk)), timed(() => read(gbk))]));
    });`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}
