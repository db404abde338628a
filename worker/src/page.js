// Reading a page and judging it. What is decided is decided in WebAssembly: see src/edge/mod.rs.

import init, { Reader, edge, restart } from 'offprint/edge';
import { failed, stats, step } from './stats.js';
import { find } from './store.js';

/** Most bytes taken from the stream at a time. Larger: fewer calls; smaller: less memory. */
const PIECE = 64 * 1024;

/**
 * How a page is to be read: `before` it is forwarded, `beside` that, or `not`.
 * @param {{ method: string, crawler: boolean, personal: boolean, range: boolean }} request
 * @param {Response} response
 * @returns {Promise<'before' | 'beside' | 'not'>}
 */
export async function howToRead(request, { status, headers, body }) {
  if (!body) return 'not';
  await step('wasm', init);
  const length = headers.get('Content-Length');
  return inWasm(() =>
    edge.reading(request, {
      status,
      contentType: headers.get('Content-Type'),
      cacheControl: headers.get('Cache-Control'),
      setsCookie: headers.has('Set-Cookie'),
      contentLength: length === null ? null : Number(length),
      contentEncoding: headers.get('Content-Encoding'),
    }),
  );
}

/**
 * Reads a page to its end and judges it against the articles known.
 * @param {ReadableStream<Uint8Array>} stream the page, decompressed
 * @param {{ url: string, contentType: string | null }} page
 * @param {{ ARTICLES: KVNamespace, OFFPRINT_REPRINTS?: string }} env
 * @returns the decision, or undefined for a page that is too long to be held
 */
export async function judge(stream, page, env) {
  const article = await read(stream, page);
  if (!article) return undefined;
  const keys = article.fingerprint ? inWasm(() => edge.readKeys(article.fingerprint)) : [];
  const found = await find(env.ARTICLES, keys);
  const now = new Date().toISOString();
  const decision = inWasm(() => edge.decide(article, found, env.OFFPRINT_REPRINTS || undefined, now));
  if (decision.damaged > 0) failed('damaged', `${decision.damaged} of ${found.length} records`);
  stats[decision.verdict]++;
  return decision;
}

/** The article, or undefined if the page is too long. */
export async function read(stream, options) {
  const source = stream.getReader({ mode: 'byob' });
  let reader;
  try {
    reader = inWasm(() => new Reader(options));
    let room = inWasm(edge.holdBytes);
    let buffer = new ArrayBuffer(PIECE);
    for (;;) {
      const { value, done } = await step('origin', () => source.read(new Uint8Array(buffer)));
      if (done) return inWasm(() => reader.end());
      room -= value.byteLength;
      if (room < 0) return undefined;
      inWasm(() => reader.write(value));
      buffer = value.buffer;
    }
  } finally {
    reader?.free();
    // What is left unread must not pile up while the client takes its side.
    source.cancel().catch(() => {});
  }
}

/**
 * Calls into WebAssembly. An instance that trapped is replaced: its memory may be in any state.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function inWasm(work) {
  try {
    return work();
  } catch (error) {
    failed(error.code ?? 'wasm', error);
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) restart();
    throw error;
  }
}
