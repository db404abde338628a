// `offprint origins`: how many independent origins many pages have.
import { Collection } from './core.js';
import { MANY, flag, input, parse } from './options.js';
import { flush, print } from './output.js';
import { Progress } from './progress.js';
import { readAll } from './reading.js';
import { allOf, pathsOf, together } from './sources.js';
import { Tally } from './tally.js';

const OPTIONS = { ...MANY, json: flag, jsonl: flag, csv: flag };

export async function run(words) {
  const { values, given } = parse('origins', words, OPTIONS, ['<PATH>...']);
  const paths = await pathsOf(given, values);
  const options = input(values);
  const found = await together(paths, (path) => allOf(path, options));
  const { maxBytes, seconds, threads } = values;
  /** @type {import('./reading.js').Job} */
  const job = { want: 'known', bare: true, threads, settings: { maxBytes, seconds } };
  const pages = new Collection();
  const progress = new Progress(found.total);
  const seen = new Set();
  // One that comes again is no other page.
  const isKnown = ({ id }) => seen.size === seen.add(id).size;
  const tally = new Tally(found);
  try {
    for await (const { document, made, failure } of readAll(found.documents, job, isKnown)) {
      progress.add();
      if (made) {
        pages.add(document.id, made);
        tally.read();
      }
      if (!failure) continue;
      progress.end();
      tally.fail(failure);
    }
  } finally {
    progress.end();
  }
  await print(values.csv ? pages.table(false) : pages.report(values.form));
  await flush();
  return tally.end();
}
