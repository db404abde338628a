// `offprint read`: the article of a page, or of each of many.
import { Failure } from './failure.js';
import { MANY, flag, input, parse, value } from './options.js';
import { flush, print } from './output.js';
import { Progress } from './progress.js';
import { readAll } from './reading.js';
import { isFolder, pathsOf, sources, together } from './sources.js';
import { Table } from './table.js';
import { Tally } from './tally.js';

const OPTIONS = {
  ...MANY,
  json: flag,
  jsonl: flag,
  'content-type': value,
  url: value,
  explain: flag,
  iscc: flag,
  markdown: flag,
  html: flag,
  output: value,
};

export async function run(words) {
  const { values, given } = parse('read', words, OPTIONS, ['<PATH>...']);
  const paths = await pathsOf(given, values);
  const [path] = paths;
  const { form } = values;
  const other = ['json', 'jsonl', 'explain', 'iscc', 'html'].find((option) => values[option]);
  if (values.output !== undefined && other) {
    throw new Failure(`--${other} is for what is printed`, values.output, `leave out --output or --${other}`);
  }
  // A folder is told from a page before it is looked into.
  const alone = ['json', 'url'].find((option) => values[option] !== undefined);
  const manyPages = alone && (paths.length > 1 || (await isFolder(path)));
  const options = input(values);
  const open = (path) => sources(path, options);
  const { documents, total, one, failed } = manyPages ? { documents: [] } : await together(paths, open);
  if (alone && !one) {
    throw new Failure(`--${alone} is for one page`, path, 'name a page of this folder, or use --jsonl alone');
  }
  const { maxBytes, seconds, threads, url, iscc = false, explain = false, markdown = false, html = false } = values;
  /** @type {import('./reading.js').Job} */
  const job = {
    threads,
    settings: { maxBytes, seconds, url, contentType: values['content-type'], markup: markdown || html },
    ...(values.output === undefined
      ? { want: 'report', form: { form, headed: !one, iscc, explain, markdown, html } }
      : { want: 'row' }),
  };
  const table = values.output === undefined ? undefined : new Table(values.output);
  const progress = new Progress(total);
  const tally = new Tally({ failed, one });
  try {
    for await (const { made, failure } of readAll(documents, job)) {
      progress.add();
      if (failure) {
        progress.end();
        tally.fail(failure);
        continue;
      }
      tally.read();
      if (table) table.add(made);
      else await print(made);
    }
    table?.end();
  } finally {
    table?.drop();
    progress.end();
    await flush();
  }
  return tally.end();
}
