// Where documents come from: files, folders, lists, archives, feeds, addresses and standard input.
//
// A document is plain data, so that any thread can read it:
//   { id, kind: 'file', path } | { id, kind: 'text', title, text } | { id, kind: 'address', url }
//   | { id, kind: 'bytes', bytes, url?, contentType? }
// but for one that arrives while it is read, { id, kind: 'stream', body, url?, contentType? }.
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { Failure } from './failure.js';
import { entries, isFeed } from './feed.js';
import { ask, isAddress, whole } from './fetch.js';
import { row, rows } from './rows.js';
import { isArchive, pages } from './warc.js';

/** Endings of pages. */
export const PAGES = ['html', 'htm'];
/** Endings of pages and of plain texts. */
export const DOCUMENTS = ['html', 'htm', 'txt'];

/** Bytes read of a feed. */
const FEED = 32 << 20;
/** Bytes by which a feed is told from a page. */
const START = 1024;

const TEXT = [{ id: true, title: false, text: true }, '{"id": "7", "title": "…", "text": "…"}'];
const ID = [{ id: true }, '{"id": "7"}'];

/**
 * What a path or an address stands for.
 *
 * @param {object} options `as`: what it is, `page`, `feed` or `warc`, if its name does not tell;
 *   `feedContent`: entries are what the feed has of them; `seconds`, `maxBytes`: limits; `endings`: of
 *   the files of a folder that count
 * @returns {Promise<{ documents: Iterable | AsyncIterable, total?: number, one?: boolean }>} `one` if it
 *   is a single page
 */
export async function sources(path, { endings = PAGES, ...options }) {
  const { as } = options;
  if (isAddress(path)) return ofAddress(path, options);
  if (path === '-') return ofStream(process.stdin, { id: '-', place: 'standard input' }, options);
  if (await isFolder(path)) return all(await folder(path, endings));
  if (as === 'warc' || (!as && isArchive(path))) return archive(createReadStream(path), path, options);
  const known = DOCUMENTS.some((ending) => path.toLowerCase().endsWith(`.${ending}`));
  if (as === 'feed' || (!as && !known && isFeed(null, await start(path)))) {
    return feed(createReadStream(path), { place: path }, options);
  }
  return one(file(path));
}

/** A single file; its id is the file name without the ending of a page or text. */
export function file(path) {
  return { id: idOf(basename(path)), kind: 'file', path };
}

async function ofAddress(url, options) {
  const { body, contentType, url: last } = await ask(url, options);
  return ofStream(body, { id: url, place: url, url: last, contentType }, options);
}

/** What comes in a stream is known by its name, or else by how it begins. */
async function ofStream(body, { id, place, url, contentType }, options) {
  const { as } = options;
  if (as === 'warc' || (!as && url && isArchive(new URL(url).pathname))) return archive(body, place, options);
  const [begin, all] = as === 'page' ? ['', body] : await begun(body);
  if (as === 'feed' || (!as && isFeed(contentType, begin))) return feed(all, { place, base: url }, options);
  return one({ id, kind: 'stream', body: all, url, contentType });
}

async function feed(body, { place, base }, { feedContent: content }) {
  let bytes;
  try {
    bytes = await whole(body, FEED);
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

function archive(body, place, { maxBytes }) {
  return { documents: pages(body, { place, maxBytes }) };
}

function all(documents) {
  return { documents, total: documents.length };
}

function one(document) {
  return { documents: [document], total: 1, one: true };
}

/** The beginning of a stream as text, and the stream with that. */
async function begun(body) {
  const chunks = [];
  let length = 0;
  const rest = body[Symbol.asyncIterator]();
  while (length < START) {
    const { value, done } = await rest.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const again = async function* () {
    yield* chunks;
    yield* { [Symbol.asyncIterator]: () => rest };
  };
  return [Buffer.concat(chunks).toString('utf8', 0, START).replace(/^\uFEFF/, ''), again()];
}

async function start(path) {
  const file = await open(path).catch((error) => {
    throw Failure.unreadable(error, path);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START), 0, START, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } catch (error) {
    throw Failure.unreadable(error, path);
  } finally {
    await file.close();
  }
}

export async function isFolder(path) {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

export async function exists(path) {
  return stat(path).then(() => true, () => false);
}

function endsIn(path, endings) {
  return endings.some((ending) => path.toLowerCase().endsWith(`.${ending}`) && basename(path).length > ending.length + 1);
}

/** The id of a file: its path without the ending, with `/` between folders. */
function idOf(path) {
  const id = endsIn(path, DOCUMENTS) ? path.slice(0, path.lastIndexOf('.')) : path;
  return id.split(sep).join('/');
}

/**
 * All files under a folder that have one of these endings, sorted by path; links to folders are not
 * followed. The id of each is its path in the folder without the ending.
 */
export async function folder(root, endings) {
  const found = [];
  const search = async (folder) => {
    const listed = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
      throw Failure.unreadable(error, join(root, folder));
    });
    for (const entry of listed) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await search(path);
      else if (endsIn(path, endings) && (entry.isFile() || (await isFile(join(root, path))))) found.push(path);
    }
  };
  await search('');
  if (!found.length) {
    throw new Failure(`nothing to read (.${endings.join(', .')})`, root, 'name a folder that holds pages');
  }
  // By folders first, each name by its bytes: as the native program sorts paths.
  const order = new Map(found.map((path) => [path, Buffer.from(path.split(sep).join('\0'))]));
  found.sort((a, b) => Buffer.compare(order.get(a), order.get(b)));
  const seen = new Map();
  return found.map((inside) => {
    const document = { id: idOf(inside), kind: 'file', path: join(root, inside) };
    const other = seen.get(document.id);
    if (other) {
      const place = `${other} and ${document.path}`;
      throw new Failure(`two documents with the id \`${document.id}\``, place, 'rename or remove one of them');
    }
    seen.set(document.id, document.path);
    return document;
  });
}

async function isFile(path) {
  return stat(path).then((found) => found.isFile(), () => false);
}

/** The texts that a file lists, one a line. */
export async function* listed(path) {
  for await (const at of rows(path, ...TEXT)) yield textOf(at.row);
}

function textOf({ id, title, text }) {
  return { id, kind: 'text', title: title ?? '', text };
}

/** The ids that a file lists, each with its line. */
export function ids(path) {
  return rows(path, ...ID);
}

/**
 * The documents of a folder or a list by id. Of a list only the places of its lines are kept in
 * memory, and the documents are read again from its file, which therefore has to be a real one.
 *
 * @returns {Promise<(id: string) => Promise<object | undefined>>}
 */
export async function catalogue(path) {
  if (await isFolder(path)) {
    const files = new Map((await folder(path, DOCUMENTS)).map((document) => [document.id, document]));
    return async (id) => files.get(id);
  }
  const places = new Map();
  for await (const { row: { id }, number, offset, length } of ids(path)) {
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
  return async (id) => {
    const at = places.get(id);
    if (!at) return undefined;
    const { buffer, bytesRead } = await list.read(Buffer.alloc(at.length), 0, at.length, at.offset);
    const text = buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
    return textOf(row(text, ...TEXT, path, at.number));
  };
}
