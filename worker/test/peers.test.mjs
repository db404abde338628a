import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import http from 'node:http';
import { test } from 'node:test';
import { serve } from './support/server.mjs';
import { HTML, listed, page, registered, startFor, until } from './support/site.mjs';

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
/** The hosts of copies are not the reader's own. */
const reader = (t, ...trusted) =>
  startFor(t, { pages, vars: { OFFPRINT_PEERS: { trusted }, OFFPRINT_HOSTS: 'reader.example' } });
const pull = async (site) => Object.values((await site.api('POST', 'pull')).json);

test('a publisher knows the originals of another from its register', async (t) => {
  const site = await reader(t, peer((await publisher(t)).address));
  assert.deepEqual(await pull(site), [{ articles: 2, new: 2, copy: 0, known: 0, removed: 0, refused: 0 }]);
  await listed(site, page(7, 0));
  const copy = await site.ask('/1/1', { headers: { host: 'other.example' } });
  assert.match(copy.headers.offprint, /^same;.*first="http:\/\/www.paper.example\/1\/0"/);
  assert.doesNotMatch(copy.headers.offprint, /seen=/, 'nothing vouches for when the other saw it');
  assert.deepEqual(await pull(site), [{ articles: 0, new: 0, copy: 0, known: 0, removed: 0, refused: 0 }]);
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
  assert.deepEqual(await pull(foreign), [{ articles: 0, new: 0, copy: 0, known: 0, removed: 0, refused: 2 }]);
  const limited = await reader(t, peer(address, { perDay: 1 }));
  assert.deepEqual(await pull(limited), [{ articles: 1, new: 1, copy: 0, known: 0, removed: 0, refused: 0 }]);
  assert.deepEqual(await pull(limited), [{ articles: 0, new: 0, copy: 0, known: 0, removed: 0, refused: 0 }]);
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

/** The lines that a publisher gives, with their numbers. */
async function given(site) {
  const { body } = await site.api('GET', `feed?shard=hani&after=0&nonce=${NONCE}`, undefined, { token: null });
  const lines = body.toString().split('\n').filter(Boolean).map(JSON.parse);
  return lines.filter(({ last }) => last === undefined);
}

/** A peer that gives whatever it likes in `hani`, by its own key: what `lines` returns for a number. */
function liar(t, lines) {
  return serve(t, async (request, response) => {
    const origin = `http://${request.headers.host}`;
    const { searchParams } = new URL(request.url, origin);
    const [shard, after, nonce] = ['shard', 'after', 'nonce'].map((name) => searchParams.get(name));
    const all = shard === 'hani' ? lines(Number(after)) : [{ last: Number(after) }];
    const body = Buffer.from(all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
    const time = new Date().toISOString();
    const digest = createHash('sha256').update(body).digest('hex');
    const signed = JSON.stringify(['offprint-feed-1', origin, shard, after, nonce, time, digest]);
    const signature = await crypto.subtle.sign('Ed25519', privateKey, Buffer.from(signed));
    const headers = { 'offprint-time': time, 'offprint-signature': Buffer.from(signature).toString('base64') };
    response.writeHead(200, headers);
    response.end(body);
  });
}

test('addresses that no register writes are not taken in from a peer, and neither are other lines', async (t) => {
  const [line] = await given(await publisher(t, [1]));
  const addresses = [
    'http://www.paper.example/1/0?token=secret',
    'http://www.paper.example:8443/1/0',
    'http://www.paper.example./1/0',
    'http://blog.paper.example/1/0',
    'http://user@www.paper.example/1/0',
    'ftp://www.paper.example/1/0',
    'http://www.paper.example/1/0?utm_source=peer',
    7,
  ];
  const lines = [null, 'null', '[]', '"x"', '{', ...addresses.map((url) => ({ ...line, url }))];
  const address = await liar(t, (after) => (after < 9 ? [...lines, line, { last: 9 }] : [{ last: after }]));
  const site = await reader(t, peer(address));
  const [result] = await pull(site);
  assert.deepEqual(result, { articles: 1, new: 1, copy: 0, known: 0, removed: 0, refused: lines.length });
  const { json } = await site.api('GET', 'articles');
  assert.deepEqual(
    json.articles.map(({ url, peer }) => [url, peer]),
    [['http://www.paper.example/1/0', address]],
  );
});

test('a peer that states a wrong end does not stop the exchange for good', async (t) => {
  const [line, next] = await given(await publisher(t));
  let all = (after) => (after < 1 ? [line, { last: 2 ** 32 - 1 }] : [{ last: after }]);
  const address = await liar(t, (after) => all(after));
  const site = await reader(t, peer(address));
  assert.equal((await pull(site))[0].new, 1);
  // An honest list again, whose end is below what was read.
  all = (after) => [...[line, next].filter(({ number }) => number > after), { last: 2 }];
  const [result] = await pull(site);
  assert.deepEqual(result, { articles: 2, new: 1, copy: 0, known: 1, removed: 0, refused: 0 });
  for (const last of [2 ** 53, -1, 1.5, '7', null]) {
    all = () => [{ last }];
    assert.match((await pull(site))[0].error, /not a valid piece/);
  }
});

test('a register whose list is shorter than a peer has read says where it ends', async (t) => {
  const site = await publisher(t);
  const { body } = await site.api('GET', `feed?shard=hani&after=4294967295&nonce=${NONCE}`, undefined, { token: null });
  assert.equal(body.toString(), '{"last":2}\n');
});

test('what a publisher deletes is deleted at its peers, and nothing else', async (t) => {
  const first = await publisher(t);
  const site = await reader(t, peer(first.address));
  await pull(site);
  const { articles } = (await first.api('GET', 'articles')).json;
  const { id, url } = articles.find(({ url }) => url.endsWith('/1/0'));
  await first.api('DELETE', `articles/${id}`);
  assert.equal((await pull(site))[0].removed, 1);
  const left = (await site.api('GET', 'articles')).json.articles;
  assert.deepEqual(
    left.map(({ url }) => url),
    articles.map(({ url }) => url).filter((other) => other !== url),
  );
  // Another peer does not remove it, nor what this register has seen itself.
  await site.ask('/5/0', { headers: { host: 'reader.example' } });
  await registered(site, 3);
  const ids = (await site.api('GET', 'articles')).json.articles.map(({ id }) => id);
  const lines = ids.map((removed, i) => ({ number: i + 1, removed }));
  const address = await liar(t, (after) => (after < 9 ? [...lines, { last: 9 }] : [{ last: after }]));
  const other = await reader(t, peer(address, { sites: ['other.example'] }));
  for (const i of [1, 3]) await other.ask(`/${i}/0`, { headers: { host: 'reader.example' } });
  await registered(other, 2);
  assert.deepEqual(await pull(other), [{ articles: 0, new: 0, copy: 0, known: 0, removed: 0, refused: 0 }]);
  assert.equal((await other.api('GET', 'articles')).json.articles.length, 2);
});

test("a peer's claim is heard against strangers, and not against the own site", async (t) => {
  const site = await reader(t, peer((await publisher(t)).address));
  await pull(site);
  await listed(site, page(7, 0));
  const stranger = await site.ask('/1/1', { headers: { host: 'other.example' } });
  assert.match(stranger.headers.offprint, /^same;.*first="http:\/\/www.paper.example\/1\/0"/);
  const own = await site.ask('/3/1', { headers: { host: 'reader.example' } });
  assert.match(own.headers.offprint, /^different;/);
  await registered(site, 3);
  const known = await site.ask('/3/1', { headers: { host: 'reader.example' } });
  assert.match(known.headers.offprint, /^different;.*;known;/);
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
