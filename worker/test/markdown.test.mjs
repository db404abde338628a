import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { prefersMarkdown } from '../src/policy/headers.js';
import { ASSISTANT, CRAWLER, PERSON } from './support/clients.mjs';
import { fixture, startFor } from './support/site.mjs';
import { registered } from './support/waits.mjs';

test('Markdown is for clients that prefer it', () => {
  for (const [accept, expected] of [
    ['text/markdown', true],
    ['text/markdown, text/html;q=0.9', true],
    ['TEXT/Markdown;charset=utf-8, */*;q=0.1', true],
    ['text/html, text/markdown;q=0.5', false],
    ['text/markdown;q=0', false],
    ['text/html,application/xhtml+xml,*/*;q=0.8', false],
    ['*/*', false],
    ['', false],
    [null, false],
  ]) {
    assert.equal(prefersMarkdown(accept), expected, `${accept}`);
  }
});

test('an agent that asks for Markdown gets the article as Markdown, by policy', async (t) => {
  const article = await fixture('en-kettle');
  const headers = { ...article.headers, 'content-encoding': 'gzip' };
  const pages = {
    '/kettle': article,
    '/packed': { body: gzipSync(article.body), headers: { ...headers, etag: '"packed"' } },
    '/notice': await fixture('zh-notice'),
  };
  const vars = { OFFPRINT_POLICY: { rules: [{ class: ['agent', 'other'], action: 'markdown' }] } };
  const site = await startFor(t, { pages, vars });
  const ask = (path, agent = ASSISTANT, accept = 'text/markdown') => site.ask(path, { agent, headers: { accept } });
  for (let visit = 0; visit < 2; visit++) {
    for (const path of ['/kettle', '/packed']) {
      const { status, headers, body } = await ask(path);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
      assert.match(headers.offprint, /;class=agent;by=agent$/);
      assert.match(headers.vary, /Accept(,|$)/);
      assert.equal(headers['content-encoding'], undefined);
      assert.equal(headers.etag, undefined);
      const text = body.toString();
      assert.match(text, /^# /);
      assert.ok(text.length > 500 && !/<(p|div|nav|script)\b/.test(text), text.slice(0, 200));
    }
    await registered(site, 1);
  }
  for (const [agent, accept] of [
    [ASSISTANT, 'text/html'],
    [CRAWLER, 'text/markdown'],
    [PERSON, 'text/markdown'],
  ]) {
    const { headers, body } = await ask('/kettle', agent, accept);
    assert.ok(body.equals(article.body), `${agent} ${accept}`);
    assert.equal(headers['content-type'], article.headers['content-type']);
  }
  assert.ok((await ask('/notice')).body.equals(pages['/notice'].body), 'a page without an article stays as it is');
});

test('a page that cannot be written within the bounds goes out whole, as HTML', async (t) => {
  const article = await fixture('en-kettle');
  const { 'content-type': type } = article.headers;
  const long = Buffer.concat([article.body, Buffer.from(`<!-- ${'x'.repeat(3 << 20)} -->`)]);
  // Both have changed since they were read, under the same ETag, and state no length.
  let isLater = false;
  let onHead;
  const answered = new Promise((resolve) => (onHead = resolve));
  const pages = {
    '/long': (_, response) => {
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', etag: '"long"' });
      response.end(gzipSync(isLater ? long : article.body));
    },
    '/slow': async (_, response) => {
      response.writeHead(200, { 'content-type': type, etag: '"slow"' });
      response.write(article.body.subarray(0, 500));
      if (isLater) await answered;
      response.end(article.body.subarray(500));
    },
  };
  const vars = { OFFPRINT_POLICY: { rules: [{ class: 'agent', action: 'markdown' }] } };
  const site = await startFor(t, { pages, vars });
  const visit = async (path, onHead) => {
    const answer = await site.ask(path, { agent: ASSISTANT, headers: { accept: 'text/markdown' }, onHead });
    return { ...answer, type: answer.headers['content-type'] };
  };
  for (const path of ['/long', '/slow']) assert.equal((await visit(path)).type, 'text/markdown; charset=utf-8');
  await registered(site, 1);
  isLater = true;
  const { body, headers, ...answer } = await visit('/long');
  assert.equal(answer.type, type);
  assert.match(headers.offprint, /^unknown;unread=length;/);
  assert.equal((await site.stats()).unread.length, 1);
  assert.ok(gunzipSync(body).equals(long));

  const slow = await visit('/slow', onHead);
  assert.equal(slow.type, type);
  assert.equal(slow.headers.offprint, 'unknown;error');
  assert.ok(slow.body.equals(article.body));
  // It came to an end only because the worker began to answer.
  assert.equal((await site.stats()).failures.late, 1, 'its time was used up');
});

test('without a rule no client gets Markdown', async (t) => {
  const article = await fixture('en-kettle');
  const site = await startFor(t, { pages: { '/kettle': article } });
  const { body } = await site.ask('/kettle', { agent: ASSISTANT, headers: { accept: 'text/markdown' } });
  assert.ok(body.equals(article.body));
});
