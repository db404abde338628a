// Reads a page and judges it, in WebAssembly: see crates/edge/src/decide.rs.

import { Reader, edge } from 'offprint/edge';
import { isProven } from '../asks/classes.js';
import { HOLD_BYTES } from '../policy/plan.js';
import { isRefused, registerVisit } from '../register/register-page.js';
import { learn, recordsOf } from '../register/view-keys.js';
import { counted, failed, step } from '../runtime/counts.js';
import { Budget } from '../runtime/waiting.js';
import { inWasm } from '../runtime/wasm.js';
import { end, share } from './memory.js';
import { withRewrite } from './rewrites.js';
import { endAmongSiblings } from './siblings.js';
import { standingFacts } from './standing.js';
import { withLivingOriginal } from './whereabouts.js';

/** Most bytes taken from the stream at a time. Larger: fewer calls; smaller: less memory. */
const PIECE = 64 * 1024;

/**
 * @typedef {object} Page a page that is to be read
 * @property {string} url
 * @property {string} key that it is remembered by
 * @property {boolean} isShared whether it is remembered
 * @property {string | null} validator
 * @property {Request} request
 * @property {Response} response
 * @property {import('../asks/identify.js').Requester} who
 * @property {string} client the network that the request comes from
 * @property {boolean} [listed] whether the operator lists its host
 * @property {import('./hold.js').Hold} [hold]
 * @property {Promise<unknown>} [after] that reading waits for
 */

/**
 * Reads a page to its end, judges it against the known articles, and registers it.
 * @param {ReadableStream<Uint8Array>} stream the page, decompressed
 * @param {Page} page
 * @param {Env} env
 * @param {ExecutionContext} context
 * @param {import('../settings.js').Settings} settings
 * @returns {Promise<import('offprint/edge').EdgeDecision | undefined>} undefined for a page that cannot be held
 */
export function readAndJudge(stream, page, env, context, settings) {
  const { url, key, isShared, validator, request, response, who, client, listed = false, hold } = page;
  const options = { url, contentType: response.headers.get('Content-Type') };
  const facts = standingFacts(request, response, url, listed || settings.isListed(new URL(url)), settings);
  const visitor = { host: new URL(url).hostname, client, proven: isProven(who) };
  const judging = (page.after ?? Promise.resolve()).then(() =>
    judge(stream, options, facts, env, settings, hold, visitor),
  );
  const registering = async () => {
    const decision = await judging;
    if (!decision) return;
    const { finding, record } = decision;
    const settled = await registerVisit(env, decision, visitor);
    if (settled) learn(settled);
    if (!isShared) return;
    // If the register knows better than its view, the next visit reads the page again.
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
  const article = await read(stream, page, hold, (reader) => endAmongSiblings(reader, page.url));
  if (!article) return undefined;
  const { fingerprint } = article;
  // Reads are billed, so later steps are read only if the earlier ones do not settle what the page is.
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
    // If the original is gone, the decision may be open again.
    if (decision.settled) break;
  }
  if (decision.damaged > 0) failed('damaged', `${decision.damaged} of ${found.length} records`);
  counted(decision.verdict);
  return settings.rewrites && !isRefused(visitor) ? withRewrite(env, article, decision, found) : decision;
}

/** The article; undefined if the page is too long, or too many pages are held. */
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
    // An unread branch would keep all that the client takes from the other one.
    source.cancel().catch(() => {});
  }
}

/** The decision, if it comes before a crawler has waited too long. */
export function judgedInTime(judging, budget = new Budget()) {
  return budget.wait(judging, (error) => failed('late', error));
}
