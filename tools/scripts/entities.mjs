// Writes src/decode/data/entity_names.rs: the named character references of HTML.
//
//   npm install --no-save character-entities@2.0.2 character-entities-legacy@3.0.0
//   node tools/scripts/entities.mjs > src/decode/data/entity_names.rs
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(pathToFileURL(`${process.cwd()}/`));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const { characterEntities } = await load('character-entities');
const { characterEntitiesLegacy } = await load('character-entities-legacy');

const escaped = (text) =>
  text.replace(/["\\]/g, '\\$&').replace(/[^\x21-\x7e]/gu, (c) => {
    const code = c.codePointAt(0);
    // Marks, spaces and controls are hard to see; letters and symbols are written as they are.
    return /[\p{L}\p{Sm}\p{So}\p{Sc}]/u.test(c) ? c : `\\u{${code.toString(16).toUpperCase()}}`;
  });

const buckets = new Map();
for (const name of Object.keys(characterEntities).sort()) {
  // It would end its own line.
  if (characterEntities[name] === '\n') continue;
  const bucket = buckets.get(name[0]) ?? [];
  // The first letter selects the bucket.
  bucket.push(`${name.slice(1)} ${escaped(characterEntities[name])}`);
  buckets.set(name[0], bucket);
}
const rows = (entries) => {
  const lines = [];
  let line = '';
  for (const entry of entries) {
    if (line.length + entry.length > 88) {
      lines.push(line);
      line = '';
    }
    line += `${entry}\\n`;
  }
  lines.push(line);
  return lines.map((l) => `"${l}",`);
};
const table = (lines) =>
  lines.length === 1 ? `    ${lines[0]}` : `    concat!(\n        ${lines.join('\n        ')}\n    ),`;

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const tables = letters.map((letter) => table(rows(buckets.get(letter))));
process.stdout.write(`//! The named character references of the HTML standard.
//!
//! Made by \`tools/scripts/entities.mjs\` from the packages character-entities 2.0.2 and
//! character-entities-legacy 3.0.0 (MIT); do not edit.

/// For each first letter, A to Z and a to z, sorted lines of the rest of a name, a space, and what it
/// stands for; without the line feed.
#[rustfmt::skip]
pub(crate) const NAMES: [&str; 52] = [
${tables.join('\n')}
];

/// The names that may do without a semicolon.
#[rustfmt::skip]
pub(crate) const LEGACY: &[&str] = &[
    ${rows([...characterEntitiesLegacy].sort())
      .join('\n    ')
      .replace(/\\n"/g, '"')
      .replace(/\\n/g, '", "')}
];
`);
