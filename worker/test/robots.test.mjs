import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fetchAllowed } from '../../shared/fetching/follow.js';
import { robotsOf } from '../../shared/fetching/robots-cache.js';
import { ROBOTS_BYTES } from '../../shared/fetching/robots-parser.js';
import { siteOf } from './support/site.mjs';

const PAGE = { body: '<!doctype html><title>A page</title><p>Some text.', headers: { 'content-type': 'text/html' } };
const AGENT = 'Mozilla/5.0 (compatible; ExampleBot/1.0; +https://bot.example/about)';

/** Longest time for a page, in ms. */
const TIME = 4000;

/** Sites by name, each with its robots.txt; all but `stranger` may be fetched from. */
let sites;
const text = (body) => ({ body, headers: { 'content-type': 'text/plain' } });
const status = (status) => ({ status, body: 'User-agent: *\nDisallow: /' });
const to = (location) => (_, response) => response.writeHead(301, { location: location() }).end();
const address = (name, path) => `${sites[name].origin}${path}`;
const hostOf = (name) => sites[name].origin.slice('http://'.length);

before(async () => {
  const robots = {
    plain: text(`User-agent: ExampleBot\nDisallow: /private\n\nUser-agent: *\nDisallow: /\nAllow: /open`),
    forbidden: text('User-agent: *\nDisallow: /'),
    none: status(404),
    gone: status(410),
    denied: status(403),
    broken: status(500),
    busy: status(503),
    cut: (_, response) => response.destroy(),
    torn: (_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('User-agent: *\nAllow: /\n');
      setImmediate(() => response.destroy());
    },
    stuck: () => {},
    dripping: (_, response) => void response.writeHead(200).flushHeaders(),
    empty: text(''),
    page: { body: PAGE.body, headers: PAGE.headers },
    moved: to(() => address('plain', '/robots.txt')),
    circle: to(() => '/robots.txt'),
    away: to(() => address('stranger', '/robots.txt')),
    inward: to(() => 'http://169.254.169.254/robots.txt'),
    stranger: text(''),
    // A rule that is whole within 500 KiB, one that is cut there, and one after it.
    long: text(longText()),
  };
  const pages = (name) => ({
    '/robots.txt': robots[name],
    '/to-forbidden': to(() => address('forbidden', '/page')),
    '/to-private': to(() => '/private'),
  });
  const others = ['/', '/page', '/open', '/private', '/early', '/cut-off', '/late'].map((path) => [path, PAGE]);
  const started = async (name) => {
    const asked = [];
    return [name, { asked, ...(await siteOf({ ...Object.fromEntries(others), ...pages(name) }, asked)) }];
  };
  sites = Object.fromEntries(await Promise.all(Object.keys(robots).map(started)));
});
after(() => {
  for (const site of Object.values(sites)) site.close();
});

function longText() {
  const begin = 'User-agent: *\nDisallow: /early\n';
  const filler = '# as long as all the others\n';
  const cut = 'Disallow: /cut-off';
  const room = 500 * 1024 - begin.length - 'Disallow: /c'.length;
  const fill = filler.repeat(Math.floor(room / filler.length));
  return `${begin}${fill}${'#'.repeat(room - fill.length - 1)}\n${cut}\nDisallow: /late\n`;
}

/** Why an address may not be fetched. */
function refusalOf({ host }) {
  const isListed = host !== hostOf('stranger') && Object.keys(sites).some((name) => hostOf(name) === host);
  return isListed ? undefined : { code: 'not_public', message: host };
}

const askedOf = (name) => sites[name].asked.map(({ url }) => url);

/** `ok`, or the code of a refusal. */
async function outcome(name, path, options) {
  const { agent = AGENT, method = 'GET' } = options ?? {};
  const request = { method, headers: { 'User-Agent': agent } };
  const means = { fetch, request, agent, refusalOf, signal: AbortSignal.timeout(TIME), timeout: TIME };
  try {
    const { response } = await fetchAllowed(address(name, path), means);
    await response.body?.cancel();
    return 'ok';
  } catch ({ code, message }) {
    if (code === 'robots_unreachable') assert.ok(message.includes(hostOf(name)), message);
    return code;
  }
}

test('a crawler gets what robots.txt allows it, by its own group or by that for all', async () => {
  assert.equal(await outcome('plain', '/page'), 'ok');
  assert.equal(await outcome('plain', '/private'), 'robots');
  assert.equal(await outcome('plain', '/page', { agent: 'OtherBot/1.0' }), 'robots');
  assert.equal(await outcome('plain', '/open', { agent: 'OtherBot/1.0' }), 'ok');
  assert.equal(await outcome('plain', '/page', { agent: '' }), 'robots');
  assert.equal(await outcome('plain', '/private', { method: 'HEAD' }), 'robots');
  assert.equal(await outcome('plain', '/robots.txt'), 'ok');
  assert.ok(!askedOf('plain').includes('/private'));
});

test('a redirect obeys the robots.txt of every site on its way', async () => {
  assert.equal(await outcome('none', '/to-forbidden'), 'robots');
  assert.deepEqual(askedOf('forbidden'), ['/robots.txt']);
  assert.equal(await outcome('plain', '/to-private'), 'robots');
  assert.ok(!askedOf('plain').includes('/private'));
});

for (const [name, expected] of [
  ['none', 'ok'],
  ['gone', 'ok'],
  ['denied', 'ok'],
  ['empty', 'ok'],
  ['page', 'ok'],
  ['broken', 'robots_unreachable'],
  ['busy', 'robots_unreachable'],
  ['cut', 'robots_unreachable'],
  ['torn', 'robots_unreachable'],
  ['stuck', 'robots_unreachable'],
  ['dripping', 'robots_unreachable'],
  ['circle', 'robots_unreachable'],
  ['away', 'robots_unreachable'],
  ['inward', 'robots_unreachable'],
]) {
  test(`where robots.txt is ${name}, the answer is ${expected}`, async () => {
    assert.equal(await outcome(name, '/page'), expected);
    assert.equal(await outcome(name, '/page'), expected, 'again');
    const asked = askedOf(name);
    assert.equal(asked.filter((url) => url === '/robots.txt').length, name === 'circle' ? 6 : 1, 'it is kept');
    assert.equal(asked.includes('/page'), expected === 'ok');
  });
}

test('a robots.txt is requested in the name of the crawler, and without its secrets', async () => {
  const { headers } = sites.none.asked.find(({ url }) => url === '/robots.txt');
  assert.equal(headers['user-agent'], AGENT);
  for (const name of ['authorization', 'cookie', 'if-none-match']) assert.equal(headers[name], undefined);
  assert.deepEqual(sites.stranger.asked, []);
});

test('a robots.txt to which a site redirects is valid for that site', async () => {
  assert.equal(await outcome('moved', '/private'), 'robots');
  assert.equal(await outcome('moved', '/page'), 'ok');
});

test('the first 500 KiB are read, up to the last whole line', async () => {
  assert.equal(await outcome('long', '/early'), 'robots');
  assert.equal(await outcome('long', '/cut-off'), 'ok');
  assert.equal(await outcome('long', '/late'), 'ok');
});

test('files are kept for an hour, faults for a minute, and no more than a bound', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const asked = [];
  const file = 'User-agent: *\nDisallow: /x';
  const lasting = new AbortController().signal;
  const ask = async (origin, { status = 200, body = file, signal = lasting } = {}) => {
    const before = asked.length;
    const fetchFile = async (url) => {
      asked.push(url);
      if (status === 0) throw new Error('it does not answer');
      return new Response(status === 304 ? null : body, { status });
    };
    const { text, fault } = await robotsOf(origin, fetchFile, { signal, timeout: 1000 });
    return { text, fault, fresh: asked.length > before };
  };
  assert.deepEqual(await ask('https://a.example'), { text: file, fault: undefined, fresh: true });
  assert.deepEqual(asked, ['https://a.example/robots.txt']);
  t.mock.timers.tick(3599e3);
  assert.equal((await ask('https://a.example')).fresh, false);
  t.mock.timers.tick(1e3);
  assert.equal((await ask('https://a.example', { status: 503 })).fault, 'it answers 503', 'it is asked again');
  t.mock.timers.tick(59e3);
  assert.equal((await ask('https://a.example')).fault, 'it answers 503');
  t.mock.timers.tick(1e3);
  assert.equal((await ask('https://a.example', { status: 0 })).fault, 'it does not answer');
  assert.equal((await ask('https://b.example', { status: 304 })).fault, 'it answers 304', 'neither there nor missing');

  // A request that ran out of time shows nothing about the site.
  const over = AbortSignal.abort(new Error('over'));
  await assert.rejects(ask('https://c.example', { status: 0, signal: over }), /over/);
  assert.equal((await ask('https://c.example')).fault, undefined);

  for (let i = 0; i < 500; i++) await ask(`https://${i}.example`);
  assert.equal((await ask('https://0.example')).fresh, false);
  assert.equal((await ask('https://c.example')).fresh, true, 'the oldest is dropped');
  assert.equal((await ask('https://0.example')).fresh, false, 'the one asked for lately is kept');
  const long = 'x'.repeat(ROBOTS_BYTES - 1);
  for (let i = 0; i < 9; i++) await ask(`https://long-${i}.example`, { body: long });
  assert.equal((await ask('https://499.example')).fresh, true, 'long files take the place of many');
  assert.equal((await ask('https://long-8.example')).fresh, false);
});
