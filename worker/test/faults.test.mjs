import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { HTML, page } from './support/articles.mjs';
import { CRAWLER, PERSON, startFor, until } from './support/site.mjs';

const ARTICLES = 8;
const paths = Array.from({ length: ARTICLES }, (_, i) => `/${i}`);
const pages = Object.fromEntries(paths.map((path, i) => [path, { headers: HTML, body: page(i, 0) }]));
const fail = (message) => () => {
  throw new Error(message);
};

/** What fails: the operation, of the store or of an object, and how. */
const FAULTS = [
  ['KV cannot be read', 'store', 'get', fail('KV GET failed: 500 Internal Server Error')],
  ['the reads of KV are used up', 'store', 'get', fail('KV get() limit exceeded for the day.')],
  ['KV is slow to read', 'store', 'get', () => pause(700)],
  ['the writes of KV are used up', 'store', 'put', fail('KV PUT failed: 429 Too Many Requests')],
  ['KV is slow to write', 'store', 'put', () => pause(700)],
  ['the register cannot be reached', 'object', 'claim', fail('Network connection lost.')],
  ['the register is overloaded', 'object', 'claim', fail('Durable Object is overloaded. Too many requests queued.')],
  ['the register is slow', 'object', 'claim', () => pause(700)],
  ['alarms fail', 'object', 'alarm', fail('internal error')],
  ['the counters are slow', 'object', 'add', () => pause(700)],
];

for (const [what, part, operation, fault] of FAULTS) {
  test(`when ${what}, every page arrives byte for byte, and none is lost`, { timeout: 60_000 }, async (t) => {
    let broken = true;
    const site = await startFor(t, { pages, [part]: (name) => (broken && name === operation ? fault() : undefined) });
    const visitAll = (agent) => Promise.all(paths.map((path) => site.ask(path, { agent })));
    for (const agent of [CRAWLER, PERSON, CRAWLER]) {
      for (const [i, { status, body, broken }] of (await visitAll(agent)).entries()) {
        assert.equal(status, 200);
        assert.equal(broken, false);
        assert.ok(body.equals(pages[paths[i]].body), `${paths[i]} differs`);
      }
    }
    broken = false;
    await visitAll(CRAWLER);
    const registered = async () => {
      const { body } = await site.api('GET', 'export');
      const { json } = await site.api('GET', 'health');
      return json?.waiting === 0 && body.toString().trim().split('\n').length === ARTICLES;
    };
    await until(registered, 'all registrations');
    for (const { headers } of await visitAll(CRAWLER)) assert.match(headers.offprint, /^different;score=0\.000;known/);
  });
}
