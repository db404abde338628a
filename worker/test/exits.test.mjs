// Rules that keep clients out whatever the page is: nothing in a request or a response lifts them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARCHIVE, CRAWLER, HTML, PERSON, TRAINING, dryRuns, page, startFor, until } from './support/site.mjs';

const body = page(2, 0);
const text = { headers: { 'content-type': 'text/plain' } };
const pages = {
  '/page': { body, headers: { ...HTML, etag: '"1"' } },
  '/image': { body: 'GIF89a', headers: { 'content-type': 'image/gif' } },
  '/zstd': { body: 'what only the client may understand', headers: { ...HTML, 'content-encoding': 'zstd' } },
  '/cookie': { body, headers: { ...HTML, 'set-cookie': 'session=1' } },
  '/private': { body, headers: { ...HTML, 'cache-control': 'private' } },
  '/long': { body: Buffer.alloc(3 << 20, '<p>A line of a page without end.</p>\n'), headers: HTML },
  '/error': { status: 500, body: 'Broken.', headers: HTML },
  '/moved': { status: 302, headers: { location: '/page' } },
  '/unchanged': { status: 304, headers: { etag: '"1"' } },
  '/robots.txt': { body: 'User-agent: *\nDisallow: /private\n', ...text },
  '/.well-known/security.txt': { body: 'Contact: mailto:security@paper.example\n', ...text },
};
/** Requests that once lifted rules, or could. */
const ATTEMPTS = [
  ['plain', '/page', {}],
  ['for a part', '/page', { headers: { range: 'bytes=0-99' } }],
  ['with a password', '/page', { headers: { authorization: 'Basic eDp5' } }],
  ['with a token', '/page', { headers: { authorization: 'Bearer abc' } }],
  ['with a cookie', '/page', { headers: { cookie: 'session=1' } }],
  ['by HEAD', '/page', { method: 'HEAD' }],
  ['by POST', '/page', { method: 'POST', body: 'a=1' }],
  ['by PUT', '/page', { method: 'PUT', body: 'a=1' }],
  ['by DELETE', '/page', { method: 'DELETE' }],
  ['by OPTIONS', '/page', { method: 'OPTIONS' }],
  ['with an ETag', '/page', { headers: { 'if-none-match': '"1"' } }],
  ['for a coding that cannot be read', '/zstd', { headers: { 'accept-encoding': 'zstd' } }],
  ['for a page that sets a cookie', '/cookie', {}],
  ['for a private page', '/private', {}],
  ['for a page that is too long', '/long', {}],
  ['for an image', '/image', {}],
  ['for an error', '/error', {}],
  ['for a redirect', '/moved', {}],
  ['for a page that has not changed', '/unchanged', {}],
  ['for a page that is not there', '/none', {}],
  ['with a query', '/page?robots.txt', {}],
  ['by way of robots.txt', '/robots.txt?p=/page', {}],
  ['by way of /.well-known/', '/.well-known/..%2fpage', {}],
  ['for the rules, by POST', '/robots.txt', { method: 'POST', body: 'a=1' }],
];

const REFUSE = { class: 'training', action: 'refuse' };

test('nothing lifts a rule to refuse, and the site is not even asked', async (t) => {
  const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: { rules: [REFUSE] } } });
  // A person first, so that there is something to recall.
  await site.ask('/page', { agent: PERSON });
  const asked = site.asked.length;
  for (const [how, path, options] of ATTEMPTS) {
    const answer = await site.ask(path, { agent: TRAINING, ...options });
    assert.equal(answer.status, 403, how);
    assert.equal(answer.headers.offprint.split(';')[0], 'unknown');
    assert.match(answer.headers.offprint, /;unread;class=training;by=agent/);
    assert.equal(answer.headers['cache-control'], 'private, no-store');
    assert.equal(answer.headers.vary, 'User-Agent');
    assert.equal(answer.body.length > 0, options.method !== 'HEAD', how);
  }
  assert.equal(site.asked.length, asked);
  assert.equal((await site.stats()).answers.refuse, ATTEMPTS.length);

  // Files that crawlers have to read, and files that prove who owns a host, are open to all.
  for (const path of ['/robots.txt', '/.well-known/security.txt', '/_offprint/health']) {
    assert.equal((await site.ask(path, { agent: TRAINING })).status, 200, path);
  }
  for (const agent of [CRAWLER, ARCHIVE, PERSON]) {
    for (const path of ['/page', '/image']) assert.equal((await site.ask(path, { agent })).status, 200);
  }
});

test('a rule to refuse after one that depends on the page holds where the page is not read', async (t) => {
  const rules = [{ verdict: 'different', action: 'forward' }, REFUSE];
  const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: { rules } } });
  // These pages are read now, or were read earlier.
  const read = ['plain', 'for a part', 'by HEAD', 'with an ETag'];
  for (const [how, path, options] of ATTEMPTS.filter(([how]) => !read.includes(how))) {
    assert.equal((await site.ask(path, { agent: TRAINING, ...options })).status, 403, how);
  }
  assert.equal((await site.ask('/page', { agent: TRAINING })).status, 200);
  assert.equal((await site.ask('/robots.txt', { agent: TRAINING })).status, 200);
});

test('in a dry run a rule that keeps clients out is only logged', async (t) => {
  const vars = { OFFPRINT_POLICY: { rules: [REFUSE] }, OFFPRINT_DRY_RUN: 'true' };
  const site = await startFor(t, { pages, vars });
  for (const path of ['/image', '/page']) assert.equal((await site.ask(path, { agent: TRAINING })).status, 200);
  await until(() => dryRuns(site).length === 2, 'two lines of the log');
  for (const [i, path] of ['/image', '/page'].entries()) {
    const { url, action, status } = dryRuns(site)[i];
    assert.deepEqual([url, action, status], [`http://paper.example${path}`, 'refuse', 403]);
  }
});
