// The figures in the documents are right: sizes, and the shortest text that has a fingerprint.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Fingerprint, read } from 'offprint';
import { figures, places } from '../../tools/scripts/sizes.mjs';

/** How far a figure may be off: compilers and compressors differ a little from machine to machine. */
const OFF = 0.02;

const document = (name) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
/** The text of a document, in which a line may end at any space. */
const proseOf = async (name) => (await document(name)).replace(/\s+/g, ' ');

test('the sizes of the modules are what the documents say', async () => {
  for (const [name, pattern, written, values] of places()) {
    const text = await document(name);
    for (const [i, [start, end]] of figures(text, pattern).entries()) {
      const [stated, is] = [text.slice(start, end), written(values[i])].map((figure) =>
        Number(figure.replaceAll(',', '')),
      );
      // One in the last place is rounding.
      assert.ok(
        Math.abs(stated - is) <= Math.max(OFF * is, 1),
        `${name} says ${stated} where it is ${is}: run \`node tools/scripts/sizes.mjs\``,
      );
    }
  }
});

/** A text of so many Han characters or words, all of them different. */
const han = (n) => Array.from({ length: n }, (_, i) => String.fromCharCode(0x4e00 + 31 * i)).join('');
const words = (n) =>
  Array.from({ length: n }, (_, i) => `${'bcdfghjklm'[i % 10]}${'aeiou'[Math.floor(i / 10)]}rn`).join(' ');

test('a text as short as the documents say is too short', async () => {
  for (const name of ['README.md', 'pkg/README.md', 'extension/README.md']) {
    const [, ...limits] = (await proseOf(name)).match(/(\d+) Han characters or (\d+) words/);
    for (const [text, n] of [
      [han, Number(limits[0])],
      [words, Number(limits[1])],
    ]) {
      const isKnown = async (length) => (await read(`<title>T</title><p>${text(length)}.`)).fingerprint !== null;
      assert.deepEqual([await isKnown(n), await isKnown(Math.floor(0.8 * n))], [true, false], `${name}: ${n}`);
    }
  }
});

test('fingerprints and keys are as the documents say', async () => {
  const article = await read(await readFile(new URL('../../tests/pages/zh-dam-original/page.html', import.meta.url)));
  const { keys, fingerprint } = article;
  const stated = async (name, pattern) => (await proseOf(name)).match(pattern).slice(1).map(Number);
  assert.deepEqual(await stated('README.md', /stored under (\d+) keys and looked up by (\d+),/), [
    keys.write.length,
    keys.read.length,
  ]);
  const [bytes, written] = await stated('extension/README.md', /its fingerprint of some (\d+) bytes, and (\d+) keys/);
  assert.equal(written, keys.write.length);
  assert.ok(Math.abs(Fingerprint.toBytes(fingerprint).length - bytes) < 0.05 * bytes);
});

test('the README states the measured speed of look-ups', async () => {
  const [, ...stated] = (await proseOf('README.md')).match(
    /among a million articles takes (\d+) µs on disk and (\d+) µs in memory/,
  );
  const index = await document('docs/index.md');
  for (const [i, store] of ['file', 'memory'].entries()) {
    const [, hit, miss] = index.match(
      new RegExp(`^\\| 1000000 \\| ${store} \\|.*\\| (\\d+) \\| \\d+ \\| (\\d+) \\| \\d+ \\|$`, 'm'),
    );
    assert.equal(Number(stated[i]), Math.max(hit, miss), store);
  }
});

/** The cells of the first row of a document that has a name in its first column. */
const row = async (name, first) => {
  const rows = (await document(name)).split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((line) =>
    line
      .replaceAll('*', '')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells.find(([cell]) => cell.startsWith(first)) ?? assert.fail(`${name} has no row ${first}`);
};

test('the README states the measured figures of alternatives', async () => {
  const [extraction, verdict, methods, speed, meta] = await Promise.all(
    ['extraction', 'verdict', 'methods', 'speed', 'meta'].map(async (name) =>
      JSON.parse(await document(`research/results/${name}.json`)),
    ),
  );
  const article = (f1) =>
    ['zh pooled', 'aeb'].map((set) => f1(extraction.sets.find((row) => row.set === set)).toFixed(3)).join(' / ');
  const unseen = verdict.ways.find(({ set, read }) => set === 'reprint' && read === 'pages, by site').scores;
  const minhash = methods.methods.find(({ method }) => method === 'minhash').scores;
  const stated = (name) => {
    const { title, author_f1, day } = meta.find(({ set, tool }) => set === 'all' && tool.startsWith(name));
    return [title, author_f1, day].map((figure) => figure.toFixed(3)).join(' / ');
  };
  const time = (program) => speed.reading.rows.find(({ name }) => name === program).times.toFixed(2);
  assert.equal(minhash.partial, 0);
  for (const [name, ...cells] of [
    [
      'Offprint',
      article(({ by_site }) => by_site.f1),
      stated('Offprint'),
      `${unseen.same.toFixed(3)} / ${unseen.partial.toFixed(3)}`,
      '1',
    ],
    ['Readability', article(({ others }) => others['readability-lxml']), '–', '–', time('Readability on linkedom')],
    ['resiliparse', '–', '–', '–', time('resiliparse')],
    ['trafilatura', article(({ others }) => others.trafilatura), stated('trafilatura'), '–', time('trafilatura')],
    ['newspaper4k', '–', stated('newspaper4k'), '–', '–'],
    ['MinHash', '–', '–', `${minhash.same.toFixed(3)} / –`, '–'],
  ])
    assert.deepEqual((await row('README.md', name)).slice(2), cells, name);
});
