// `offprint compare`: the verdict on two articles.
import { Document, reportComparison } from './core.js';
import { Failure } from './failure.js';
import { isAddress } from './fetch.js';
import { flag, method, parse, value } from './options.js';
import { flush, printVerdicts } from './output.js';
import { readOne } from './reading.js';
import { exists, file } from './sources.js';

const OPTIONS = { json: flag, jsonl: flag, method: value, timeout: value };
const CODES = { same: 0, partial: 0, different: 1, unknown: 3 };

export async function run(words) {
  const {
    values,
    given: [a, b],
  } = parse('compare', words, OPTIONS, ['<A>', '<B>']);
  const name = method(values);
  const sides = [await article(a, name, values), await article(b, name, values)];
  const [verdict, text] = reportComparison(name, a, sides[0], b, sides[1], values.form);
  await printVerdicts(text);
  await flush();
  return CODES[verdict];
}

async function article(side, method, values) {
  if (await exists(side)) return readOne(file(side), values);
  if (isAddress(side)) return readOne({ id: side, kind: 'address', url: side }, values);
  let document;
  try {
    document = Document.ofFingerprint(side);
  } catch (error) {
    const what =
      error.code === 'fingerprint_text'
        ? 'neither a file nor a fingerprint'
        : `no file, and no good fingerprint (${error.message})`;
    throw new Failure(what, short(side), 'check the path, or paste the whole fingerprint');
  }
  if (method === 'offprint') return document;
  const advice = 'name the page it was made from, or leave out --method';
  throw new Failure('a fingerprint of the method offprint', short(side), advice);
}

/** As much of a fingerprint as can be told apart. */
function short(text) {
  const characters = [...text];
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text;
}
