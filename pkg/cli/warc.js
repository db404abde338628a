// Web archives.
import { Readable, pipeline } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import { WARCParser } from 'warcio';
import { mediaType } from './core.js';
import { Failure } from './failure.js';
import { records } from './records.js';

/** Bytes that the head of an answer takes beside its page. */
const HEAD = 1 << 20;
/** Bytes of a record handed over at a time, since they may be packed. */
const PIECE = 16 << 10;

export function isArchive(path) {
  return /\.(warc|wet)(\.gz)?$/i.test(path);
}

/** Whether a file is an archive by its first bytes, unpacked. */
export function beginsArchive(start) {
  return mediaType(start) === 'application/warc';
}

/**
 * The pages of an archive in its order: what a server answered with 200, and resources, if they are HTML; and texts
 * that were made of pages. An address that was `seen` before, in this archive or another, is another capture of one page
 * and left out. In the place of what is damaged stands a document with its `failure`.
 *
 * @param {AsyncIterable<Uint8Array>} bytes
 * @param {{ place: string, maxBytes: number, seen: Set<string> }} options
 * @returns {AsyncGenerator<import('./sources.js').Document>}
 */
export async function* pages(bytes, { place, maxBytes, seen }) {
  let whole = 0;
  let holdsPages = false;
  /** @returns {import('./sources.js').Document} */
  const failed = (what, advice) => ({ id: place, kind: 'failed', failure: new Failure(what, place, advice) });
  try {
    for await (const { head, content, damage } of records(bytes, maxBytes + HEAD)) {
      if (damage) {
        const what = `a damaged record at byte ${damage.offset}, after ${whole} whole ones (${damage.reason})`;
        yield failed(what, 'the rest is still read; try another copy');
        continue;
      }
      whole += 1;
      const isNew = (url) => {
        holdsPages = true;
        return seen.size < seen.add(url).size;
      };
      const document = await page(head, content, isNew, maxBytes);
      if (document) yield document;
    }
  } catch (error) {
    throw error.syscall ? Failure.unreadable(error, place) : error;
  }
  if (!holdsPages) {
    const what = 'nothing to read (no answer or resource that is HTML, and no text)';
    throw new Failure(what, place, 'name an archive that holds pages');
  }
}

/** @returns {Promise<import('./sources.js').Document | undefined>} */
async function page(head, content, isNew, maxBytes) {
  if (!/^warc-type:\s*(response|resource|conversion)\s*$/im.test(head)) return undefined;
  const record = await new WARCParser(pieces(Buffer.concat([Buffer.from(head, 'latin1'), content]))).parse();
  const url = record?.warcTargetURI?.replace(/^<(.*)>$/, '$1'); // As some programs write it.
  if (!record || !url) return undefined;
  const contentType = type(record);
  if (contentType === null || !isNew(url)) return undefined;
  if (record.warcType === 'conversion') {
    return { id: url, kind: 'text', title: '', text: content.toString('utf8', 0, maxBytes), url };
  }
  const chunks = [];
  let length = 0;
  try {
    for await (const chunk of body(record)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch (error) {
    const failure = new Failure(`an answer that cannot be unpacked (${error.message})`, url, 'try another copy');
    return { id: url, kind: 'failed', failure };
  }
  const bytes = Buffer.concat(chunks).subarray(0, maxBytes + 1);
  return { id: url, kind: 'bytes', url, contentType, bytes };
}

function* pieces(bytes) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** What a record holds. The parser knows other encodings, but not this. */
function body(record) {
  if (record.httpHeaders?.headers.get('Content-Encoding') !== 'br') return record;
  return pipeline(Readable.from(record), createBrotliDecompress(), () => {}); // Reading it tells of errors.
}

/** The type of a page; null if the record holds none. */
function type(record) {
  const of = record.warcHeaders.headers.get('Content-Type') ?? '';
  if (record.warcType === 'conversion') return /^\s*text\/plain\b/i.test(of) ? of : null;
  const answered = record.warcType === 'response' && Number(record.httpHeaders?.statusCode) === 200;
  if (!answered && record.warcType !== 'resource') return null;
  const headers = answered ? record.httpHeaders.headers : record.warcHeaders.headers;
  const type = headers.get('Content-Type') ?? undefined;
  if (type === undefined) return answered ? undefined : null;
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) ? type : null;
}
