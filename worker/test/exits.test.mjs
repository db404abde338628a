// Rules that keep clients out whatever the page is: nothing in a request or a response lifts them. And the one way past
// `charge`: to pay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIRECTORY, signed } from './support/agent.mjs';
import { HTML, page } from './support/articles.mjs';
import { json, serve } from './support/server.mjs';
import { ARCHIVE, CRAWLER, PERSON, TRAINING, dryRuns, inBudgets, startFor, until } from './support/site.mjs';

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
/** Requests that have lifted rules, or could. */
const ATTEMPTS = [
  ['plain', '/page', {}],
  ['for a part', '/page', { headers: { range: 'bytes=0-99' } }],
  ['with a password', '/page', { headers: { authorization: 'Basic eDp5' } }],
  ['with a token', '/page', { headers: { authorization: 'Bearer abc' } }],
  ['with a cookie', '/page', { headers: { cookie: 'session=1' } }],
  ['by HEAD', '/page', { method: 'HEAD' }],
  ['by POST', '/page', { method: 'POST', body: 'a=1' }],
  ['by PUT', '/page', { method: 'PUT', body: 'a=1' }],
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

for (const [action, status, rule] of [
  ['refuse', 403, { class: 'training', action: 'refuse' }],
  ['charge', 402, { class: 'training', action: 'charge', price: 'USD 0.01' }],
]) {
  test(`nothing lifts a rule to ${action}, and the site is not even asked`, async (t) => {
    const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: { rules: [rule] } } });
    // A person first, so that there is something to recall.
    await site.ask('/page', { agent: PERSON });
    const asked = site.asked.length;
    for (const [how, path, options] of ATTEMPTS) {
      const answer = await site.ask(path, { agent: TRAINING, ...options });
      assert.equal(answer.status, status, how);
      assert.equal(answer.headers.offprint.split(';')[0], 'unknown');
      assert.match(answer.headers.offprint, /;unread;class=training;by=agent/);
      assert.equal(answer.headers['cache-control'], 'private, no-store');
      assert.equal(answer.headers.vary, 'User-Agent');
      assert.equal(answer.headers['crawler-price'], action === 'charge' ? 'USD 0.01' : undefined);
      assert.equal(answer.body.length > 0, options.method !== 'HEAD', how);
    }
    assert.equal(site.asked.length, asked);
    assert.equal((await site.stats()).answers[action], ATTEMPTS.length);

    // Files that crawlers have to read, and files that prove who owns a host, are open to all.
    for (const path of ['/robots.txt', '/.well-known/security.txt', '/_offprint/health']) {
      assert.equal((await site.ask(path, { agent: TRAINING })).status, 200, path);
    }
    for (const agent of [CRAWLER, PERSON]) assert.equal((await site.ask('/page', { agent })).status, 200);
  });

  test(`a rule to ${action} after one that depends on the page holds where the page is not read`, async (t) => {
    const rules = [{ verdict: 'different', action: 'forward' }, rule];
    const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: { rules } } });
    // These pages are read now, or were read earlier.
    const read = ['plain', 'for a part', 'by HEAD', 'with an ETag'];
    for (const [how, path, options] of ATTEMPTS.filter(([how]) => !read.includes(how))) {
      assert.equal((await site.ask(path, { agent: TRAINING, ...options })).status, status, how);
    }
    assert.equal((await site.ask('/page', { agent: TRAINING })).status, 200);
    assert.equal((await site.ask('/robots.txt', { agent: TRAINING })).status, 200);
  });
}

test('in a dry run a rule that keeps clients out is only logged', async (t) => {
  const rules = [{ class: 'training', action: 'refuse' }];
  const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: { rules }, OFFPRINT_DRY_RUN: 'true' } });
  for (const path of ['/image', '/page']) assert.equal((await site.ask(path, { agent: TRAINING })).status, 200);
  await until(() => dryRuns(site).length === 2, 'two lines of the log');
  for (const [i, path] of ['/image', '/page'].entries()) {
    const { url, action, status } = dryRuns(site)[i];
    assert.deepEqual([url, action, status], [`http://paper.example${path}`, 'refuse', 403]);
  }
});

const PRICE = { class: 'training', action: 'charge', price: 'USD 0.01' };
const RANGES = [{ name: 'CCBot', class: 'training', addresses: ['192.0.2.0/24'] }];

/** A site that charges, and a till that confirms payments or does not. */
async function selling(t, confirm, { rules = [PRICE], agents = { ranges: RANGES } } = {}) {
  const asked = [];
  const till = await serve(t, async (request, response) => {
    const message = JSON.parse(Buffer.concat(await request.toArray()).toString());
    asked.push({ ...message, token: request.headers.authorization });
    await confirm(response, message);
  });
  const vars = {
    OFFPRINT_POLICY: { rules },
    OFFPRINT_AGENTS: agents,
    OFFPRINT_PAYMENTS: `${till}/confirm`,
    OFFPRINT_PAYMENTS_TOKEN: 'till',
  };
  const site = await startFor(t, { pages, vars });
  /** A request of a crawler that is known by its address. */
  const buy = (path, headers, options = {}) =>
    site.ask(path, { agent: TRAINING, ...options, headers: { 'cf-connecting-ip': '192.0.2.1', ...headers } });
  return { site, asked, buy };
}

test('a proven crawler that offers the price gets the page once the payment is confirmed', async (t) => {
  const { site, asked, buy } = await selling(t, (response) => json(response, { paid: true }));
  for (const [offer, path] of [
    [{ 'crawler-exact-price': 'USD 0.01' }, '/page'],
    [{ 'crawler-max-price': 'USD 0.5' }, '/page'],
    [{ 'crawler-max-price': 'USD 0.010' }, '/image'],
    [{ 'crawler-max-price': 'USD 1', cookie: 'a=1' }, '/page'],
  ]) {
    const paid = await buy(path, offer);
    assert.equal(paid.status, 200);
    assert.equal(paid.headers['crawler-charged'], 'USD 0.01');
    assert.equal(paid.headers['crawler-price'], undefined);
    assert.equal(paid.headers['cache-control'], 'private');
    assert.ok(paid.body.equals(Buffer.from(pages[path].body)));
  }
  const [{ id, token, ...first }] = asked;
  assert.deepEqual(first, {
    price: 'USD 0.01',
    method: 'GET',
    url: 'http://paper.example/page',
    agent: { class: 'training', by: 'address', signer: null, userAgent: TRAINING },
  });
  assert.equal(token, 'Bearer till');
  assert.equal(new Set(asked.map(({ id }) => id)).size, 4);
  assert.ok(id.length > 16);
  assert.equal((await site.stats()).charged, 4);

  // A missing page costs nothing.
  for (const [path, status] of Object.entries({ '/none': 404, '/error': 500, '/unchanged': 304, '/moved': 302 })) {
    const answer = await buy(path, { 'crawler-exact-price': 'USD 0.01' });
    assert.deepEqual([answer.status, answer.headers['crawler-charged']], [status, undefined], path);
  }
  assert.equal(asked.length, 4);
});

test('an invalid offer is refused as pay per crawl specifies, and the till gets no request', async (t) => {
  const { site, asked, buy } = await selling(t, (response) => json(response, { paid: true }));
  // answer.test.mjs has all kinds of offers.
  for (const [headers, status, error] of [
    [{}, 402, 'MissingCrawlerPrice'],
    [{ 'crawler-exact-price': 'USD 0.02' }, 402, 'InvalidCrawlerExactPrice'],
    [{ 'crawler-exact-price': 'USD 0.01', 'crawler-max-price': 'USD 1' }, 400, 'ConflictingPriceHeaders'],
  ]) {
    const answer = await buy('/page', headers);
    assert.deepEqual([answer.status, answer.headers['crawler-error']], [status, error]);
    assert.equal(answer.headers['crawler-price'], 'USD 0.01');
    assert.equal(answer.headers['crawler-charged'], undefined);
  }
  // A name alone pays for nothing: the bill would go to somebody else.
  const named = await selling(t, (response) => json(response, { paid: true }), { agents: {} });
  const claimed = await named.buy('/page', { 'crawler-exact-price': 'USD 0.01' });
  assert.deepEqual([claimed.status, claimed.headers['crawler-error']], [400, 'StrongAuthRequired']);
  assert.equal((await buy('/page', { 'crawler-max-price': 'USD 1' }, { method: 'HEAD' })).status, 402);
  assert.deepEqual([asked.length, named.asked.length, site.asked.length], [0, 0, 0]);
});

for (const [how, confirm] of [
  ['is declined', (response) => json(response, { paid: false })],
  ['is not confirmed by true itself', (response) => json(response, { paid: 'true' })],
  ['is answered by an error', (response) => json(response, { paid: true }, 500)],
  ['is answered by something that is not JSON', (response) => response.writeHead(200).end('paid')],
  ['is answered at length', (response) => response.writeHead(200).end(`{"paid": true, "x": "${'x'.repeat(10_000)}"}`)],
  ['is answered by a redirect', (response) => response.writeHead(302, { location: '/' }).end()],
  ['breaks off', (response) => response.destroy()],
]) {
  test(`the page stays closed if the payment ${how}`, async (t) => {
    const { buy } = await selling(t, confirm);
    for (const path of ['/page', '/image']) {
      const answer = await buy(path, { 'crawler-exact-price': 'USD 0.01' });
      assert.equal(answer.status, 402);
      assert.equal(answer.headers['crawler-error'], 'PaymentFailed');
      assert.equal(answer.headers['crawler-charged'], undefined);
      assert.ok(!answer.body.includes('GIF89a') && answer.body.length < 200);
    }
  });
}

test('a payment that is never confirmed costs a crawler the time that one request may wait', async (t) => {
  const { site, buy } = await selling(t, () => {});
  const { answer, budgets } = await inBudgets(buy('/page', { 'crawler-exact-price': 'USD 0.01' }));
  assert.equal(answer.status, 402);
  assert.ok(budgets > 0.8 && budgets < 1.6, `${budgets} times that`);
  assert.equal((await site.stats()).failures.payments, 1);
});

test('without a till the answer says that nothing is charged', async (t) => {
  const vars = { OFFPRINT_POLICY: { rules: [PRICE] }, OFFPRINT_AGENTS: { ranges: RANGES } };
  const site = await startFor(t, { pages, vars });
  const headers = { 'cf-connecting-ip': '192.0.2.1', 'crawler-exact-price': 'USD 0.01' };
  const answer = await site.ask('/page', { agent: TRAINING, headers });
  assert.equal(answer.status, 402);
  assert.match(answer.headers.offprint, /;unpayable$/);
  assert.match(answer.body.toString(), /nothing is charged/);
  assert.equal(answer.headers['crawler-charged'], undefined);
  const { failures, errors } = await site.stats();
  assert.deepEqual(failures, { OFFPRINT_PAYMENTS: 1 });
  assert.match(errors[0].message, /nothing is charged/);
});

test('a signature pays only if it covers the price', async (t) => {
  const signer = await serve(t, (_, response) => json(response, DIRECTORY));
  const rules = [PRICE, { class: 'other', action: 'refuse' }];
  const agents = { signed: { [signer]: 'training' } };
  const { asked, buy } = await selling(t, (response) => json(response, { paid: true }), { rules, agents });
  const offer = { 'crawler-max-price': 'USD 1' };
  const loose = await buy('/page', { ...signed(signer), ...offer });
  assert.deepEqual([loose.status, loose.headers['crawler-error']], [400, 'InvalidSignature']);
  const headers = signed(signer, { covered: offer });
  for (let i = 0; i < 2; i++) assert.equal((await buy('/page', headers)).headers['crawler-charged'], 'USD 0.01');
  assert.equal(asked[0].agent.signer, signer);
  assert.equal(asked[0].id, asked[1].id, 'the same request is paid for once');
  const raised = await buy('/page', { ...headers, 'crawler-max-price': 'USD 100' });
  assert.deepEqual([raised.status, asked.length], [403, 2], 'the price was changed on the way');
});

test('a price that depends on the verdict is paid after the page was read', async (t) => {
  const rules = [{ class: 'training', verdict: 'different', action: 'charge', price: 'USD 0.01' }];
  const { asked, buy } = await selling(t, (response) => json(response, { paid: true }), { rules });
  const unpaid = await buy('/page', {});
  assert.deepEqual([unpaid.status, unpaid.headers['crawler-price']], [402, 'USD 0.01']);
  const paid = await buy('/page', { 'crawler-exact-price': 'USD 0.01' });
  assert.deepEqual([paid.status, paid.headers['crawler-charged'], asked.length], [200, 'USD 0.01', 1]);
  assert.match(paid.headers.offprint, /^different;/);
  assert.ok(paid.body.equals(body));
});

test('archives and search engines are not kept out by a rule for others', async (t) => {
  const rules = [{ class: 'training', action: 'refuse' }];
  const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: { rules } } });
  for (const agent of [CRAWLER, ARCHIVE, PERSON]) assert.equal((await site.ask('/image', { agent })).status, 200);
});
