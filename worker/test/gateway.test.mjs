import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fixture, registered, start, startFor } from './support/site.mjs';

const original = await fixture('zh-dam-original');
const reprint = await fixture('zh-dam-table-gbk');
const abridged = await fixture('zh-dam-abridged');
const LONG = Buffer.alloc(300_000, '<p>A line of a page without end.</p>\n');

/** The site that is fetched from; nothing stands before it. */
let target;
/** The worker that fetches. */
let site;

before(async () => {
  const to = (location) => (_, response) => response.writeHead(302, { location }).end();
  target = await start({
    pages: {
      '/original': { ...original, headers: { ...original.headers, 'strict-transport-security': 'max-age=1' } },
      '/reprint': reprint,
      '/abridged': abridged,
      '/cookie': { ...original, headers: { ...original.headers, 'set-cookie': 'session=1' } },
      '/image': { body: 'GIF89a', headers: { 'content-type': 'image/gif' } },
      '/missing': { status: 404, body: 'Not here.' },
      '/long': { body: LONG, headers: { 'content-type': 'text/html' } },
      '/long-chunked': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(LONG),
      '/slow': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).flushHeaders(),
      '/stuck': () => {},
      '/moved': to('/hop'),
      '/hop': to('/original'),
      '/to-private': to('http://169.254.169.254/latest/meta-data/'),
      '/to-loopback': to('http://127.0.0.1:1/'),
      '/to-file': to('file:///etc/passwd'),
      '/to-stranger': to('https://stranger.example/'),
      '/circle': to('/circle'),
    },
  });
  site = await worker();
});
after(async () => {
  await site.stop();
  await target.stop();
});

function worker(more = {}) {
  const host = target.behind.slice('http://'.length);
  const gateway = { targets: [host, 'news.example'], hosts: { 'mirror.example': target.behind }, maxBytes: 200_000, ...more };
  return start({ vars: { OFFPRINT_GATEWAY: gateway } });
}

const ask = (url, options) => site.ask(`/_offprint/fetch?url=${encodeURIComponent(url)}`, options);
const fetchPage = (path, options) => ask(`${target.behind}${path}`, options);

/** It says no, with a code. */
function refused(answer, status, code, what) {
  assert.equal(answer.headers['content-type'], 'application/json', what);
  const { error } = JSON.parse(answer.body);
  assert.deepEqual([answer.status, error.code], [status, code], `${what}: ${error.message}`);
  assert.ok(error.message.length > 10);
}

test('a new page is forwarded, a copy is answered by the name of its original', async () => {
  const first = await fetchPage('/original');
  assert.equal(first.status, 200);
  assert.ok(first.body.equals(original.body));
  assert.match(first.headers.offprint, /^different;/);
  assert.match(first.headers.link, new RegExp(`<${target.behind}/original>; rel="original"`));
  assert.equal(first.headers['content-security-policy'], 'sandbox');
  assert.equal(first.headers['content-location'], `${target.behind}/original`);
  assert.equal(first.headers['strict-transport-security'], undefined);
  await registered(site, 1);

  const copy = await fetchPage('/reprint');
  assert.equal(copy.status, 200);
  assert.equal(copy.headers['content-type'], 'application/json');
  assert.match(copy.headers.offprint, /^same;/);
  const { url, verdict, original: named, score, confidence, seen } = JSON.parse(copy.body);
  assert.deepEqual([url, verdict, named], [`${target.behind}/reprint`, 'same', `${target.behind}/original`]);
  assert.ok(score > 0.5 && confidence >= 0 && seen.startsWith('20'));

  const short = await fetchPage('/reprint', { headers: { prefer: 'return=minimal' } });
  assert.deepEqual([short.status, short.body.length], [204, 0]);
  assert.match(short.headers.offprint, /^same;.*;first=/);
  assert.equal(short.headers.link, undefined, 'it is not sure enough');

  const partial = await fetchPage('/abridged');
  assert.ok(partial.body.equals(abridged.body));
  assert.match(partial.headers.offprint, /^partial;/);
});

test('a text that the crawler has is not sent again', async () => {
  const { headers } = await fetchPage('/original');
  assert.match(headers.etag, /^W\/"fp1-/);
  const again = await fetchPage('/original', { headers: { 'if-none-match': headers.etag } });
  assert.deepEqual([again.status, again.body.length], [304, 0]);
});

test('which verdicts are kept back can be set', async (t) => {
  const all = await worker({ withhold: [] });
  t.after(() => all.stop());
  const ask = (path) => all.ask(`/_offprint/fetch?url=${target.behind}${path}`);
  await ask('/original');
  await registered(all, 1);
  const copy = await ask('/reprint');
  assert.ok(copy.body.equals(reprint.body));
  assert.match(copy.headers.offprint, /^same;/);
});

test('redirects are followed, and the page goes by its last address', async () => {
  const answer = await fetchPage('/moved');
  assert.ok(answer.body.equals(original.body));
  assert.equal(answer.headers['content-location'], `${target.behind}/original`);
});

test('a host of the gateway stands for a site', async () => {
  const answer = await site.ask('/original?x=1', { headers: { host: 'mirror.example' } });
  assert.equal(answer.status, 404, 'the query reaches the site');
  assert.equal(target.asked.at(-1).url, '/original?x=1');
  const page = await site.ask('//original', { headers: { host: 'mirror.example' } });
  assert.ok(page.body.equals(original.body));
});

test('the site is told who asks, and no secrets', async () => {
  await fetchPage('/image', { headers: { cookie: 'a=1', authorization: 'Basic eDp5', 'accept-language': 'zh' } });
  const { headers } = target.asked.at(-1);
  assert.deepEqual([headers.cookie, headers.authorization, headers['accept-language']], [undefined, undefined, 'zh']);
  assert.match(headers['user-agent'], /Googlebot/);
  assert.equal(headers.host, target.behind.slice('http://'.length));
});

test('what is no page of everybody is forwarded unread, without cookies', async () => {
  const cookie = await fetchPage('/cookie');
  assert.ok(cookie.body.equals(original.body));
  assert.deepEqual([cookie.headers['set-cookie'], cookie.headers.offprint], [undefined, undefined]);
  assert.equal((await fetchPage('/image')).body.toString(), 'GIF89a');
  assert.equal((await fetchPage('/missing')).status, 404);
  const head = await fetchPage('/original', { method: 'HEAD' });
  assert.deepEqual([head.status, head.body.length], [200, 0]);
});

for (const [url, status, code] of [
  ['', 400, 'address'],
  ['/original', 400, 'address'],
  ['news.example', 400, 'address'],
  ['http://', 400, 'address'],
  ['file:///etc/passwd', 400, 'scheme'],
  ['gopher://news.example/', 400, 'scheme'],
  ['javascript:alert(1)', 400, 'address'],
  ['data:text/html,x', 400, 'address'],
  ['http://news.example@127.0.0.1/', 400, 'credentials'],
  ['http://127.0.0.1/', 403, 'not_public'],
  ['http://127.0.0.1:1/', 403, 'not_public'],
  ['http://2130706433/', 403, 'not_public'],
  ['http://0x7f000001/', 403, 'not_public'],
  ['http://0177.0.0.1/', 403, 'not_public'],
  ['http://127.1/', 403, 'not_public'],
  ['http://0/', 403, 'not_public'],
  ['http://１２７.０.０.１/', 403, 'not_public'],
  ['http://127。0。0。1/', 403, 'not_public'],
  ['http://[::1]/', 403, 'not_public'],
  ['http://[::]/', 403, 'not_public'],
  ['http://[::ffff:127.0.0.1]/', 403, 'not_public'],
  ['http://[::ffff:7f00:1]/', 403, 'not_public'],
  ['http://[64:ff9b::127.0.0.1]/', 403, 'not_public'],
  ['http://[fe80::1]/', 403, 'not_public'],
  ['http://[fd00::1]/', 403, 'not_public'],
  ['http://10.0.0.1/', 403, 'not_public'],
  ['http://172.16.0.1/', 403, 'not_public'],
  ['http://192.168.1.1/', 403, 'not_public'],
  ['http://100.64.0.1/', 403, 'not_public'],
  ['http://169.254.169.254/latest/meta-data/', 403, 'not_public'],
  ['http://localhost/', 403, 'not_public'],
  ['http://LOCALHOST/', 403, 'not_public'],
  ['http://localhost./', 400, 'address'],
  ['http://127.0.0.1./', 403, 'not_public'],
  ['http://news.example./', 400, 'address'],
  ['http://a.localhost/', 403, 'not_public'],
  ['http://metadata.google.internal/', 403, 'not_public'],
  ['http://printer.local/', 403, 'not_public'],
  ['http://router/', 403, 'not_public'],
  ['http://news.example:22/', 403, 'port'],
  ['http://news.example:8080/', 403, 'port'],
  ['https://stranger.example/', 403, 'not_listed'],
  ['http://news.example.stranger.example/', 403, 'not_listed'],
  ['http://8.8.8.8/', 403, 'not_listed'],
]) {
  test(`nothing is fetched from ${url || 'nowhere'}`, async () => {
    const asked = target.asked.length;
    refused(await ask(url), status, code, url);
    assert.equal(target.asked.length, asked);
  });
}

for (const [path, status, code] of [
  ['/to-private', 403, 'not_public'],
  ['/to-loopback', 403, 'not_public'],
  ['/to-file', 400, 'scheme'],
  ['/to-stranger', 403, 'not_listed'],
  ['/circle', 502, 'redirects'],
  ['/long', 502, 'too_long'],
]) {
  test(`the site's ${path} is answered by ${code}`, async () => refused(await fetchPage(path), status, code, path));
}

test('at most 5 redirects are followed', async () => {
  const before = target.asked.length;
  await fetchPage('/circle');
  assert.equal(target.asked.length - before, 6);
});

test('a page breaks off where it is longer, or takes longer, than is allowed', async (t) => {
  const long = await fetchPage('/long-chunked');
  assert.ok(long.body.length > 0 && long.body.length <= 200_000);

  const hasty = await worker({ timeout: 700 });
  t.after(() => hasty.stop());
  const ask = (path) => hasty.ask(`/_offprint/fetch?url=${target.behind}${path}`);
  refused(await ask('/stuck'), 504, 'too_slow');
  const slow = await ask('/slow');
  assert.ok(slow.broken || slow.headers.offprint === 'unknown;error');
  assert.equal((await ask('/image')).status, 200, 'the next is answered');
});

test('without its setting, or with a wrong one, there is no gateway', async (t) => {
  const off = await startFor(t, {});
  refused(await off.ask('/_offprint/fetch?url=https://news.example/'), 404, 'gateway_off');
  const wrong = await startFor(t, { vars: { OFFPRINT_GATEWAY: { targets: ['localhost'] } } });
  refused(await wrong.ask('/_offprint/fetch?url=http://localhost/'), 404, 'gateway_off');
  assert.deepEqual((await wrong.stats()).failures, { gateway: 1 });
  refused(await site.ask('/_offprint/fetch?url=https://news.example/', { method: 'POST' }), 405, 'method');
});
