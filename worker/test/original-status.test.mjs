// Originals that do not answer with their page: to programs, for some days, or because a tenant means harm.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CRAWLER, PERSON } from './support/clients.mjs';
import { HTML, addresses, exported, page, paragraphs, recordNames, startFor, startSeen } from './support/site.mjs';
import { idle, registered, until } from './support/waits.mjs';

const DAY = 864e5;
const PAPER = 'http://paper.example/dam';
const vars = (behind) => ({
  ORIGINS: Object.fromEntries(['paper', 'scraper', 'tenant'].map((name) => [`${name}.example`, behind])),
});
let visits = 0;
/** A page with different bytes at each visit, so that it is judged each time. */
const changing = (body) => (request, response) => {
  response.writeHead(200, HTML);
  response.end(request.method === 'HEAD' ? undefined : `${body}<!-- ${visits++} -->`);
};
const to = (location) => (_, response) => response.writeHead(301, { location }).end();
const status = (code) => (_, response) => response.writeHead(code).end();

/** A site with an article that was seen first at the paper, whose page then answers by `answer`. */
async function withOriginal(t, answer, more, settings) {
  let isSick = false;
  const healthy = changing(page(1, 0));
  const original = (request, response) => (isSick ? answer(request, response, healthy) : healthy(request, response));
  const pages = { '/dam': original, '/copy': changing(page(1, 3)), ...more };
  const site = await startSeen(t, { pages, vars, ...settings }, ['/dam']);
  isSick = true;
  return site;
}

/** The answer to a visit of a page; `day` days later, if the site has a clock. */
async function visit(site, path, { host = 'scraper.example', day, agent = CRAWLER } = {}) {
  const ahead = day === undefined ? {} : { 'x-ahead': day * DAY };
  const { headers } = await site.ask(path, { agent, headers: { host, ...ahead } });
  await idle(site);
  return headers.offprint;
}

/** An original that has another answer for some requests. */
const walled = (isWalled, answer) => (request, response, healthy) =>
  (isWalled(request) ? answer : healthy)(request, response);
const isNameless = ({ headers }) => !headers['user-agent'];

for (const [what, original] of [
  ['requests without a user agent by 404', walled(isNameless, status(404))],
  ['requests without a user agent by 410', walled(isNameless, status(410))],
  ['requests without a user agent by a redirect to a notice', walled(isNameless, to('/notice'))],
  ['HEAD by 404', walled(({ method }) => method === 'HEAD', status(404))],
]) {
  test(`an original that answers ${what} is there`, async (t) => {
    const site = await withOriginal(t, original, { '/notice': { headers: HTML, body: 'No robots, please.' } });
    assert.match(await visit(site, '/copy'), new RegExp(`^same;.*first="${PAPER}"`));
    assert.deepEqual(await addresses(site), [PAPER]);
  });
}

for (const [what, location] of [
  ['a notice', '/notice'],
  ['a login', '/login?next=%2Fdam'],
  ['another article', '/other'],
  ['a page that quotes it', '/quoting'],
]) {
  test(`an original that redirects everybody to ${what} does not move there`, async (t) => {
    const notice = { headers: HTML, body: '<p>We are back in an hour.' };
    const quoting = [...paragraphs(1, 8), ...paragraphs(7, 16)];
    const more = {
      '/notice': notice,
      '/login?next=%2Fdam': notice,
      '/other': changing(page(3, 0)),
      '/quoting': changing(page(1, 0, { body: quoting })),
    };
    const site = await withOriginal(t, to(location), more);
    assert.match(await visit(site, '/copy'), new RegExp(`^same;.*first="${PAPER}"`));
    // Nor when a visitor asks for the page that it redirects to.
    await visit(site, location, { host: 'paper.example' });
    const held = (await exported(site)).articles;
    const [first] = held.sort((a, b) => a.firstSeen.localeCompare(b.firstSeen));
    assert.equal(first.url, PAPER);
    assert.match(await visit(site, '/copy'), new RegExp(`^same;.*first="${PAPER}"`));
  });
}

test('an article that moves to a page with its text is named there', async (t) => {
  const site = await withOriginal(t, to('/new/dam'), { '/new/dam': changing(page(1, 0)) });
  const moved = PAPER.replace('/dam', '/new/dam');
  assert.doesNotMatch(await visit(site, '/new/dam', { host: 'paper.example' }), /first=/);
  await until(async () => (await addresses(site)).includes(moved), 'the move');
  assert.match(await visit(site, '/copy'), new RegExp(`^same;.*first="${moved}"`));
});

for (const code of [404, 410]) {
  test(`an original that answers other sites' visitors ${code} for days is not dropped`, async (t) => {
    const site = await withOriginal(t, status(code), {}, { clock: true });
    for (const day of [0.1, 1, 2, 3.2, 4]) assert.match(await visit(site, '/copy', { day }), /^different;/);
    assert.deepEqual(await addresses(site), [PAPER]);
  });

  test(`an article whose own site answers ${code} for three days is dropped, and not before`, async (t) => {
    const site = await withOriginal(t, status(code), { '/moved': changing(page(1, 0)) }, { clock: true });
    const own = { host: 'paper.example' };
    for (const day of [0.1, 1, 2, 3]) {
      assert.match(await visit(site, '/moved', { ...own, day }), /^different;/);
      assert.deepEqual(await addresses(site), [PAPER]);
    }
    await visit(site, '/moved', { ...own, day: 3.5 });
    await until(async () => !(await addresses(site)).includes(PAPER), 'the end of the article');
  });
}

test('a tenant that redirects its article moves it to no stranger, and makes no requests to inner hosts', async (t) => {
  const inner = [
    'db.internal',
    'printer.local',
    '192.0.2.7',
    '127.0.0.1:9',
    'localhost',
    'tenant.example:22',
    'router',
  ];
  const strange = ['stranger.example', 'paper.example'];
  const targets = [...inner, ...strange].map((host) => `http://${host}/other`);
  const pages = { '/other': changing(page(3, 0)) };
  const [target, outside] = [{}, []];
  for (const [i, location] of targets.entries()) {
    const [there, copy] = [0, 3].map((n) => changing(page(101 + 2 * i, n)));
    pages[`/${i}`] = (request, response) => (target.set ? to(location) : there)(request, response);
    pages[`/copy/${i}`] = copy;
  }
  const site = await startFor(t, { pages, vars, outside: (url) => outside.push(url) });
  const tenant = { host: 'tenant.example' };
  await visit(site, '/other', { host: 'paper.example' });
  for (const i of targets.keys()) await visit(site, `/${i}`, tenant);
  await registered(site, targets.length + 1);
  const before = await addresses(site);
  target.set = true;
  for (const i of targets.keys()) assert.match(await visit(site, `/copy/${i}`), /^same;.*first="http:\/\/tenant/);
  assert.match(await visit(site, '/other', { host: 'paper.example' }), /^different;.*;known;/);
  assert.deepEqual(await addresses(site), before);
  assert.deepEqual(outside, []);
});

test('an article that visitors get is not dropped for the 404 of others', async (t) => {
  const toPersons = (request, response, healthy) =>
    request.headers['user-agent'] === PERSON ? healthy(request, response) : status(404)(request, response);
  const site = await withOriginal(t, toPersons, { '/moved': changing(page(1, 0)) }, { clock: true });
  const own = { host: 'paper.example' };
  for (const day of [0.1, 1, 2, 3, 4, 5, 6]) {
    await visit(site, '/moved', { ...own, day });
    await viewed(site, 'missing', true);
    await visit(site, '/dam', { ...own, day: day + 0.1, agent: PERSON });
    await viewed(site, 'missing', undefined);
  }
  assert.deepEqual(await addresses(site), [PAPER]);
});

/** Waits until the records in KV have a value. */
async function viewed(site, name, value) {
  const kv = await site.kv();
  const holds = async () => {
    const values = await Promise.all((await recordNames(site)).map((name) => kv.get(name, 'json')));
    return values.every((record) => record?.[name] === value);
  };
  await until(holds, `${name} = ${value} in KV`);
}

test('an article is kept from when it or its copy was last read, with few writes and no day to foresee', async (t) => {
  const more = { '/5': changing(page(5, 0)), '/7': changing(page(7, 0)) };
  const site = await withOriginal(t, (...all) => all[2](...all), more, { clock: true });
  const paper = { host: 'paper.example' };
  for (const path of ['/5', '/7']) await visit(site, path, paper);
  await registered(site, 3);
  const expirations = async () => {
    const { keys } = await (await site.kv()).list({ prefix: 'fp4/' });
    return Object.fromEntries(keys.map(({ name, expiration }) => [name.split('/').at(-1), expiration]));
  };
  const first = await expirations();
  assert.equal(new Set(Object.values(first)).size, 3, 'all end on a day of their own');
  const before = (await site.stats()).kvWrites;
  // Every ten days: one by its own page, one by a copy, and one by nobody.
  for (let day = 10; day <= 360; day += 10) {
    await visit(site, '/copy', { day });
    await visit(site, '/5', { ...paper, day });
  }
  const writes = (await site.stats()).kvWrites - before;
  assert.ok(writes <= 2 * 12 + 4, `${writes} writes`);
  const later = await expirations();
  assert.equal(later[3], first[3]);
  for (const number of [1, 2]) assert.ok(later[number] > first[number] + 250 * 86400, `article ${number}`);
  await visit(site, '/copy', { day: 440 });
  assert.deepEqual(await addresses(site), ['http://paper.example/5', PAPER]);
  assert.match(await visit(site, '/copy', { day: 700 }), new RegExp(`^same;.*first="${PAPER}"`));
  for (const path of ['articles', 'export'])
    assert.doesNotMatch((await site.api('GET', path)).body.toString(), /expires/);
});
