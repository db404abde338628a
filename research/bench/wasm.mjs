// How fast builds of the WebAssembly start and read, side by side:
// `node research/bench/wasm.mjs FOLDER-OF-PAGES [DIST…]`.
//
// DIST is a folder of `pkg/dist`, or another build's; all take turns, round by round, so that other
// work of the machine slows all alike. Reading is given in CPU time, which other programs disturb less;
// of the rounds, the best and the middle one. What happens once, the start and the first page in GBK, whose
// tables are unpacked then, is timed by `once.mjs`.
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { inItsOwnProcess } from './once.mjs';

const ROUNDS = 15;
const ONCE_ROUNDS = 5;
const PIECE = 16 * 1024;
const DIST = fileURLToPath(new URL('../../pkg/dist', import.meta.url));

const [folder, ...given] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node research/bench/wasm.mjs FOLDER-OF-PAGES [DIST…]');
  process.exit(2);
}

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.html?$/.test(name));
const pages = names.sort().map((name) => readFileSync(join(folder, name)));
const bytes = pages.reduce((sum, page) => sum + page.length, 0);
console.log(`${pages.length} pages, ${(bytes / 1e6).toFixed(1)} MB, Node ${process.version}, ${ROUNDS} rounds`);

const modules = await Promise.all(
  (given.length > 0 ? given : [DIST]).map(async (dist) => {
    const wasm = join(resolve(dist), 'offprint.wasm');
    const glue = await import(pathToFileURL(join(resolve(dist), 'glue.js')).href);
    glue.initSync({ module: readFileSync(wasm) });
    return { dist, wasm, glue, reads: [], once: [] };
  }),
);

for (let round = 0; round < ROUNDS; round += 1) {
  for (const { dist, glue, reads, once } of modules) {
    const begun = process.cpuUsage();
    for (const page of pages) read(glue, page);
    reads.push(process.cpuUsage(begun).user / 1e3);
    if (round < ONCE_ROUNDS) once.push(inItsOwnProcess(dist));
  }
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
  console.log(
    `  read: best ${(bytes / best / 1e3).toFixed(1)} MB/s, middle ${(bytes / middle(reads) / 1e3).toFixed(1)} MB/s`,
  );
  console.log(
    `  ${(best / sorted(first.reads)[0]).toFixed(3)} of the time of the first (best), ` +
      `${(middle(reads) / middle(first.reads)).toFixed(3)} (middle)`,
  );
}
