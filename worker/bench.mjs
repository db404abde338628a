// How fast the worker is beside one that only forwards: one run, one machine, one process each.
//
//   node worker/bench.mjs [--seconds 15] [--connections 1]
//
// It needs wrk. The ratios of one run can be compared with those of another, the rest cannot. Origin, load
// and worker share the machine's cores.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { bundle } from './local.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, connections: { type: 'string', default: '1' } },
});
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const SIZE = 50_000;
const ROUNDS = 5;

const folder = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
const article = await readFile(new URL('../tests/pages/zh-dam-original/page.html', import.meta.url));
const filler = Buffer.alloc(SIZE, '<script>/* what pages carry beside their text */</script>\n');
const page = Buffer.concat([article, filler]).subarray(0, SIZE);
let visits = 0;

// `/same` has one ETag for ever; that of `/new` is another each time, so it is read and looked up.
const origin = http.createServer((request, response) => {
  const etag = request.url === '/same' ? '"1"' : `"${++visits}"`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length, etag });
  response.end(page);
});
origin.keepAliveTimeout = 60_000;
origin.listen(0, '127.0.0.1');
await once(origin, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (origin.address());
const behind = `http://127.0.0.1:${port}`;

const FORWARD = `export default { async fetch(request, env) {
  const { pathname, search } = new URL(request.url);
  return fetch(new Request(env.ORIGIN + pathname + search, request), { redirect: 'manual' });
} }`;
const workers = {
  forward: { modules: true, script: FORWARD, compatibilityDate: '2026-04-01' },
  offprint: await bundle(folder),
};

const rows = [
  ['forward only', 'forward', '/new', PERSON],
  ['person, page read lately', 'offprint', '/same', PERSON],
  ['person, ETag always new', 'offprint', '/new', PERSON],
  ['crawler, page unchanged', 'offprint', '/same', CRAWLER],
  ['crawler, read and looked up', 'offprint', '/new', CRAWLER],
];
const running = {};
for (const [name, options] of Object.entries(workers)) {
  const miniflare = new Miniflare({ ...options, bindings: { ORIGIN: behind }, log: new Log(LogLevel.ERROR) });
  running[name] = { miniflare, address: `${await miniflare.ready}`.replace(/\/$/, '') };
}

/**
 * Requests a second and the median latency in ms.
 * @param {string[]} row
 * @param {number} seconds
 */
async function load([, worker, path, agent], seconds) {
  const args = ['-t1', `-c${values.connections}`, '--latency', '-H', `User-Agent: ${agent}`, `-d${seconds}s`];
  const { stdout } = await promisify(execFile)('wrk', [...args, running[worker].address + path]);
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout);
  const [, p50, unit] = /50%\s+([\d.]+)(us|ms|s)/.exec(stdout);
  const scale = { us: 0.001, ms: 1, s: 1000 }[unit];
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0;
  return { rate: Number(rate), p50: Number(p50) * scale, failed: Number(failed) };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

// In rounds, so that what else the machine does meets all paths alike; the first only warms up.
const results = rows.map(() => []);
for (let round = 0; round <= ROUNDS; round++) {
  for (const [i, row] of rows.entries()) {
    const result = await load(row, Math.max(1, Math.round(Number(values.seconds) / ROUNDS)));
    if (round > 0) results[i].push(result);
  }
}
console.log(`${SIZE} bytes a page, ${values.connections} connections, median of ${ROUNDS} rounds`);
console.log('path                          requests/s  of forward  p50 ms   more ms');
const of = (i, what) => median(results[i].map((result) => result[what]));
for (const [i, [label]] of rows.entries()) {
  // Within a round first: the machine is as busy for both.
  const share = median(results[i].map(({ rate }, round) => rate / results[0][round].rate));
  const more = median(results[i].map(({ p50 }, round) => p50 - results[0][round].p50));
  const columns = [
    of(i, 'rate').toFixed(0).padStart(12),
    `${Math.round(100 * share)} %`.padStart(12),
    of(i, 'p50').toFixed(2).padStart(8),
    more.toFixed(2).padStart(10),
  ];
  console.log(label.padEnd(28) + columns.join(''));
  const failed = results[i].reduce((sum, result) => sum + result.failed, 0);
  if (failed > 0) console.log(`  ${failed} of these failed`);
}
for (const { miniflare } of Object.values(running)) await miniflare.dispose();
origin.closeAllConnections();
origin.close();
await rm(folder, { recursive: true });
