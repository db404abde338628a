// Reads documents, here or on other threads, and hands over what was made of each in their order.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker, parentPort, workerData } from 'node:worker_threads';
import { Document, Reader, load } from './core.js';
import { Failure } from './failure.js';
import { ask } from './fetch.js';

/** Bytes read from a file at a time. */
const CHUNK = 64 << 10;
/** Documents that this thread reads before it starts others, each of which has to load the module. */
const ALONE = 32;
/** Documents that each thread has to do at a time; larger hides the way between threads, and takes memory. */
const AHEAD = 16;
/** Pages fetched at a time. */
const FETCHES = 4;

/**
 * What is made of each document, in their order. `failure` in its place if it could not be read.
 *
 * @param {Iterable | AsyncIterable} documents of sources.js; if these end with an error, what stands
 *   before it is still handed over
 * @param {object} job of {@link perform}; documents for which `skip` holds are not read
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
  try {
    for await (const document of documents) {
      given += 1;
      const fetched = document.kind === 'address';
      const here = fetched || document.kind === 'stream' || given <= ALONE;
      const most = fetched ? FETCHES : threads.size * AHEAD;
      const done = skip(document) ? {} : here ? settled(document, job) : threads.settled(document);
      done.catch?.(() => {}); // It is awaited below, but perhaps later than it fails.
      waiting.push({ document, done });
      while (waiting.length >= most) yield await next();
    }
  } catch (error) {
    broken = error;
  }
  try {
    while (waiting.length) yield await next();
    if (broken) throw broken;
  } finally {
    await threads.end();
  }
}

/** One document, read on this thread. */
export async function readOne(document, settings) {
  switch (document.kind) {
    case 'text':
      return Document.ofText(document.title, document.text);
    case 'file':
      return /\.txt$/i.test(document.path) ? text(document.path) : page(chunks(document.path), settings);
    case 'address': {
      const { url, contentType, body } = await ask(document.url, settings);
      return page(body, about({ url, contentType }, settings));
    }
    default:
      return page(document.body ?? [document.bytes], about(document, settings));
  }
}

/** What the user says of a page goes before what its server says. */
function about({ url, contentType }, settings) {
  return { ...settings, url: settings.url ?? url, contentType: settings.contentType ?? contentType };
}

async function page(chunks, { url, contentType, maxBytes }) {
  const reader = new Reader({ url, contentType, maxBytes });
  let left = maxBytes + 1;
  try {
    for await (const chunk of chunks) {
      reader.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
    return reader.endDocument();
  } finally {
    reader.free();
  }
}

function* chunks(path) {
  const chunk = Buffer.allocUnsafe(CHUNK);
  let file;
  try {
    file = openSync(path);
    for (let bytes; (bytes = readSync(file, chunk)) > 0; ) yield chunk.subarray(0, bytes);
  } catch (error) {
    throw error.syscall ? Failure.unreadable(error, path) : error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function text(path) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw Failure.unreadable(error, path);
  }
  try {
    return Document.ofText('', new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Failure('a text that is not UTF-8', path, 'convert it, `iconv -t UTF-8` does');
  }
}

/**
 * @param {object} job what is wanted of each document: `report` as `read` prints it in a `form`, the
 *   `row` of a table, or what is `known` to methods, `bare` of its text if that is for the method
 *   offprint, which looks at the fingerprint alone; and the `settings` to read it with
 */
async function perform(document, { want, form, bare, settings }) {
  const article = await readOne(document, settings);
  try {
    if (want === 'report') return article.report(document.id, form);
    if (want === 'row') return article.row(document.id);
    return bare ? { ...article.known(), title: '', text: '' } : article.known();
  } finally {
    article.free();
  }
}

async function settled(document, job) {
  try {
    return { made: await perform(document, job) };
  } catch (failure) {
    if (failure instanceof Failure) return { failure };
    throw failure;
  }
}

/** Other threads, started when the first document is for them. */
class Threads {
  size = availableParallelism();
  #job;
  #module;
  #threads = [];
  #given = 0;
  #waiting = new Map();

  constructor(job) {
    this.#job = job;
  }

  settled(document) {
    if (!this.#threads.length) this.#start();
    const number = this.#given++;
    this.#threads[number % this.size].postMessage({ number, document });
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
  }

  #start() {
    const data = { module: (this.#module ??= load()), job: this.#job };
    this.#threads = Array.from({ length: this.size }, () => {
      const thread = new Worker(new URL(import.meta.url), { workerData: data });
      thread.on('message', ({ number, made, failure }) => {
        this.#waiting.get(number).resolve(failure ? { failure: new Failure(...failure) } : { made });
        this.#waiting.delete(number);
      });
      thread.on('error', (error) => this.#waiting.forEach(({ reject }) => reject(error)));
      return thread;
    });
  }

  end() {
    return Promise.all(this.#threads.map((thread) => thread.terminate()));
  }
}

/** What such a thread does. */
export function serve() {
  load(workerData.module);
  parentPort.on('message', async ({ number, document }) => {
    const { made, failure } = await settled(document, workerData.job);
    parentPort.postMessage({ number, made, failure: failure && [failure.what, failure.place, failure.advice] });
  });
}
