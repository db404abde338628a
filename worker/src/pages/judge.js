// Reading a page and judging it, by what WebAssembly makes of it: see crates/edge/src/decide.rs.

import { Reader, edge } from 'offprint/edge';
import { isProven } from '../asks/classes.js';
import { learn, recordsOf } from '../register/view-keys.js';
import { end, share } from './memory.js';
import { HOLD_BYTES } from '../policy/plan.js';
import { isRefused, registerVisit } from '../register/shards.js';
import { retell } from './rewrites.js';
import { counted, failed, step } from '../runtime/counts.js';
import { withLivingOriginal } from './whereabouts.js';
import { standingFacts } from '../site.js';
import { endOnSite } from './siblings.js';
import { Budget } from '../runtime/waiting.js';
import { inWasm } from '../runtime/wasm.js';

/** Most bytes taken from the stream at a time. Larger: fewer calls; smaller: less memory. */
const PIECE = 64 * 1024;
const NOW = Promise.resolve();

/**
 * What an answer depends on beside the page; without a response, before the page is asked for.
 * @param {Request} request
 * @param {Response | undefined} response
 * @param {import('../asks/identify.js').Who} who
 * @returns {import('../policy/answer.js').Visit}
 */
export function visitOf({ url, method, headers }, response, who) {
  return {
    url,
    method,
    who,
    ifNoneMatch: headers.get('If-None-Match'),
    accept: headers.get('Accept'),
    exactPrice: headers.get('crawler-exact-price'),
    maxPrice: headers.get('crawler-max-price'),
    priceSigned: who.priceSigned,
    ...(response && {
      status: response.status,
      etag: response.headers.get('ETag'),
      vary: response.headers.get('Vary'),
      link: response.headers.get('Link'),
      usage: response.headers.get('Content-Usage'),
      signal: response.headers.get('Content-Signal'),
    }),
  };
}

/**
 * Reads a page to its end, judges it against the articles known, and makes it known in its turn.
 * @param {ReadableStream<Uint8Array>} stream the page, decompressed
 * @param {object} page
 * @param {string} page.url
 * @param {string} page.key what it is remembered by
 * @param {boolean} page.isShared whether it is
 * @param {string | null} page.validator
 * @param {Request} page.request
 * @param {Response} page.response
 * @param {import('../asks/identify.js').Who} page.who
 * @param {string} page.client the network that it is asked from
 * @param {boolean} [page.listed] whether the operator lists its host
 * @param {import('./hold.js').Hold} [page.hold]
 * @param {Promise<unknown>} [page.after] what comes before reading it
 * @param {Env} env
 * @param {ExecutionContext} context
 * @param {import('../settings.js').Settings} settings
 * @returns {Promise<import('offprint/edge').EdgeDecision | undefined>} undefined for a page that cannot be held
 */
export function readAndJudge(stream, page, env, context, settings) {
  const { url, key, isShared, validator, request, response, who, client, listed = false, hold, after = NOW } = page;
  const options = { url, contentType: response.headers.get('Content-Type') };
  const facts = standingFacts(request, response, url, listed || settings.isListed(new URL(url)), settings);
  const visitor = { host: new URL(url).hostname, client, proven: isProven(who) };
  const judging = after.then(() => judge(stream, options, facts, env, settings, hold, visitor));
  const registering = async () => {
    const decision = await judging;
    if (!decision) return;
    const { finding, record } = decision;
    const settled = await registerVisit(env, decision, visitor);
    if (settled) learn(settled);
    if (!isShared) return;
    // Where the register knows better than its view, the next visit finds that out.
    const agrees = !settled || (settled.outcome === 'new') === (record !== null);
    if (!agrees) return end(key);
    const found = { ...finding, known: finding.known || record !== null };
    await share(env, key, validator, found);
    end(key, validator, found);
  };
  // Each failure has been counted where it happened.
  context.waitUntil(registering().catch(() => isShared && end(key)));
  return judging;
}

async function judge(stream, page, facts, env, settings, hold, visitor) {
  const article = await read(stream, page, hold, (reader) => endOnSite(reader, page.url));
  if (!article) return undefined;
  const { fingerprint } = article;
  // Reads are billed, so the rest is read only if the first do not settle what the page is.
  const steps = fingerprint ? await recordsOf(env, fingerprint) : [];
  if (steps.length === 0) steps.push(async () => []);
  const now = new Date().toISOString();
  const candidate = { ...article, ...facts };
  const decide = (found) => inWasm(() => edge.decide(candidate, found, now));
  const found = [];
  let decision;
  for (const [step, read] of steps.entries()) {
    found.push(...(await read()));
    if (step < steps.length - 1 && !decide(found).settled) continue;
    decision = await withLivingOriginal(env, settings, found, decide);
    // It is not, if the original is gone.
    if (decision.settled) break;
  }
  if (decision.damaged > 0) failed('damaged', `${decision.damaged} of ${found.length} records`);
  counted(decision.verdict);
  return settings.rewrites && !isRefused(visitor) ? retell(env, article, decision, found) : decision;
}

/** The article, or undefined if the page is too long, or more pages are held than can be. */
export async function read(stream, options, hold, finish = (reader) => reader.end()) {
  const source = stream.getReader({ mode: 'byob' });
  let reader;
  try {
    reader = inWasm(() => new Reader(options));
    let room = HOLD_BYTES;
    let buffer = new ArrayBuffer(PIECE);
    for (;;) {
      const { value, done } = await step('origin', () => source.read(new Uint8Array(buffer)));
      if (done) return inWasm(() => finish(reader));
      room -= value.byteLength;
      const over = room < 0 ? 'length' : hold && !hold.take(value.byteLength) ? 'memory' : undefined;
      if (over) return void counted('unread', over);
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
export function judgedInTime(judging, budget = new Budget()) {
  return budget.wait(judging, (error) => failed('late', error));
}
