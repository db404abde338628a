// `offprint read`: the article of a page, or of each of many.
import { FAILED, Failure, warn } from './failure.js';
import { INPUT, flag, input, parse, value } from './options.js';
import { flush, print } from './output.js';
import { Progress } from './progress.js';
import { readAll } from './reading.js';
import { isFolder, sources } from './sources.js';
import { Table } from './table.js';

const OPTIONS = {
  ...INPUT,
  json: flag,
  jsonl: flag,
  'content-type': value,
  url: value,
  explain: flag,
  iscc: flag,
  markdown: flag,
  html: flag,
  'max-bytes': value,
  output: value,
};

export const HELP = `\
Read the article off a page: title, text, credit, fingerprint

Usage: offprint read [OPTIONS] <PAGE>

  <PAGE>  a page, a folder of pages, a web archive (.warc, .warc.gz), a feed (RSS, Atom, JSON Feed), an
          http or https address of any of these, or - for standard input

      --json                  print one JSON object (one page only)
      --jsonl                 print one JSON object a line, one line a page
      --markdown              print the body alone as Markdown; in JSON and tables beside the rest
      --html                  print the body alone as HTML, without scripts, styles and classes
      --output FILE           write a table instead, .ndjson or .parquet, a row a page; its columns
                              are in docs/sql/README.md
      --content-type VALUE    the page's HTTP Content-Type header: helps to find the charset
      --url URL               the address of the page, for the record (one page only)
      --explain               show every block of the page, and by which rule it was dropped
      --iscc                  give the ISCC Text-Code of the body too (ISO 24138, 64 bits)
      --max-bytes BYTES       read no more than this of a page [default: 8388608]
      --as page|feed|warc     what PAGE is, if name and beginning do not tell
      --feed-content          take the content that the feed has, instead of fetching what it links to
      --timeout SECONDS       the longest that a page may take to come [default: 30]

A folder stands for all pages in it and in its folders, sorted by path: files that end in .html, .htm,
.xhtml, .xht or .shtml, and any others that begin like a document of HTML. The id of a page is its path
in the folder without the ending, or with it if two would have the same. What was skipped is told on
standard error. A .txt file is taken for the text of an article; what is packed by gzip is unpacked.
Of a web archive the HTML answers with status 200 are read, and HTML resources; their id is their
address.

What is no page at all, an image or a PDF, is \`other\`, and \`mediaType\` says what it is. A page, or a
record of an archive, that cannot be read is told on standard error, the others are still read, and the
exit code is 2.

Examples:
  offprint read page.html
  offprint read https://example.org/news --json
  offprint read pages/ --jsonl > articles.jsonl
  offprint read crawl.warc.gz --output pages.parquet
`;

export async function run(words) {
  const {
    values,
    given: [path],
  } = parse('read', words, OPTIONS, ['<PAGE>']);
  const { form } = values;
  const other = ['json', 'jsonl', 'explain', 'iscc', 'html'].find((option) => values[option]);
  if (values.output !== undefined && other) {
    throw new Failure(`--${other} is for what is printed`, values.output, `leave out --output or --${other}`);
  }
  // A folder is told from a page before it is looked into.
  const alone = ['json', 'url'].find((option) => values[option] !== undefined);
  const manyPages = alone && (await isFolder(path));
  const { documents, total, one, failed } = manyPages ? { documents: [] } : await sources(path, input(values));
  if (alone && !one) {
    throw new Failure(`--${alone} is for one page`, path, 'name a page of this folder, or use --jsonl alone');
  }
  const { maxBytes, seconds, url, iscc = false, explain = false, markdown = false, html = false } = values;
  /** @type {import('./reading.js').Job} */
  const job = {
    settings: { maxBytes, seconds, url, contentType: values['content-type'], markup: markdown || html },
    ...(values.output === undefined
      ? { want: 'report', form: { form, headed: !one, iscc, explain, markdown, html } }
      : { want: 'row' }),
  };
  const table = values.output === undefined ? undefined : new Table(values.output);
  const progress = new Progress(total);
  let code = failed ? FAILED : 0;
  try {
    for await (const { made, failure } of readAll(documents, job)) {
      progress.add();
      if (failure) {
        progress.end();
        warn(failure);
        code = FAILED;
      } else if (table) table.add(made);
      else await print(made);
    }
    table?.end();
  } finally {
    table?.drop();
    progress.end();
    await flush();
  }
  return code;
}
