// Web archives.
import { Readable, pipeline } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import { WARCParser } from 'warcio';
import { Failure } from './failure.js';

export function isArchive(path) {
  return /\.warc(\.gz)?$/i.test(path);
}

/**
 * The pages of an archive in its order: what a server answered with 200, and resources, if they are
 * HTML. An address that comes again is another capture of one page, and passed over.
 *
 * @param {AsyncIterable<Uint8Array>} bytes
 * @param {number} maxBytes read of a page
 */
export async function* pages(bytes, { place, maxBytes }) {
  const seen = new Set();
  const damaged = (error) => new Failure(`a damaged archive (${error.message})`, place, 'try another copy');
  const records = new WARCParser(bytes)[Symbol.asyncIterator]();
  for (;;) {
    let document;
    try {
      const { value: record, done } = await records.next();
      if (done) break;
      document = await page(record, seen, maxBytes);
    } catch (error) {
      throw error.syscall ? Failure.unreadable(error, place) : damaged(error);
    }
    if (document) yield document;
  }
  if (!seen.size) {
    throw new Failure('nothing to read (no answer or resource that is HTML)', place, 'name an archive that holds pages');
  }
}

async function page(record, seen, maxBytes) {
  const url = record.warcTargetURI?.replace(/^<(.*)>$/, '$1'); // As some programs write it.
  const contentType = type(record);
  if (!url || contentType === null || seen.has(url)) return undefined;
  seen.add(url);
  const chunks = [];
  let length = 0;
  for await (const chunk of content(record)) {
    if (length <= maxBytes) chunks.push(chunk);
    length += chunk.length;
  }
  const bytes = Buffer.concat(chunks).subarray(0, maxBytes + 1);
  return { id: url, kind: 'bytes', url, contentType, bytes };
}

/** What a record holds. The parser knows other encodings, but not this. */
function content(record) {
  if (record.httpHeaders?.headers.get('Content-Encoding') !== 'br') return record;
  return pipeline(Readable.from(record), createBrotliDecompress(), () => {}); // Reading it tells of errors.
}

/** The type of a page; null if the record holds none. */
function type(record) {
  const answered = record.warcType === 'response' && Number(record.httpHeaders?.statusCode) === 200;
  if (!answered && record.warcType !== 'resource') return null;
  const headers = answered ? record.httpHeaders.headers : record.warcHeaders.headers;
  const type = headers.get('Content-Type') ?? undefined;
  if (type === undefined) return answered ? undefined : null;
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) ? type : null;
}
