// `offprint pairs`: a verdict on each pair of a list.
import { Signatures, reportPair } from './core.js';
import { FAILED, Failure, warn } from './failure.js';
import { LINES, flag, method, parse, value } from './options.js';
import { flush, print } from './output.js';
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

export const HELP = `\
Compare the pairs of a list

Usage: offprint pairs [OPTIONS] --docs <FOLDER|FILE> --pairs <FILE>
       offprint pairs [OPTIONS] --fingerprints <FILE>

      --docs FOLDER|FILE   a folder of pages and .txt files, or a file of lines {"id", "title", "text"}
      --pairs FILE         a file of lines {"a", "b"}, the ids of two documents
      --fingerprints FILE  a file of lines {"a", "b", "a_fingerprint", "b_fingerprint"} in the place of
                           both, a .parquet file with such columns, or - for lines on standard input
      --method NAME        how to compare [default: offprint] (not with --fingerprints)
      --plain              print lines for people
      --jsonl              print one JSON object a line: what it does without being told
      --max-bytes BYTES    read no more than this of a page: bytes, or 500K, 50M, 2G [default: 8M]
      --threads N          threads that read; as many as there are cores unless given
      --keep-going         call a pair unknown if one of its documents is missing or cannot be read,
                           instead of stopping

Prints a line for each pair, in the order of the list,
{"a", "b", "verdict", "score", "close", "gated", "rewritten"}, or with --plain one for people. \`close\`: a
slightly different measurement would change the verdict. \`gated\`: one of the two is only the beginning of
an article, before a paywall: they are partial at most. \`rewritten\`: how likely one is the other in other
words, 0 to 1; it is missing where that cannot be said, as by fingerprints alone. Each document is read
once, and only if a pair names it.
The list may hold other fields beside a and b: they are not looked at.

Examples:
  offprint pairs --docs pages/ --pairs pairs.jsonl > verdicts.jsonl
  offprint pairs --fingerprints candidates.parquet > verdicts.jsonl
`;

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
    await print(line);
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
  for (const [a, b] of pairs) await print(signatures.report([ids[a], ids[b]], a, b, plain));
  await flush();
  return failed ? FAILED : 0;
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
