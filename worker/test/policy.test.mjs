import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ARCHIVE, CRAWLER, PERSON, TRAINING, dryRuns, fixture, startFor, startSeen } from './support/site.mjs';
import { registered, until } from './support/waits.mjs';

const original = await fixture('zh-dam-original');
const reprint = await fixture('zh-dam-table-gbk');
const abridged = await fixture('zh-dam-abridged');
const pages = { '/original': original, '/reprint': reprint, '/abridged': abridged };
const ORIGINAL = 'http://paper.example/original';
const elsewhere = { host: 'copies.example' };

/** Copies on one site rarely say which of them is the original, and these clients go by their names. */
const REDIRECT = { verdict: 'same', site: 'same', action: 'redirect', minConfidence: 0, by: ['agent'] };

/** A site with a policy, where the original was seen. */
const seen = (t, rules, settings = {}) =>
  startSeen(t, { pages, ...settings, vars: { OFFPRINT_POLICY: { rules }, ...settings.vars } });

test('a redirect leads to the original on the same site only', async (t) => {
  const site = await seen(t, [{ ...REDIRECT, status: 308 }]);
  // Twice: once judged, once remembered.
  for (const method of ['GET', 'GET', 'HEAD']) {
    const answer = await site.ask('/reprint', { method });
    assert.equal(answer.status, 308);
    assert.equal(answer.headers.location, ORIGINAL);
    assert.match(answer.headers.offprint, /^same;/);
    assert.equal(answer.headers['cache-control'], 'private, max-age=3600');
    assert.equal(answer.headers.vary, 'User-Agent');
    assert.equal(answer.headers.etag, undefined, 'it is not the page');
    assert.equal(answer.body.includes('<a href="http://paper.example/original">'), method === 'GET');
  }
  const cross = await site.ask('/reprint', { headers: elsewhere });
  assert.equal(cross.status, 200);
  assert.ok(cross.body.equals(reprint.body));
  assert.equal((await site.ask('/abridged')).status, 200);
  const person = await site.ask('/reprint', { agent: PERSON });
  assert.deepEqual([person.status, person.headers.offprint], [200, undefined]);
});

test('an original that has moved to the page does not redirect in a circle', async (t) => {
  const moving = { ...pages };
  const site = await seen(t, [REDIRECT], { pages: moving });
  moving['/original'] = (_, response) => response.writeHead(301, { location: '/reprint' }).end();
  const answer = await site.ask('/reprint');
  assert.equal(answer.status, 200);
  assert.ok(answer.body.equals(reprint.body));
  assert.match(answer.headers.offprint, /^different;score=0.000;known;/);
});

test('copies within a site are refused by class', async (t) => {
  const copied = { verdict: ['same', 'partial'], site: 'same', minConfidence: 0 };
  const site = await seen(t, [
    { class: 'training', ...copied, action: 'refuse' },
    { class: 'other', ...copied, action: 'refuse' },
  ]);
  for (const path of ['/reprint', '/reprint', '/abridged']) {
    const kept = await site.ask(path, { agent: TRAINING });
    assert.equal(kept.status, 403);
    assert.equal(kept.headers['cache-control'], 'private, no-store');
    assert.match(kept.headers.offprint, /;class=training;by=agent$/);
  }
  const cross = await site.ask('/reprint', { agent: TRAINING, headers: elsewhere });
  assert.equal(cross.status, 200, 'on another site');
  const refused = await site.ask('/reprint', { agent: 'curl/8.5.0' });
  assert.equal(refused.status, 403);
  assert.match(refused.body.toString(), /^403: duplicate of http:\/\/paper\.example\/original\.$/m);
  const part = await site.ask('/reprint', { agent: 'curl/8.5.0', headers: { range: 'bytes=0-99' } });
  assert.equal(part.status, 403, 'nor in parts');
  const { answers } = await site.stats();
  assert.deepEqual(answers, { annotate: 2, refuse: 5 });
});

test('a search engine gets the bytes that a person gets, whatever the policy forwards', async (t) => {
  const body = gzipSync(reprint.body);
  const packed = { body, headers: { ...reprint.headers, 'content-encoding': 'gzip' } };
  for (const action of ['annotate', 'forward', 'not-modified']) {
    const site = await seen(t, [{ action }], { pages: { ...pages, '/packed': packed } });
    for (const path of ['/original', '/reprint', '/abridged', '/packed']) {
      const person = await site.ask(path, { agent: PERSON });
      // Judged, then remembered.
      for (let i = 0; i < 2; i++) {
        const engine = await site.ask(path);
        assert.equal(engine.status, 200);
        assert.ok(engine.body.equals(person.body), `${action} ${path}`);
        for (const name of ['content-type', 'content-encoding'])
          assert.equal(engine.headers[name], person.headers[name]);
        for (const name of ['offprint', 'vary'])
          assert.equal(engine.headers[name] === undefined, action === 'forward', `${name} of ${action} ${path}`);
      }
    }
  }
});

test('a page that only changed its advertisements is not modified', async (t) => {
  const visits = { count: 0, notModified: 0 };
  const text = original.body.toString();
  const changing = (request, response) => {
    const etag = `"${++visits.count}"`;
    if (request.headers['if-none-match']?.includes(visits.accepts ?? 'none')) {
      visits.notModified++;
      return response.writeHead(304, { etag: visits.accepts }).end();
    }
    const advertisement = `<aside class="ad"><p>Advertisement ${visits.count}</p></aside>`;
    const edited = visits.changed ? text.replaceAll('六十', '七十') : text;
    const body = edited.replace('</body>', `${advertisement}</body>`);
    const ofBytes = { 'content-digest': 'sha-256=:x:', digest: 'sha-256=x', 'x-goog-hash': 'md5=x' };
    const headers = { 'content-type': original.headers['content-type'], etag, 'cache-control': 'max-age=60' };
    response.writeHead(200, { ...headers, ...ofBytes });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const vars = { OFFPRINT_POLICY: { rules: [{ action: 'not-modified' }] } };
  const site = await startFor(t, { pages: { '/changing': changing }, vars });
  const ask = (headers = {}) => site.ask('/changing', { agent: TRAINING, headers });
  const first = await ask();
  assert.equal(first.status, 200);
  assert.match(first.headers.etag, /^W\/"fp1-[0-9a-f]{16}\.s\.1"$/);
  await registered(site, 1);
  const again = await ask({ 'if-none-match': first.headers.etag });
  assert.equal(again.status, 304);
  assert.equal(again.body.length, 0);
  assert.match(again.headers.etag, /^W\/"fp1-[0-9a-f]{16}\.s\.2"$/, 'the one that a 200 would have');
  assert.equal(again.headers['cache-control'], 'max-age=60');
  assert.match(again.headers.vary, /User-Agent/);
  assert.match(again.headers.offprint, /;known;/);
  // The client's page has other bytes.
  for (const name of ['content-type', 'content-length', 'content-digest', 'digest', 'x-goog-hash'])
    assert.equal(again.headers[name], undefined, name);
  assert.equal(first.headers.digest, 'sha-256=x');
  assert.equal(site.asked.at(-1).headers['if-none-match'], '"1"', 'the site is asked with its own');

  // The site can still say so itself, and the client keeps what it has.
  visits.accepts = '"2"';
  const own = await ask({ 'if-none-match': again.headers.etag });
  assert.deepEqual([own.status, own.headers.etag, visits.notModified], [304, again.headers.etag, 1]);
  visits.accepts = undefined;

  // An archive would store a 304 as a revisit of the same bytes, so it gets none.
  const archive = await site.ask('/changing', { agent: ARCHIVE, headers: { 'if-none-match': first.headers.etag } });
  assert.equal(archive.status, 200);
  const person = await site.ask('/changing', { agent: PERSON, headers: { 'if-none-match': first.headers.etag } });
  assert.equal(person.status, 200);

  visits.changed = true;
  const edited = await ask({ 'if-none-match': first.headers.etag });
  assert.equal(edited.status, 200, 'one number of the text was corrected');
  assert.notEqual(edited.headers.etag.slice(0, 20), first.headers.etag.slice(0, 20));
});

test('a search engine sees what a page states outside its text, though the text is the same', async (t) => {
  const changes = [
    '<meta name="robots" content="noindex">',
    '<link rel="canonical" href="http://other.example/dam">',
    '<link rel="alternate" hreflang="en" href="http://paper.example/en/dam">',
    '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>',
  ];
  let stated = '';
  const page = (_, response) => {
    const body = original.body.toString().replace(/<head[^>]*>/, `$&${stated}`);
    response.writeHead(200, { 'content-type': original.headers['content-type'] }).end(body);
  };
  const vars = { OFFPRINT_POLICY: { rules: [{ action: 'not-modified' }] } };
  const site = await startFor(t, { pages: { '/page': page }, vars });
  const training = await site.ask('/page', { agent: TRAINING });
  for (stated of changes) {
    for (const agent of [CRAWLER, ARCHIVE]) {
      const { status, headers, body } = await site.ask('/page', {
        agent,
        headers: { 'if-none-match': training.headers.etag },
      });
      assert.deepEqual([status, headers.etag], [200, undefined], stated);
      assert.ok(body.includes(stated));
    }
  }
});

test('a dry run forwards everything untouched, and logs what the policy would have done', async (t) => {
  const path = '/reprint?token=secret';
  const rules = [REDIRECT];
  const site = await seen(t, rules, { pages: { ...pages, [path]: reprint }, vars: { OFFPRINT_DRY_RUN: 'true' } });
  const copy = await site.ask(path);
  assert.equal(copy.status, 200);
  assert.ok(copy.body.equals(reprint.body));
  assert.equal(copy.headers.offprint, undefined);
  assert.equal(copy.headers.link, undefined);
  await until(() => dryRuns(site).length === 2, 'two lines of the log');
  assert.deepEqual(dryRuns(site)[1], {
    ...{ offprint: 'dry-run', url: 'http://paper.example/reprint', class: 'search', by: 'agent', claim: null },
    ...{ verdict: 'same', original: ORIGINAL, action: 'redirect', status: 301 },
  });
});

test('a page that sets only listed cookies is read', async (t) => {
  const setting = (...cookies) => ({ ...original, headers: { ...original.headers, 'set-cookie': cookies } });
  const own = {
    '/one': setting('lb=1; Path=/'),
    '/both': setting('lb=1', 'session=2'),
    '/two': setting('lb=1', 'ab_2=x'),
  };
  for (const [names, read] of [
    ['lb, ab_*', ['/one', '/two']],
    ['', []],
    ['lb; ab_*', []],
  ]) {
    const site = await startFor(t, { pages: own, vars: { OFFPRINT_SET_COOKIES: names } });
    for (const path of Object.keys(own)) {
      const { headers } = await site.ask(path);
      const expected = read.includes(path) ? /^(different|same);/ : /^unknown;unread=sets-cookie;/;
      assert.match(headers.offprint, expected, `${names} ${path}`);
      assert.deepEqual(headers['set-cookie'], own[path].headers['set-cookie']);
    }
  }
});

test('one worker serves several sites', async (t) => {
  const other = await startFor(t, { pages: { '/other': reprint } });
  const site = await startFor(t, { pages, vars: { ORIGINS: { 'other.example': other.behind } } });
  const answer = await site.ask('/other', { headers: { host: 'other.example' } });
  assert.ok(answer.body.equals(reprint.body));
  assert.equal(other.asked.at(-1).headers['x-forwarded-host'], 'other.example');
  for (const host of ['other.example.', 'OTHER.example', 'other.example:8443', 'other.example.:8443'])
    assert.equal((await site.ask('/other', { headers: { host } })).status, 200, host);
  assert.equal((await site.ask('/other')).status, 404);
  assert.ok((await site.ask('/original')).body.equals(original.body));
});

test('a refused client reaches the site where it is to pay, and gets what it has paid for', async (t) => {
  const paid = { ...original.headers, 'payment-response': 'x' };
  const till = (request, response) => {
    if (!request.headers['payment-signature']) return response.writeHead(402, { 'payment-required': 'x' }).end();
    return response.writeHead(200, paid).end(original.body);
  };
  const rules = [{ name: ['GPTBot', 'CCBot'], action: 'refuse', unless: 'paid' }];
  const own = { '/till': till, '/free': original };
  const site = await startFor(t, { pages: own, vars: { OFFPRINT_POLICY: { rules } } });
  const ask = (path, headers = {}) => site.ask(path, { agent: TRAINING, headers });
  const bill = await ask('/till');
  assert.deepEqual([bill.status, bill.headers['payment-required']], [402, 'x']);
  const bought = await ask('/till', { 'payment-signature': 'x' });
  assert.deepEqual([bought.status, bought.body.equals(original.body)], [200, true]);
  // An offer alone buys nothing.
  assert.equal((await ask('/free', { 'payment-signature': 'x' })).status, 403);
  assert.equal((await site.ask('/free')).status, 200, 'another crawler');
  const { names, answers } = await site.stats();
  assert.deepEqual([names.CCBot, names.Googlebot, answers.refuse], [3, 1, 1]);
});
