// Every surface gives one answer on two pages: the verdict and the score of `offprint compare`, or what follows from
// them for a surface that answers another question (`agreement/mappings.mjs`).
//
// A surface is a line of a table in `agreement/`: its name, how it is asked, and what is expected of it. It is asked
// about all pairs or, if it keeps articles, about all pages as they arrive (`at: 'pages'`). On those in crowds it is to
// agree with `offprint dedupe`, since a page may be like several earlier ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import init, { compare, read } from 'offprint/full';
import * as commandLine from './agreement/command-line.mjs';
import { groups } from './agreement/corpus.mjs';
import * as javascript from './agreement/javascript.mjs';
import * as python from './agreement/python.mjs';
import { folder as temporary } from './folder.mjs';

/** What the others are compared with: on pairs, and on pages of crowds. */
const [ON_PAIRS, ON_CROWDS] = ['offprint compare', 'offprint dedupe, articles'];
/** The largest share of the repeats that may share no key, so that no look-up is asked about them. */
const MOST_KEYLESS = 0.1;

/**
 * @typedef {import('./agreement/corpus.mjs').Page} Page
 * @typedef {{ verdict: string, score?: number, of?: string }} Answer
 * @typedef {{ pages: Page[], leads: (backwards?: boolean) => boolean, isShort: boolean, words?: Answer }} Asked
 * @typedef {{ pairs: (Asked & import('./agreement/corpus.mjs').Group)[], pages: Page[], folder: string }} Corpus
 *   `pages` in the order of their arrival: those of pairs, then those of crowds
 */

/** A pair, and what a surface may make of it besides the verdict. */
function pairOf(group) {
  const [a, b] = group.pages.map(({ article }) => article);
  const isShort = !a.fingerprint && !b.fingerprint;
  const shares = (earlier, later) => later.keys.read.some((key) => earlier.keys.write.includes(key));
  const leads = (backwards = false) => isShort || (backwards ? shares(b, a) : shares(a, b));
  return { ...group, isShort, leads, words: compare(a.fingerprint, b.fingerprint) };
}

/** The answers of a family's surfaces, one after the other. */
async function answered(surfaces) {
  const all = [];
  for (const [name, surface] of Object.entries(await surfaces)) {
    const start = performance.now();
    const said = await surface.ask();
    all.push({ at: 'pairs', ...surface, name, said, seconds: (performance.now() - start) / 1000 });
  }
  return all;
}

/** Whether an answer is the expected one. A score counts if one is expected, and the earlier page if it is named. */
function agrees(said, { verdict, score }, of) {
  if (said.verdict !== verdict || score === undefined) return said.verdict === verdict;
  return said.score?.toFixed(3) === score.toFixed(3) && (!said.of || said.of === of);
}

const shown = ({ verdict, score, of }) => [verdict, score?.toFixed(3), of && `of ${of}`].filter(Boolean).join(' ');

/** Disagreements of one kind are one row, with the first of them. */
function table(rows) {
  const kinds = new Map();
  for (const row of rows) {
    const key = [row.surface, row.group.kind, row.group.hosts, row.expected.verdict, row.said.verdict].join('\t');
    kinds.set(key, [...(kinds.get(key) ?? []), row]);
  }
  return [...kinds.values()].map(([{ surface, group, page, expected, said }, ...more]) =>
    [surface, group.kind, `hosts: ${group.hosts}`, `${page.id} ${group.code}`]
      .concat(`expected ${shown(expected)}`, `got ${shown(said)}`, more.length ? `and ${more.length} more` : [])
      .join(' | '),
  );
}

test('every surface gives one answer on two pages', { timeout: 300_000 }, async () => {
  await init();
  const folder = await temporary();
  const made = groups();
  const pages = [...made.pairs, ...made.crowds].flatMap(({ pages }) => pages);
  for (const page of pages) page.article = await read(page.html, { url: page.url });
  const pairs = made.pairs.map(pairOf);
  const families = [commandLine, javascript, python].map(({ surfaces }) =>
    answered(surfaces({ pairs, pages, folder })),
  );
  const surfaces = (await Promise.all(families)).flat();
  const saidBy = (name) => surfaces.find((surface) => surface.name === name).said;
  const [onPairs, onPages] = [ON_PAIRS, ON_CROWDS].map(saidBy);

  const repeats = pairs.filter((_, i) => ['same', 'partial'].includes(onPairs[i].verdict));
  const keyless = repeats.filter(({ leads }) => !leads());
  assert.ok(keyless.length <= MOST_KEYLESS * repeats.length, `${keyless.length} of ${repeats.length} share no key`);

  const rows = [];
  for (const { name, at, expects, said } of surfaces) {
    assert.equal(said.length, at === 'pages' ? pages.length : pairs.length, name);
    const check = (group, page, expected, answer = { verdict: 'nothing' }, of = null) => {
      if (expected && !agrees(answer, expected, of)) rows.push({ surface: name, group, page, expected, said: answer });
    };
    for (const [i, pair] of pairs.entries()) {
      const [a, b] = pair.pages;
      check(pair, b, expects(onPairs[i], pair), said[at === 'pages' ? 2 * i + 1 : i], a.id);
    }
    let place = 2 * pairs.length;
    for (const group of at === 'pages' ? made.crowds : []) {
      for (const page of group.pages) {
        const alone = { pages: [page], leads: () => true, isShort: false };
        check(group, page, expects(onPages[place], alone), said[place], onPages[place].of);
        place++;
      }
    }
  }
  const counted = surfaces.map(({ name, seconds }) => {
    const count = rows.filter(({ surface }) => surface === name).length;
    return `${String(count).padStart(5)}  ${name} (${seconds.toFixed(1)} s)`;
  });
  const inCrowds = pages.length - 2 * pairs.length;
  const title = `disagreements on ${pairs.length} pairs and ${inCrowds} pages in crowds, by surface:`;
  assert.ok(rows.length === 0, [title, ...counted, '', ...table(rows)].join('\n'));
});
