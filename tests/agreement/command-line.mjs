// The surfaces of the command line. All but `compare`, which takes two pages, answer in one run, or in two.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NATIVE, run } from '../../pkg/test/support/cli.mjs';
import { folded, linked } from './answers.mjs';
import { clustered, judged, keyed, lookedUp, ungated } from './mappings.mjs';

/** Runs of `compare` at a time. */
const AT_ONCE = 3;

/** Standard output of a run; the codes of verdicts are no failure. */
async function output(...words) {
  const { code, out, err } = await run(NATIVE, words);
  if (![0, 1, 3].includes(code)) throw new Error(`offprint ${words.join(' ')}: exit code ${code}: ${err}`);
  return out;
}
const lines = async (...words) => (await output(...words)).trimEnd().split('\n').map(JSON.parse);
const object = async (...words) => JSON.parse(await output(...words));

async function several(items, work) {
  const results = [];
  const rest = items.entries();
  const next = async () => {
    for (const [i, item] of rest) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return results;
}

/** @param {import('../agreement.test.mjs').Corpus} corpus */
export async function surfaces({ pairs, pages, folder }) {
  const at = (...names) => join(folder, ...names);
  const write = (name, text) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
    return at(name);
  };
  const listed = (name, rows) => write(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const sides = pairs.map(({ pages }) => pages);
  const seconds = new Set(sides.map(([, b]) => b));
  // A page states its address, since no option of these commands can.
  for (const page of pages) {
    write(`${seconds.has(page) ? 'second' : 'first'}/${page.id}.html`, page.html);
    write(`pages/${page.id}.html`, page.html);
  }
  for (const [a] of sides) write(`of-pairs/${a.id}.html`, a.html);
  for (const [, b] of sides) write(`of-pairs/${b.id}.html`, b.html);
  const [all, first, second, ofPairs] = ['pages', 'first', 'second', 'of-pairs'].map((name) => at(name));
  const file = ({ id }) => at('pages', `${id}.html`);
  const articles = await output('read', '--jsonl', all);
  const texts = pages.map(({ id, url, article: { title, text } }) => ({ id, url, title, text }));
  const named = sides.map(([a, b]) => ({ a: a.id, b: b.id }));
  const fingerprints = sides.map(([a, b]) => ({
    ...{ a: a.id, a_url: a.url, a_fingerprint: a.article.fingerprint },
    ...{ b: b.id, b_url: b.url, b_fingerprint: b.article.fingerprint },
  }));
  const inPages = (said) => {
    const byId = new Map(said.map((line) => [line.id, line]));
    return pages.map(({ id }) => byId.get(id));
  };
  const deduped = async (...words) => inPages(await lines('dedupe', ...words));
  const ids = new Map(sides.flat().map(({ id }, place) => [id, place]));
  const place = (id) => ids.get(id);

  return {
    'offprint compare': {
      expects: judged,
      ask: () => several(sides, ([a, b]) => object('compare', '--json', file(a), file(b))),
    },
    'offprint dedupe, articles': {
      at: 'pages',
      expects: lookedUp,
      ask: () => deduped(write('articles.jsonl', articles)),
    },
    // With the memory of their site, pages would have other texts.
    'offprint dedupe, pages': { at: 'pages', expects: lookedUp, ask: () => deduped(all, '--no-site-memory') },
    'offprint dedupe, texts': {
      ...{ at: 'pages', expects: ungated(lookedUp) },
      ask: () => deduped(listed('texts.jsonl', texts)),
    },
    'offprint dedupe --index': {
      ...{ at: 'pages', expects: lookedUp },
      ask: async () => {
        const index = ['--index', at('seen.offprint')];
        const said = await lines('dedupe', first, ...index);
        return inPages([...said, ...(await lines('dedupe', second, ...index))]);
      },
    },
    'offprint index merge, dedupe --against': {
      expects: lookedUp,
      ask: async () => {
        const [merged, other] = [at('merged.offprint'), at('other.offprint')];
        await lines('dedupe', first, '--index', other);
        await lines('dedupe', listed('none.jsonl', [{ id: 'none', text: 'None.' }]), '--index', merged);
        await output('index', merged, 'merge', other);
        const said = await deduped(second, '--against', merged);
        return said.filter(Boolean);
      },
    },
    'offprint pairs': {
      expects: judged,
      ask: () => lines('pairs', '--docs', all, '--pairs', listed('pairs.jsonl', named)),
    },
    'offprint pairs --fingerprints': {
      expects: keyed(judged),
      ask: () => lines('pairs', '--fingerprints', listed('fingerprints.jsonl', fingerprints)),
    },
    'offprint origins': {
      expects: clustered,
      ask: async () => {
        const { clusters } = await object('origins', '--json', ofPairs);
        const placed = (link) => ({ ...link, copy: place(link.copy), source: place(link.source) });
        return linked(
          pairs,
          clusters.map(({ links }) => ({ links: links.map(placed) })),
        );
      },
    },
    'offprint fold': {
      expects: clustered,
      ask: async () => {
        const ofSides = articles.split('\n').filter((line) => line && ids.has(JSON.parse(line).id));
        const { groups } = await object('fold', '--json', write('results.jsonl', ofSides.join('\n')));
        const placed = (other) => ({ ...other, result: place(other.result), of: place(other.of) });
        return folded(
          pairs,
          groups.map(({ others }) => ({ others: others.map(placed) })),
        );
      },
    },
  };
}
