// The bounds of an isolate: how much memory, and how much of a crawler's time.

import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { signed } from './support/agent.mjs';
import { serve } from './support/server.mjs';
import { CRAWLER, HTML, PERSON, inBudgets, page, startFor, until } from './support/site.mjs';

const article = { body: page(2, 0), headers: HTML };
const LONG = Buffer.alloc(1_900_000, '<p>A line of a page that is long, but not too long.</p>\n');
const CLIENTS = 24;

/** A site of long pages that end only on demand, and an article. */
async function stalling(t) {
  let finish;
  const finished = new Promise((resolve) => (finish = resolve));
  const stalled = async (_, response) => {
    response.writeHead(200, { ...HTML, 'content-length': LONG.length });
    response.write(LONG.subarray(0, -1));
    await finished;
    response.end(LONG.subarray(-1));
  };
  const pages = Object.fromEntries(Array.from({ length: CLIENTS }, (_, i) => [`/${i}`, stalled]));
  for (let i = 0; i < 400; i++) pages[`/article/${i}`] = article;
  const site = await startFor(t, { pages, vars: { OFFPRINT_LIMITS: { personsPerSecond: CLIENTS } } });
  const unread = async () => (await site.stats()).unread?.memory ?? 0;
  return { site, unread, finish };
}

test('pages are held up to a sum; what is more is forwarded at once, unread, byte for byte', {
  timeout: 120_000,
}, async (t) => {
  const { site, unread, finish } = await stalling(t);
  let heads = 0;
  const answers = Array.from({ length: CLIENTS }, (_, i) => site.ask(`/${i}`, { onHead: () => heads++ }));
  await until(async () => heads > 0 && (await unread()) > 0, 'a page that is not held');
  finish();
  for (const { status, body } of await Promise.all(answers)) {
    assert.equal(status, 200);
    assert.ok(body.equals(LONG));
  }
  // 32 MiB hold at least 17 of them.
  assert.ok((await unread()) <= CLIENTS - 17, `${await unread()} of ${CLIENTS} were not held`);
  assert.match((await site.ask('/article/0')).headers.offprint, /^different;/, 'there is room again');
});

test('a page is held no longer when its client has left', { timeout: 120_000 }, async (t) => {
  const { site, unread, finish } = await stalling(t);
  const clients = Array.from({ length: CLIENTS }, (_, i) =>
    http.get(new URL(`/${i}`, site.address), { headers: { 'user-agent': PERSON } }),
  );
  for (const client of clients) client.on('error', () => {});
  await until(async () => (await unread()) > 0, 'a page that is not held');
  for (const client of clients) client.destroy();
  finish();
  let visits = 0;
  const hasRoom = async () => /^different;/.test((await site.ask(`/article/${visits++}`)).headers.offprint);
  await until(hasRoom, 'room for a page');
});

test('keys, page and store together cost a crawler what one request may wait', async (t) => {
  const signer = await serve(t, () => {});
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  t.after(() => open());
  const vars = { OFFPRINT_AGENTS: { signed: { [signer]: 'search' } } };
  const object = (call) => (call === 'find' ? opened : undefined);
  const site = await startFor(t, { pages: { '/page': article }, vars, store: () => opened, object });
  const { answer, budgets } = await inBudgets(site.ask('/page', { headers: signed(signer) }));
  assert.ok(answer.body.equals(article.body));
  assert.equal(answer.headers.offprint, 'unknown;error');
  assert.ok(budgets > 0.8 && budgets < 1.5, `${budgets} times that`);
});

test('if the worker fails, the site answers for its pages, and does not see calls of the API', async (t) => {
  const site = await startFor(t, { pages: { '/page': article }, passing: true });
  for (const agent of [CRAWLER, PERSON]) assert.equal((await site.ask('/page', { agent })).headers['x-passes'], 'true');
  assert.equal((await site.ask('/_offprint/health')).headers['x-passes'], 'false');
});
