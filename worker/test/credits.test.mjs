// What strangers add to a page, such as a reader's comment, makes no other page the original of its article.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTML, page, startSeen, until } from './support/site.mjs';

const PROVEN = { verifiedBotCategory: 'Search Engine Crawler' };
const POLICY = { rules: [{ verdict: 'same', site: 'cross', action: 'annotate', canonical: true }] };
const EARLY = { head: '<meta property="article:published_time" content="2020-01-01T00:00:00Z">' };
const LATE = { head: '<meta property="article:published_time" content="2026-01-02T00:00:00Z">' };
const at = (host) => ({ headers: { host } });

/** A copy of the article. */
const make = (copy, stated) => ({ body: page(502, copy, stated), headers: HTML });

/** A page with a piece of markup before or after the end of its article, before its text, or within that. */
function withPiece({ body, headers }, { before = '', middle = '', inside = '', after = '' }) {
  const html = body.toString('utf8');
  const half = html.indexOf('<p>', html.length / 2);
  const pieced = `${html.slice(0, half)}${middle}${html.slice(half)}`
    .replace('</h1>', `</h1>${before}`)
    .replace('</article>', `${inside}</article>${after}`);
  assert.notEqual(pieced, html);
  return { body: Buffer.from(pieced), headers };
}

/** The parameters of the answer for a page of a host. */
async function findingFor(site, path, host) {
  const { headers } = await site.ask(path, at(host));
  const of = (name) => headers.offprint.match(new RegExp(`;${name}="([^"]*)"`))?.[1];
  const confidence = Number(headers.offprint.match(/;confidence=(\d+)/)?.[1]);
  return { headers, original: of('original'), first: of('first'), copy: of('copy'), confidence };
}

const CREDIT = 'Source: evil.example';
const comment = (text) =>
  `<section id="comments" class="comments"><ol><li class="comment"><p>${text}</p></li></ol></section>`;
for (const [where, piece] of [
  ['a comment below the article', { after: comment(CREDIT) }],
  ['a comment inside the article', { inside: comment(CREDIT) }],
  ['a comment with the class of sources', { after: `<div class="comments"><p class="source">${CREDIT}</p></div>` }],
  ['a comment with a link', { after: comment('via <a href="http://evil.example/x">evil.example</a>') }],
  ['a comment without any mark', { after: `<div><p>${CREDIT}</p></div>` }],
  ['a comment at the end of the text', { inside: `<p>${CREDIT}</p>` }],
  ['an advertisement in an aside', { before: `<aside class="ad"><p>${CREDIT}</p></aside>` }],
  ['a box next to the article', { after: `<aside><h3>Weather</h3><p class="source">${CREDIT}</p></aside>` }],
  ['a caption', { before: `<figure><img src="/1.jpg" alt=""><figcaption>${CREDIT}</figcaption></figure>` }],
  ['a comment in Chinese', { after: comment('来源：evil.example') }],
  ['a comment before others', { after: comment(`${CREDIT}</p></li><li class="comment"><p>What a long wall it was.`) }],
  ['a comment after others', { after: comment(`I saw the wall.</p></li><li class="comment"><p>${CREDIT}`) }],
  [
    "a link that is marked as a reader's",
    { inside: `<p>Source: <a rel="ugc" href="http://evil.example/x">evil.example</a>` },
  ],
  ['a name in a guest book', { before: '<p class="byline">By evil.example</p>' }],
  [
    'the credit of a photograph',
    { before: '<figure><img src="/1.jpg"><figcaption>Photo: evil.example</figcaption></figure>' },
  ],
  ['the source of a chart within the text', { middle: `<p class="source">${CREDIT}</p>` }],
  [
    'the source of a picture within the text',
    { middle: '<figure><img src="/1.jpg"><figcaption>Image source: evil.example</figcaption></figure>' },
  ],
  ['a box of related articles', { after: `<aside class="related"><h3>More</h3><p>${CREDIT}</p></aside>` }],
]) {
  test(`${where} makes no other page the original`, async (t) => {
    const pages = { '/evil': make(3, EARLY), '/honest': withPiece(make(0, LATE), piece), '/third': make(6) };
    const strict = { pages, vars: { OFFPRINT_POLICY: POLICY }, cf: PROVEN };
    const site = await startSeen(t, strict, [['/evil', at('evil.example')]]);
    const { headers, original, confidence } = await findingFor(site, '/honest', 'paper.example');
    assert.match(headers.offprint, /^same;/);
    assert.equal(original, undefined, headers.offprint);
    assert.ok(confidence < 60, headers.offprint);
    assert.deepEqual([headers.link, headers['x-robots-tag']], [undefined, undefined]);
    // Nor if the honest page is first: then the other is not a late original, nor the original of a third page.
    const other = await startSeen(t, { pages }, [['/honest', at('paper.example')]]);
    const late = await findingFor(other, '/evil', 'evil.example');
    assert.equal(late.copy, undefined, late.headers.offprint);
    await until(async () => (await other.stats()).copies === 1, 'the copy');
    const third = await findingFor(other, '/third', 'copies.example');
    assert.deepEqual([third.first, third.original], ['http://paper.example/honest', undefined], third.headers.offprint);
    // Nor with the settings as they are delivered.
    for (const { headers } of [late, third, await findingFor(other, '/honest', 'paper.example')]) {
      assert.deepEqual([headers.link, headers['x-robots-tag'], headers.location], [undefined, undefined, undefined]);
    }
  });
}
