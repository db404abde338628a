import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { REFUSED, TARGETS } from './support/addresses.mjs';
import { TOKEN, assertLimited, fixture, registered, start, startFor, until } from './support/site.mjs';

const original = await fixture('zh-dam-original');
const reprint = await fixture('zh-dam-table-gbk');
const abridged = await fixture('zh-dam-abridged');
const LONG = Buffer.alloc(300_000, '<p>A line of a page without end.</p>\n');
const NOTE = 'A note, as plain text.\n';
const FETCHER = 'a-token-of-a-crawler';
/** Headers that would be taken for the gateway's own. */
const OF_HOST = {
  'strict-transport-security': 'max-age=1',
  nel: '{"report_to":"a","max_age":1}',
  'report-to': '{"group":"a","max_age":1,"endpoints":[{"url":"https://reports.example/"}]}',
  'reporting-endpoints': 'a="https://reports.example/"',
  'accept-ch': 'Sec-CH-UA-Model',
  'critical-ch': 'Sec-CH-UA-Model',
  'service-worker-allowed': '/',
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': 'true',
};
const bearer = { authorization: `Bearer ${FETCHER}` };

/** The site that is fetched from, without a worker in front. */
let target;
/** The worker that fetches. */
let site;

before(async () => {
  const to = (location) => (_, response) => response.writeHead(302, { location }).end();
  target = await start({
    pages: {
      '/original': { ...original, headers: { ...original.headers, ...OF_HOST } },
      '/reprint': reprint,
      '/abridged': abridged,
      '/cookie': { ...original, headers: { ...original.headers, 'set-cookie': 'session=1' } },
      '/note': { body: NOTE, headers: { 'content-type': 'text/plain' } },
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

function worker(more = {}, settings = {}) {
  const host = target.behind.slice('http://'.length);
  const gateway = {
    targets: [host, 'news.example'],
    hosts: { 'mirror.example': target.behind },
    maxBytes: 200_000,
    ...more,
  };
  const vars = { OFFPRINT_GATEWAY: gateway, OFFPRINT_GATEWAY_TOKEN: FETCHER, ...settings.vars };
  return start({ ...settings, vars });
}

/** Has a worker fetch an address for a crawler that has the token. */
const askOf = (worker, url, { headers, ...options } = {}) =>
  worker.ask(`/_offprint/fetch?url=${encodeURIComponent(url)}`, { ...options, headers: { ...bearer, ...headers } });
const ask = (url, options) => askOf(site, url, options);
const fetchPage = (path, options) => ask(`${target.behind}${path}`, options);

/** Asserts that an answer refuses, with a code for programs and a message for people. */
function refused(answer, status, code, what) {
  assert.equal(answer.headers['content-type'], 'application/json', what);
  const { error } = JSON.parse(answer.body);
  assert.deepEqual([answer.status, error.code], [status, code], `${what}: ${error.message}`);
  assert.ok(error.message.length > 10);
}

test('a new page is forwarded; for a copy the answer names the original', async () => {
  const first = await fetchPage('/original');
  assert.equal(first.status, 200);
  assert.ok(first.body.equals(original.body));
  assert.match(first.headers.offprint, /^different;/);
  assert.match(first.headers.link, new RegExp(`<${target.behind}/original>; rel="original"`));
  assert.equal(first.headers['content-security-policy'], 'sandbox');
  assert.equal(first.headers['content-location'], `${target.behind}/original`);
  for (const name of Object.keys(OF_HOST)) assert.equal(first.headers[name], undefined, name);
  await registered(site, 1);

  const copy = await fetchPage('/reprint');
  assert.equal(copy.status, 200);
  assert.equal(copy.headers['content-type'], 'application/json');
  assert.match(copy.headers.offprint, /^same;/);
  const { url, verdict, first: named, score, confidence, seen } = JSON.parse(copy.body);
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

test('the setting decides which verdicts are withheld', async (t) => {
  const all = await worker({ withhold: [] });
  t.after(() => all.stop());
  const ask = (path) => askOf(all, `${target.behind}${path}`);
  await ask('/original');
  await registered(all, 1);
  const copy = await ask('/reprint');
  assert.ok(copy.body.equals(reprint.body));
  assert.match(copy.headers.offprint, /^same;/);
});

test('redirects are followed, and the page goes under its last address', async () => {
  const answer = await fetchPage('/moved');
  assert.ok(answer.body.equals(original.body));
  assert.equal(answer.headers['content-location'], `${target.behind}/original`);
});

test('requests to a host of the gateway are for a site', async () => {
  const answer = await site.ask('/original?x=1', { headers: { ...bearer, host: 'mirror.example' } });
  assert.equal(answer.status, 404, 'the query reaches the site');
  assert.equal(target.asked.at(-1).url, '/original?x=1');
  const page = await site.ask('//original', { headers: { ...bearer, host: 'mirror.example' } });
  assert.ok(page.body.equals(original.body));
});

test('the site gets the name of the client, and no secrets', async () => {
  await fetchPage('/note', { headers: { cookie: 'a=1', 'accept-language': 'zh' } });
  const { headers } = target.asked.at(-1);
  assert.deepEqual([headers.cookie, headers.authorization, headers['accept-language']], [undefined, undefined, 'zh']);
  assert.match(headers['user-agent'], /Googlebot/);
  assert.equal(headers.host, target.behind.slice('http://'.length));
});

test('pages that are not public are forwarded unread, without cookies', async () => {
  const cookie = await fetchPage('/cookie');
  assert.ok(cookie.body.equals(original.body));
  assert.deepEqual([cookie.headers['set-cookie'], cookie.headers.offprint], [undefined, undefined]);
  assert.equal((await fetchPage('/note')).body.toString(), NOTE);
  assert.equal((await fetchPage('/missing')).status, 404);
  const head = await fetchPage('/original', { method: 'HEAD' });
  assert.deepEqual([head.status, head.body.length], [200, 0]);
});

// targets.test.mjs has all spellings of addresses.
test('nothing is fetched from an address that is refused', async (t) => {
  const vars = { OFFPRINT_GATEWAY: { targets: TARGETS }, OFFPRINT_GATEWAY_TOKEN: FETCHER };
  const gateway = await startFor(t, { vars });
  const statuses = { address: 400, scheme: 400, credentials: 400, port: 403, not_listed: 403, not_public: 403 };
  let addresses = 0;
  for (const [code, urls] of Object.entries(REFUSED)) {
    for (const url of urls) refused(await askOf(gateway, url), statuses[code], code, url);
    addresses += urls.length;
  }
  assert.ok(addresses >= 44, `only ${addresses}`);
  assert.deepEqual((await gateway.stats()).failures, {});
});

for (const [url, status, code] of [
  ['', 400, 'address'],
  ['/original', 400, 'address'],
  ['http://127.0.0.1:1/', 403, 'not_public'],
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
  const pages = target.asked.slice(before).filter(({ url }) => url !== '/robots.txt');
  assert.equal(pages.length, 6);
});

test('a page breaks off where it is longer, or takes longer, than is allowed', async (t) => {
  const long = await fetchPage('/long-chunked');
  assert.ok(long.body.length > 0 && long.body.length <= 200_000);

  // Half of it is for robots.txt.
  const hasty = await worker({ timeout: 4000 });
  t.after(() => hasty.stop());
  const ask = (path) => askOf(hasty, `${target.behind}${path}`);
  const [stuck, slow] = await Promise.all([ask('/stuck'), ask('/slow')]);
  refused(stuck, 504, 'too_slow');
  assert.ok(slow.broken || slow.headers.offprint === 'unknown;error');
  assert.equal((await ask('/note')).status, 200, 'the next is answered');
});

test('without its setting, or with an invalid one, there is no gateway', async (t) => {
  const off = await startFor(t, { vars: { OFFPRINT_GATEWAY_TOKEN: FETCHER } });
  refused(await askOf(off, 'https://news.example/'), 404, 'gateway_off');
  const wrong = await startFor(t, { vars: { OFFPRINT_GATEWAY: { targets: ['localhost'] } } });
  refused(await askOf(wrong, 'http://localhost/'), 404, 'gateway_off');
  assert.deepEqual((await wrong.stats()).failures, { OFFPRINT_GATEWAY: 1 });
  refused(await ask('https://news.example/', { method: 'POST' }), 405, 'method');
});

test('the gateway fetches nothing for a stranger, at either of its addresses', async (t) => {
  const asked = target.asked.length;
  const path = `/_offprint/fetch?url=${target.behind}/original`;
  for (const [options, status, code] of [
    [{}, 401, 'token'],
    [{ headers: { authorization: 'Bearer ' } }, 401, 'token'],
    [{ headers: { authorization: `Bearer ${FETCHER}x` } }, 401, 'token'],
    [{ headers: { authorization: `Basic ${btoa(`x:${FETCHER}`)}` } }, 401, 'token'],
    [{ headers: { authorization: `Bearer ${TOKEN}` } }, 403, 'insufficient_scope'],
  ]) {
    refused(await site.ask(path, options), status, code, JSON.stringify(options));
    const headers = { ...options.headers, host: 'mirror.example' };
    refused(await site.ask('/original', { headers }), status, code, 'mirror');
  }
  const answer = await site.ask(path);
  assert.equal(answer.headers['www-authenticate'], 'Bearer realm="offprint"');
  const none = await worker({}, { vars: { OFFPRINT_GATEWAY_TOKEN: '' } });
  t.after(() => none.stop());
  refused(await none.ask(path), 403, 'no_token');
  refused(await none.ask(path, { headers: { authorization: 'Bearer' } }), 403, 'no_token');
  assert.equal(target.asked.length, asked);
});

test('if strangers may, each network has a limit, apart from that of the API', async (t) => {
  const open = await worker({ access: 'public' }, { gatewayRate: 3, rate: 3 });
  t.after(() => open.stop());
  const from = async (address, headers) => {
    const path = `/_offprint/fetch?url=${target.behind}/note`;
    const answer = await open.ask(path, { headers: { 'cf-connecting-ip': address, ...headers } });
    if (answer.status === 429) refused(answer, 429, 'rate');
    return answer.status;
  };
  const statuses = [];
  for (let i = 0; i < 10; i++) statuses.push(await from(`2001:db8::${i}`));
  assertLimited(statuses, 3);
  assert.equal(await from('2001:db8:0:1::1'), 200, 'another network');
  for (let i = 0; i < 8; i++) assert.equal(await from('2001:db8::1', bearer), 200, 'the bearer of a token');
  const headers = { 'cf-connecting-ip': '2001:db8::1' };
  assert.equal((await open.api('GET', 'health', undefined, { token: null, headers })).status, 200, 'the API');
});

test('without a rate limit strangers may not, whatever is set', async (t) => {
  const open = await worker({ access: 'public' }, { gatewayRate: 0 });
  t.after(() => open.stop());
  refused(await open.ask(`/_offprint/fetch?url=${target.behind}/note`), 401, 'token');
  assert.equal((await askOf(open, `${target.behind}/note`)).status, 200);
  const [fault, ...others] = (await open.api('GET', 'health')).json.settings.wrong;
  assert.deepEqual([fault.setting, others], ['OFFPRINT_GATEWAY', []]);
  assert.match(fault.message, /GATEWAY_LIMITER/);
});

test('pages, text and feeds are forwarded; other types are refused before their body is read', async (t) => {
  const body = '<?xml version="1.0"?><rss/>';
  const feeds = ['application/rss+xml', 'application/atom+xml', 'application/xml', 'text/xml'];
  const types = ['text/html', 'application/xhtml+xml', 'text/plain;charset=utf-8', ...feeds];
  const files = ['image/gif', 'image/svg+xml', 'video/mp4', 'application/pdf', 'application/octet-stream'];
  const others = [...files, 'application/json', 'text/javascript', undefined];
  let closed = 0;
  const pages = Object.fromEntries(types.map((type, i) => [`/type/${i}`, { body, headers: { 'content-type': type } }]));
  others.forEach((type, i) => {
    pages[`/other/${i}`] = ({ method }, response) => {
      response.writeHead(200, type && { 'content-type': type });
      response.on('close', () => closed++);
      // Without end, so that reading it would never end.
      if (method === 'GET') response.write('GIF89a');
      else response.end();
    };
  });
  pages['/gone'] = { status: 410, body: 'GIF89a', headers: { 'content-type': 'image/gif' } };
  const elsewhere = await start({ pages });
  t.after(() => elsewhere.stop());
  const reader = await worker({ targets: [elsewhere.behind.slice('http://'.length)] });
  t.after(() => reader.stop());
  for (const [i, type] of types.entries()) {
    const answer = await askOf(reader, `${elsewhere.behind}/type/${i}`);
    assert.deepEqual([answer.status, answer.body.toString(), answer.headers['content-type']], [200, body, type]);
  }
  for (const [i, type] of others.entries()) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await askOf(reader, `${elsewhere.behind}/other/${i}`, { method });
      if (method === 'GET') refused(answer, 415, 'media_type', type);
      else assert.equal(answer.status, 415, type);
    }
  }
  await until(() => closed === 2 * others.length, 'the bodies to be let go');
  const { status, body: left, headers } = await askOf(reader, `${elsewhere.behind}/gone`);
  assert.deepEqual([status, left.length, headers['content-type']], [410, 0, undefined], 'the status passes');
});

test('the document lists the answers of the gateway', async () => {
  const document = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8'));
  const { responses, parameters, security } = document.paths['/fetch'].get;
  assert.deepEqual([parameters[0].name, security.flatMap(Object.keys)], ['url', ['fetch']]);
  for (const [url, status, options] of [
    [`${target.behind}/note`, 200],
    [`${target.behind}/missing`, 404],
    ['news.example', 400],
    [`${target.behind}/note`, 401, { headers: { authorization: '' } }],
    ['https://stranger.example/', 403],
    [`${target.behind}/note`, 405, { method: 'POST' }],
    [`${target.behind}/circle`, 502],
  ]) {
    assert.equal((await ask(url, options)).status, status, url);
    assert.ok(responses[status], `${status} is not in the document`);
  }
});
