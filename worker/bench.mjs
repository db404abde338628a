// Compares the worker with one that only forwards: one run, one machine, one process each.
//
//   node worker/bench.mjs [--seconds 15] [--connections 1]
//
// First requests a second by wrk, which must be installed. Then single requests in turns: the times of the first and
// the last byte, and the CPU time of all threads of the runtime. The ratios and differences of one run can be
// compared with those of another, the rest cannot. Origin, load and worker share the machine's cores.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { bundle } from './local.mjs';
import { children } from './test/support/processes.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, connections: { type: 'string', default: '1' } },
});
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const SIZE = 50_000;
const ROUNDS = 5;
/** Time between two single requests, in ms: longer than a page is read, and than one of 2 MB. */
const PAUSE = 25;
const LONG_PAUSE = 1500;

const folder = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
const article = await readFile(new URL('../tests/pages/zh-dam-original/page.html', import.meta.url));
const filler = Buffer.alloc(SIZE, '<script>/* what pages carry beside their text */</script>\n');
const page = Buffer.concat([article, filler]).subarray(0, SIZE);
let visits = 0;

/** An article of nearly 2 MiB, the longest that a crawler's page is held for. */
const long = (() => {
  const paragraph = (i) => `<p>第${i}段：水库在${i * 7919}年修复，下游的居民说，他们看到了第${i % 97}次放水。</p>\n`;
  const paragraphs = Array.from({ length: 16_000 }, (_, i) => paragraph(i)).join('');
  return Buffer.from(
    `<!doctype html><meta charset="utf-8"><title>水库</title><h1>水库</h1><article>${paragraphs}</article>`,
  );
})();

// `/same` always has the same ETag; other paths get a new one each time, so they are read and looked up.
const origin = http.createServer((request, response) => {
  if (request.url.startsWith('/long')) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': long.length });
    return response.end(long);
  }
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
  const others = await children();
  const miniflare = new Miniflare({ ...options, bindings: { ORIGIN: behind }, log: new Log(LogLevel.ERROR) });
  const address = `${await miniflare.ready}`.replace(/\/$/, '');
  const [runtime] = (await children()).filter((id) => !others.includes(id));
  running[name] = { miniflare, address, runtime };
}

/** CPU time of a process and all its threads, in ms. */
async function cpuOf(id) {
  const fields = (await readFile(`/proc/${id}/stat`, 'utf8')).split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** One request: when its first byte came and its last, in ms. */
function ask(worker, path, agent) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const request = http.get(running[worker].address + path, { headers: { 'user-agent': agent } }, (response) => {
      let first;
      response.on('data', () => (first ??= performance.now() - begun));
      response.on('end', () => resolve({ first, last: performance.now() - begun }));
    });
    request.on('error', reject);
  });
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

// In rounds, so that other load on the machine affects all paths alike; the first round only warms up.
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

/**
 * Single requests: how many, their paths, and the client.
 * @type {[label: string, count: number, path: (i: number) => string, agent: string][]}
 */
const singles = [
  ['person, first view', 150, (i) => `/first/${i}`, PERSON],
  ['crawler, first view', 150, (i) => `/new/${i}`, CRAWLER],
  ['crawler, read again', 150, () => '/new', CRAWLER],
  ['crawler, 2 MB', 10, (i) => `/long/${i}`, CRAWLER],
  ['person, 2 MB', 10, (i) => `/long/person/${i}`, PERSON],
];
console.log('\none by one                 first byte ms  more ms  last byte ms  more ms  of forward   CPU ms  more ms');
for (const [label, count, path, agent] of singles) {
  const measured = { forward: [], offprint: [] };
  const cpu = { forward: 0, offprint: 0 };
  for (let i = -10; i < count; i += 10) {
    for (const worker of /** @type {const} */ (['forward', 'offprint'])) {
      const before = await cpuOf(running[worker].runtime);
      for (let j = i; j < i + 10; j++) {
        const answer = await ask(worker, path(j), agent);
        if (i >= 0) measured[worker].push(answer);
        // The worker's work after an answer must not delay the next.
        await new Promise((resolve) => setTimeout(resolve, label.includes('2 MB') ? LONG_PAUSE : PAUSE));
      }
      if (i >= 0) cpu[worker] += (await cpuOf(running[worker].runtime)) - before;
    }
  }
  const of = (worker, what) => median(measured[worker].map((answer) => answer[what]));
  const [first, last] = ['first', 'last'].map((what) => [
    of('offprint', what),
    of('offprint', what) - of('forward', what),
  ]);
  const [ours, theirs] = [cpu.offprint / count, cpu.forward / count];
  const columns = [
    first[0].toFixed(2).padStart(13),
    first[1].toFixed(2).padStart(9),
    last[0].toFixed(2).padStart(14),
    last[1].toFixed(2).padStart(9),
    `${Math.round((100 * last[0]) / (last[0] - last[1]))} %`.padStart(12),
    ours.toFixed(2).padStart(9),
    (ours - theirs).toFixed(2).padStart(9),
  ];
  console.log(label.padEnd(26) + columns.join(''));
}
for (const { miniflare } of Object.values(running)) await miniflare.dispose();
origin.closeAllConnections();
origin.close();
await rm(folder, { recursive: true });
