// `offprint dedupe`: articles in the order of their arrival, each looked up among the earlier ones.
import { appendFileSync, existsSync, truncateSync } from 'node:fs';
import { Sites, Stream } from './core.js';
import { Failure } from './failure.js';
import { restore } from './keep.js';
import { MANY, LINES, flag, input, method, parse, value } from './options.js';
import { flush, printVerdicts } from './output.js';
import { Progress } from './progress.js';
import { readAll } from './reading.js';
import { allOf, catalogue, ids, isMany, pathsOf, together } from './sources.js';
import { Tally } from './tally.js';

const OPTIONS = {
  ...MANY,
  ...LINES,
  order: value,
  index: value,
  'no-site-memory': flag,
  rewrites: flag,
  method: value,
};

export async function run(words) {
  const { values, given } = parse('dedupe', words, OPTIONS, ['<PATH>...']);
  const name = method(values);
  const { rewrites = false } = values;
  if (values.index !== undefined && name !== 'offprint') {
    const what = 'only the method and the extractor offprint can be kept in a file';
    throw new Failure(what, values.index, 'leave out --index, or --method and --extractor');
  }
  const stream = new Stream(name, rewrites, values.plain ?? false);
  const index = values.index === undefined ? undefined : new Kept(values.index, stream);
  const { documents, total, one, failed, again } = await arriving(await pathsOf(given, values), values);
  const { maxBytes, seconds, threads } = values;
  const settings = { maxBytes, seconds };
  /** @type {import('./reading.js').Job} */
  const job = { want: 'known', bare: name === 'offprint', sketched: rewrites, threads, settings };
  const hasMemory = again && !values['no-site-memory'] && !index;
  const first = hasMemory ? await readFirst(again(), total, job) : undefined;
  const skip = ({ id }) => stream.knows(id) || first?.made(id) !== undefined;
  const progress = new Progress(total);
  const tally = new Tally({ failed, one });
  try {
    for await (const {
      document: { id },
      made = first?.made(id),
      failure,
    } of readAll(first ? onSites(documents, first.siteOf) : documents, job, skip)) {
      progress.add();
      if (failure) {
        progress.end();
        tally.fail(failure);
        continue;
      }
      const isNew = !stream.knows(id);
      const line = stream.arrive(id, made, made?.sketch);
      // It is kept before it is printed, so that a printed line stays true.
      if (isNew) index?.add(id);
      await printVerdicts(line);
      tally.read();
    }
  } finally {
    progress.end();
    await flush();
  }
  return tally.end();
}

/** @returns {Promise<import('./sources.js').Found>} */
async function arriving(paths, values) {
  const { order } = values;
  const [docs] = paths;
  const options = input(values);
  if (order === undefined) return together(paths, (path) => allOf(path, options));
  if (paths.length > 1) {
    const { failed, again } = await together(paths, (path) => allOf(path, options));
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

/** Bytes of memory for what is kept of the first reading. Larger: fewer pages are read twice. */
const KEPT = 256 << 20;
/** Bytes that what is made of a document takes beside its text, about. */
const MADE = 4 << 10;

/**
 * Reads all documents, to find out what stands on the pages of each host. What cannot be read is told when it is its
 * turn.
 * @param {import('./reading.js').Job} job
 * @returns {Promise<{ siteOf: (id: string) => Uint8Array | undefined, made: (id: string) => any }>} the memory of the
 *   host of a document; and what was made of the document, if that is kept and its host tells nothing else
 */
async function readFirst(documents, total, job) {
  const sites = new Sites();
  const hosts = new Map();
  const kept = new Map();
  let room = KEPT;
  const asked = new Set();
  const wasAsked = ({ id }) => asked.has(id) || !asked.add(id);
  const progress = new Progress(total);
  try {
    const all = onSites(documents, () => NOTHING);
    for await (const { document, made } of readAll(all, { ...job, seen: true }, wasAsked)) {
      progress.add();
      if (!made) continue;
      const { id } = document;
      const { seen = NOTHING, ...known } = made;
      const host = sites.remember(known, seen);
      if (host !== undefined) {
        hosts.set(id, host);
        // Nothing is seen of a page without a fingerprint.
        if (!known.fingerprint) continue;
      }
      room -= MADE + seen.length + 2 * known.text.length;
      if (room > 0) kept.set(id, { host, seen, known });
    }
  } catch (error) {
    // The second reading comes to the same end.
    if (!(error instanceof Failure)) throw error;
  } finally {
    progress.end();
  }
  return {
    siteOf: (id) => (hosts.has(id) ? sites.memory(hosts.get(id)) : undefined),
    made: (id) => {
      const { host, seen, known } = kept.get(id) ?? {};
      return host !== undefined && sites.tellsOf(host, seen) ? undefined : known;
    },
  };
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
    if (!existsSync(path)) return;
    const whole = restore(path, stream);
    if (whole !== undefined) truncateSync(path, whole);
  }

  add(id) {
    try {
      appendFileSync(this.#path, `${this.#stream.entry(id)}\n`);
    } catch (error) {
      throw error.syscall ? Failure.unwritable(error, this.#path) : error;
    }
  }
}
