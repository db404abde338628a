// How fast builds of the WebAssembly start and read, side by side: `node bench/wasm.mjs FOLDER-OF-PAGES [DIST…]`.
//
// DIST is a folder of `pkg/dist`, or another build's; all take turns, round by round, so that whatever
// else the machine does meets all alike. Reading is given in CPU time, which other programs disturb less;
// of the rounds, the best and the middle one. What happens once, the start and the first page in GBK, whose
// tables are unpacked then, is timed in processes of their own, since an engine remembers what it has compiled.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const ROUNDS = 15;
const ONCE_ROUNDS = 5;
const PIECE = 16 * 1024;
const GBK = fileURLToPath(new URL('../tests/pages/zh-dam-table-gbk/page.html', import.meta.url));
const DIST = fileURLToPath(new URL('../pkg/dist', import.meta.url));

const [folder, ...given] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node bench/wasm.mjs FOLDER-OF-PAGES [DIST…]');
  process.exit(2);
}

const names = readdirSync(folder, { recursive: true }).filter((name) => /\.html?$/.test(name));
const pages = names.sort().map((name) => readFileSync(join(folder, name)));
const bytes = pages.reduce((sum, page) => sum + page.length, 0);
console.log(`${pages.length} pages, ${(bytes / 1e6).toFixed(1)} MB, Node ${process.version}, ${ROUNDS} rounds`);

const modules = await Promise.all(
  (given.length > 0 ? given : [DIST, join(DIST, 'lite')]).map(async (dist) => {
    const wasm = join(resolve(dist), 'offprint.wasm');
    const url = pathToFileURL(join(resolve(dist), 'glue.js')).href;
    const glue = await import(url);
    glue.initSync({ module: readFileSync(wasm) });
    return { dist, wasm, url, glue, reads: [], once: [] };
  }),
);

for (let round = 0; round < ROUNDS; round += 1) {
  for (const { wasm, url, glue, reads, once } of modules) {
    const begun = process.cpuUsage();
    for (const page of pages) read(glue, page);
    reads.push(process.cpuUsage(begun).user / 1e3);
    if (round < ONCE_ROUNDS) once.push(inItsOwnProcess(url, wasm));
  }
}

/** Milliseconds of the start, and of the first page in GBK after one in UTF-8. */
function inItsOwnProcess(url, wasm) {
  const script = `
    const { readFileSync } = require('node:fs');
    const bytes = readFileSync(${JSON.stringify(wasm)});
    const gbk = readFileSync(${JSON.stringify(GBK)});
    const timed = (work) => { const start = performance.now(); work(); return performance.now() - start; };
    import(${JSON.stringify(url)}).then(async (glue) => {
      const start = performance.now();
      await glue.default({ module_or_path: await WebAssembly.compile(bytes) });
      const started = performance.now() - start;
      const read = (page) => { const reader = new glue.Reader(); reader.write(page); reader.end(); };
      read(new TextEncoder().encode(new TextDecoder('gbk').decode(gbk)));
      console.log(JSON.stringify([started, timed(() => read(gbk)), timed(() => read(gbk))]));
    });`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script]));
}

function read({ Reader }, page) {
  const reader = new Reader();
  for (let at = 0; at < page.length; at += PIECE) reader.write(page.subarray(at, at + PIECE));
  reader.end();
  reader.free();
}

const sorted = (times) => times.toSorted((a, b) => a - b);
const middle = (times) => sorted(times)[times.length >> 1];
const [first] = modules;
for (const { dist, wasm, reads, once } of modules) {
  const [best] = sorted(reads);
  const [start, gbk, again] = [0, 1, 2].map((which) => middle(once.map((times) => times[which])).toFixed(1));
  console.log(dist);
  console.log(`  ${gzipSync(readFileSync(wasm), { level: 9 }).length} bytes with gzip`);
  console.log(`  compiled and started in ${start} ms; the first page in GBK took ${gbk} ms, the second ${again}`);
  console.log(`  read: best ${(bytes / best / 1e3).toFixed(1)} MB/s, middle ${(bytes / middle(reads) / 1e3).toFixed(1)} MB/s`);
  console.log(`  ${(best / sorted(first.reads)[0]).toFixed(3)} of the time of the first (best), ${(middle(reads) / middle(first.reads)).toFixed(3)} (middle)`);
}
