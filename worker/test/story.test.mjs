// The life of a story: an address keeps its date for every later text that agrees with an earlier one, even if others
// copy it in between; and an old address lends its date to nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTML, page, paragraphs } from './support/articles.mjs';
import { exported, startFor } from './support/site.mjs';
import { idle, until } from './support/waits.mjs';

const STORY = '/2026/dam';
const SCRAPED = '/s';
const GATE = '<meta itemprop="isAccessibleForFree" content="False">';
const PAPER = 'http://paper.example/2026/dam';
const SCRAPER = /scraper\.example/;

const html = (body) => ({ body, headers: HTML });
/** A text of the paper's article with this many of its paragraphs. */
const text = (length, more) => html(page(1, 0, { length, ...more }));
/** A page whose bytes have changed, so that its finding is made anew; else it is recalled for ten minutes. */
const inOtherBytes = ({ body, headers }) => ({ body: `${body}<!-- changed -->`, headers });
/** The paper's article, and more. */
const joined = (length, added) => html(page(1, 0, { body: [...paragraphs(1, length), ...added] }));
const other = (length) => paragraphs(3, length);

/** A paper, a scraper, and others that copy; pages can be changed between visits. */
async function world(t, pages = {}) {
  const site = await startFor(t, { pages });
  const settled = async () => {
    const { claims, settled, registered, published } = await site.stats();
    return claims === settled && registered <= published;
  };
  /** The header of a page's answer to a crawler, and of a second answer once all claims have been settled. */
  const visit = async (path, host) => {
    const answers = [];
    for (let time = 0; time < 2; time++) {
      answers.push((await site.ask(path, { headers: { host } })).headers.offprint);
      await until(settled, 'the register');
    }
    return answers;
  };
  const paper = (page) => visit(STORY, 'paper.example', (pages[STORY] = page));
  const scraper = (page) => visit(SCRAPED, 'scraper.example', (pages[SCRAPED] = page));
  const copier = (page, path = '/copy') => visit(path, 'copies.example', (pages[path] = page));
  return { site, pages, visit, paper, scraper, copier };
}

/** Asserts that no answer names the scraper. */
function assertOwn(answers, what) {
  for (const answer of answers) assert.doesNotMatch(answer, SCRAPER, what);
}

/** Asserts that all answers name the paper as first. */
function assertOfPaper(answers, verdict = 'same') {
  for (const answer of answers) {
    assert.match(answer, new RegExp(`^${verdict};`));
    assert.match(answer, new RegExp(`;first="${PAPER}"`));
  }
}

for (const [what, first, last] of [
  ['twice as long', 12, 24],
  ['four times as long', 6, 24],
  ['eight times as long', 3, 24],
]) {
  test(`a story that became ${what} is not taken by a scraper that showed the whole first`, async (t) => {
    const { paper, scraper, copier, site } = await world(t);
    await paper(text(first));
    await scraper(text(last));
    assertOwn(await paper(text(last)), 'the paper');
    assertOfPaper(await copier(text(last)));
    assertOwn(await paper(inOtherBytes(text(last))), 'the paper again');
    const { articles } = await exported(site);
    assert.ok(articles.some(({ url, story }) => url === PAPER && story?.version === 2));
  });
}

test('no scraper between any two versions of a growing story takes it', async (t) => {
  const lengths = [3, 6, 12, 24, 40];
  for (let copied = 1; copied < lengths.length; copied++) {
    const { paper, scraper, copier, site } = await world(t);
    for (const [version, length] of lengths.entries()) {
      if (version === copied) await scraper(text(length));
      assertOwn(await paper(text(length)), `version ${version}, copied ${copied}`);
    }
    assertOfPaper(await copier(text(40)));
    await site.stop();
  }
});

test('what a story grew to is registered at once, before anybody copies it', async (t) => {
  const { paper, scraper, copier } = await world(t);
  await paper(text(3));
  const [first, again] = await paper(text(24));
  assert.match(first, /;known;changed/);
  assert.match(again, /;known/);
  assert.doesNotMatch(again, /changed/, 'the register holds the new text');
  assertOfPaper(await scraper(text(24)));
  assertOfPaper(await copier(text(3)), 'same');
});

test('a whole replaces the stub that the paper showed before its paywall', async (t) => {
  const { paper, scraper, copier } = await world(t);
  await paper(text(3, { head: GATE }));
  await scraper(text(24));
  assertOwn(await paper(text(24)), 'the paper');
  assertOfPaper(await copier(text(24)));
  // Gated again, it is still the paper's.
  assertOwn(await paper(text(3, { head: GATE })), 'gated again');
  assertOfPaper(await copier(text(24), '/another'));
});

test('corrections and a live blog keep their address and date', async (t) => {
  const { paper, scraper, copier } = await world(t);
  const all = paragraphs(1, 60);
  const blog = (from, to) => html(page(1, 0, { body: all.slice(from, to).reverse() }));
  for (const to of [6, 12, 18, 24, 30]) {
    const shown = blog(Math.max(0, to - 18), to);
    if (to === 18 || to === 30) await scraper(shown);
    assertOwn(await paper(shown), `updated to ${to}`);
  }
  assertOfPaper(await copier(blog(12, 30)));
  const corrected = [...all.slice(12, 20), ...other(6), ...all.slice(26, 30)];
  await scraper(html(page(1, 0, { body: corrected })));
  assertOwn(await paper(html(page(1, 0, { body: corrected }))), 'corrected');
});

test('the AMP page and the print view of a version are not copies of the scraper', async (t) => {
  const { paper, scraper, visit, pages } = await world(t);
  await paper(text(3));
  await scraper(text(24));
  pages['/amp/dam'] = text(24, { head: `<link rel="canonical" href="${PAPER}">` });
  pages['/print/dam'] = text(24);
  assertOwn(await visit('/amp/dam', 'paper.example'), 'AMP');
  assertOwn(await paper(text(24)), 'the paper');
  assertOwn(await visit('/amp/dam', 'paper.example'), 'AMP again');
  assertOwn(await visit('/print/dam', 'paper.example'), 'print');
});

test('an old address lends its date to no stolen article', async (t) => {
  for (const [what, before, stolen] of [
    ['in the place of another text', html(page(3, 0)), [text(24)]],
    ['behind another text', html(page(1, 0, { body: other(3) })), [joined(24, other(3))]],
    ['behind a text that then goes', html(page(1, 0, { body: other(24) })), [joined(24, other(24)), text(24)]],
  ]) {
    const { paper, scraper, copier, site } = await world(t);
    await scraper(before);
    await paper(text(24));
    for (const page of stolen) await scraper(page);
    assertOwn(await paper(text(24)), what);
    assertOfPaper(await copier(text(24)));
    assert.doesNotMatch(JSON.stringify((await exported(site)).copies), /"url":"http:\/\/paper/, what);
    await site.stop();
  }
});

test('a scraper that copies the beginning, and then the whole before it is seen, takes nothing', async (t) => {
  const { paper, scraper, copier } = await world(t);
  await paper(text(3));
  assertOfPaper(await scraper(text(3)));
  await scraper(text(24));
  assertOwn(await paper(text(24)), 'the paper');
  assertOfPaper(await copier(text(24)));
});

test('a text taken from an earlier article lends its date to no later one', async (t) => {
  const { paper, scraper, copier, visit, pages } = await world(t);
  // The paper repeats two paragraphs of an earlier article in a later one.
  const background = other(24).slice(0, 2);
  pages['/2025/dam'] = html(page(3, 0));
  await visit('/2025/dam', 'paper.example');
  await scraper(html(page(1, 0, { body: background })));
  const later = html(page(1, 0, { body: [...paragraphs(1, 4), ...background] }));
  await paper(later);
  await scraper(later);
  for (const answer of await paper(later)) assert.doesNotMatch(answer, /^same/);
  assertOfPaper(await copier(later));
});

test('of a story that changes with every visit, a few versions are kept', async (t) => {
  const { site, pages } = await world(t);
  const all = paragraphs(1, 12);
  for (let version = 0; version < 12; version++) {
    pages[STORY] = html(page(1, 0, { body: [...all, ...paragraphs(101 + 2 * version, 6)] }));
    await site.ask(STORY);
    await idle(site);
  }
  const { articles } = await exported(site);
  assert.ok(articles.length > 1 && articles.length <= 4, `${articles.length} versions`);
  const { json } = await site.api('DELETE', `articles/${articles[1].id}`);
  assert.equal(json.articles, articles.length, 'an article is deleted in all its versions');
  assert.deepEqual((await exported(site)).articles, []);
});

test('a gated page matches the whole article, not the stub that a scraper showed first', async (t) => {
  const { paper, scraper, copier } = await world(t);
  await scraper(text(3, { head: GATE }));
  await paper(text(24));
  assertOfPaper(await copier(text(3, { head: GATE })), 'partial');
});
