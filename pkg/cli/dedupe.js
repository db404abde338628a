// `offprint dedupe`: articles in the order of their arrival, each looked up among the earlier ones.
import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { Sites, Stream } from './core.js';
import { FAILED, Failure, warn } from './failure.js';
import { MANY, LINES, flag, input, method, parse, value } from './options.js';
import { flush, print } from './output.js';
import { Progress } from './progress.js';
import { readAll } from './reading.js';
import { allOf, catalogue, ids, isMany, pathsOf, together } from './sources.js';

const OPTIONS = {
  ...MANY,
  ...LINES,
  order: value,
  index: value,
  'no-site-memory': flag,
  method: value,
};

export const HELP = `\
Find the reprints in a stream of articles

Usage: offprint dedupe [OPTIONS] <PATH>...

  <PATH>  a folder of pages and .txt files, a file of lines {"id", "title", "text"}, a web
          archive (.warc, .warc.gz), a feed (.rss, .atom, .xml, or with --as feed), an http or https
          address of one of the last two, or - for one of them on standard input

      --order FILE         a file of lines {"id"}: the articles that arrive, in this order (of a folder
                           or a list). Without it all do, files sorted by path, others as listed
      --index FILE         a file to keep the index in between runs, made if there is none: lines of
                           JSON, and none that the native program keeps (method offprint only)
      --no-site-memory     read each page by itself, whatever stands on others of its site
      --method NAME        how to compare [default: offprint]
      --plain              print lines for people
      --jsonl              print one JSON object a line: what it does without being told
      --as page|feed|warc  what PATH is, if name and beginning do not tell
      --feed-content       take the content that the feed has, instead of fetching what it links to
      --timeout SECONDS    the longest that a page may take to come [default: 30]
      --max-bytes BYTES    read no more than this of a page: bytes, or 500K, 50M, 2G [default: 8M]
      --files-from FILE    a file that names more paths, one a line; - for standard input
      --threads N          threads that read; as many as there are cores unless given

Articles arrive one by one. Each is looked up by its keys and compared with every earlier article
found. The nearest decides (of equals the earliest); for \`same\`, half of those found of its class
must agree. Then it is stored under its own keys, in the class of what it is the same as, unless it
is too short. (The methods of the papers do not store copies.)

Prints a line for each article,
{"id", "verdict", "of", "reads", "score", "known", "gated"}, or with --plain one for people. \`of\` is the
earlier article, null if the verdict is different or unknown; \`reads\` is the number of keys looked up; \`gated\` says
that it is only the beginning of an article, before a paywall, and so partial at most (null if the page is not read or
has too little text). An article without a forerunner is different. With --method credit a line has \`occurrences\`
too: how many pages of its article have arrived, the page itself included.

An id is judged once. When it comes again, in this run or a later one with the same --index, the
page is not read: the first verdict is repeated, with \`known\` true and no reads. So an interrupted
run can be started again, and no page is taken for a reprint of itself. Give a page whose content
has changed a new id.

The pages of a folder or of an archive in a file are read twice. What stands on other articles of a host
(disclaimers, teasers, "about us") counts less as part of an article; the first reading finds out what that is.
The host is that of a page's address, or else of the address which it states as its own. With --no-site-memory
every page is read once, by itself, and so it is with --index: which other pages there are must not depend on
the run.

What cannot be read is told on standard error, and stays out; the others are still judged, and the
exit code is 2.

Examples:
  offprint dedupe pages/ --index seen.jsonl > verdicts.jsonl
  offprint dedupe https://example.org/feed.xml --index seen.jsonl --plain
`;

export async function run(words) {
  const { values, given } = parse('dedupe', words, OPTIONS, ['<PATH>...']);
  const name = method(values);
  if (values.index !== undefined && name !== 'offprint') {
    const what = 'only the method and the extractor offprint can be kept in a file';
    throw new Failure(what, values.index, 'leave out --index, or --method and --extractor');
  }
  const stream = new Stream(name, values.plain ?? false);
  const index = values.index === undefined ? undefined : new Kept(values.index, stream);
  const { documents, total, failed, again } = await arriving(await pathsOf(given, values), values);
  const { maxBytes, seconds, threads } = values;
  const settings = { maxBytes, seconds };
  const hasMemory = again && !values['no-site-memory'] && !index;
  const siteOf = hasMemory && (await sitesOf(again(), total, settings, threads));
  /** @type {import('./reading.js').Job} */
  const job = { want: 'known', bare: name === 'offprint', threads, settings };
  const progress = new Progress(total);
  let code = failed ? FAILED : 0;
  try {
    for await (const {
      document: { id },
      made,
      failure,
    } of readAll(siteOf ? onSites(documents, siteOf) : documents, job, ({ id }) => stream.knows(id))) {
      progress.add();
      if (failure) {
        progress.end();
        warn(failure);
        code = FAILED;
        continue;
      }
      const isNew = !stream.knows(id);
      const line = stream.arrive(id, made);
      // It is kept before it is printed, so that a printed line stays true.
      if (isNew) index?.add(id, made.fingerprint);
      await print(line);
    }
  } finally {
    progress.end();
    await flush();
  }
  return code;
}

/** @returns {Promise<import('./sources.js').Found>} */
async function arriving(paths, values) {
  const { order } = values;
  const [docs] = paths;
  if (order === undefined) return together(paths, (path) => allOf(path, input(values)));
  if (paths.length > 1) {
    const { failed, again } = await together(paths, (path) => allOf(path, input(values)));
    if (!again) throw new Failure('--order is for folders, files or one list', docs, 'leave out --order');
    const files = new Map();
    for await (const document of again()) files.set(document.id, document);
    const all = () => ordered(async (id) => files.get(id), order);
    return { documents: all(), failed, again: all };
  }
  if (await isMany(docs, values)) throw new Failure('--order is for a folder or a list', docs, 'leave out --order');
  const { find, failed, isFolder } = await catalogue(docs);
  const again = isFolder ? () => ordered(find, order) : undefined;
  return { documents: ordered(find, order), failed, again };
}

/** The documents that a file names, in its order. */
async function* ordered(find, order) {
  for await (const {
    row: { id },
    number,
  } of ids(order)) {
    const document = await find(id);
    if (!document) {
      const place = `${order} line ${number}`;
      throw new Failure(`no document with the id \`${id}\``, place, 'add the document or remove the line');
    }
    yield document;
  }
}

/** What a host is known by before any page of it was read. */
const NOTHING = new Uint8Array();

/**
 * Reads all documents, to find out what stands on the pages of each host. What cannot be read is told when it is its
 * turn.
 * @returns {Promise<(id: string) => Uint8Array | undefined>} the memory of the host of a document
 */
async function sitesOf(documents, total, settings, threads) {
  const sites = new Sites();
  const numbers = new Map();
  const asked = new Set();
  const wasAsked = ({ id }) => asked.has(id) || !asked.add(id);
  const progress = new Progress(total);
  /** @type {import('./reading.js').Job} */
  const job = { want: 'seen', threads, settings };
  try {
    const all = onSites(documents, () => NOTHING);
    for await (const { document, made } of readAll(all, job, wasAsked)) {
      progress.add();
      const number = made && sites.remember(made);
      if (number !== undefined) numbers.set(document.id, number);
    }
  } catch (error) {
    // The second reading comes to the same end.
    if (!(error instanceof Failure)) throw error;
  } finally {
    progress.end();
  }
  return (id) => (numbers.has(id) ? sites.memory(numbers.get(id)) : undefined);
}

/** The documents, each with the memory of its site. */
async function* onSites(documents, siteOf) {
  for await (const document of documents) yield { ...document, site: siteOf(document.id) };
}

/** An index that outlives the run: a line of JSON for each article that was judged. */
class Kept {
  #path;
  #stream;

  constructor(path, stream) {
    this.#path = path;
    this.#stream = stream;
    for (const [at, line] of this.#lines().entries()) {
      try {
        stream.restore(line);
      } catch (error) {
        const place = `${path} line ${at + 1}`;
        throw new Failure(
          `not an index of this program (${error.message})`,
          place,
          'name another file, or remove this one',
        );
      }
    }
  }

  /** A last line that was cut short by the end of a run is taken away. */
  #lines() {
    let bytes;
    try {
      // A device may have no end.
      if (!statSync(this.#path).isFile()) throw new Failure('no file', this.#path, 'name a file for the index');
      bytes = readFileSync(this.#path);
    } catch (error) {
      if (error.code === 'ENOENT') return [];
      if (error instanceof Failure) throw error;
      throw Failure.unreadable(error, this.#path);
    }
    const end = bytes.lastIndexOf(10) + 1;
    const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
    if (end < bytes.length) {
      if (!lines.length) throw new Failure('not an index of this program', this.#path, 'name another file');
      truncateSync(this.#path, end);
    }
    return lines;
  }

  add(id, fingerprint) {
    try {
      appendFileSync(this.#path, `${this.#stream.entry(id, fingerprint ?? undefined)}\n`);
    } catch (error) {
      throw error.syscall ? Failure.unwritable(error, this.#path) : error;
    }
  }
}
