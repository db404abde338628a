// Originals that answer something else than their page: to programs, for some days, or since a tenant wants harm.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTML, page, paragraphs } from './support/articles.mjs';
import { CRAWLER, exported, registered, startFor, until } from './support/site.mjs';

const DAY = 864e5;
const PAPER = 'http://paper.example/dam';
const vars = (behind) => ({
  ORIGINS: Object.fromEntries(['paper', 'scraper', 'tenant'].map((name) => [`${name}.example`, behind])),
});
let visits = 0;
/** A page that has other bytes at each visit, so that it is judged each time. */
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
  const site = await startFor(t, { pages, vars, ...settings });
  await site.ask('/dam');
  await registered(site, 1);
  isSick = true;
  return site;
}

/** What a visit of a page is told; `day` days later, if the site has a clock. */
async function visit(site, path, { host = 'scraper.example', day, agent = CRAWLER } = {}) {
  const ahead = day === undefined ? {} : { 'x-ahead': day * DAY };
  const { headers } = await site.ask(path, { agent, headers: { host, ...ahead } });
  await until(async () => {
    const { claims, settled } = await site.stats();
    return claims === settled;
  }, 'the last claim');
  return headers.offprint;
}

const addresses = async (site) => (await exported(site)).articles.map(({ url }) => url);

const walled = (answer) => (request, response, healthy) =>
  request.headers['user-agent'] ? healthy(request, response) : answer(request, response);

for (const [what, answer] of [
  ['404', status(404)],
  ['410', status(410)],
  ['a redirect to a notice', to('/notice')],
]) {
  test(`an original that answers requests without a user agent by ${what} is there`, async (t) => {
    const site = await withOriginal(t, walled(answer), { '/notice': { headers: HTML, body: 'No robots, please.' } });
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
  const before = (await addresses(site)).sort();
  target.set = true;
  for (const i of targets.keys()) assert.match(await visit(site, `/copy/${i}`), /^same;.*first="http:\/\/tenant/);
  assert.match(await visit(site, '/other', { host: 'paper.example' }), /^different;.*;known;/);
  assert.deepEqual((await addresses(site)).sort(), before);
  assert.deepEqual(outside, []);
});
