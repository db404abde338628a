// A page withheld because of its request is withheld for that request alone; one withheld because of the site's
// response is withheld for every client.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { CRAWLER, PERSON } from './support/clients.mjs';
import { HTML, addresses, loggedWith, page, scratch, start, startFor, startSeen } from './support/site.mjs';
import { finished, idle, registered, until } from './support/waits.mjs';

/** Headers that identify a reader; anybody can write them. */
const CARRIED = [
  ['X-Forwarded-User', 'jane'],
  ['X-Forwarded-Email', 'jane@mail.example'],
  ['X-Auth-Request-User', 'jane'],
  ['Cf-Access-Jwt-Assertion', 'a.b.c'],
  ['Cf-Access-Authenticated-User-Email', 'jane@mail.example'],
  ['X-Amzn-Oidc-Identity', 'jane'],
  ['X-Goog-Authenticated-User-Email', 'jane@mail.example'],
  ['Remote-User', 'jane'],
  ['Cookie', 'PHPSESSID=1'],
  ['Authorization', 'Basic eDp5'],
];
// The operator names other cookies, so a session keeps no page from being read.
const vars = { OFFPRINT_COOKIES: 'login', OFFPRINT_LIMITS: { personsPerSecond: 1000 } };
const number = (i) => 2 * i + 1;
const pages = {};
for (const i of CARRIED.keys()) {
  for (const copy of [0, 1]) {
    pages[`/${i}/${copy}`] = { headers: { ...HTML, etag: `"${i}-${copy}"` }, body: page(number(i), copy) };
  }
}
const copied = { headers: { host: 'copies.example' } };

/** A visit with such a header; what could follow from it has ended before the answer, but for claims. */
async function visitOfStranger(site, i, agent) {
  const [name, value] = CARRIED[i];
  const { status, body } = await site.ask(`/${i}/0`, { agent, headers: { [name]: value } });
  assert.equal(status, 200, name);
  assert.ok(body.equals(pages[`/${i}/0`].body), name);
}

for (const [who, agent] of [
  ['crawler', CRAWLER],
  ['person', PERSON],
]) {
  test(`such a header of one request does not keep another visit of a ${who} from registering the page`, async (t) => {
    const site = await startFor(t, { pages, vars });
    for (const i of CARRIED.keys()) {
      await visitOfStranger(site, i, CRAWLER);
      await visitOfStranger(site, i, PERSON);
    }
    await finished(site, 2 * CARRIED.length);
    assert.deepEqual(await addresses(site), [], 'such a visit registers nothing');
    assert.ok((await site.stats()).withheld.restricted > 0, 'and is counted');
    for (const [i, [name]] of CARRIED.entries()) {
      await site.ask(`/${i}/0`, { agent });
      await until(async () => (await addresses(site)).length === i + 1, `the page that was asked for with ${name}`);
      const { offprint } = (await site.ask(`/${i}/1`, copied)).headers;
      assert.match(offprint, new RegExp(`^same;score=[\\d.]+;first="http://paper\\.example/${i}/0"`), name);
    }
    // This visit also gets the known verdict, and still nothing is learnt from it.
    for (const i of CARRIED.keys()) await visitOfStranger(site, i, CRAWLER);
    await idle(site);
    const paths = [...CARRIED.keys()].map((i) => `http://paper.example/${i}/0`);
    assert.deepEqual(await addresses(site), paths.sort());
  });
}

test('nor does it in another isolate of the data centre', async (t) => {
  const folder = await mkdtemp(join(scratch, 'restricted-'));
  const first = await start({ pages, vars, folder });
  for (const i of CARRIED.keys()) await visitOfStranger(first, i, CRAWLER);
  await finished(first, CARRIED.length);
  await first.stop();
  const site = await startFor(t, { pages, vars, folder });
  for (const i of CARRIED.keys()) await site.ask(`/${i}/0`);
  await registered(site, CARRIED.length);
  assert.equal((await site.stats()).recalled, 0);
});

test('what the site answers for one reader is never registered', async (t) => {
  const answers = {
    '/private': { 'cache-control': 'private, max-age=60' },
    '/no-store': { 'cache-control': 'no-store' },
    '/sets-cookie': { 'set-cookie': 'session=1' },
    '/vary': { vary: '*' },
    '/401': { 'www-authenticate': 'Basic' },
    '/403': {},
    '/402': {},
    '/noindex': { 'x-robots-tag': 'noindex' },
  };
  for (const [i, [path, headers]] of Object.entries(answers).entries()) {
    const all = { ...HTML, etag: `"${i}"`, ...headers };
    answers[path] = { status: Number(path.slice(1)) || 200, body: page(number(i), 0), headers: all };
  }
  const site = await startFor(t, { pages: answers, vars });
  for (const path of Object.keys(answers)) {
    for (const agent of [PERSON, CRAWLER]) {
      for (const carried of [...CARRIED, undefined, undefined]) {
        const headers = carried ? { [carried[0]]: carried[1] } : {};
        const { status, body } = await site.ask(path, { agent, headers });
        assert.equal(status, answers[path].status, path);
        assert.ok(body.equals(answers[path].body), path);
      }
    }
  }
  await until(async () => (await site.stats()).withheld.noindex > 0, 'the page that asks not to be indexed');
  const { claims, registered: articles } = await site.stats();
  assert.deepEqual([claims, articles, await addresses(site)], [0, 0, []]);
});

for (const [what, path, headers] of [
  ['through an access gate', '/0/0', { 'x-forwarded-user': 'jane' }],
  ['with a query of their own', '/0/0?buy=pills', {}],
]) {
  test(`a request ${what} for the page that an article moved to does not count the article as missing`, async (t) => {
    const article = pages['/0/0'];
    const site = { '/old': article, '/0/0': article, '/0/0?buy=pills': article };
    const server = await startSeen(t, { pages: site, vars }, ['/old']);
    site['/old'] = { status: 301, headers: { location: 'http://paper.example/0/0' } };
    const relocated = () => loggedWith(server, '"relocated"');
    await server.ask(path, { headers });
    assert.deepEqual(await addresses(server), ['http://paper.example/old']);
    await server.ask('/0/0');
    await until(() => relocated().length > 0, 'the move');
    const outcomes = relocated().map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['moved']);
    assert.deepEqual(await addresses(server), ['http://paper.example/0/0']);
  });
}
