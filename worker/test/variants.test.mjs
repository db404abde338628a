// One address with two texts: a page gets the verdict on its own bytes, whatever the site's validators say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CRAWLER, HTML, PERSON, addresses, exported, page, startFor, startSeen } from './support/site.mjs';
import { finished, registered, remembered, until } from './support/waits.mjs';

const OWN = page(1, 0);
const COPIED = page(3, 0);
const vars = { OFFPRINT_COOKIES: 'login' };

/** A site with an article, and a page that shows a copy of it to visitors that `isOther` holds for. */
function site(t, validator, isOther) {
  const variants = (request, response) =>
    response.writeHead(200, { ...HTML, ...validator }).end(isOther(request) ? COPIED : OWN);
  const pages = { '/first': { body: COPIED, headers: HTML }, '/page': variants };
  return startFor(t, { pages, vars });
}

const byCookie = [({ headers }) => headers.cookie === 'variant=b', { cookie: 'variant=b' }];
const byHeader = [({ headers }) => headers.x_variant === 'b', { x_variant: 'b' }];

for (const [what, validator, [isOther, headers]] of [
  ['cookie, under one ETag', { etag: '"1"' }, byCookie],
  ['cookie, under one Last-Modified', { 'last-modified': 'Tue, 02 Jun 2026 00:00:00 GMT' }, byCookie],
  ['header that Vary names oddly, under one ETag', { etag: '"1"', vary: 'X_Variant' }, byHeader],
  ['cookie, without a validator', {}, byCookie],
]) {
  for (const [who, agent] of [
    ['crawler', CRAWLER],
    ['person', PERSON],
  ]) {
    test(`a text by ${what}, gets its own verdict after a ${who} saw the other one`, async (t) => {
      const server = await site(t, validator, isOther);
      await server.ask('/first', { headers: { host: 'first.example' } });
      await registered(server, 1);
      for (let i = 0; i < 2; i++) {
        await server.ask('/page', { agent, headers });
        // For a person it is read once.
        await finished(server, agent === PERSON ? 2 : 2 + i);
      }
      for (let i = 0; i < 2; i++) {
        for (const method of ['GET', 'HEAD']) {
          const { offprint } = (await server.ask('/page', { method })).headers;
          assert.match(offprint ?? 'different;', /^different;/, `${method}: ${offprint}`);
        }
      }
      await registered(server, 2);
      assert.deepEqual(await addresses(server), ['http://first.example/first', 'http://paper.example/page']);
      const other = await server.ask('/page', { headers });
      assert.match(other.headers.offprint, /^same;.*;first="http:\/\/first\.example\/first"/);
    });
  }
}

test('a page whose validator changes and whose bytes do not is not read again', async (t) => {
  let visits = 0;
  const pages = { '/page': (_, response) => response.writeHead(200, { ...HTML, etag: `"${visits++}"` }).end(OWN) };
  const server = await startSeen(t, { pages }, ['/page']);
  await remembered(server, '/page');
  const before = await server.stats();
  for (let i = 0; i < 5; i++) assert.match((await server.ask('/page')).headers.offprint, /^different;.*;known;/);
  const after = await server.stats();
  assert.deepEqual([after.pages - before.pages, after.recalled - before.recalled], [0, 5]);
  assert.equal(after.kvReads, before.kvReads);
});

test('a copy that a visitor may not enter is entered at the visit of another', async (t) => {
  const pages = { '/first': { body: OWN, headers: HTML } };
  for (let i = 0; i < 3; i++) pages[`/copy/${i}`] = { body: page(1, i), headers: { ...HTML, etag: `"${i}"` } };
  const limits = { perClient: 1, perHost: 1000, articles: 1000 };
  const server = await startFor(t, { pages, vars: { OFFPRINT_LIMITS: limits } });
  const at = (path, address, host = 'copies.example') =>
    server.ask(path, { headers: { host, 'cf-connecting-ip': address } });
  await at('/first', '192.0.2.1', 'paper.example');
  await registered(server, 1);
  const brought = async (count) => {
    const isBrought = async () => {
      const { copies, refused } = await server.stats();
      return copies + refused === count;
    };
    await until(isBrought, `${count} copies that are entered or refused`);
  };
  // The first copy is all that this client may bring.
  for (let i = 0; i < 3; i++) {
    await at(`/copy/${i}`, '192.0.2.2');
    await brought(1 + i);
  }
  assert.equal((await exported(server)).copies.length, 1);
  for (const [i, address] of [
    [1, '192.0.2.3'],
    [2, '192.0.2.4'],
  ]) {
    await at(`/copy/${i}`, address);
    await brought(3 + i);
  }
  assert.equal((await exported(server)).copies.length, 3);
});
