// Export and import of the register: a line of JSON for each article, then for each copy.

import init, { edge } from 'offprint/edge';
import { inWasm } from '../runtime/wasm.js';
import { shard } from '../register/shards.js';
import { log } from '../runtime/counts.js';
import { inTime } from '../../../shared/fetching/limits.js';
import { ApiError } from '../operator/api-error.js';
import { mediaType, withInput } from './http.js';

/** @import { Line, Place } from '../register/object/object.js' */
/** @typedef {{ from(pieces: AsyncIterable<Uint8Array>): ReadableStream }} From missing in the types of the platform */

const NDJSON = 'application/x-ndjson';
/** Lines that are read and passed on at a time. */
const PIECE = 200;
/** Longest line, in bytes. */
const LINE = 64 * 1024;
/** Errors that are reported; the others are counted. */
const REPORTED = 20;
/** Longest time for a piece, in ms. */
const PIECE_TIME = 30_000;

/** @type {import('./index.js').Route[]} */
export const transfer = [
  [/^export$/, { GET: { access: 'import', handle: send } }],
  [/^import$/, { POST: { access: 'import', handle: receive } }],
];

/** Sends the export piece by piece, as the client takes it. @param {import('./index.js').ApiCall} call */
async function send({ env }) {
  await init();
  const { from } = /** @type {typeof ReadableStream & From} */ (ReadableStream);
  return new Response(from(all(env)), { headers: { 'Content-Type': NDJSON } });
}

/** @param {Env} env */
async function* all(env) {
  const encoder = new TextEncoder();
  for (const name of inWasm(edge.shards)) {
    for (const kind of /** @type {const} */ (['article', 'copy'])) {
      for (let after = /** @type {Place | undefined} */ (['', '']); after; ) {
        const piece = await inTime(PIECE_TIME, shard(env, name).piece(kind, after, PIECE));
        if (piece.length > 0) yield encoder.encode(piece.map(([, line]) => `${JSON.stringify(line)}\n`).join(''));
        after = piece[PIECE - 1]?.[0];
      }
    }
  }
}

/** @param {import('./index.js').ApiCall} call */
async function receive({ request, env }) {
  mediaType(request, [NDJSON, 'application/ndjson', 'application/jsonl']);
  await init();
  const result = { lines: 0, new: 0, copy: 0, known: 0, failed: 0, errors: /** @type {object[]} */ ([]) };
  /** @param {number} line @param {{ code?: string, message: string }} error */
  const fail = (line, { code = 'json', message }) => {
    result.failed++;
    if (result.errors.length < REPORTED) result.errors.push({ line, code, message });
  };
  /** @type {{ line: number, name: string, what: Line }[]} */
  let piece = [];
  const hand = async () => {
    const shards = Map.groupBy(piece, ({ name }) => name);
    piece = [];
    for (const [name, lines] of shards) {
      const outcomes = await inTime(PIECE_TIME, shard(env, name).restore(lines.map(({ what }) => what)));
      for (const [i, { line }] of lines.entries()) {
        const outcome = outcomes[i];
        if (outcome === 'orphan') fail(line, { code: 'no_article', message: 'its article is not registered' });
        else if (outcome && outcome !== 'refused') result[outcome]++;
      }
    }
  };
  for await (const line of linesOf(request.body)) {
    result.lines++;
    try {
      if (line === undefined) throw new ApiError(400, 'too_long', `the line has more than ${LINE} bytes`);
      piece.push({ line: result.lines, ...parsed(line) });
    } catch (error) {
      fail(result.lines, /** @type {Error} */ (error));
    }
    if (piece.length === PIECE) await hand();
  }
  await hand();
  log('imported', { ...result, errors: undefined });
  return Response.json(result);
}

/**
 * The content of a line, and the shard that it belongs to.
 * @param {string} text @returns {{ name: string, what: Line }}
 */
function parsed(text) {
  const { kind, count, ...line } = JSON.parse(text) ?? {};
  if (kind === 'article') {
    const [name, record] = withInput(() => edge.bounded(line));
    if (!new RegExp(`^${name}-[0-9a-f]{32}$`).test(record.id))
      throw new ApiError(400, 'id', `id has to be ${name}- and 32 digits of 0-9 and a-f`);
    return { name, what: { record: { ...record, firstSeen: past(record.firstSeen) } } };
  }
  if (kind !== 'copy') throw new ApiError(400, 'kind', 'kind has to be article or copy');
  const { article, url, title, firstSeen, verdict, score } = line;
  const [, name] = /^([a-z]{4})-[0-9a-f]{32}$/.exec(article) ?? [];
  const isText = [url, title].every((text) => typeof text === 'string' && text.length <= 2048);
  const isVerdict = ['same', 'partial'].includes(verdict) && score >= 0 && score <= 1;
  if (!(name && isText && isVerdict && inWasm(edge.shards).includes(name))) {
    const message = 'a copy has article, url, title, firstSeen, verdict and score as they were exported';
    throw new ApiError(400, 'copy', message);
  }
  return { name, what: { copy: { article, url, title, firstSeen: past(firstSeen), verdict, score } } };
}

/** A time in the export's form, and not in the future. @param {unknown} time */
function past(time) {
  const isTime = typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time);
  if (!isTime || Date.parse(time) > Date.now() + 60_000)
    throw new ApiError(400, 'time', 'firstSeen has to be a past time such as 2026-03-01T12:00:00.000Z');
  return time;
}

/**
 * The lines that are not empty; undefined in the place of a line that is too long.
 * @param {ReadableStream<Uint8Array> | null} body
 */
async function* linesOf(body) {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  /** @param {string} text */
  const isLong = (text) => text.length > LINE || encoder.encode(text).length > LINE;
  let [text, skipping] = ['', false];
  for await (const bytes of body ?? []) {
    const parts = (text + decoder.decode(bytes, { stream: true })).split('\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      if (skipping) skipping = false;
      else if (isLong(part)) yield undefined;
      else if (part.trim()) yield part;
    }
    if (isLong(text)) {
      if (!skipping) yield undefined;
      [text, skipping] = ['', true];
    }
  }
  if (text.trim() && !skipping) yield text;
}
