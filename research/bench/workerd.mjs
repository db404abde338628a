// How fast the module reads in workerd, beside Node: `node research/bench/workerd.mjs FOLDER-OF-PAGES`.
//
// No clock runs inside a worker while it computes. So each page is sent twice, to be read once and to be read some
// times more, and what the second takes longer is the time of those. Node and workerd take turns, page by page; of the
// rounds each page's best counts. It is wall time, of one thread each.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { initSync, Reader } from '../../pkg/dist/glue.js';

const ROUNDS = 5;
/** How often a page is read in a row. */
const TIMES = 20;
const DIST = fileURLToPath(new URL('../../pkg/dist/', import.meta.url));

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node research/bench/workerd.mjs FOLDER-OF-PAGES');
  process.exit(2);
}
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.html?$/.test(name));
const pages = names.sort().map((name) => readFileSync(join(folder, name)));

function read(reader, page) {
  reader.write(page);
  reader.end();
  reader.free();
}

const worker = `
  import { initSync, Reader } from './glue.js';
  import module from './offprint.wasm';
  initSync({ module });
  ${read}
  export default {
    async fetch(request) {
      const page = new Uint8Array(await request.arrayBuffer());
      const times = Number(request.headers.get('times'));
      for (let i = 0; i < times; i += 1) read(new Reader({}), page);
      return new Response('');
    },
  };`;
const workerd = new Miniflare({
  log: new Log(LogLevel.ERROR),
  compatibilityDate: '2026-01-01',
  modules: [
    { type: 'ESModule', path: 'worker.js', contents: worker },
    { type: 'ESModule', path: 'glue.js', contents: readFileSync(join(DIST, 'glue.js'), 'utf8') },
    { type: 'CompiledWasm', path: 'offprint.wasm', contents: readFileSync(join(DIST, 'offprint.wasm')) },
  ],
});
const address = await workerd.ready;
initSync({ module: readFileSync(join(DIST, 'offprint.wasm')) });

const programs = {
  async Node(page, times) {
    for (let i = 0; i < times; i += 1) read(new Reader({}), page);
  },
  async workerd(page, times) {
    const response = await fetch(address, { method: 'POST', body: page, headers: { times: String(times) } });
    if (!response.ok) throw new Error(`the worker answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  },
};

/** The time of a call, in milliseconds. */
async function timed(call) {
  const begun = performance.now();
  await call();
  return performance.now() - begun;
}

const best = Object.fromEntries(Object.keys(programs).map((name) => [name, pages.map(() => Infinity)]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [i, page] of pages.entries()) {
    for (const [name, call] of Object.entries(programs)) {
      const once = await timed(() => call(page, 1));
      const more = await timed(() => call(page, 1 + TIMES));
      best[name][i] = Math.min(best[name][i], (more - once) / TIMES);
    }
  }
}
await workerd.dispose();

const bytes = pages.reduce((sum, page) => sum + page.length, 0);
console.log(
  `${pages.length} pages, ${(bytes / 1e6).toFixed(1)} MB, each read ${TIMES} times in each of ${ROUNDS} rounds`,
);
for (const [name, times] of Object.entries(best)) {
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(2));
  const all = times.reduce((sum, time) => sum + time, 0);
  console.log(`${name}: ${(bytes / all / 1e3).toFixed(1)} MB/s; p50 ${p50} ms, p95 ${p95} ms a page`);
}
