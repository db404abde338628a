// The words of the site, in both languages.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { words as relation } from '../relation.js';
import { words as related } from '../../shared/relation-words.js';
import { converters } from '../traditional.js';
import { words } from '../words.js';

const VIEWS = ['home', 'look', 'compare', 'folder'];
const all = [
  ['shell', words],
  ['relation', relation],
  ['relation-words', related],
  ...(await Promise.all(VIEWS.map(async (view) => [view, (await import(`../${view}.js`)).words]))),
];

test('both languages say the same things, with the same values', () => {
  const values = (text) =>
    typeof text === 'string' ? [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort() : null;
  for (const [name, { en, zh }] of all) {
    assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort(), name);
    for (const key of Object.keys(en)) {
      const [one, other] = [values(en[key]), values(zh[key])];
      if (one && other) assert.deepEqual(other, one, `${name}.${key}`);
    }
  }
});

test('Chinese has Chinese punctuation', () => {
  for (const [name, { zh }] of all) {
    for (const [key, text] of Object.entries(zh)) {
      const foreign = /\p{Script=Han}[,;:?!]|[,;?!]\p{Script=Han}|(?<!…)…(?!…)/u;
      assert.doesNotMatch(String(text), foreign, `${name}.${key}`);
    }
  }
});

test('Traditional Chinese is made of Simplified, in the words of Taiwan', async () => {
  const [characters, terms] = await Promise.all(
    ['traditional', 'taiwan'].map((name) => readFile(new URL(`../data/${name}.txt`, import.meta.url), 'utf8')),
  );
  const traditional = converters(characters, terms);
  assert.equal(traditional.characters('三座水库已经蓄满 A'), '三座水庫已經蓄滿 A');
  assert.equal(traditional.words('“复制”文件，两篇互不相干'), '「複製」檔案，兩篇互不相干');
  for (const [name, { zh }] of all) {
    for (const [key, text] of Object.entries(zh)) {
      assert.doesNotMatch(traditional.words(String(text)), /[这们个页网为头发后里]|文檔|相幹|復制/, `${name}.${key}`);
    }
  }
});
