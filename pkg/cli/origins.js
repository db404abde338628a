// `offprint origins`: how many independent origins many pages have.
import { Collection } from './core.js';
import { FAILED, warn } from './failure.js';
import { MANY, flag, input, parse } from './options.js';
import { flush, print } from './output.js';
import { Progress } from './progress.js';
import { readAll } from './reading.js';
import { allOf, pathsOf, together } from './sources.js';

const OPTIONS = { ...MANY, json: flag, jsonl: flag, csv: flag };

export const HELP = `\
Count the independent origins of many pages: forty with one agency's story have one

Usage: offprint origins [OPTIONS] <PATH>...

  <PATH>  a folder of pages and .txt files, a file of lines {"id", "title", "text"}, a web
          archive (.warc, .warc.gz), a feed (.rss, .atom, .xml, or with --as feed), an http or https
          address of one of the last two, or - for one of them on standard input

      --json               print a JSON object
      --jsonl              print a JSON object in one line
      --csv                print a table of all pages (RFC 4180)
      --as page|feed|warc  what PATH is, if name and beginning do not tell
      --feed-content       take the content that the feed has, instead of fetching what it links to
      --timeout SECONDS    the longest that a page may take to come [default: 30]
      --max-bytes BYTES    read no more than this of a page: bytes, or 500K, 50M, 2G [default: 8M]
      --files-from FILE    a file that names more paths, one a line; - for standard input
      --threads N          threads that read; as many as there are cores unless given

Prints a sentence, and below it each origin with its pages. Pages that share their text are a cluster; what
it goes back to is told by what its pages state (canonical addresses, credits, times) and by the text
that all others come closest to, and is unsaid where these do not tell. Pages of one publisher count
once. All of it is stated by the pages themselves, so it is as honest as they are.

--json prints an object: sentence; origins with source, original, confidence, grounds and pages;
clusters with original, representative, size, density, members and links, who took it from whom;
alone; unknown. --csv prints a table with a row for each page.

What cannot be read is told on standard error, and stays out; the exit code is then 2.

A file may also hold lines that \`offprint read --jsonl\` has printed: they are not read again.

Examples:
  offprint origins pages/
  offprint origins crawl.warc.gz --json
`;

export async function run(words) {
  const { values, given } = parse('origins', words, OPTIONS, ['<PATH>...']);
  const paths = await pathsOf(given, values);
  const found = await together(paths, (path) => allOf(path, input(values)));
  const { maxBytes, seconds, threads } = values;
  /** @type {import('./reading.js').Job} */
  const job = { want: 'known', bare: true, threads, settings: { maxBytes, seconds } };
  const pages = new Collection();
  const progress = new Progress(found.total);
  const seen = new Set();
  // One that comes again is no other page.
  const isKnown = ({ id }) => seen.size === seen.add(id).size;
  let code = found.failed ? FAILED : 0;
  try {
    for await (const { document, made, failure } of readAll(found.documents, job, isKnown)) {
      progress.add();
      if (made) pages.add(document.id, made);
      if (!failure) continue;
      progress.end();
      warn(failure);
      code = FAILED;
    }
  } finally {
    progress.end();
  }
  await print(values.csv ? pages.table(false) : pages.report(values.form));
  await flush();
  return code;
}
