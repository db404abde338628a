// Where documents come from: files, folders, lists, archives, feeds, addresses and standard input.
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Document as core, Skipped, isHtml, mediaType } from './core.js';
import { Failure, note, shown, warn } from './failure.js';
import { entries, isFeed } from './feed.js';
import { ask, isAddress, whole } from './fetch.js';
import { begun, unpacked, unpackedStart } from './gzip.js';
import { fault, row, rows } from './rows.js';
import { beginsArchive, isArchive, pages } from './warc.js';

/**
 * A document. It is plain data, so that any thread can read it, but for one that arrives while it is read (`stream`);
 * `failed` stands in the place of one that cannot be had, `missing` of one that nobody knows.
 *
 * `site` is the memory of its site, if one is at hand.
 *
 * @typedef {{ id: string, site?: Uint8Array } & (Local | Sent | { kind: 'address', url: string } | { kind: 'missing' }
 *   | { kind: 'failed', failure: Failure } | { kind: 'known', row: Record<string, any> })} Document
 * @typedef {{ kind: 'file', path: string | Buffer }
 *   | { kind: 'text', title: string, text: string, url?: string }} Local
 * @typedef {{ url?: string, contentType?: string | null } & (
 *   { kind: 'bytes', bytes: Uint8Array } | { kind: 'stream', body: AsyncIterable<Uint8Array>, place: string }
 * )} Sent
 *
 * @typedef {Iterable<Document> | AsyncIterable<Document>} Documents
 *
 * @typedef {object} Found
 * @property {Documents} documents
 * @property {number} [total]
 * @property {boolean} [one] whether it is a single page
 * @property {Document[]} [files] those of the documents that are files
 * @property {Failure[]} [failed] what could not be looked at, which was reported
 * @property {() => Documents} [again] the pages once more, unless they come only once
 *
 * @typedef {object} Options
 * @property {'page' | 'feed' | 'warc'} [as] what it is, if its name does not tell
 * @property {boolean} [feedContent] entries are what the feed has of them
 * @property {number} [seconds]
 * @property {number} maxBytes
 * @property {Set<string>} [seen] the addresses that have come in archives, if there may be several
 */

/** Bytes read of a feed. */
const FEED = 32 << 20;
/** Bytes by which feeds, archives and pages are told. */
const START = 1024;

/** @typedef {[import('./rows.js').Fields, like: string]} Form */

/** What is known of an article that was read, as `read --jsonl` prints it. */
const KNOWN = ['language', 'credit', 'author', 'site', 'published', 'canonical', 'url', 'abstention', 'fingerprint'];
const isKnown = (row) => 'fingerprint' in row;
/** @type {Form} */
const TEXT = [
  {
    id: true,
    title: false,
    text: (row) => !isKnown(row),
  },
  '{"id": "7", "title": "…", "text": "…"}',
];
/** Of such a row, what is looked at. */
const KNOWN_FIELDS = Object.fromEntries(KNOWN.map((name) => [name, false]));
/** @type {Form} */
const ID = [{ id: true }, '{"id": "7"}'];

/**
 * What a path or an address stands for.
 *
 * @param {string} path
 * @param {Options & { texts?: boolean }} options `texts`: whether the texts of a folder count
 * @returns {Promise<Found>}
 */
export async function sources(path, { texts = false, ...options }) {
  if (isAddress(path)) return ofAddress(path, options);
  if (path === '-') return ofStream(process.stdin, { id: '-', place: 'standard input' }, options);
  const found = await stat(path).catch((error) => {
    throw Failure.unreadable(error, path);
  });
  if (found.isDirectory()) return folder(path, texts, options);
  // What a pipe holds can be read only once.
  if (!found.isFile()) return ofStream(createReadStream(path), { id: idOf(basename(path)), place: path }, options);
  const begin = options.as ? Buffer.alloc(0) : unpackedStart(await start(path));
  const kind = options.as ?? kindOf(begin, null, path);
  if (kind === 'warc') {
    const open = (options) => archive(createReadStream(path), path, options).documents;
    return { documents: open(options), again: () => open({ ...options, seen: new Set() }) };
  }
  if (kind === 'feed' && (options.as || !named(path))) return feed(createReadStream(path), { place: path }, options);
  return one(file(path));
}

/**
 * Whether many pages may come of what is neither a folder nor a list.
 * @param {string} path
 * @param {{ as?: string }} options
 */
export async function isMany(path, { as }) {
  if (path === '-' || as || isAddress(path) || /\.(rss|atom|xml)$/i.test(path)) return true;
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return isArchive(path);
  return kindOf(unpackedStart(await start(path)), null, path) !== 'page';
}

/**
 * The documents of a folder, of a list of texts, or of what many pages may come of.
 * @param {string} path
 * @param {Options} options
 * @returns {Promise<Found>}
 */
export async function allOf(path, options) {
  if ((await isMany(path, options)) || (await isFolder(path))) return sources(path, { ...options, texts: true });
  return named(path) ? one(file(path)) : { documents: listed(path) };
}

/**
 * A single file; its id is the file name without the ending of a page or text.
 * @param {string} path
 * @returns {Document}
 */
export function file(path) {
  return { id: idOf(basename(path)), kind: 'file', path };
}

async function ofAddress(url, options) {
  const { body, contentType, url: last } = await ask(url, options);
  return ofStream(body, { id: url, place: url, url: last, contentType }, options);
}

/**
 * What comes in a stream is known by its name, or else by how it begins.
 * @param {AsyncIterable<Uint8Array>} body
 * @param {{ id: string, place: string, url?: string, contentType?: string | null }} from
 * @param {Options} options
 * @returns {Promise<Found>}
 */
async function ofStream(body, { id, place, url, contentType }, options) {
  const [begin, all] = await begun(body, START);
  const kind = options.as ?? kindOf(unpackedStart(begin), contentType, url && new URL(url).pathname);
  if (kind === 'warc') return archive(all, place, options);
  if (kind === 'feed') return feed(all, { place, base: url }, options);
  return one({ id, kind: 'stream', body: all, place, url, contentType });
}

function kindOf(start, contentType, path = '') {
  if (isArchive(path) || beginsArchive(start)) return 'warc';
  return isFeed(contentType, start.toString('utf8').replace(/^\uFEFF/, '')) ? 'feed' : 'page';
}

/**
 * @param {AsyncIterable<Uint8Array>} body
 * @param {{ place: string, base?: string }} from
 * @param {Options} options
 */
async function feed(body, { place, base }, { feedContent: content }) {
  let bytes;
  try {
    bytes = await whole(unpacked(body, place), FEED);
  } catch (error) {
    throw error.syscall ? Failure.unreadable(error, place) : error;
  }
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1];
  return all(entries(decoded(bytes, declared), { place, base, content }));
}

function decoded(bytes, charset = 'utf-8') {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/**
 * @param {AsyncIterable<Uint8Array>} body
 * @param {string} place
 * @param {Options} options
 */
function archive(body, place, { maxBytes, seen = new Set() }) {
  return { documents: pages(body, { place, maxBytes, seen }) };
}

/** @param {Document[]} documents */
function all(documents) {
  const files = documents.filter(({ kind }) => kind === 'file');
  return { documents, total: documents.length, files };
}

/** @param {Document} document */
function one(document) {
  const found = { ...all([document]), one: true };
  return document.kind === 'file' ? { ...found, again: () => [document] } : found;
}

/** The first bytes of a file. */
async function start(path) {
  const file = await open(path).catch((error) => {
    throw Failure.unreadable(error, shown(path));
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START), 0, START, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw Failure.unreadable(error, shown(path));
  } finally {
    await file.close();
  }
}

export async function isFolder(path) {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

export async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Style sheets, scripts, data, pictures and fonts: where a server had none, they may hold the page of an error. */
const ASSETS = /[^/]\.(css|js|mjs|map|json|svg|png|jpg|jpeg|gif|webp|avif|ico|woff|woff2|ttf|otf|eot)(\.gz)?$/i;

/** What a file is by the ending of its name, before `.gz` if it has that too; undefined if it does not tell. */
function named(path) {
  const [, ending] = /[^/]\.(html|htm|xhtml|xht|shtml|txt)(?:\.gz)?$/i.exec(path) ?? [];
  return ending && (ending.toLowerCase() === 'txt' ? 'text' : 'page');
}

/** The id of a file: its path without the ending of a page or text. */
function idOf(path) {
  return named(path) ? path.replace(/\.gz$/i, '').replace(/\.\w+$/, '') : path;
}

/** A path of which no other has the same form: what is no UTF-8 stands in it as `%E9`. */
function exact(path) {
  let text = '';
  for (let at = 0; at < path.length; ) {
    const byte = path[at];
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    const character = path.subarray(at, at + length);
    const valid = Buffer.from(character.toString()).equals(character);
    text += valid ? character : `%${byte.toString(16).toUpperCase()}`;
    at += valid ? length : 1;
  }
  return text;
}

/**
 * The ids of files, by their paths in a folder. Those that would have one id in common keep their
 * endings: `a.htm` and `a.html`.
 */
function idsOf(paths) {
  const ids = paths.map((path) => idOf(path.toString()));
  for (const form of [(path) => path.toString(), exact]) {
    const count = new Map();
    for (const id of ids) count.set(id, (count.get(id) ?? 0) + 1);
    const shared = [...ids.keys()].filter((at) => count.get(ids[at]) > 1);
    for (const at of shared) ids[at] = form(paths[at]);
  }
  return ids;
}

/**
 * All files under a folder that are pages, and with `texts` those that are texts, sorted by path, then the pages of its
 * web archives, if `options` say how to read them; links to folders are not followed. A page is known by its ending, or else by how it begins. What was passed over is
 * told, and so is what could not be looked at.
 */
async function folder(root, texts, options) {
  const found = [];
  const archives = [];
  const skipped = new Skipped();
  /** @type {Failure[]} */
  const failed = [];
  // Names need not be UTF-8.
  const above = Buffer.from(root.endsWith('/') ? root : `${root}/`);
  const place = (path) => Buffer.concat([above, path]);
  const list = (path) => readdir(path, { withFileTypes: true, encoding: 'buffer' });
  const fail = (error, path) => {
    const failure = error instanceof Failure ? error : Failure.unreadable(error, shown(path));
    warn(failure);
    failed.push(failure);
  };
  const look = async (path, entry) => {
    const metadata = entry.isFile() ? entry : await stat(place(path));
    if (metadata.isDirectory()) return;
    const kind = named(path.toString());
    if (metadata.isFile() && (kind === 'page' || (kind === 'text' && texts))) {
      found.push(path);
    } else if (entry.name[0] !== 0x2e) {
      // What is hidden is nothing to read, unless its name says so.
      if (!metadata.isFile()) return skipped.addSpecial(path.toString());
      if (options && isArchive(path.toString())) return archives.push(path);
      const begin = unpackedStart(await start(place(path)));
      if (!kind && !ASSETS.test(path.toString()) && isHtml(begin)) found.push(path);
      else skipped.add(path.toString(), begin);
    }
  };
  const inside = async (entries, folder) => {
    for (const entry of entries) {
      const path = Buffer.concat([folder, entry.name]);
      try {
        if (entry.isDirectory()) await inside(await list(place(path)), Buffer.concat([path, Buffer.from('/')]));
        else await look(path, entry);
      } catch (error) {
        fail(error, place(path));
      }
    }
  };
  await inside(
    await list(root).catch((error) => {
      throw Failure.unreadable(error, root);
    }),
    Buffer.alloc(0),
  );
  const line = skipped.line(root);
  if (line) note(line);
  if (!found.length && !archives.length) throw new Failure('nothing to read', root, 'name a folder that holds pages');
  // By folders first, each name by its bytes: as the native program sorts paths.
  const order = new Map([...found, ...archives].map((path) => [path, path.map((byte) => (byte === 0x2f ? 0 : byte))]));
  for (const paths of [found, archives]) paths.sort((a, b) => Buffer.compare(order.get(a), order.get(b)));
  const ids = idsOf(found);
  /** @type {Document[]} */
  const documents = found.map((path, at) => {
    const whole = place(path);
    const text = whole.toString();
    return { id: ids[at], kind: 'file', path: Buffer.from(text).equals(whole) ? text : whole };
  });
  if (!archives.length) return { ...all(documents), failed, again: () => documents };
  const everything = (seen) => {
    const pages = archives.map((path) => {
      const whole = place(path);
      return archive(createReadStream(whole), shown(whole), { ...options, seen });
    });
    return chained([all(documents), ...pages]);
  };
  return {
    documents: everything(options.seen),
    files: documents,
    failed,
    again: () => everything(new Set()),
  };
}

/**
 * The texts that a file lists, one a line. In the place of a line that cannot be used stands a document with
 * its failure; if that is the first, this is no list.
 * @param {string} path
 * @returns {AsyncGenerator<Document>}
 */
export async function* listed(path) {
  const media = mediaType(unpackedStart(await start(path)));
  if (media) {
    const advice = `name a folder of pages, or a file of lines like ${TEXT[1]}`;
    throw new Failure(`a file of ${media}, where a list of texts is wanted`, path, advice);
  }
  let isList = false;
  for await (const { row, number, failure } of rows(path, ...TEXT, { all: true })) {
    if (failure && !isList) throw failure;
    const document = failure
      ? { id: path, kind: /** @type {const} */ ('failed'), failure }
      : documentOf(row, path, number);
    if (document.kind === 'failed' && !isList) throw document.failure;
    isList = true;
    yield document;
  }
}

/**
 * The document of a row: a text, or an article that was read.
 * @returns {Document}
 */
function documentOf(row, path, number) {
  const { id, title, text } = row;
  if (!isKnown(row)) return { id, kind: 'text', title: title ?? '', text };
  let reason = fault(row, KNOWN_FIELDS);
  try {
    if (!reason && row.fingerprint !== null) core.ofFingerprint(row.fingerprint).free();
  } catch (error) {
    reason = error.message;
  }
  if (!reason) {
    const kept = ['title', 'text', ...KNOWN].filter((name) => row[name] != null).map((name) => [name, row[name]]);
    return { id, kind: 'known', row: { ...Object.fromEntries(kept), length: Number(row.length) || 0 } };
  }
  const place = `${path} line ${number}`;
  const failure = new Failure(`cannot use this line (${reason})`, place, 'write it as `offprint read --jsonl` does');
  return { id: path, kind: 'failed', failure };
}

/**
 * The paths on the command line, and those that a file names.
 * @param {string[]} given
 * @param {{ 'files-from'?: string }} values
 */
export async function pathsOf(given, { 'files-from': list }) {
  if (list === undefined) return given;
  const chunks = [];
  try {
    for await (const chunk of list === '-' ? process.stdin : createReadStream(list)) chunks.push(chunk);
  } catch (error) {
    throw error.syscall ? Failure.unreadable(error, list) : error;
  }
  const lines = Buffer.concat(chunks).toString().split(/\r?\n/);
  const paths = [...given, ...lines.filter((line) => line !== '')];
  if (!paths.length) throw new Failure('no path in this list', list, 'write one a line');
  return paths;
}

/**
 * What several paths stand for, each as `open` takes it. Ids of files begin with the path as it was given. What cannot
 * be opened is told.
 * @param {string[]} paths
 * @param {(path: string) => Promise<Found>} open
 * @returns {Promise<Found>}
 */
export async function together(paths, open) {
  if (paths.length === 1) return open(paths[0]);
  const found = [];
  /** @type {Failure[]} */
  const failed = [];
  for (const path of paths) {
    try {
      // One that cannot be read is told of when it is its turn.
      const isFile = named(path) && !isAddress(path) && !(await isFolder(path));
      found.push(isFile ? one(file(path)) : await open(path));
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      warn(failure);
      failed.push(failure);
    }
  }
  const files = found.flatMap(({ files = [] }) => files);
  const ids = idsOf(files.map(({ path }) => Buffer.from(path)));
  for (const [at, document] of files.entries()) document.id = ids[at].replace(/^\.\//, '');
  const isFiles = found.every(
    ({ documents }) => Array.isArray(documents) && documents.every((one) => one.kind === 'file'),
  );
  const known = found.every(({ total }) => total !== undefined);
  return {
    documents: isFiles ? files : chained(found),
    total: known ? found.reduce((sum, { total }) => sum + (total ?? 0), 0) : undefined,
    failed: [...failed, ...found.flatMap((one) => one.failed ?? [])],
    again: isFiles ? () => files : undefined,
  };
}

/** @returns {AsyncGenerator<Document>} */
async function* chained(found) {
  for (const { documents } of found) {
    try {
      yield* documents;
    } catch (failure) {
      // A file that turns out not to be a list does not keep the others out.
      if (!(failure instanceof Failure)) throw failure;
      yield { id: '', kind: 'failed', failure };
    }
  }
}

/** The ids that a file lists, each with its line. */
export function ids(path) {
  return rows(path, ...ID);
}

/**
 * The documents of a folder or a list by id, and whether some of a folder could not be looked at. Of a list
 * only the places of its lines are kept in memory, and the documents are read again from its file, which
 * therefore has to be a real one.
 *
 * @param {string} path
 * @returns {Promise<{ find: (id: string) => Promise<Document | undefined>, failed: Failure[], isFolder?: boolean }>}
 */
export async function catalogue(path) {
  if (await isFolder(path)) {
    const { files: documents, failed } = await folder(path, true);
    const files = new Map(documents.map((document) => [document.id, document]));
    return { find: async (id) => files.get(id), failed, isFolder: true };
  }
  const places = new Map();
  for await (const {
    row: { id },
    number,
    offset,
    length,
  } of ids(path)) {
    const other = places.get(id);
    if (other) {
      const place = `${path} lines ${other.number} and ${number}`;
      throw new Failure(`two documents with the id \`${id}\``, place, 'give one of them another id');
    }
    places.set(id, { offset, length, number });
  }
  const list = await open(path).catch((error) => {
    throw Failure.unreadable(error, path);
  });
  const find = async (id) => {
    const at = places.get(id);
    if (!at) return undefined;
    const { buffer, bytesRead } = await list.read(Buffer.alloc(at.length), 0, at.length, at.offset);
    const text = buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
    const document = documentOf(row(text, ...TEXT, path, at.number), path, at.number);
    if (document.kind === 'failed') throw document.failure;
    return document;
  };
  return { find, failed: [] };
}
