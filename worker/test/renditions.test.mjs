// Pages that the worker rewrites because of a policy: as Markdown, or as HTML without its noise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { prefersMarkdown } from '../src/policy/headers.js';
import { HOLD_BYTES } from '../src/policy/plan.js';
import { ASSISTANT, CRAWLER, PERSON, fixture, registered, startFor } from './support/site.mjs';

const MARKDOWN = 'text/markdown';
const article = await fixture('en-kettle');
const notice = await fixture('zh-notice');
const TYPE = article.headers['content-type'];

/** A site whose policy has pages rewritten for agents, and what an agent gets of a path. */
async function writing(t, action, pages) {
  const vars = { OFFPRINT_POLICY: { rules: [{ class: ['agent', 'other'], action }] } };
  const site = await startFor(t, { pages, vars });
  const ask = (path, { agent = ASSISTANT, accept = MARKDOWN, onHead } = {}) =>
    site.ask(path, { agent, headers: { accept }, onHead });
  return { site, ask };
}

/** What a site states about the bytes that it sends. */
const OF_BODY = {
  'content-digest': 'sha-256=:x:',
  digest: 'sha-256=x',
  'repr-digest': 'sha-256=:x:',
  signature: 'sig=:x:',
  'signature-input': 'sig=("content-digest")',
  'unencoded-digest': 'sha-256=:x:',
  'use-as-dictionary': 'match="/*"',
  'x-amz-checksum-sha256': 'x',
  'x-goog-hash': 'md5=x',
};

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

/** By action: the type of what is written, the header that it depends on, and what it holds and does not hold. */
const ACTIONS = {
  markdown: { type: 'text/markdown; charset=utf-8', vary: /Accept(,|$)/, holds: /^# /, not: /<(p|div|nav|script)\b/ },
  clean: {
    type: 'text/html; charset=utf-8',
    vary: /User-Agent/,
    holds: /^(?=.*<meta charset="utf-8">).*<title>/s,
    not: /<(nav|script)\b/,
  },
};

for (const [action, { type, vary, holds, not }] of Object.entries(ACTIONS)) {
  test(`the rule \`${action}\` writes articles for its classes alone, and leaves other pages`, async (t) => {
    const packed = { ...article.headers, 'content-encoding': 'gzip', etag: '"packed"', ...OF_BODY };
    const pages = {
      '/kettle': article,
      '/packed': { body: gzipSync(article.body), headers: packed },
      '/notice': notice,
    };
    const { site, ask } = await writing(t, action, pages);
    for (let visit = 0; visit < 2; visit++) {
      for (const path of ['/kettle', '/packed']) {
        const { status, headers, body } = await ask(path);
        assert.deepEqual([status, headers['content-type']], [200, type]);
        assert.match(headers.offprint, /;class=agent;by=agent$/);
        assert.match(headers.vary, vary);
        for (const name of ['content-encoding', 'etag', ...Object.keys(OF_BODY)])
          assert.equal(headers[name], undefined);
        const text = body.toString();
        assert.match(text, holds);
        assert.doesNotMatch(text, not);
        assert.ok(text.length > 500 && text.length < article.body.length);
      }
      await registered(site, 1);
    }
    const html = { agent: ASSISTANT, accept: 'text/html' };
    for (const other of [{ agent: CRAWLER }, { agent: PERSON }, ...(action === 'markdown' ? [html] : [])]) {
      const { headers, body } = await ask('/kettle', other);
      assert.ok(body.equals(article.body), JSON.stringify(other));
      assert.equal(headers['content-type'], TYPE);
    }
    assert.ok((await ask('/notice')).body.equals(notice.body), 'a page without an article stays as it is');
  });

  test(`for the rule \`${action}\`, a page past the bounds goes out whole, as the site sent it`, async (t) => {
    const long = Buffer.concat([article.body, Buffer.from(`<!-- ${'x'.repeat(HOLD_BYTES)} -->`)]);
    // Both changed after they were read, under the same ETag, and state no length.
    let isLater = false;
    let onHead;
    const answered = new Promise((resolve) => (onHead = resolve));
    const pages = {
      '/long': (_, response) => {
        response.writeHead(200, { 'content-type': TYPE, 'content-encoding': 'gzip', etag: '"long"' });
        response.end(gzipSync(isLater ? long : article.body));
      },
      '/slow': async (_, response) => {
        response.writeHead(200, { 'content-type': TYPE, etag: '"slow"' });
        response.write(article.body.subarray(0, 500));
        if (isLater) await answered;
        response.end(article.body.subarray(500));
      },
    };
    const { site, ask } = await writing(t, action, pages);
    for (const path of Object.keys(pages)) assert.equal((await ask(path)).headers['content-type'], type);
    await registered(site, 1);
    isLater = true;
    const { body, headers } = await ask('/long');
    assert.equal(headers['content-type'], TYPE);
    assert.match(headers.offprint, /^unknown;unread=length;/);
    assert.equal((await site.stats()).unread.length, 1);
    assert.ok(gunzipSync(body).equals(long));

    const slow = await ask('/slow', { onHead });
    assert.deepEqual([slow.headers['content-type'], slow.headers.offprint], [TYPE, 'unknown;error']);
    assert.ok(slow.body.equals(article.body));
    // It ended only because the worker began to answer.
    assert.equal((await site.stats()).failures.late, 1, 'its time was used up');
  });
}

test('search engines and archives get the pages that people see', async (t) => {
  const rules = [{ class: 'search', action: 'clean' }, { action: 'clean' }];
  const site = await startFor(t, { pages: { '/kettle': article }, vars: { OFFPRINT_POLICY: { rules } } });
  assert.ok((await site.ask('/kettle', { agent: CRAWLER })).body.equals(article.body));
  const { errors } = await site.stats();
  assert.match(errors[0].message, /leave `search` out of `clean`/);
});
