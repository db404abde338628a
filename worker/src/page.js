// Reading a page and judging it. What is decided is decided in WebAssembly: see src/edge/mod.rs.

import { Reader, edge } from 'offprint/edge';
import { end } from './memory.js';
import { registerVisit } from './register.js';
import { counted, failed, step } from './stats.js';
import { withLivingOriginal } from './original.js';
import { standingFacts } from './site.js';
import { find } from './store.js';
import { inTime } from './time.js';
import { inWasm } from './wasm.js';

/** Most bytes taken from the stream at a time. Larger: fewer calls; smaller: less memory. */
const PIECE = 64 * 1024;
/** Longest time a crawler's page is held, in ms. Larger: slow pages are judged too; smaller: crawlers wait less. */
const HOLD_TIME = 5000;

/**
 * What is to be done with a response before its body is known. Nothing, if that cannot be told.
 * @param {Request} request
 * @param {Response} response
 * @param {{ class: string }} who
 * @param {boolean} [gateway]
 * @returns {{ reading: 'before' | 'beside' | 'not', recall: boolean, validator: string | null }}
 */
export function planFor(request, { status, headers, body }, who, gateway = false) {
  const length = headers.get('Content-Length');
  const asked = {
    method: request.method,
    class: who.class,
    authorization: request.headers.has('Authorization'),
    cookie: request.headers.get('Cookie'),
    range: request.headers.has('Range'),
    gateway,
  };
  const answered = {
    status,
    contentType: headers.get('Content-Type'),
    cacheControl: headers.get('Cache-Control'),
    vary: headers.get('Vary'),
    setsCookie: headers.has('Set-Cookie'),
    contentLength: length === null ? null : Number(length),
    contentEncoding: headers.get('Content-Encoding'),
    etag: headers.get('ETag'),
    lastModified: headers.get('Last-Modified'),
  };
  try {
    const plan = inWasm(() => edge.plan(asked, answered));
    return body ? plan : { ...plan, reading: 'not' };
  } catch {
    return { reading: 'not', recall: false, validator: null };
  }
}

/** What an answer depends on beside the page. */
export function visitOf(request, { status, headers }, who) {
  return {
    url: request.url,
    who,
    ifNoneMatch: request.headers.get('If-None-Match'),
    status,
    etag: headers.get('ETag'),
    vary: headers.get('Vary'),
  };
}

/**
 * Reads a page to its end, judges it against the articles known, and makes it known in its turn.
 * @param {ReadableStream<Uint8Array>} stream the page, decompressed
 * @param {{ url: string, key: string, validator: string | null, request: Request, response: Response, who: Who,
 *   client: string, listed?: boolean }} page what it is remembered by, who asks for it from where, whether the operator lists its host, and the rest
 * @param {Env} env
 * @param {ExecutionContext} context
 * @param {import('./settings.js').Settings} settings
 * @returns the decision, or undefined for a page that is too long to be held
 */
export function readAndJudge(stream, { url, key, validator, request, response, who, client, listed = false }, env, context, settings) {
  const facts = standingFacts(request, response, url, listed);
  const judging = judge(stream, { url, contentType: response.headers.get('Content-Type') }, facts, env, settings);
  const visitor = { host: new URL(url).hostname, client, proven: isProven(who) };
  const registering = async () => {
    const decision = await judging;
    if (!decision) return;
    const { finding, record } = decision;
    const settled = await registerVisit(env, decision, visitor);
    // Where the register knows better than its view, the next visit finds that out.
    const agrees = !settled || (settled.outcome === 'new') === (record !== null);
    end(key, validator, agrees ? { ...finding, known: finding.known || record !== null } : undefined);
  };
  // Each failure has been counted where it happened.
  context.waitUntil(registering().catch(() => end(key)));
  return judging;
}

/** Whether a crawler has shown who it is by more than its own word. */
function isProven({ class: kind, by }) {
  return kind !== 'person' && kind !== 'other-bot' && by !== 'agent';
}

async function judge(stream, page, facts, env, settings) {
  const article = await read(stream, page);
  if (!article) return undefined;
  const keys = article.fingerprint ? inWasm(() => edge.readKeys(article.fingerprint)) : [];
  const found = await find(env.ARTICLES, keys);
  const now = new Date().toISOString();
  const candidate = { ...article, ...facts };
  const decision = await withLivingOriginal(env, settings, found, (found) => inWasm(() => edge.decide(candidate, found, now)));
  if (decision.damaged > 0) failed('damaged', `${decision.damaged} of ${found.length} records`);
  counted(decision.verdict);
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

/** The decision, if the page is judged before a crawler has waited too long. */
export function judgedInTime(judging) {
  return inTime(HOLD_TIME, judging, () => {
    const error = new Error(`not judged after ${HOLD_TIME} ms`);
    failed('late', error);
    return error;
  });
}
