// Reads documents, here or on other threads, and hands over what was made of each in their order.
import { closeSync, openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker, parentPort, workerData } from 'node:worker_threads';
import * as core from './core.js';
import { Failure, shown } from './failure.js';
import { ask } from './fetch.js';
import { begun, isPacked, unpacked } from './gzip.js';

/**
 * @typedef {import('./sources.js').Document} Document
 * @typedef {import('./sources.js').Documents} Documents
 *
 * @typedef {object} Settings how a page is read: what the user says goes before what its server says
 * @property {string} [url]
 * @property {string | null} [contentType]
 * @property {number} maxBytes
 * @property {number} [seconds]
 * @property {boolean} [markup] whether the body is wanted as Markdown and HTML
 * @property {Uint8Array} [site] the memory of its site
 *
 * @typedef {object} Job
 * @property {'report' | 'row' | 'known'} want of each document: the report that `read` prints, the row of a table, or
 *   what methods have to know
 * @property {{ form: string } & Record<'headed' | 'iscc' | 'explain' | 'markdown' | 'html', boolean>} [form] its form
 * @property {boolean} [bare] leave out the text: the method offprint looks at the fingerprint
 * @property {number} [threads] as many as there are cores unless given
 * @property {boolean} [sketched] add the sketch of its facts
 * @property {boolean} [seen] add what the memory of its site is to remember
 * @property {Settings} settings
 *
 * @typedef {{ made?: any, failure?: Failure }} Made neither of them if the document was skipped
 */

/** Bytes read from a file at a time. */
const CHUNK = 64 << 10;
/** Documents that this thread reads before it starts others, each of which has to load the module. */
const ALONE = 32;
/** Documents that each thread has to do at a time; larger hides the way between threads, and takes memory. */
const AHEAD = 16;
/** Pages fetched at a time. */
const FETCHES = 4;
/** Threads that may die in a row without having read anything. */
const DEATHS = 4;
/** Bytes that a packed text may unpack to: many times a long book. */
const TEXT = 64 << 20;

/**
 * What is made of each document, in their order. `failure` in its place if it could not be read. However
 * it ends, by an error or because nobody wants more, no thread is left running.
 *
 * @param {Documents} documents if these end with an error, what stands before it is still handed over
 * @param {Job} job
 * @param {(document: Document) => boolean} [skip] for which documents are not read
 * @returns {AsyncGenerator<{ document: Document } & Made>}
 */
export async function* readAll(documents, job, skip = () => false) {
  const threads = new Threads(job);
  const waiting = [];
  let given = 0;
  let broken;
  const next = async () => {
    const { document, done } = waiting.shift();
    return { document, ...(await done) };
  };
  const source = (documents[Symbol.asyncIterator] ?? documents[Symbol.iterator]).call(documents);
  try {
    for (;;) {
      const { value: document, done: ended } = await Promise.resolve(source.next()).catch((error) => {
        broken = { error };
        return { done: true };
      });
      if (ended) break;
      given += 1;
      const fetched = document.kind === 'address';
      const here = fetched || document.kind === 'stream' || given <= ALONE;
      const most = fetched ? FETCHES : threads.size * AHEAD;
      const isFailed = document.kind === 'failed';
      const done =
        !isFailed && skip(document)
          ? Promise.resolve({})
          : here || isFailed
            ? settled(document, job).catch((error) => ({ failure: fault(document, error.message) }))
            : threads.settled(document);
      done.catch(() => {}); // It is awaited below, but perhaps later than it fails.
      waiting.push({ document, done });
      while (waiting.length >= most) yield await next();
    }
    while (waiting.length) yield await next();
    if (broken) throw broken.error;
  } finally {
    await Promise.all([threads.end(), source.return?.()]);
  }
}

/**
 * One document, read on this thread.
 * @param {Document} document
 * @param {Settings} settings
 */
export async function readOne(document, settings) {
  if (document.site) settings = { ...settings, site: document.site };
  switch (document.kind) {
    case 'text':
      return core.Document.ofText(document.title, document.text, settings.url ?? document.url);
    case 'file':
      return ofFile(document.path, shown(document.path), settings);
    case 'address': {
      const { url, contentType, body } = await ask(document.url, settings);
      return page(body, document.url, about({ url, contentType }, settings));
    }
    case 'bytes':
      return page([document.bytes], document.id, about(document, settings));
    case 'stream':
      return page(document.body, document.place, about(document, settings));
    case 'failed':
      throw document.failure;
    default:
      throw new Error(`a document of the kind ${document.kind}`);
  }
}

function ofFile(path, place, settings) {
  return /\.txt(\.gz)?$/i.test(place) ? text(path, place) : page(chunks(path), place, settings);
}

/**
 * @param {{ url?: string, contentType?: string | null }} told by the server
 * @param {Settings} settings
 */
function about({ url, contentType }, settings) {
  return { ...settings, url: settings.url ?? url, contentType: settings.contentType ?? contentType };
}

/**
 * @param {Iterable<Uint8Array> | AsyncIterable<Uint8Array>} chunks
 * @param {string} place
 * @param {Settings} settings
 */
async function page(chunks, place, { url, contentType, maxBytes, markup, site }) {
  const reader = new core.Reader({ url, contentType, maxBytes, markup });
  let left = maxBytes + 1;
  try {
    for await (const chunk of unpacked(chunks, place)) {
      reader.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
    return reader.endDocument(site);
  } finally {
    reader.free();
  }
}

/** @returns {Generator<Uint8Array>} */
function* chunks(path) {
  const chunk = Buffer.allocUnsafe(CHUNK);
  let file;
  try {
    file = openSync(path, 'r');
    for (let bytes; (bytes = readSync(file, chunk)) > 0; ) yield chunk.subarray(0, bytes);
  } catch (error) {
    throw error.syscall ? Failure.unreadable(error, shown(path)) : error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

async function text(path, place) {
  const [start, whole] = await begun(chunks(path), 3);
  const most = isPacked(start) ? TEXT : Infinity;
  const all = [];
  let length = 0;
  for await (const chunk of unpacked(whole, place)) {
    all.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > most) {
      throw new Failure(`a text of more than ${TEXT >> 20} MiB`, place, 'unpack it first, `gunzip` does');
    }
  }
  let decoded;
  try {
    decoded = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(all));
  } catch {
    throw new Failure('a text that is not UTF-8', place, 'convert it, `iconv -t UTF-8` does');
  }
  return core.Document.ofText('', decoded);
}

/**
 * @param {Document} document
 * @param {Job} job
 */
async function perform(document, { want, form, bare, sketched, seen, settings }) {
  if (document.kind === 'known') return known(document.row, bare && !sketched);
  const article = await readOne(document, settings);
  try {
    if (want === 'report') return article.report(document.id, form);
    if (want === 'row') return article.row(document.id);
    const known = article.known();
    if (sketched) known.sketch = article.sketch();
    if (seen) known.seen = article.seen();
    if (bare) known.text = '';
    return known;
  } finally {
    article.free();
  }
}

/**
 * What methods look at of an article that was read before.
 * @param {Record<string, any>} row
 */
function known(row, bare) {
  const { text, title, ...rest } = row;
  return { ...rest, title: title ?? '', text: bare ? '' : (text ?? ''), read: true };
}

/**
 * @param {Document} document
 * @param {Job} job
 * @returns {Promise<Made>}
 */
async function settled(document, job) {
  try {
    return { made: await perform(document, job) };
  } catch (failure) {
    if (failure instanceof Failure) return { failure };
    throw failure;
  }
}

/**
 * A document at which this program went wrong, or a thread that ran out of memory.
 * @param {Document} document
 * @param {string} reason
 */
function fault(document, reason) {
  const place = document.kind === 'file' ? shown(document.path) : document.id;
  const advice = 'the others are still read; please report it with the page at hand';
  return new Failure(`a fault of this program (${reason})`, place, advice);
}

/** Other threads, started when the first document is for them. */
class Threads {
  size;
  #job;
  /** @type {Thread[]} */
  #threads = [];

  constructor(job) {
    this.#job = job;
    this.size = job.threads ?? availableParallelism();
  }

  settled(document) {
    if (!this.#threads.length) {
      const data = { module: core.load(), job: this.#job };
      this.#threads = Array.from({ length: this.size }, () => new Thread(data));
    }
    const idlest = this.#threads.reduce((a, b) => (b.length < a.length ? b : a));
    return idlest.settled(document);
  }

  end() {
    return Promise.all(this.#threads.map((thread) => thread.end()));
  }
}

/**
 * One thread. If it dies, out of memory or by a fault of ours, that is the failure of the document that it
 * was at, and another one takes its place for the rest.
 */
class Thread {
  #data;
  #worker;
  #ended = false;
  /** Documents that wait for it, the first of which it is at. */
  #waiting = [];
  /** How often it has died since it read one. */
  #deaths = 0;

  constructor(data) {
    this.#data = data;
  }

  /** How many documents it has to do. */
  get length() {
    return this.#waiting.length;
  }

  settled(document) {
    if (!this.#worker) this.#start();
    this.#worker.postMessage(document);
    return new Promise((resolve, reject) => this.#waiting.push({ document, resolve, reject }));
  }

  #start() {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: this.#data });
    let reason;
    this.#worker.on('message', ({ made, failure }) => {
      this.#deaths = 0;
      this.#waiting
        .shift()
        .resolve(failure ? { failure: new Failure(failure.what, failure.place, failure.advice) } : { made });
    });
    this.#worker.on('error', (error) => (reason = error.message));
    this.#worker.on('exit', (code) => {
      this.#worker = undefined;
      if (this.#ended || !this.#waiting.length) return;
      reason ??= `exit code ${code}`;
      this.#deaths += 1;
      if (this.#deaths > DEATHS) {
        const advice = 'give the program more memory, or report it with the pages at hand';
        const failure = new Failure(`threads die one after the other (${reason})`, 'reading', advice);
        for (const { reject } of this.#waiting.splice(0)) reject(failure);
        return;
      }
      const { document, resolve } = this.#waiting.shift();
      resolve({ failure: fault(document, reason) });
      this.#start();
      for (const { document } of this.#waiting) this.#worker.postMessage(document);
    });
  }

  end() {
    this.#ended = true;
    return this.#worker?.terminate();
  }
}

/** What such a thread does: one document after the other. */
export function serve() {
  if (!parentPort) throw new Error('this is no thread of its own');
  const port = parentPort;
  core.load(workerData.module);
  let before = Promise.resolve();
  port.on('message', (document) => {
    before = before.then(async () => {
      const { made, failure } = await settled(document, workerData.job);
      const { what, place, advice } = failure ?? {};
      port.postMessage({ made, failure: failure && { what, place, advice } });
    });
  });
}
