// Reads a page from text, bytes, streams, blobs or responses.
import { coded } from './error.js';

/** Text is decoded already, whatever charset the page declares. */
const DECODED = 'text/html; charset=utf-8';

export function bindReading({ init, Reader }) {
  async function read(page, options) {
    const { signal, clean, ...rest } = checked(options);
    if (clean) throw coded('options', '`clean` is for OffprintStream and Reader: `read` returns the article alone');
    if (signal && !signal.addEventListener) throw coded('options', '`signal` takes an AbortSignal');
    if (signal?.aborted) throw aborted(signal.reason);
    const { pieces, contentType, url } = source(page);
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
      for (let bytes = 0; !(bytes > rest.maxBytes); ) {
        const { done, value } = await Promise.race([next(pieces), abort.happens]);
        if (done) break;
        reader.write(value);
        bytes += value.byteLength;
      }
      return reader.end();
    } finally {
      abort.forget();
      release(reader);
      // Not awaited: a generator ends only after the promise that it waits for.
      Promise.resolve(pieces.return?.()).catch(() => {});
    }
  }

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

export function checked(options) {
  if (typeof (options ?? {}) === 'object') return options ?? {};
  throw coded('options', 'options: not an object');
}

/** Text that is only an address. */
const ADDRESS = /^\s*https?:\/\/[^\s<>]+\s*$/i;

/** An iterator over the pieces of a page, and the content type and address that its source states. */
function source(page) {
  if (page instanceof URL || (typeof page === 'string' && ADDRESS.test(page))) {
    throw coded('page_address', 'this is the address of a page: pass what is there, `await fetch(address)`');
  }
  if (typeof page === 'string') return { pieces: [new TextEncoder().encode(page)].values(), contentType: DECODED };
  // By its name, since a buffer of another realm is not an `instanceof` ours.
  if (Object.prototype.toString.call(page) === '[object ArrayBuffer]') return source(new Uint8Array(page));
  if (ArrayBuffer.isView(page)) return { pieces: [page].values() };
  if (typeof page?.getReader === 'function') return { pieces: streamed(page) };
  if (typeof page?.[Symbol.asyncIterator] === 'function') return { pieces: page[Symbol.asyncIterator]() };
  // A Blob, or a File.
  if (typeof page?.stream === 'function') return { pieces: streamed(page.stream()), contentType: page.type || null };
  if (typeof page?.headers?.get === 'function' && 'body' in page) {
    const { pieces } = source(page.body ?? new Uint8Array());
    return { pieces, contentType: page.headers.get('content-type'), url: page.url || null };
  }
  throw coded('page', 'a page is text, bytes, a Response, a Blob, a ReadableStream or an async iterable of bytes');
}

/** Not every stream of every browser can be iterated. */
function streamed(stream) {
  if (stream.locked) throw coded('page_used', 'the page was read before, or is being read: pass a `response.clone()`');
  const reader = stream.getReader();
  return { next: () => reader.read(), return: () => reader.cancel() };
}

async function next(pieces) {
  try {
    return await pieces.next();
  } catch (cause) {
    throw coded('page_failed', `the page failed before its end: ${cause?.message ?? cause}`, { cause });
  }
}

function listen(signal) {
  let happen;
  const happens = new Promise((_, reject) => (happen = () => reject(aborted(signal.reason))));
  happens.catch(() => {});
  signal?.addEventListener('abort', happen);
  return { happens, forget: () => signal?.removeEventListener('abort', happen) };
}

/** Programs that use an AbortSignal look for this name. */
export function aborted(cause) {
  return Object.assign(coded('aborted', 'reading was aborted before the end of the page', { cause }), {
    name: 'AbortError',
  });
}

export function release(reader) {
  try {
    reader?.free();
  } catch {
    // After a trap the module can free nothing.
  }
}
