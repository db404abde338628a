import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HOLD_BYTES } from '../src/policy/plan.js';
import { ASSISTANT, CRAWLER, PERSON } from './support/clients.mjs';
import { fixture, startFor, startSeen } from './support/site.mjs';
import { registered } from './support/waits.mjs';

const POLICY = { rules: [{ class: ['agent', 'training'], action: 'clean' }] };

test('a class of crawlers gets the page without its noise, by policy', async (t) => {
  const article = await fixture('en-kettle');
  const packed = { 'content-encoding': 'gzip', etag: '"packed"' };
  const gbk = await fixture('zh-notice');
  const pages = {
    '/kettle': article,
    '/packed': { body: gzipSync(article.body), headers: { ...article.headers, ...packed } },
    '/notice': gbk,
  };
  const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: POLICY } });
  for (let visit = 0; visit < 2; visit++) {
    for (const path of ['/kettle', '/packed']) {
      const { status, headers, body } = await site.ask(path, { agent: ASSISTANT });
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.match(headers.offprint, /;class=agent;by=agent$/);
      assert.match(headers.vary, /User-Agent/);
      for (const name of ['content-encoding', 'etag']) assert.equal(headers[name], undefined);
      const html = body.toString();
      assert.ok(html.includes('<meta charset="utf-8">') && html.includes('<title>'), html.slice(0, 200));
      assert.ok(html.length > 500 && html.length < article.body.length && !/<(nav|script)\b/.test(html), html);
    }
    await registered(site, 1);
  }
  for (const agent of [CRAWLER, PERSON]) {
    const { headers, body } = await site.ask('/kettle', { agent });
    assert.ok(body.equals(article.body), agent);
    assert.equal(headers['content-type'], article.headers['content-type']);
  }
  const whole = await site.ask('/notice', { agent: ASSISTANT });
  assert.ok(whole.body.equals(gbk.body), 'a page without an article stays as it is');
});

test('a page past the bounds goes out whole, as the site sent it', async (t) => {
  const article = await fixture('en-kettle');
  const long = Buffer.concat([article.body, Buffer.from(`<!-- ${'x'.repeat(HOLD_BYTES)} -->`)]);
  // It has changed since it was read, under the same ETag, and states no length.
  let body = article.body;
  const pages = {
    '/long': (_, response) => {
      response.writeHead(200, { ...article.headers, etag: '"long"', 'content-encoding': 'gzip' });
      response.end(gzipSync(body));
    },
  };
  const site = await startSeen(t, { pages, vars: { OFFPRINT_POLICY: POLICY } }, [['/long', { agent: ASSISTANT }]]);
  body = long;
  const { headers } = await site.ask('/long', { agent: ASSISTANT });
  assert.equal(headers['content-type'], article.headers['content-type']);
  assert.match(headers.offprint, /^unknown;unread=length;/);
  assert.equal((await site.stats()).unread.length, 1);
});

test('search engines and archives get the pages that people see', async (t) => {
  const article = await fixture('en-kettle');
  const rules = [{ class: 'search', action: 'clean' }, { action: 'clean' }];
  const site = await startFor(t, { pages: { '/kettle': article }, vars: { OFFPRINT_POLICY: { rules } } });
  assert.ok((await site.ask('/kettle', { agent: CRAWLER })).body.equals(article.body));
  const { errors } = await site.stats();
  assert.match(errors[0].message, /leave `search` out of `clean`/);
});
