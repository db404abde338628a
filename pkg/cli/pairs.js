// `offprint pairs`: a verdict on each pair of a list.
import { Signatures, reportPair } from './core.js';
import { FAILED, Failure, warn } from './failure.js';
import { LINES, flag, method, parse, value } from './options.js';
import { flush, printVerdicts } from './output.js';
import { Progress } from './progress.js';
import { readAll } from './reading.js';
import { rows } from './rows.js';
import { catalogue } from './sources.js';
import { tableRows } from './table.js';

const OPTIONS = {
  ...LINES,
  'max-bytes': value,
  docs: value,
  pairs: value,
  fingerprints: value,
  method: value,
  'keep-going': flag,
};

const FINGERPRINTS = [
  { a: true, b: true, a_fingerprint: false, b_fingerprint: false },
  '{"a": "7", "b": "12", "a_fingerprint": "…", "b_fingerprint": "…"}',
];

export async function run(words) {
  const { values } = parse('pairs', words, OPTIONS, []);
  const { docs, pairs, fingerprints } = values;
  if (fingerprints !== undefined && (docs ?? pairs ?? values.method) === undefined) {
    await ofFingerprints(fingerprints, values);
  } else if (fingerprints === undefined && docs !== undefined && pairs !== undefined) {
    return ofDocuments(values);
  } else {
    const advice = 'give both of these, or --fingerprints alone; see `offprint pairs --help`';
    throw new Failure('--docs and --pairs belong together', 'pairs', advice);
  }
  return 0;
}

async function ofFingerprints(path, { plain = false }) {
  for await (const { a, b, a_fingerprint, b_fingerprint } of tableRows(path, ...FINGERPRINTS)) {
    let line;
    try {
      line = reportPair(a, b, a_fingerprint ?? undefined, b_fingerprint ?? undefined, plain);
    } catch (error) {
      throw new Failure(`cannot compare \`${a}\` and \`${b}\` (${error.message})`, path, 'mend or remove this pair');
    }
    await printVerdicts(line);
  }
  await flush();
}

async function ofDocuments(values) {
  const { docs, pairs: path, plain = false, maxBytes } = values;
  const name = method(values);
  const signatures = new Signatures(name);
  const { ids, lines, pairs } = await list(path);
  const { find, failed } = await catalogue(docs);
  const progress = new Progress(ids.length);
  try {
    const documents = named(ids, lines, find, values);
    const sketched = name === 'offprint';
    /** @type {import('./reading.js').Job} */
    const job = { want: 'known', bare: sketched, sketched, settings: { maxBytes } };
    for await (const { made, failure } of readAll(documents, job, isMissing)) {
      progress.add();
      if (failure && !values['keep-going']) throw failure;
      if (failure) warn(failure);
      signatures.add(made, made?.sketch);
    }
  } finally {
    progress.end();
  }
  for (const [a, b] of pairs) await printVerdicts(signatures.report([ids[a], ids[b]], a, b, plain));
  await flush();
  return failed.length ? FAILED : 0;
}

const isMissing = (document) => document.kind === 'missing';

/** The documents of these ids. */
async function* named(ids, lines, find, { docs, pairs, 'keep-going': keepGoing }) {
  for (const [at, id] of ids.entries()) {
    const document = await find(id);
    if (document) {
      yield document;
      continue;
    }
    const advice = keepGoing ? 'its pairs are unknown' : 'add it, or pass --keep-going to call its pairs unknown';
    const missing = new Failure(`no document with the id \`${id}\` in ${docs}`, `${pairs} line ${lines[at]}`, advice);
    if (!keepGoing) throw missing;
    warn(missing);
    yield { id, kind: 'missing' };
  }
}

/** The list of pairs, each id kept once, with the line that first names it. */
async function list(path) {
  /** @type {{ ids: string[], lines: number[], pairs: number[][] }} */
  const { ids, lines, pairs } = { ids: [], lines: [], pairs: [] };
  const numbers = new Map();
  for await (const { row, number } of rows(path, { a: true, b: true }, '{"a": "7", "b": "12"}')) {
    pairs.push(
      [row.a, row.b].map((id) => {
        if (!numbers.has(id)) {
          numbers.set(id, ids.push(id) - 1);
          lines.push(number);
        }
        return numbers.get(id);
      }),
    );
  }
  return { ids, lines, pairs };
}
