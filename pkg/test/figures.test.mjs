// What the documents say in figures is so: sizes, and how short a text is too short.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Fingerprint, read } from 'offprint';
import { figures, places } from '../../tools/scripts/sizes.mjs';

/** How far a figure may be off: compilers and compressors differ a little from machine to machine. */
const OFF = 0.02;

const document = (name) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

test('the sizes of the modules are what the documents say', async () => {
  for (const [name, pattern, written, values] of places()) {
    const text = await document(name);
    for (const [i, [start, end]] of figures(text, pattern).entries()) {
      const [said, is] = [text.slice(start, end), written(values[i])].map((figure) =>
        Number(figure.replaceAll(',', '')),
      );
      // One in the last place is rounding.
      assert.ok(
        Math.abs(said - is) <= Math.max(OFF * is, 1),
        `${name} says ${said} where it is ${is}: run \`node tools/scripts/sizes.mjs\``,
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
    const [, ...told] = (await document(name)).match(/(\d+) Han characters or (\d+) words/);
    for (const [text, n] of [
      [han, Number(told[0])],
      [words, Number(told[1])],
    ]) {
      const isKnown = async (length) => (await read(`<title>T</title><p>${text(length)}.`)).fingerprint !== null;
      assert.deepEqual([await isKnown(n), await isKnown(Math.floor(0.8 * n))], [true, false], `${name}: ${n}`);
    }
  }
});

test('fingerprints and keys are as the documents say', async () => {
  const article = await read(await readFile(new URL('../../tests/pages/zh-dam-original/page.html', import.meta.url)));
  const { keys, fingerprint } = article;
  const said = async (name, pattern) => (await document(name)).match(pattern).slice(1).map(Number);
  assert.deepEqual(await said('README.md', /kept under (\d+) keys and looked up by (\d+),/), [
    keys.write.length,
    keys.read.length,
  ]);
  const [bytes, written] = await said('extension/README.md', /its fingerprint of some (\d+) bytes, and (\d+) keys/);
  assert.equal(written, keys.write.length);
  assert.ok(Math.abs(Fingerprint.toBytes(fingerprint).length - bytes) < 0.05 * bytes);
});

test('look-ups are as fast as the measurement has it', async () => {
  const [, microseconds] = (await document('README.md')).match(
    /among a million\s+articles half of the look-ups take less than (\d+) microseconds/,
  );
  const rows = (await document('docs/index.md')).matchAll(
    /^\| 1000000 \| (?:memory|file) \|.*\| (\d+) \| \d+ \| (\d+) \| \d+ \|$/gm,
  );
  const medians = [...rows].flatMap(([, hit, miss]) => [Number(hit), Number(miss)]);
  assert.equal(medians.length, 4);
  const most = Math.max(...medians);
  assert.ok(most <= microseconds && most > 0.8 * microseconds, `it is ${most}`);
});
