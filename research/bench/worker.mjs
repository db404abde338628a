// Compares the worker with one that only forwards: one run, one machine, one process each.
//
//   node research/bench/worker.mjs [--seconds 20] [--connections 16]
//
// First under a mixed load, where every connection asks for the next page as soon as it has the one before. Then single
// requests in turns: the CPU time of all threads of the runtime. The ratios of one run can be compared with those of
// another, the rest cannot. Origin, load and worker
// share the machine's cores, and the runtime also does the work of KV, cache and objects; where there is a file system
// in memory, these keep their files there.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Log, LogLevel, Miniflare } from 'miniflare';
import { bundle } from '../../worker/local.mjs';
import { page, random } from '../../tests/articles.mjs';
import { children } from '../../worker/test/support/processes.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, connections: { type: 'string', default: '16' } },
});
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** Bytes of a page, most of them beside the article. */
const SIZE = 50_000;
const ROUNDS = 5;
/** The mixed load: the share of persons, and of pages that were never requested before. */
const [PERSONS, NEW] = [0.7, 0.2];
/** Pages that were requested before; half of them have an ETag. */
const KNOWN = 60;
/** Articles: more than the load requests. */
const ARTICLES = 6000;
/** Single requests of each kind. */
const SINGLE = 150;
/** Time between two of them, in ms: longer than a page is read. */
const PAUSE = 25;

// Waiting for a disk would be measured as work of the worker.
if (existsSync('/dev/shm')) process.env.TMPDIR = '/dev/shm';
const folder = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
const articles = Array.from({ length: ARTICLES }, (_, i) => page(i, 0));
const filler = Buffer.alloc(SIZE, '<script>/* what pages carry beside their text */</script>\n');
let visits = 0;

// `/page/7` is the page of an article, `/changing/7` has other bytes each time.
const origin = http.createServer((request, response) => {
  const [, kind, number] = request.url.split('/');
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const article = articles[Number(number) % ARTICLES];
  const nonce = kind === 'changing' ? `<!-- ${++visits} -->` : '';
  const etag = kind === 'page' && Number(number) % 2 === 0 ? { etag: `"${number}"` } : {};
  response.writeHead(200, { ...headers, 'content-length': SIZE, ...etag });
  response.write(article);
  response.write(nonce);
  response.end(filler.subarray(0, SIZE - article.length - nonce.length));
});
origin.keepAliveTimeout = 60_000;
origin.listen(0, '127.0.0.1');
await once(origin, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (origin.address());

const FORWARD = `export default { async fetch(request, env) {
  const { pathname, search } = new URL(request.url);
  return fetch(new Request(env.ORIGIN + pathname + search, request), { redirect: 'manual' });
} }`;
const forward = await started({ modules: true, script: FORWARD, compatibilityDate: '2026-04-01' });
const offprint = await started(await bundle(folder));

async function started(options) {
  const others = await children();
  const handleRuntimeStdio = (stdout, stderr) => {
    stdout.resume();
    stderr.pipe(process.stderr);
  };
  const bindings = { ORIGIN: `http://127.0.0.1:${port}`, OFFPRINT_READS: 'public' };
  const miniflare = new Miniflare({ ...options, bindings, log: new Log(LogLevel.ERROR), handleRuntimeStdio });
  const address = await miniflare.ready;
  const [runtime] = (await children()).filter((id) => !others.includes(id));
  return { miniflare, address, runtime, next: KNOWN };
}

/** CPU time of a process and all its threads, in ms. */
async function cpuOf({ runtime }) {
  const fields = (await readFile(`/proc/${runtime}/stat`, 'utf8')).split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const kept = new http.Agent({ keepAlive: true, maxSockets: Infinity });
/** The time of one request, in ms. */
function ask({ address }, path, client, agent = http.globalAgent) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const headers = { host: 'paper.example', 'user-agent': client };
    const request = http.get(new URL(path, address), { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - begun));
    });
    request.on('error', reject);
  });
}

const middle = (numbers, share = 0.5) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)];

/** Loads a worker for some time: the times of each kind of request, and the CPU time of one. */
async function loaded(worker, seconds, seed) {
  const times = { person: [], 'person, new page': [], crawler: [], 'crawler, new page': [] };
  const next = random(seed);
  const before = await cpuOf(worker);
  const end = performance.now() + 1000 * seconds;
  const connection = async () => {
    while (performance.now() < end) {
      const who = next() < PERSONS ? 'person' : 'crawler';
      const isNew = next() < NEW;
      const number = isNew ? worker.next++ : Math.floor(next() * KNOWN);
      const time = await ask(worker, `/page/${number}`, who === 'person' ? PERSON : CRAWLER, kept);
      times[isNew ? `${who}, new page` : who].push(time);
    }
  };
  await Promise.all(Array.from({ length: Number(values.connections) }, connection));
  const count = Object.values(times).flat().length;
  return { times, rate: count / seconds, cpu: ((await cpuOf(worker)) - before) / count };
}

/** The mixed load in rounds, so that other load on the machine affects both alike; the first round only warms up. */
async function mixed() {
  for (const worker of [forward, offprint]) {
    for (let i = 0; i < KNOWN; i++) await ask(worker, `/page/${i}`, CRAWLER);
  }
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const seconds = Number(values.seconds) / ROUNDS / 2;
    const before = await loaded(forward, seconds / 2, round);
    const ours = await loaded(offprint, seconds, round);
    const after = await loaded(forward, seconds / 2, round + 100);
    const times = Object.entries(before.times).map(([kind, some]) => [kind, [...some, ...after.times[kind]]]);
    const mean = (of) => (before[of] + after[of]) / 2;
    const theirs = { times: Object.fromEntries(times), rate: mean('rate'), cpu: mean('cpu') };
    if (round > 0) rounds.push([ours, theirs]);
  }
  // Within a round first: the machine is as busy for both.
  const ratio = (of) => middle(rounds.map(([ours, theirs]) => of(ours) / of(theirs))).toFixed(2);
  console.log(`${SIZE} bytes a page, ${values.connections} connections, medians of ${ROUNDS} rounds`);
  console.log(`requests a second: ${ratio(({ rate }) => rate)} of forwarding`);
  console.log(`CPU time of a request: ${ratio(({ cpu }) => cpu)} of forwarding`);
  console.log('mixed load         median ms  of forwarding  95 % ms  of forwarding');
  /** @type {[label: string, parts: string[]][]} */
  const lines = [['all persons', ['person', 'person, new page']]];
  for (const kind of ['person', 'person, new page', 'crawler', 'crawler, new page']) lines.push([kind, [kind]]);
  for (const [label, parts] of lines) {
    const columns = [0.5, 0.95].flatMap((share) => {
      const at = ({ times }) =>
        middle(
          parts.flatMap((kind) => times[kind]),
          share,
        );
      const ours = middle(rounds.map(([ours]) => at(ours)));
      return [ours.toFixed(2).padStart(share === 0.5 ? 9 : 7), ratio(at).padStart(13)];
    });
    console.log(label.padEnd(19) + columns.join('  '));
  }
  const { pages, persons, recalled, unread } = await (
    await fetch(new URL('/_offprint/stats', offprint.address))
  ).json();
  console.log(
    `read: ${pages} pages, ${persons} of them for persons; recalled: ${recalled}; left unread: ${unread.load}`,
  );
}

/**
 * Single requests: their paths, and the client.
 * @type {[label: string, path: (i: number) => string, client: string][]}
 */
const SINGLES = [
  ['person, new page', (i) => `/page/${5000 + i}`, PERSON],
  ['crawler, new page', (i) => `/page/${5500 + i}`, CRAWLER],
  ['crawler, same bytes', () => '/page/1', CRAWLER],
  ['crawler, other bytes', () => '/changing/1', CRAWLER],
];

/** One request after the other, in turns; the first ten only warm up. */
async function single([label, path, client]) {
  const spent = new Map([forward, offprint].map((worker) => [worker, 0]));
  for (let i = -10; i < SINGLE; i += 10) {
    for (const [worker, before] of spent) {
      const begun = await cpuOf(worker);
      for (let j = i; j < i + 10; j++) {
        await ask(worker, path(j), client);
        // The worker's work after an answer must not delay the next.
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
      if (i >= 0) spent.set(worker, before + (await cpuOf(worker)) - begun);
    }
  }
  const [theirs, ours] = [...spent.values()].map((cpu) => cpu / SINGLE);
  console.log(label.padEnd(22) + ours.toFixed(2).padStart(6) + (ours / theirs).toFixed(1).padStart(15));
}

await mixed();
console.log('\none by one            CPU ms  of forwarding');
for (const row of SINGLES) await single(row);
for (const { miniflare } of [forward, offprint]) await miniflare.dispose();
kept.destroy();
origin.closeAllConnections();
origin.close();
await rm(folder, { recursive: true });
