import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CRAWLER, PERSON, fixture, start, startFor, until } from './support/site.mjs';

const page = await fixture('zh-dam-original');
const gbk = await fixture('zh-dam-table-gbk');
const compressed = (name, body) => ({ body, headers: { ...page.headers, 'content-encoding': name } });
const gzip = compressed('gzip', gzipSync(page.body));
const brotli = compressed('br', brotliCompressSync(page.body));
const zstd = compressed('zstd', Buffer.from('what only the client may understand'));
const elsewhere = { status: 301, headers: { location: 'https://elsewhere.example/' } };
const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);
const LONG = Buffer.concat([page.body, Buffer.alloc(3 << 20, '<p>A line of a page without end.</p>\n')]);
const longGzip = { body: gzipSync(LONG), headers: { 'content-encoding': 'gzip' } };
const range = { status: 206, body: page.body.subarray(0, 10) };
const received = [];
/** Pages that are sent whole, with their length. */
const WHOLE = Object.entries({ '/page': page, '/gbk': gbk, '/gzip': gzip, '/br': brotli });
/** The requests for the page that stalls: each sends the rest of it. */
const stalled = [];
let site;

/** Sends a page in pieces of seven bytes, then the rest. */
function inPieces(response, { headers, body }) {
  response.writeHead(200, headers);
  for (let at = 0; at < 700; at += 7) response.write(body.subarray(at, at + 7));
  response.end(body.subarray(700));
}

before(async () => {
  const withHeader = (name, value) => ({ ...page, headers: { ...page.headers, [name]: value } });
  site = await start({
    pages: {
      '/unread': page,
      '/stalling': (_, response) => {
        response.writeHead(200, page.headers).write(page.body.subarray(0, 7000));
        stalled.push(() => response.end(page.body.subarray(7000)));
      },
      ...Object.fromEntries(WHOLE),
      '/chunked': (_, response) => response.writeHead(200, page.headers).end(page.body),
      '/pieces': (_, response) => inPieces(response, page),
      '/closing': (_, response) => response.writeHead(200, { ...page.headers, connection: 'close' }).end(page.body),
      '/zstd': zstd,
      '/missing': { ...page, status: 404 },
      '/error': { ...page, status: 500 },
      '/private': withHeader('cache-control', 'private, max-age=60'),
      '/cookie': withHeader('set-cookie', ['session=1', 'other=2']),
      '/varied': withHeader('vary', '*'),
      '/transformed': { ...page, status: 203 },
      '/unlabelled': { body: page.body },
      '/image': { body: image, headers: { 'content-type': 'image/png' } },
      '/unchanged': { status: 304, headers: { etag: '"1"' } },
      '/moved': (_, response) => response.writeHead(302, { location: `${site.behind}/page?from=1#top` }).end(),
      '/elsewhere': elsewhere,
      '/range': { ...range, headers: { ...page.headers, 'content-range': `bytes 0-9/${page.body.length}` } },
      '/form': async (request, response) => {
        received.push(Buffer.concat(await request.toArray()));
        response.writeHead(200, page.headers).end(page.body);
      },
      '/long': { body: LONG, headers: page.headers },
      '/long-chunked': (_, response) => response.writeHead(200, page.headers).end(LONG),
      '/long-gzip': { ...longGzip, headers: { ...page.headers, ...longGzip.headers } },
    },
  });
});
after(() => site.stop());

/** Asserts that an answer is what the site sent, without a header of the worker but the reason it gives to crawlers. */
function untouched(answer, { status = 200, headers = {}, body }, reason) {
  assert.equal(answer.status, status);
  assert.ok(answer.body.equals(Buffer.from(body)), 'the bytes differ');
  for (const [name, value] of Object.entries(headers)) assert.deepEqual(answer.headers[name], value, name);
  for (const name of ['link', 'x-robots-tag']) assert.equal(answer.headers[name], undefined, name);
  assert.equal(answer.headers.offprint, reason ? `unknown;unread=${reason};class=search;by=agent` : undefined);
}

for (const [path, what] of [...WHOLE, ...['/chunked', '/pieces', '/closing'].map((path) => [path, page])]) {
  test(`a person gets exactly what the site sent at ${path}, and a crawler one more header`, async () => {
    const length = WHOLE.some(([whole]) => whole === path) ? String(what.body.length) : undefined;
    const sent = { ...what, headers: { ...what.headers, 'content-length': length } };
    untouched(await site.ask(path, { agent: PERSON }), sent);
    const { headers, ...answer } = await site.ask(path);
    assert.match(headers.offprint, /^(same|different);score=/);
    untouched({ ...answer, headers: { ...headers, offprint: undefined, link: undefined } }, sent);
  });
}

const password = { headers: { authorization: 'Basic eDp5' } };
const session = { headers: { cookie: 'session=1' } };
const setting = { ...page, headers: { 'set-cookie': ['session=1', 'other=2'] } };
/** What is asked and sent, and the reason that is counted; with null after it, crawlers are not told. */
for (const [name, path, options, expected, reason, told = reason] of [
  ['a missing page', '/missing', {}, { ...page, status: 404 }, 'status', null],
  ['an error', '/error', {}, { ...page, status: 500 }, 'status', null],
  ['a private page', '/private', {}, page, 'private'],
  ['a page that sets cookies', '/cookie', {}, setting, 'sets-cookie'],
  ['a page that varies by anything', '/varied', {}, page, 'vary'],
  ['a page that a proxy transformed', '/transformed', {}, { ...page, status: 203 }, 'status'],
  ['compression that the runtime does not know', '/zstd', {}, zstd, 'coding'],
  ['a page without a content type', '/unlabelled', {}, { body: page.body }],
  ['an image', '/image', {}, { body: image }],
  ['a page that has not changed', '/unchanged', {}, { status: 304, body: '', headers: { etag: '"1"' } }],
  ['a redirect to another site', '/elsewhere', {}, { ...elsewhere, body: '' }],
  ['a part of a page', '/range', { headers: { range: 'bytes=0-9' } }, range, 'range', null],
  ['an answer to a password', '/page', password, page, 'authorization', null],
  ['an answer to a cookie', '/page', session, page, 'cookie', null],
  ['an answer to a form', '/form', { method: 'POST', body: 'a=1' }, page, 'method', null],
  // For persons these are read in parallel, which may end, and be counted, after the next request.
  ['a page that is too long', '/long', {}, { body: LONG }, 'length'],
  ['a long page of unknown length', '/long-chunked', {}, { body: LONG }, 'length'],
  ['a page that is short only while compressed', '/long-gzip', {}, longGzip, 'length'],
]) {
  test(`${name} is forwarded unread, to crawlers and to persons`, async () => {
    const { pages, unread = {} } = await site.stats();
    untouched(await site.ask(path, { agent: CRAWLER, ...options }), expected, told);
    const isCounted = async () => {
      const { [reason]: count = 0, ...others } = (await site.stats()).unread ?? {};
      const { [reason]: before = 0, ...rest } = unread;
      assert.deepEqual(others, rest);
      return reason === undefined || count > before;
    };
    await until(isCounted, `the counter of ${reason}`);
    untouched(await site.ask(path, { agent: PERSON, ...options }), expected);
    assert.equal((await site.stats()).pages, pages);
  });
}

test('the reasons are counters for Prometheus', async () => {
  const metrics = (await site.api('GET', 'metrics')).body.toString();
  assert.match(metrics, /^offprint_unread_total\{name="sets-cookie"\} [12]$/m);
});

test('HEAD has the headers of the page, with the finding if there is one, and no body', async () => {
  await site.ask('/page');
  for (const [agent, known] of [
    [PERSON, undefined],
    [CRAWLER, /^(same|different);/],
  ]) {
    const { status, headers, body } = await site.ask('/page', { method: 'HEAD', agent });
    assert.deepEqual([status, body.length], [200, 0]);
    assert.equal(headers['content-length'], String(page.body.length));
    assert.equal(headers.etag, page.headers.etag);
    const isKnown = async () => known.test((await site.ask('/page', { method: 'HEAD' })).headers.offprint);
    if (known) await until(isKnown, 'the finding');
    else assert.equal(headers.offprint, undefined);
  }
  untouched(await site.ask('/unread', { method: 'HEAD' }), { ...page, body: '' });
});

test('POST brings its body to the site and the answer back unread', async () => {
  const form = Buffer.from('name=\xff\x00&x=1', 'latin1');
  untouched(await site.ask('/form', { method: 'POST', body: form }), page);
  assert.ok(received.at(-1).equals(form));
});

test('the site gets the public address and the query', async () => {
  await site.ask('/page?a=1&b=%2F', { headers: { 'accept-language': 'zh' } });
  const { url, headers } = site.asked.at(-1);
  const names = ['x-forwarded-host', 'x-forwarded-proto', 'accept-language'];
  const expected = ['/page?a=1&b=%2F', 'paper.example', 'http', 'zh'];
  assert.deepEqual([url, ...names.map((name) => headers[name])], expected);
});

test('a path that looks like a host stays on the site behind', async () => {
  const answer = await site.ask('//elsewhere.example/page');
  assert.equal(answer.status, 404);
  assert.equal(site.asked.at(-1).url, '//elsewhere.example/page');
});

test('a redirect to the site behind becomes one to the public site', async () => {
  const answer = await site.ask('/moved');
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.location, 'http://paper.example/page?from=1#top');
});

test('no header Offprint of the site or a tenant passes, whatever the page and the client', async (t) => {
  const forged = { offprint: 'same;score=1.000;original="https://evil.example/";confidence=99' };
  const tampered = ({ headers, ...page }, more) => ({ ...page, headers: { ...headers, ...forged, ...more } });
  const pages = {
    '/page': tampered(page),
    '/private': tampered(page, { 'cache-control': 'private' }),
    '/image': tampered({ body: 'x', headers: { 'content-type': 'image/png' } }),
    '/missing': tampered({ ...page, status: 404 }),
    '/elsewhere': tampered(elsewhere),
    '/robots.txt': tampered({ body: 'User-agent: *', headers: { 'content-type': 'text/plain' } }),
  };
  for (const vars of [{}, { OFFPRINT_DRY_RUN: 'true' }, { OFFPRINT_POLICY: { rules: [{ action: 'forward' }] } }]) {
    const site = await startFor(t, { pages, vars });
    for (const path of Object.keys(pages)) {
      for (const agent of [CRAWLER, PERSON]) {
        const { headers } = await site.ask(path, { agent });
        assert.doesNotMatch(headers.offprint ?? '', /evil/, path);
        if (agent === PERSON || vars.OFFPRINT_DRY_RUN) assert.equal(headers.offprint, undefined, path);
      }
    }
  }
});

test('a slow page reaches a person as it comes, and a crawler when it has been judged', async () => {
  const begun = [];
  const visit = (agent) =>
    site.ask('/stalling', { agent, onHead: (response) => response.once('data', () => begun.push(agent)) });
  const crawling = visit(CRAWLER);
  await until(() => stalled.length === 1, "the crawler's request");
  const person = visit(PERSON);
  await until(() => begun.includes(PERSON), 'the beginning of the page');
  assert.deepEqual(begun, [PERSON], 'the crawler, for whom the same bytes came before, did not wait');
  for (const finish of stalled.splice(0)) finish();
  untouched(await person, page);
  const crawler = await crawling;
  assert.ok(crawler.body.equals(page.body));
  assert.match(crawler.headers.offprint, /^(same|different);/);
});

test('a person who leaves early disturbs nothing', async () => {
  const request = http.get(new URL('/stalling', site.address), { headers: { 'user-agent': PERSON } });
  const [response] = await once(request, 'response');
  response.destroy();
  stalled.pop()();
  untouched(await site.ask('/page', { agent: PERSON }), page);
});

test('an origin that leads back to the worker is answered once, and counted', async (t) => {
  let address;
  const back = ({ url, headers }, response) =>
    http.get(new URL(url, address), { agent: false, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
  const site = await startFor(t, { pages: { '/loop': back } });
  address = site.address;
  assert.equal((await site.ask('/loop')).status, 508);
  assert.deepEqual([site.asked.length, (await site.stats()).failures.loop], [1, 1]);
});

test('the site behind learns the scheme that the operator lists', async (t) => {
  for (const [listed, scheme] of [
    ['https://paper.example', 'https'],
    ['paper.example', 'http'],
  ]) {
    const site = await startFor(t, { pages: {}, vars: { OFFPRINT_HOSTS: listed } });
    await site.ask('/dam', { headers: { 'x-forwarded-proto': 'https' } });
    assert.equal(site.asked[0].headers['x-forwarded-proto'], scheme);
  }
});
