import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { HTML, page } from './support/articles.mjs';
import { serve } from './support/server.mjs';
import { listed, registered, startFor, until } from './support/site.mjs';

const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
const [{ x }, FEED_KEY] = await Promise.all([publicKey, privateKey].map((key) => crypto.subtle.exportKey('jwk', key)));
const { publicKey: stranger } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
const { x: STRANGER } = await crypto.subtle.exportKey('jwk', stranger);
const NONCE = 'abcdefghijklmnop';

const pages = {};
for (const i of [1, 3, 5]) {
  for (const copy of [0, 1]) pages[`/${i}/${copy}`] = { headers: HTML, body: page(i, copy) };
}

/** A register with articles of paper.example, which it shares with others. */
async function publisher(t, articles = [1, 3]) {
  const site = await startFor(t, { pages, vars: { OFFPRINT_FEED_KEY: FEED_KEY } });
  for (const i of articles) await site.ask(`/${i}/0`, { headers: { host: 'www.paper.example' } });
  await registered(site, articles.length);
  return site;
}

const peer = (address, more = {}) => ({ origin: new URL(address).origin, key: x, sites: ['paper.example'], ...more });
const reader = (t, ...trusted) => startFor(t, { pages, vars: { OFFPRINT_PEERS: { trusted } } });
const pull = async (site) => Object.values((await site.api('POST', 'pull')).json);

test('a publisher knows the originals of another from its register', async (t) => {
  const site = await reader(t, peer((await publisher(t)).address));
  assert.deepEqual(await pull(site), [{ articles: 2, new: 2, copy: 0, known: 0, refused: 0 }]);
  await listed(site, page(7, 0));
  const copy = await site.ask('/1/1', { headers: { host: 'other.example' } });
  assert.match(copy.headers.offprint, /^same;.*first="http:\/\/www.paper.example\/1\/0"/);
  assert.doesNotMatch(copy.headers.offprint, /seen=/, 'nothing vouches for when the other saw it');
  assert.deepEqual(await pull(site), [{ articles: 0, new: 0, copy: 0, known: 0, refused: 0 }]);
  const { json } = await site.api('GET', 'articles');
  for (const { imported } of json.articles) assert.ok(Math.abs(Date.parse(imported) - Date.now()) < 60_000);
});

test('articles of a peer are not passed on', async (t) => {
  const first = await publisher(t);
  const vars = { OFFPRINT_PEERS: { trusted: [peer(first.address)] }, OFFPRINT_FEED_KEY: FEED_KEY };
  const second = await startFor(t, { pages, vars });
  await pull(second);
  const { body } = await second.api('GET', `feed?shard=hani&after=0&nonce=${NONCE}`, undefined, { token: null });
  assert.equal(body.toString(), '{"last":2}\n');
});

test('a peer is not believed about the sites of others, nor beyond its limit', async (t) => {
  const { address } = await publisher(t);
  const foreign = await reader(t, peer(address, { sites: ['paper.example.com', 'example'] }));
  assert.deepEqual(await pull(foreign), [{ articles: 0, new: 0, copy: 0, known: 0, refused: 2 }]);
  const limited = await reader(t, peer(address, { perDay: 1 }));
  assert.deepEqual(await pull(limited), [{ articles: 1, new: 1, copy: 0, known: 0, refused: 0 }]);
  assert.deepEqual(await pull(limited), [{ articles: 0, new: 0, copy: 0, known: 0, refused: 0 }]);
});

/** A proxy between a peer and the worker that asks it, which changes answers. */
async function between(t, address, change) {
  return serve(t, async (request, response) => {
    const asked = new URL(request.url, address);
    const headers = { host: request.headers.host };
    const answer = await new Promise((resolve) => http.get(asked, { headers }, resolve));
    const body = Buffer.concat(await answer.toArray());
    const changed = change({ headers: { ...answer.headers }, body, path: request.url });
    delete changed.headers['transfer-encoding'];
    response.writeHead(answer.statusCode, { ...changed.headers, 'content-length': changed.body.length });
    response.end(changed.body);
  });
}

test('an answer that is changed, old, of another question or by another key is refused', async (t) => {
  const { address } = await publisher(t);
  const whole = await reader(t, peer(await between(t, address, (answer) => answer)));
  assert.equal((await pull(whole))[0].new, 2);
  let kept;
  for (const [what, change] of [
    ['changed', ({ headers, body }) => ({ headers, body: Buffer.from(body.toString().replace('/1/0', '/1/9')) })],
    ['cut off', ({ headers, body }) => ({ headers, body: body.subarray(0, body.indexOf(10) + 1) })],
    ['empty', ({ headers }) => ({ headers, body: Buffer.alloc(0) })],
    ['old', ({ headers, body }) => ({ headers: { ...headers, 'offprint-time': '2026-01-01T00:00:00Z' }, body })],
    ['unsigned', ({ headers: { 'offprint-signature': _, ...headers }, body }) => ({ headers, body })],
    ['an answer to another question', ({ headers, body }) => (kept ??= { headers, body })],
    ['endless', ({ headers }) => ({ headers, body: Buffer.alloc(3 << 20, 'x') })],
  ]) {
    const site = await reader(t, peer(await between(t, address, change)));
    let [result] = await pull(site);
    if (what === 'an answer to another question') [result] = await pull(site);
    assert.ok(result.error, what);
    assert.equal(result.articles, 0, what);
    await until(async () => (await site.stats()).failures.peers >= 1, 'the counted failure');
  }
  const [result] = await pull(await reader(t, peer(address, { key: STRANGER })));
  assert.match(result.error, /the signature is not by the key of its entry/);
});

test('one peer that fails does not hold up the others', async (t) => {
  const site = await reader(t, peer('http://127.0.0.1:9'), peer((await publisher(t)).address));
  const [dead, living] = await pull(site);
  assert.ok(dead.error);
  assert.equal(living.new, 2);
});

test('without a key nothing is shared, and without peers nothing is pulled', async (t) => {
  const site = await startFor(t, { pages });
  const { status, json } = await site.api('GET', `feed?shard=hani&after=0&nonce=${NONCE}`, undefined, { token: null });
  assert.deepEqual([status, json.error.code], [404, 'feed_off']);
  assert.deepEqual(await pull(site), []);
  const trusted = [peer('http://paper.example'), peer('https://paper.example', { key: 'short' })];
  const vars = { OFFPRINT_PEERS: { trusted }, OFFPRINT_FEED_KEY: { kty: 'RSA' } };
  const wrong = await startFor(t, { pages, vars });
  assert.deepEqual((await wrong.stats()).failures, { OFFPRINT_PEERS: 2, OFFPRINT_FEED_KEY: 1 });
  assert.deepEqual(await pull(wrong), []);
});
