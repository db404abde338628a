// Without a policy, crawlers get one more header, and no response changes in any other way.

import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as clients from './support/clients.mjs';
import { HTML, page, registered, startFor } from './support/site.mjs';

const AGENTS = Object.values(clients);
const ELSEWHERE = 'copies.example';
/** What one connection has, and not the response. */
const OF_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

const html = (body, more = {}) => ({ headers: { ...HTML, ...more }, body });
const credited = (stated) => html(page(2, 3, stated));
const linked = (rel) => ({ head: `<link rel="${rel}" href="http://paper.example/first">` });
const named = (name) => ({ head: `<meta name="${name}" content="http://paper.example/first">` });
/** Copies of the article at /first, each with a different statement about its source. */
const COPIES = {
  '/plain': html(page(2, 3)),
  '/source': credited({ byline: 'Source: paper.example' }),
  '/from': credited({ byline: 'Originally published at <a href="http://paper.example/first">paper.example</a>' }),
  '/syndicated': credited(named('syndication-source')),
  '/original': credited(named('original-source')),
  '/dc': credited(named('dc.source')),
  '/canonical': credited(linked('canonical')),
  '/based': credited({
    head:
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle",' +
      '"isBasedOn":"http://paper.example/first"}</script>',
  }),
  '/part': html(page(2, 3, { length: 12, byline: 'Source: paper.example' })),
};
const OTHERS = {
  '/etag': html(page(4, 0), { etag: '"v1"', 'last-modified': 'Mon, 02 Mar 2026 08:00:00 GMT' }),
  '/vary': html(page(6, 0), { vary: 'Accept-Language', 'cache-control': 'public, max-age=60' }),
  '/links': html(page(8, 0), { link: '</style.css>; rel=preload', 'x-robots-tag': 'noarchive' }),
  '/cookie': html(page(10, 0), { 'set-cookie': ['a=1; Path=/', 'b=2'] }),
  '/private': html(page(12, 0), { 'cache-control': 'private' }),
  '/noindex': html(page(14, 0), { 'x-robots-tag': 'noindex', 'content-security-policy': "default-src 'self'" }),
  '/gzip': html(gzipSync(page(16, 0)), { 'content-encoding': 'gzip', digest: 'sha-256=x' }),
  '/short': html('<p>Short.'),
  '/style.css': { headers: { 'content-type': 'text/css', etag: '"s"' }, body: 'p { margin: 0 }' },
  '/data': { headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' }, body: '{}' },
  '/moved': { status: 301, headers: { location: '/first' } },
  '/gone': { status: 410, headers: HTML, body: '<p>Gone.' },
  '/broken': { status: 503, headers: { ...HTML, 'retry-after': '60' }, body: '<p>Later.' },
};

/** The headers of the site's own response. */
function headersOf(origin, path, method, agent) {
  return new Promise((resolve) => {
    const options = { method, agent: false, headers: { 'user-agent': agent } };
    const asked = http.request(origin + path, options, (response) => {
      response.resume();
      resolve(response.headers);
    });
    asked.end();
  });
}

test('without a policy no header changes but Offprint', { timeout: 120_000 }, async (t) => {
  const pages = { '/first': html(page(2, 0)), ...COPIES, ...OTHERS };
  const site = await startFor(t, { pages });
  await site.ask('/first');
  await registered(site, 1);
  let compared = 0;
  const [copies, changed] = [new Set(), new Set()];
  for (const path of Object.keys(pages)) {
    for (const agent of AGENTS) {
      for (const method of ['GET', 'HEAD']) {
        const host = path in COPIES ? ELSEWHERE : 'paper.example';
        const { headers } = await site.ask(path, { agent, method, headers: { host } });
        const own = await headersOf(site.behind, path, method, agent);
        if (/;original="/.test(headers.offprint)) copies.add(path);
        const names = new Set([...Object.keys(headers), ...Object.keys(own)]);
        for (const name of OF_CONNECTION) names.delete(name);
        for (const name of names)
          if (String(headers[name]) !== String(own[name]))
            changed.add(name === 'offprint' ? name : `${path} ${name}: ${own[name]} → ${headers[name]}`);
        compared++;
      }
    }
  }
  assert.deepEqual([...changed], ['offprint']);
  assert.ok(compared > 200 && copies.size >= 5, `${compared} responses, originals of ${[...copies]}`);
});
