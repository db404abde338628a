// The life of a story: an address keeps its date for every later text that agrees with an earlier one, even if others
// copy it in between; and an old address lends its date to nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTML, exported, idle, page, paragraphs, published, startFor } from './support/site.mjs';

const PAPER = 'http://paper.example/2026/dam';
/** Who shows a page, and where. */
const PLACES = {
  paper: ['paper.example', '/2026/dam'],
  earlier: ['paper.example', '/2025/dam'],
  amp: ['paper.example', '/amp/dam'],
  print: ['paper.example', '/print/dam'],
  scraper: ['scraper.example', '/s'],
  copy: ['copies.example', '/copy'],
};

const own = (length) => paragraphs(1, length);
const other = (length) => paragraphs(3, length);
/** A page of these paragraphs. */
const of = (...parts) => page(1, 0, { body: parts.flat() });
/** The first paragraphs of the paper's article. */
const text = (length, head = '') => page(1, 0, { length, head });
/** The same in Latin letters, in which a paragraph has fewer samples. */
const latin = (length) => page(2, 0, { length });
const GATED = '<meta itemprop="isAccessibleForFree" content="False">';
const stub = text(3, GATED);
const whole = text(24);
const amp = text(24, `<link rel="canonical" href="${PAPER}">`);
/** A live blog, the newest paragraph first. */
const blog = (from, to) => of(own(60).slice(from, to).reverse());
const corrected = of(own(60).slice(12, 20), other(6), own(60).slice(26, 30));
/** An article that repeats two paragraphs of an earlier one. */
const later = of(own(4), other(2));

/** A page of the paper, and what its answers must not say. */
const paper = (html, not = /scraper\.example/) => ['paper', html, not];
const scraper = (html) => ['scraper', html];
/** A copy, which has to name the paper as first. */
const copy = (html, verdict = 'same') => ['copy', html, verdict];
const grown = [3, 6, 12, 24, 40];
const growth = (copied) => grown.flatMap((n) => [...(n === copied ? [scraper(text(n))] : []), paper(text(n))]);

/** Who shows what, in this order. */
const STORIES = [
  ...[12, 6, 3, 2].map((n) => [`${n} of 24 paragraphs, then all`, [paper(text(n)), scraper(whole), paper(whole)]]),
  ...grown.slice(1).map((n) => [`a growing story, of which the scraper shows ${n} paragraphs first`, growth(n)]),
  [
    'a stub before a paywall, the whole, and the stub again',
    [paper(stub), scraper(whole), paper(whole), copy(whole), paper(stub), copy(whole), paper(whole)],
  ],
  ['a preview of two paragraphs', [paper(latin(2)), scraper(latin(25)), paper(latin(25)), copy(latin(25))]],
  [
    'the scraper shows the beginning, and then the whole',
    [paper(text(3)), copy(text(3)), scraper(text(3)), scraper(whole), paper(whole)],
  ],
  [
    'a live blog, which is corrected',
    [
      ...[paper(blog(0, 6)), paper(blog(0, 12)), scraper(blog(0, 18)), paper(blog(0, 18)), paper(blog(6, 24))],
      ...[scraper(blog(12, 30)), paper(blog(12, 30)), copy(blog(12, 30)), scraper(corrected), paper(corrected)],
    ],
  ],
  [
    'an AMP page and a print view of a version',
    [paper(text(3)), scraper(whole), ['amp', amp], paper(whole), ['amp', amp], ['print', whole]],
  ],
  ['a text in the place of another', [scraper(of(other(24))), paper(whole), scraper(whole), paper(whole)]],
  ['a text before another', [scraper(of(other(3))), paper(whole), scraper(of(own(24), other(3))), paper(whole)]],
  [
    'a text before another that then goes',
    [scraper(of(other(24))), paper(whole), scraper(of(own(24), other(24))), scraper(whole), paper(whole)],
  ],
  ['a stub of the scraper', [scraper(stub), paper(whole), copy(stub, 'partial')]],
  [
    'the scraper shows what is repeated from an earlier article',
    // Both have the two paragraphs: a part of the later article is the scraper's.
    [['earlier', of(other(24))], scraper(of(other(2))), paper(later, /^same/), scraper(later), paper(later, /^same/)],
  ],
];

/** A site, and a visit of a page there: two answers to a crawler, each judged once all earlier claims are settled. */
async function world(t) {
  const pages = {};
  const site = await startFor(t, { pages });
  const visit = async (who, html) => {
    const [host, path] = PLACES[who];
    pages[path] = { body: html, headers: HTML };
    const answers = [];
    for (let time = 0; time < 2; time++) {
      answers.push((await site.ask(path, { headers: { host } })).headers.offprint);
      await published(site);
    }
    return answers;
  };
  return { site, pages, visit };
}

for (const [what, steps] of STORIES) {
  test(`no page of the paper is a copy of the scraper, and all copies are of the paper: ${what}`, async (t) => {
    const { visit, site } = await world(t);
    const [, last, never] = steps.findLast(([who]) => who === 'paper');
    // With other bytes, so that it is judged again.
    for (const [who, html, expected] of [...steps, copy(last), paper(`${last}<!-- changed -->`, never)]) {
      for (const answer of await visit(who, html)) {
        if (who === 'copy') assert.match(answer, new RegExp(`^${expected};.*;first="${PAPER}"`));
        else if (who === 'paper') assert.doesNotMatch(answer, expected);
        else if (['amp', 'print'].includes(who)) assert.doesNotMatch(answer, /scraper\.example/, who);
      }
    }
    const { articles, copies } = await exported(site);
    for (const { verdict, article } of copies.filter(({ url }) => url === PAPER)) {
      assert.doesNotMatch(`${verdict}: ${articles.find(({ id }) => id === article).url}`, never);
    }
  });
}

test('what a story grew to is registered at once, before anybody copies it', async (t) => {
  const { visit, site } = await world(t);
  await visit('paper', text(3));
  const [first, again] = await visit('paper', whole);
  assert.match(first, /;known;changed/);
  assert.match(again, /;known/);
  assert.doesNotMatch(again, /changed/, 'the register holds the new text');
  const { articles } = await exported(site);
  assert.ok(articles.some(({ url, story }) => url === PAPER && story?.version === 2));
  for (const answer of await visit('scraper', whole)) assert.match(answer, new RegExp(`^same;.*;first="${PAPER}"`));
});

test('of a story that changes with every visit, a few versions are kept, and deleted together', async (t) => {
  const { site, pages } = await world(t);
  for (let version = 0; version < 12; version++) {
    pages['/2026/dam'] = { body: of(own(12), paragraphs(101 + 2 * version, 6)), headers: HTML };
    await site.ask('/2026/dam');
    await idle(site);
  }
  const { articles } = await exported(site);
  assert.ok(articles.length > 1 && articles.length <= 6, `${articles.length} versions`);
  const { json } = await site.api('DELETE', `articles/${articles[1].id}`);
  assert.equal(json.articles, articles.length);
  assert.deepEqual((await exported(site)).articles, []);
});
