// The limits of a verdict: it does nothing where it is not sure, nothing against the page's own statement, and changes
// no index because of a name alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTML, PERSON, page, startSeen } from './support/site.mjs';

const PROVEN = { verifiedBotCategory: 'Search Engine Crawler' };
/** All actions that a verdict can cause. */
const ALL = [
  { verdict: 'same', site: 'same', action: 'redirect' },
  { class: 'training', verdict: ['same', 'partial'], site: 'same', action: 'refuse' },
  { class: 'other', verdict: 'same', site: 'same', action: 'refuse' },
  { verdict: 'same', site: 'cross', action: 'annotate', canonical: true },
];
const AGENTS = ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'CCBot/2.0', 'curl/8.5.0', 'archive.org_bot'];

let number = 100;
/** An article and its copies, with something of their own in their heads or before their texts. */
function article() {
  const own = (number += 2);
  return (copy, { head = '', credit = '' } = {}) => ({
    body: page(own, copy, { head, byline: credit && `Source: ${credit}` }),
    headers: HTML,
  });
}
const canonical = (url) => ({ head: `<link rel="canonical" href="${url}">` });

/** The answers to all kinds of crawlers for a page, on a site where another page was seen. */
async function answersTo(t, { first, second, rules = ALL, cf }) {
  const vars = rules ? { OFFPRINT_POLICY: { rules } } : {};
  const site = await startSeen(t, { pages: { '/first': first, '/second': second }, vars, cf }, [
    ['/first', { agent: PERSON, headers: { host: 'scraper.example' } }],
  ]);
  const answers = [];
  for (const agent of AGENTS) answers.push(await site.ask('/second', { agent }));
  return answers;
}

/** Asserts that an answer is the page as the site sent it, and at most mentions another one. */
function harmless({ status, headers, body }, second) {
  assert.equal(status, 200);
  assert.ok(body.equals(second.body));
  assert.match(headers.offprint, /^(same|different);/);
  assert.ok(!headers.offprint.includes('original='), headers.offprint);
  for (const name of ['link', 'x-robots-tag', 'location']) assert.equal(headers[name], undefined, name);
}

for (const [what, first, second] of [
  ['was seen first', {}, {}],
  [
    'was seen first and bears an early date',
    { head: '<meta property="article:published_time" content="2020-01-01T00:00:00Z">' },
    { head: '<meta property="article:published_time" content="2026-01-01T00:00:00Z">' },
  ],
  ['was seen first, and the honest page states its own address', {}, canonical('http://paper.example/second')],
  ['was seen first and states its own address', canonical('http://scraper.example/first'), {}],
  [
    'was seen first and calls itself the agency that the honest page credits',
    { head: '<meta property="og:site_name" content="Harbour Wire">' },
    { credit: 'Harbour Wire' },
  ],
]) {
  test(`an honest page is not harmed where the other ${what}`, async (t) => {
    for (const cf of [undefined, PROVEN]) {
      const make = article();
      const pages = { first: make(0, first), second: make(3, second) };
      const answers = await answersTo(t, { ...pages, cf });
      for (const answer of answers) harmless(answer, pages.second);
      assert.match(
        answers[0].headers.offprint,
        /^same;score=[01]\.\d{3};first="http:\/\/scraper\.example\/first";confidence=\d\d?;/,
      );
    }
  });
}

test('a copy that credits its original is neither hidden nor refused; a rule sends it with its address', async (t) => {
  const make = article();
  const [first, plain, crediting] = [make(0), make(3), make(6, { credit: 'scraper.example' })];
  for (const answer of await answersTo(t, { first, second: plain, rules: null, cf: PROVEN })) harmless(answer, plain);
  for (const rules of [null, ALL]) {
    for (const { status, headers } of await answersTo(t, { first, second: crediting, rules, cf: PROVEN })) {
      assert.equal(status, 200);
      assert.match(headers.offprint, /;original="http:\/\/scraper\.example\/first";confidence=[6-9]\d;/);
      assert.equal(headers.link, rules ? '<http://scraper.example/first>; rel="canonical"' : undefined);
      assert.equal(headers['x-robots-tag'], undefined);
    }
  }
});

test('a page that states its own address gets no other, whatever the confidence', async (t) => {
  const make = article();
  const own = { ...canonical('http://paper.example/second'), credit: 'scraper.example' };
  const link = '<http://paper.example/second>; rel="canonical"';
  const byHeader = { ...make(3, { credit: 'scraper.example' }), headers: { ...HTML, link } };
  for (const second of [make(3, own), byHeader]) {
    const rules = ALL.slice(3).map((rule) => ({ ...rule, by: ['agent', 'platform'], minConfidence: 0 }));
    for (const { status, headers } of await answersTo(t, { first: make(0), second, rules })) {
      assert.equal(status, 200);
      assert.equal(headers['x-robots-tag'], undefined);
      assert.ok(!headers.link?.includes('scraper.example'));
      assert.match(headers.offprint, /;original="http:\/\/scraper\.example\/first"/);
    }
  }
});
