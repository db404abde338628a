// Two matrices, as tables: whether the bytes of pages arrive, and whether pages and registrations survive failures.
//
//   node worker/test/matrix.mjs
//
// The first requests each page of tests/pages in each way that a site can send it, as four clients, twice.

import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { HTML, page, random } from './support/articles.mjs';
import { CRAWLER, GPT, PERSON } from './support/clients.mjs';
import { FAULTS, failing } from './support/faults.mjs';
import { exported, fixture, start } from './support/site.mjs';
import { until } from './support/waits.mjs';

/** The user agents of the clients. */
const AGENTS = {
  search: CRAWLER,
  training: GPT,
  other: 'curl/8.5.0',
  person: PERSON,
};
const VISITS = 2;
/** Fetches that are under way at a time. */
const TOGETHER = 8;

/** Sends bytes in pieces of the lengths that are given, and waits until each is taken. */
async function inPieces(response, body, lengths) {
  for (let at = 0; at < body.length; ) {
    const piece = body.subarray(at, (at += lengths()));
    if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}

const whole = (response, body) => response.end(body);
const withLength = (headers, body) => ({ ...headers, 'content-length': body.length });
const coded = (coding) => (headers) => ({ ...headers, 'content-encoding': coding });
/** How a site can send a page: what is done to its bytes and headers, and how they are written. */
const FRAMINGS = {
  length: { headers: withLength, send: whole },
  chunked: { send: whole },
  'pieces of 1 KiB': { send: (response, body) => inPieces(response, body, () => 1024) },
  'pieces of 7 bytes, then the rest': {
    send(response, body) {
      let pieces = 0;
      return inPieces(response, body, () => (pieces++ < 100 ? 7 : body.length));
    },
  },
  'pieces of any length': {
    send(response, body) {
      const next = random(body.length);
      return inPieces(response, body, () => 1 + Math.floor(next() * 5000));
    },
  },
  'length, in pieces': { headers: withLength, send: (response, body) => inPieces(response, body, () => 4096) },
  'until the end of the connection': { headers: (headers) => ({ ...headers, connection: 'close' }), send: whole },
  'gzip, length': { encode: gzipSync, headers: (h, body) => withLength(coded('gzip')(h), body), send: whole },
  'gzip, chunked': {
    encode: gzipSync,
    headers: coded('gzip'),
    send: (response, body) => inPieces(response, body, () => 500),
  },
  'br, length': { encode: brotliCompressSync, headers: (h, body) => withLength(coded('br')(h), body), send: whole },
  'br, chunked': {
    encode: brotliCompressSync,
    headers: coded('br'),
    send: (response, body) => inPieces(response, body, () => 500),
  },
};

const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
let failures = 0;

function check(holds, what) {
  if (holds) return true;
  failures++;
  console.error(what);
  return false;
}

/** Works on each member of a list, several at a time. */
async function forEach(list, work) {
  const left = [...list].reverse();
  const next = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: TOGETHER }, next));
}

async function bytes() {
  const entries = await readdir(new URL('../../tests/pages/', import.meta.url), { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const pages = {};
  const expected = new Map();
  for (const slug of slugs) {
    const { body, headers } = await fixture(slug);
    for (const [name, { encode, headers: frame, send }] of Object.entries(FRAMINGS)) {
      const path = `/${slug}/${encodeURIComponent(name)}`;
      const sent = encode ? encode(body) : body;
      const tag = { ...headers, etag: `"${slug}"` };
      expected.set(path, { name, hash: digest(sent), etag: tag.etag, type: headers['content-type'] });
      pages[path] = (_, response) => {
        response.writeHead(200, frame ? frame(tag, sent) : tag);
        void send(response, sent);
      };
    }
  }
  const site = await start({ pages });
  const table = Object.fromEntries(Object.keys(FRAMINGS).map((name) => [name, { fetches: 0, exact: 0, annotated: 0 }]));
  for (let visit = 0; visit < VISITS; visit++) {
    const asks = [...expected.keys()].flatMap((path) =>
      Object.entries(AGENTS).map(([who, agent]) => [path, who, agent]),
    );
    await forEach(asks, async ([path, who, agent]) => {
      const { name, hash, etag, type } = expected.get(path);
      const answer = await site.ask(path, { agent });
      const row = table[name];
      row.fetches++;
      const isExact =
        check(answer.status === 200 && !answer.broken, `${path} for ${who}: ${answer.status}`) &&
        check(digest(answer.body) === hash, `${path} for ${who}: other bytes`) &&
        check(
          answer.headers.etag === etag && answer.headers['content-type'] === type,
          `${path} for ${who}: other headers`,
        );
      row.exact += isExact;
      const header = answer.headers.offprint;
      row.annotated += header !== undefined;
      check((header === undefined) === (who === 'person'), `${path} for ${who}: Offprint is ${header}`);
    });
  }
  await site.stop();
  console.log('| framing | fetches | exact | with a verdict |\n|---|--:|--:|--:|');
  const rows = Object.entries(table);
  for (const [name, { fetches, exact, annotated }] of rows)
    console.log(`| ${name} | ${fetches} | ${exact} | ${annotated} |`);
  const sum = (what) => rows.reduce((sum, [, row]) => sum + row[what], 0);
  console.log(`| all | ${sum('fetches')} | ${sum('exact')} | ${sum('annotated')} |\n`);
}

async function faults() {
  const ARTICLES = 8;
  const paths = Array.from({ length: ARTICLES }, (_, i) => `/${i}`);
  const pages = Object.fromEntries(paths.map((path, i) => [path, { headers: HTML, body: page(i, 0) }]));
  console.log('| what fails | fetches | exact | wrong verdicts | registered afterwards |\n|---|--:|--:|--:|--:|');
  for (const [what, operations, fault] of FAULTS) {
    const { mend, ...parts } = failing(operations, fault);
    const site = await start({ pages, ...parts });
    const row = { fetches: 0, exact: 0, wrong: 0 };
    for (let visit = 0; visit < VISITS; visit++) {
      const asks = paths.flatMap((path) => Object.entries(AGENTS).map(([who, agent]) => [path, who, agent]));
      await forEach(asks, async ([path, who, agent]) => {
        const answer = await site.ask(path, { agent });
        row.fetches++;
        row.exact += check(answer.status === 200 && answer.body.equals(pages[path].body), `${path} for ${who} differs`);
        // No article is like another.
        const header = answer.headers.offprint ?? '';
        row.wrong += !check(/^(different|unknown;error|$)/.test(header), `${path} for ${who}: ${header}`);
      });
    }
    mend();
    await forEach(paths, (path) => site.ask(path));
    let held = 0;
    await until(async () => {
      held = (await exported(site)).lines.length;
      return held >= ARTICLES;
    }, 'all registrations').catch((error) => check(false, `${what}: ${error.message}`));
    check(held === ARTICLES, `${what}: ${held} of ${ARTICLES} are registered`);
    console.log(`| ${what} | ${row.fetches} | ${row.exact} | ${row.wrong} | ${held} of ${ARTICLES} |`);
    await site.stop();
  }
}

await bytes();
await faults();
if (failures > 0) console.error(`${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;
