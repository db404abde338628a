// Reads a page from text, bytes, streams, blobs or responses.
import { coded, messageOf } from './error.js';

/** Text is decoded already, whatever charset the page declares. */
const DECODED = 'text/html; charset=utf-8';

/** @import { Article, BlobLike, ByteStream, Message, Page, ReadOptions, Signal } from './offprint.js' */
/** @typedef {ReadOptions & { clean?: boolean, signal?: (Signal & { reason?: unknown }) | null }} Options */
/** @typedef {{ next(): Promise<Piece> | Piece, return?(): unknown }} Pieces */
/** @typedef {{ done?: boolean, value?: ArrayBufferView }} Piece */
/** @typedef {Partial<AsyncIterable<Uint8Array> & BlobLike & ByteStream & Message>} Source has all of one of these */
/** @typedef {{ init: () => Promise<void>, Reader: ReturnType<typeof import('./api.js').bind>['Reader'] }} Reading */

/** @param {Reading} offprint @returns {Pick<typeof import('./offprint.js'), 'read' | 'readDocument'>} */
export function bindReading({ init, Reader }) {
  /** @param {Page} page @param {Options | null} [options] @returns {Promise<Article>} */
  async function read(page, options) {
    const { signal, clean, ...rest } = checked(options);
    if (clean) throw coded('options', '`clean` is for OffprintStream and Reader: `read` returns the article alone');
    if (signal && !signal.addEventListener) throw coded('options', '`signal` takes an AbortSignal');
    if (signal?.aborted) throw aborted(signal.reason);
    const { pieces, contentType, url } = source(/** @type {Source} */ (page));
    const abort = listen(signal);
    let reader;
    try {
      await init();
      reader = new Reader({
        ...rest,
        contentType: contentType === DECODED ? DECODED : (rest.contentType ?? contentType),
        url: rest.url ?? url,
      });
      // The reader ignores what comes after `maxBytes`.
      for (let bytes = 0; !(bytes > (rest.maxBytes ?? Infinity)); ) {
        const { done, value } = await Promise.race([next(pieces), abort.happens]);
        if (done) break;
        reader.write(value);
        bytes += value?.byteLength ?? 0;
      }
      return reader.end();
    } finally {
      abort.forget();
      release(reader);
      // Not awaited: a generator ends only after the promise that it waits for.
      Promise.resolve(pieces.return?.()).catch(() => {});
    }
  }

  /** @type {typeof import('./offprint.js').readDocument} */
  async function readDocument(document, options) {
    const html = document?.documentElement?.outerHTML;
    if (typeof html !== 'string') {
      throw coded('document', 'readDocument takes a Document: pass `document`, or pass its HTML to `read`');
    }
    const given = checked(options);
    return read(html, { ...given, url: given.url ?? document.URL });
  }

  return { read, readDocument };
}

/** @template {object} T @param {T | null} [options] @returns {Partial<T>} */
export function checked(options) {
  if (typeof (options ?? {}) === 'object') return options ?? {};
  throw coded('options', 'options: not an object');
}

/** Text that is only an address. */
const ADDRESS = /^\s*https?:\/\/[^\s<>]+\s*$/i;

/**
 * An iterator over the pieces of a page, and the content type and address that its source states.
 * @param {string | URL | ArrayBufferView | Source} page
 * @returns {{ pieces: Pieces, contentType?: string | null, url?: string | null }}
 */
function source(page) {
  if (page instanceof URL || (typeof page === 'string' && ADDRESS.test(page))) {
    throw coded('page_address', 'this is the address of a page: pass what is there, `await fetch(address)`');
  }
  if (typeof page === 'string') return { pieces: [new TextEncoder().encode(page)].values(), contentType: DECODED };
  // By its name, since a buffer of another realm is not an `instanceof` ours.
  if (Object.prototype.toString.call(page) === '[object ArrayBuffer]')
    return source(new Uint8Array(/** @type {ArrayBuffer} */ (page)));
  if (ArrayBuffer.isView(page)) return { pieces: [page].values() };
  if (typeof page?.getReader === 'function') return { pieces: streamed(/** @type {ByteStream} */ (page)) };
  if (typeof page?.[Symbol.asyncIterator] === 'function')
    return { pieces: /** @type {AsyncIterable<Uint8Array>} */ (page)[Symbol.asyncIterator]() };
  // A Blob, or a File.
  if (typeof page?.stream === 'function') return { pieces: streamed(page.stream()), contentType: page.type || null };
  if (typeof page?.headers?.get === 'function' && 'body' in page) {
    const { pieces } = source(page.body ?? new Uint8Array());
    return { pieces, contentType: page.headers.get('content-type'), url: page.url || null };
  }
  throw coded('page', 'a page is text, bytes, a Response, a Blob, a ReadableStream or an async iterable of bytes');
}

/**
 * Not every stream of every browser can be iterated.
 * @param {ByteStream & { locked?: boolean }} stream @returns {Pieces}
 */
function streamed(stream) {
  if (stream.locked) throw coded('page_used', 'the page was read before, or is being read: pass a `response.clone()`');
  const reader = stream.getReader();
  return { next: () => reader.read(), return: () => reader.cancel() };
}

/** @param {Pieces} pieces */
async function next(pieces) {
  try {
    return await pieces.next();
  } catch (cause) {
    throw coded('page_failed', `the page failed before its end: ${messageOf(cause)}`, { cause });
  }
}

/** @param {Options['signal']} [signal] */
function listen(signal) {
  let happen = () => {};
  /** @type {Promise<never>} */
  const happens = new Promise((_, reject) => (happen = () => reject(aborted(signal?.reason))));
  happens.catch(() => {});
  signal?.addEventListener('abort', happen);
  return { happens, forget: () => signal?.removeEventListener('abort', happen) };
}

/** Programs that use an AbortSignal look for this name. @param {unknown} cause */
export function aborted(cause) {
  return Object.assign(coded('aborted', 'reading was aborted before the end of the page', { cause }), {
    name: 'AbortError',
  });
}

/** @param {{ free(): void } | undefined} reader */
export function release(reader) {
  try {
    reader?.free();
  } catch {
    // After a trap the module can free nothing.
  }
}
