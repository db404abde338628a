import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { failing } from './support/faults.mjs';
import { CRAWLER, HTML, PERSON, exported, page, recordNames, scratch, start, startFor } from './support/site.mjs';
import { inBudgets, listed, registered, until } from './support/waits.mjs';

const ARTICLES = 50;
const COPIES = 10;

/** Every copy of every article, each on a site of its own, all articles mixed. */
const visits = Array.from({ length: ARTICLES * COPIES }, (_, i) => {
  const [article, copy] = [i % ARTICLES, Math.floor(i / ARTICLES)];
  const path = `/${article}/${copy}`;
  return {
    article,
    path,
    host: `site-${copy}.example`,
    body: page(article, copy),
    agent: i % 3 === 0 ? PERSON : CRAWLER,
  };
});
const pages = Object.fromEntries(visits.map(({ path, body }) => [path, { headers: HTML, body }]));

/** The tests bring many pages at once. */
const vars = { OFFPRINT_LIMITS: { personsPerSecond: 1000 } };
const visit = (site, { path, host, agent }) => site.ask(path, { agent, headers: { host } });

/** Asserts that one page of each article is registered as the first, and all others as its copies. */
async function assertAllRegistered(site) {
  await until(async () => {
    // What was left unread for persons under load is read at a later visit.
    for (const one of visits.filter(({ agent }) => agent === PERSON)) await visit(site, one);
    const { articles, copies } = await exported(site);
    return articles.length + copies.length >= visits.length;
  }, 'all registrations');
  const { articles, copies } = await exported(site);
  const ofArticle = (url) => new URL(url).pathname.split('/')[1];
  assert.equal(articles.length, ARTICLES);
  assert.equal(new Set(articles.map(({ url }) => ofArticle(url))).size, ARTICLES, 'an article has two firsts');
  assert.equal(copies.length, visits.length - ARTICLES);
  const firsts = new Map(articles.map(({ id, url }) => [id, ofArticle(url)]));
  for (const { article, url, verdict } of copies) {
    assert.equal(firsts.get(article), ofArticle(url));
    assert.equal(verdict, 'same');
  }
  for (const { count } of articles) assert.equal(count, COPIES - 1);
  assert.equal(new Set([...articles, ...copies].map(({ url }) => url)).size, visits.length, 'a registration was lost');
  const times = articles.map(({ firstSeen }) => firstSeen).sort();
  assert.equal(new Set(times).size >= ARTICLES / 2, true, 'within one object no two articles have the same time');
}

/** Asserts that the store holds each registered article once. */
async function assertPublished(site) {
  await until(async () => (await site.api('GET', 'health')).json?.waiting === 0, 'the outbox to be empty');
  const { articles } = await exported(site);
  const kv = await site.kv();
  const held = [];
  for (const name of await recordNames(site)) held.push((await kv.get(name, 'json')).id);
  assert.deepEqual(held.sort(), articles.map(({ id }) => id).sort());
}

test('500 copies of 50 articles arrive at once: exactly 50 are first, and none is lost', {
  timeout: 120_000,
}, async (t) => {
  const site = await startFor(t, { pages, vars });
  const answers = await Promise.all(visits.map((one) => visit(site, one)));
  for (const [i, { status, body }] of answers.entries()) {
    assert.equal(status, 200);
    assert.ok(body.equals(visits[i].body), visits[i].path);
  }
  await assertAllRegistered(site);
  await assertPublished(site);
  const { registered, copies, kvWrites, pages: read } = await site.stats();
  assert.deepEqual({ registered, copies, pages: read }, { registered: 50, copies: 450, pages: 500 });
  assert.ok(kvWrites >= 50 && kvWrites <= 2 * 50, `${kvWrites} writes, heads included`);
});

test('the same holds when the worker is killed in the middle and started again', { timeout: 120_000 }, async (t) => {
  const folder = join(scratch, 'killed');
  const first = await start({ pages, vars, folder });
  let answered = 0;
  let enough;
  const half = new Promise((resolve) => (enough = resolve));
  const asking = visits.map((one) => visit(first, one).then(() => ++answered === visits.length / 2 && enough()));
  await half;
  const before = await exported(first);
  await first.kill();
  await Promise.all(asking);
  assert.ok(before.articles.length > 0);

  const second = await startFor(t, { pages, vars, folder });
  const after = await exported(second);
  for (const { id, url, firstSeen } of before.articles) {
    const still = after.articles.find((article) => article.id === id);
    assert.deepEqual([still?.url, still?.firstSeen], [url, firstSeen], 'what was registered is lost or changed');
  }
  const copies = new Set(after.copies.map(({ url }) => url));
  for (const { url } of before.copies) assert.ok(copies.has(url), `${url} is lost`);
  // Those that were under way come again, as crawlers do.
  for (const { body } of await Promise.all(visits.map((one) => visit(second, one)))) assert.ok(body.length > 0);
  await assertAllRegistered(second);
  await assertPublished(second);
});

test('what was registered but not written when the worker was killed is written when it starts', async (t) => {
  const folder = join(scratch, 'unwritten');
  const first = await start({ pages, folder, ...failing({ store: ['put', 'delete'] }) });
  // While crawlers wait, nothing is read for persons.
  await Promise.all(visits.slice(0, 5).map((one) => visit(first, { ...one, agent: CRAWLER })));
  await until(async () => (await first.stats()).registered === 5, 'five registrations');
  assert.deepEqual((await (await first.kv()).list()).keys, []);
  await first.kill();
  const second = await startFor(t, { pages, folder, store: () => {} });
  await assertPublished(second);
  assert.equal((await exported(second)).articles.length, 5);
});

test('records that the store cannot take are written as soon as it can', async (t) => {
  const { mend, ...fault } = failing({ store: ['put'] });
  const site = await startFor(t, { pages, ...fault });
  assert.match((await visit(site, visits[1])).headers.offprint, /^different;/);
  await until(async () => (await site.stats()).failures.kvWrite >= 2, 'failed writes');
  assert.equal((await site.api('GET', 'health')).json.waiting, 1);
  // The view is empty, so the register is asked.
  const copy = { ...visits[1 + ARTICLES], agent: CRAWLER };
  assert.match((await visit(site, copy)).headers.offprint, /^same;/);
  await until(async () => (await site.stats()).copies === 1, 'the copy');
  mend();
  await assertPublished(site);
  assert.equal((await site.stats()).registered, 1);
  assert.match((await visit(site, copy)).headers.offprint, /^same;/);
});

for (const [what, fault] of [
  ['down', undefined],
  ['silent', () => new Promise(() => {})],
]) {
  test(`when the register is ${what}, pages go out as they are, and are registered once it is back`, {
    timeout: 60_000,
  }, async (t) => {
    const { mend, ...register } = failing({ object: ['claim'] }, fault);
    const site = await startFor(t, { pages, vars, ...register });
    const some = visits.slice(0, 6).map((one) => ({ ...one, agent: CRAWLER }));
    const answers = Promise.all(some.map((one) => visit(site, one)));
    const timed = inBudgets(answers);
    for (const [i, { body }] of (await answers).entries()) assert.ok(body.equals(some[i].body));
    const failures = async () => (await site.stats()).failures;
    await until(async () => (await failures()).register >= some.length, 'failed claims');
    mend();
    // The claims try again by themselves.
    await registered(site, some.length);
    assert.ok((await timed).budgets < 0.8, 'the register was waited for');
    assert.equal((await failures()).unregistered, undefined);
    assert.match((await visit(site, some[1])).headers.offprint ?? '', /;known(;|$)/);
  });
}

test('a record that the store has lost is written again when a page should have been found by it', async (t) => {
  const site = await startFor(t, { pages, vars });
  await visit(site, visits[1]);
  await registered(site, 1);
  // The same article as one that was registered long ago.
  const [line] = (await exported(site)).articles;
  await site.api('DELETE', `articles/${line.id}`);
  const kv = await site.kv();
  const names = () => recordNames(site);
  await until(async () => (await names()).length === 0, 'the end of the first');
  const firstSeen = new Date(Date.now() - 36e5).toISOString();
  await site.api('POST', 'import', JSON.stringify({ ...line, firstSeen }), { type: 'application/x-ndjson' });
  await until(async () => (await names()).length === 1, 'the second');
  for (const name of await names()) await kv.delete(name);
  const copy = { ...visits[1 + ARTICLES], agent: CRAWLER };
  await listed(site, visits[3].body);
  // The register is asked instead.
  assert.match((await visit(site, copy)).headers.offprint, /^same;/);
  await until(async () => (await names()).length === 1, 'the repair');
  const { articles, copies } = await exported(site);
  assert.deepEqual([articles.length, articles[0].firstSeen, copies.length], [1, firstSeen, 1]);
});

test('when the counters are down, pages go out, are registered, and are counted later', async (t) => {
  const { mend, ...fault } = failing({ object: ['add'] });
  const site = await startFor(t, { pages, ...fault });
  assert.ok((await visit(site, visits[1])).body.equals(visits[1].body));
  await site.stats();
  await until(async () => (await exported(site)).articles.length === 1, 'the registration');
  mend();
  await registered(site, 1);
  const { pages: read, failures } = await site.stats();
  assert.equal(read, 1);
  assert.ok(failures.counters >= 1);
});

test('a register that stays down is given up for this visit, and counted; the next visit succeeds', {
  timeout: 60_000,
}, async (t) => {
  const { mend, ...fault } = failing({ object: ['claim'] });
  const site = await startFor(t, { pages, ...fault });
  await visit(site, visits[1]);
  await until(async () => (await site.stats()).failures.unregistered === 1, 'giving up');
  assert.deepEqual((await site.stats()).failures, { register: 4, unregistered: 1 });
  mend();
  await visit(site, visits[1]);
  await registered(site, 1);
});

test('an article is dropped when its days are over, and its text can be first again', async (t) => {
  // Less than a day, so that it is over within the test; the store cannot take what ends so soon.
  const site = await startFor(t, { pages, vars: { OFFPRINT_KEEP_DAYS: String(1 / 864e2) } });
  await visit(site, visits[1]);
  await until(async () => (await site.stats()).registered === 1, 'the registration');
  await until(async () => (await exported(site)).articles.length === 0, 'its end');
  await visit(site, visits[1 + ARTICLES]);
  await until(async () => (await site.stats()).registered === 2, 'another first');
});

test('the store drops an article by itself when its days are over', async (t) => {
  const site = await startFor(t, { pages, vars: { OFFPRINT_KEEP_DAYS: '30' } });
  await visit(site, visits[1]);
  await registered(site, 1);
  const { keys } = await (await site.kv()).list({ prefix: 'fp4/' });
  assert.equal(keys.length, 1);
  const days = (keys[0].expiration - Date.now() / 1000) / 86400;
  assert.ok(days > 32.4 && days < 35.1, `${days} days`);
});
