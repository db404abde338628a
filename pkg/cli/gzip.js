// Files packed by gzip, known by their first bytes.
import { Readable, pipeline } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { Failure } from './failure.js';

/** What every member of a gzip file begins with: its magic number, and deflate, the only method. */
export const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);

export function isPacked(start) {
  return start.length >= MAGIC.length && MAGIC.equals(start.subarray(0, MAGIC.length));
}

/** The first bytes of a file, unpacked as far as they go; of damaged ones, nothing. */
export function unpackedStart(start) {
  if (!isPacked(start)) return start;
  try {
    return gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * The bytes of a file, unpacked if they were packed. What is packed twice is unpacked once.
 *
 * @param {Iterable<Uint8Array> | AsyncIterable<Uint8Array>} chunks
 * @param {string} place that they come from
 */
export async function* unpacked(chunks, place) {
  const [start, whole] = await begun(chunks, MAGIC.length);
  if (!isPacked(start)) {
    yield* whole;
    return;
  }
  // It is read ahead, but what reads a file may use one piece of memory again and again.
  const copied = async function* () {
    for await (const chunk of whole) yield Buffer.from(chunk);
  };
  // Reading it tells of errors.
  const gunzip = pipeline(Readable.from(copied(), { objectMode: false }), createGunzip(), () => {});
  try {
    yield* gunzip;
  } catch (error) {
    if (!/^Z_/.test(error.code)) throw error;
    throw error.code === 'Z_BUF_ERROR'
      ? new Failure('a gzip file that is cut short', place, 'get the whole file')
      : new Failure('a damaged gzip file', place, 'try another copy');
  }
}

/**
 * The first bytes of a stream, so many if there are, and the stream with them.
 * @param {Iterable<Uint8Array> | AsyncIterable<Uint8Array>} chunks
 * @param {number} most
 * @returns {Promise<[Buffer, AsyncGenerator<Uint8Array>]>}
 */
export async function begun(chunks, most) {
  const first = [];
  let length = 0;
  const rest = (chunks[Symbol.asyncIterator] ?? chunks[Symbol.iterator]).call(chunks);
  while (length < most) {
    const { value, done } = await rest.next();
    if (done) break;
    first.push(Buffer.from(value));
    length += value.length;
  }
  const whole = async function* () {
    try {
      yield* first;
      for (let step; !(step = await rest.next()).done; ) yield step.value;
    } finally {
      await rest.return?.();
    }
  };
  return [Buffer.concat(first).subarray(0, most), whole()];
}
