// Paths that are open to every client, and paths that only look like them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpen } from '../src/policy/open.js';
import { ARCHIVE, CRAWLER, GPT, HTML, PERSON, page, startFor } from './support/site.mjs';
import { words } from '../../tests/words.mjs';

const HEX = '0123456789abcdef';
const OPEN = words`
  /robots.txt /llms.txt /ai.txt /rsl.xml /license.xml /security.txt /humans.txt /ads.txt /app-ads.txt /trust.txt
  /favicon.ico
  /.well-known/ /.well-known/security.txt /.well-known/acme-challenge/x_-~1
  /.well-known/webfinger?resource=acct:a@paper.example
  /.well-known/webfinger?resource=acct%3Aa%40paper.example&rel=self
  /feed /feed/ /rss /rss.xml /atom.xml /feed.xml /feed.json /index.rdf
  /news-sitemap.xml /sitemaps/2026.xml.gz /sitemap/2.xml /news/sitemap_index.xml.gz
  /sitemap.xml /sitemap.xml.gz /sitemap_index.xml /sitemap-news-2.xml /wp-sitemap-posts-post-1.xml
  /google${HEX}.html /BingSiteAuth.xml /yandex_${HEX}.html /baidu_verify_AbC012dEf9.html
  /baidu_verify_codeva-AbC012dEf9.html /naver${HEX}${HEX}.html /pinterest-0a1b2.html
  /sogousiteverification.txt /shenma-site-verification.txt /ByteDanceVerify.html`;
const CLOSED = words`
  / /robots.txt/2 /robots.txt?p=2 /robots.txt? /robots.txt. /robots.txt;2 /robots.txt%20 /robots%2etxt /Robots.txt
  /2?/robots.txt //robots.txt /news/robots.txt /llms-full.txt
  /.well-known /.Well-Known/security.txt /.well-known/../2 /.well-known/..%2f2 /.well-known/..;/2
  /.well-known/%2e%2e/2 /.well-known/..\2 /.well-known/security.txt?p=2 /news/.well-known/security.txt
  /.well-known/webfinger?p=2 /.well-known/webfinger?resource=a&p=2 /.well-known/webfinger?resource=a;p=2
  /sitemap.xml?p=2 /sitemap.xml.html /sitemap%2f2.xml /sitemap.html /sitemaps/dam /sitemaps/../dam.xml
  /feed/dam /feed?p=2 /news/feed.html /rss.html /2.xml
  /google-article.html /google${HEX} /google${HEX}0.html /google${HEX.slice(1)}.html /google${HEX.toUpperCase()}.html
  /google${HEX}.html?p=2 /google${HEX}.html. /news/google${HEX}.html /googleverificationbyx.html /bingsiteauth.xml
  /yandex_article.html /yandex_0123456789abcdeg.html /baidu_verify_article.html /baidu_verify_an-article.html
  /naver-article.html /pinterest-article.html`;
const at = (path, method = 'GET') => ({ url: `https://paper.example${path}`, method });

test('files that a site has for machines are open, by GET and HEAD', () => {
  for (const path of OPEN) {
    assert.deepEqual(
      ['GET', 'HEAD', 'POST', 'PUT'].map((method) => isOpen(at(path, method))),
      [true, true, false, false],
      path,
    );
  }
});

test('paths that only look like one of them are not open', () => {
  for (const path of CLOSED) assert.equal(isOpen(at(path)), false, path);
  for (const url of ['', '/robots.txt', 'robots.txt']) assert.equal(isOpen({ url, method: 'GET' }), false, url);
});

const ALL = ['search', 'agent', 'training', 'archive', 'other'];
/** Whatever the verdict is. */
const BY_VERDICT = [
  { verdict: ['same', 'partial'], site: 'same', action: 'refuse', minConfidence: 0 },
  { verdict: ['different', 'unknown'], action: 'refuse' },
];
const AGENTS = [CRAWLER, PERSON, GPT, ARCHIVE, 'curl/8.0'];
const article = { body: page(1, 0), headers: { ...HTML, etag: '"1"' } };
/** An article at every address, as on sites that answer to any. */
const pages = new Proxy({}, { get: () => article });

for (const [what, rules, near] of [
  ['refuses everybody', [{ class: ALL, action: 'refuse' }], 403],
  ['refuses by verdict', BY_VERDICT, 403],
  ['gives Markdown', [{ class: ['training', 'other'], action: 'markdown' }], 200],
  ['cleans', [{ class: ['training', 'other'], action: 'clean' }], 200],
]) {
  test(`a policy that ${what} leaves them alone, though they are sent as HTML`, async (t) => {
    const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: { rules } } });
    // The second time, a finding could be recalled.
    for (const path of [...OPEN, ...OPEN.slice(0, 4)]) {
      for (const agent of AGENTS) {
        const answer = await site.ask(path, { agent, headers: { accept: 'text/markdown' } });
        assert.equal(answer.status, 200, `${path} ${agent}`);
        assert.ok(answer.body.equals(article.body), `${path} ${agent}`);
        for (const name of ['offprint', 'vary', 'link']) assert.equal(answer.headers[name], undefined);
        assert.equal(answer.headers.etag, article.headers.etag);
      }
    }
    const { pages: read, claims, unread } = await site.stats();
    assert.deepEqual([read, claims, unread.open], [0, 0, (OPEN.length + 4) * AGENTS.length]);
    for (const path of [`/google-article.html`, `/robots.txt?p=2`, '/sitemap.html']) {
      assert.equal((await site.ask(path, { agent: 'curl/8.0' })).status, near, path);
    }
  });
}

test('sitemaps and licences that robots.txt names are open as well', async (t) => {
  const robots = `User-agent: *
Disallow: /
Sitemap: http://paper.example/maps/all.php?page=1
Sitemap: http://other.example/news
License: http://paper.example/terms
`;
  const named = { '/robots.txt': { body: robots, headers: { 'content-type': 'text/plain' } } };
  const all = new Proxy(named, { get: (files, path) => files[path] ?? article });
  const stated = { stated: 'no', action: 'refuse' };
  for (const rules of [[stated], [...BY_VERDICT, stated]]) {
    const site = await startFor(t, { pages: all, vars: { OFFPRINT_POLICY: { rules } } });
    for (const [path, status] of [
      ['/maps/all.php?page=1', 200],
      ['/terms', 200],
      ['/maps/all.php?page=2', 403],
      ['/maps/all.php', 403],
      ['/news', 403],
    ]) {
      assert.equal((await site.ask(path, { agent: 'curl/8.0' })).status, status, path);
    }
    assert.equal((await site.stats()).unread.open, 2);
  }
});
