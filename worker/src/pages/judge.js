// Reads a page and judges it, in WebAssembly: see crates/edge/src/decide/mod.rs.

import { Reader, edge } from 'offprint/edge';
import { domainOf } from '../addresses/domains.js';
import { isProven } from '../asks/classes.js';
import { isRestricted } from '../asks/sessions.js';
import { HOLD_BYTES } from '../policy/plan.js';
import { isRefused, registerVisit } from '../register/register-page.js';
import { learn, recordsOf } from '../register/view.js';
import { counted, failed, step } from '../runtime/counts.js';
import { inWasm } from '../runtime/wasm.js';
import { end, share } from './findings.js';
import { withRewrite } from './rewrites.js';
import { withLivingOriginal } from './whereabouts.js';

/** Most bytes taken from the stream at a time. Larger: fewer calls; smaller: less memory. */
const PIECE = 64 * 1024;

/**
 * What other pages of a host contain, as far as this isolate has read them: repeated blocks count less as part of an
 * article. Only hashes are kept, and lost with the isolate. By host, the least recently read first.
 * @type {Map<string, Uint8Array>}
 */
const siteMemories = new Map();
/** Hosts that are remembered, at most 8 KB each. Larger: more memory; smaller: more hosts are read as new ones. */
const MOST_HOSTS = 64;

/**
 * @typedef {object} Page a page that is to be read
 * @property {string} url
 * @property {string} key that it is remembered by
 * @property {boolean} isShared whether it is remembered
 * @property {string | null} validator
 * @property {Request} request
 * @property {Response} response
 * @property {Client} client
 * @property {string} network that the request comes from: see networkOf
 * @property {boolean} [listed] whether the operator lists its host
 * @property {import('./hold.js').Hold} [hold]
 * @property {Promise<unknown>} [after] that reading waits for
 */

/**
 * Reads a page to its end, judges it against the known articles, and registers it.
 * @param {ReadableStream<Uint8Array>} stream the page, decompressed
 * @param {Page} page
 * @param {Call} call
 * @returns {Promise<import('offprint/edge').EdgeDecision | undefined>} undefined for a page that cannot be held
 */
export function readAndJudge(stream, page, { env, context, settings }) {
  const { url, key, isShared, validator, client, network } = page;
  const visitor = { host: new URL(url).hostname, network, proven: isProven(client) };
  const judging = (page.after ?? Promise.resolve()).then(() => judge(stream, page, env, settings, visitor));
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
    // If it was registered, the register now holds it with this text.
    const found = record === null ? finding : { ...finding, known: true, changed: false };
    await share(env, key, validator, found);
    end(key, validator, found);
  };
  // Each failure has been counted where it happened.
  context.waitUntil(registering().catch(() => isShared && end(key)));
  return judging;
}

async function judge(stream, page, env, settings, visitor) {
  const { url, response, hold } = page;
  const options = { url, contentType: response.headers.get('Content-Type') };
  const article = await read(stream, options, hold, (reader) => endAmongSiblings(reader, url));
  if (!article) return undefined;
  const { fingerprint } = article;
  const candidate = { ...article, ...standingFacts(page, settings) };
  const address = inWasm(() => edge.address(candidate));
  // Reads are billed, so later steps are read only if the earlier ones do not settle what the page is.
  const steps = fingerprint ? await recordsOf(env, { fingerprint, url: address }) : [];
  if (steps.length === 0) steps.push(async () => []);
  const now = new Date().toISOString();
  const asked = page.listed ? undefined : url;
  const decide = (found) => inWasm(() => edge.decide(candidate, found, now));
  const found = [];
  let decision;
  for (const [step, read] of steps.entries()) {
    found.push(...(await read()));
    if (step < steps.length - 1 && !decide(found).settled) continue;
    decision = await withLivingOriginal(env, settings, found, decide, asked);
    // If the original is gone, the decision may be open again.
    if (decision.settled) break;
  }
  if (decision.damaged > 0) failed('damaged', `${decision.damaged} of ${found.length} records`);
  counted(decision.verdict);
  return settings.rewrites && !isRefused(visitor) ? withRewrite(env, article, decision, found) : decision;
}

/**
 * Facts about a page's site and request that decide whether the page is registered: see crates/edge/src/standing.rs.
 * @param {Page} page
 * @param {Settings} settings
 */
function standingFacts({ url, request, response, listed = false }, { hosts, parameters, isListed }) {
  return {
    domain: domainOf(url),
    robots: response.headers.get('X-Robots-Tag') ?? undefined,
    restricted: isRestricted(request),
    listed: listed || isListed(new URL(url)),
    // A page of the gateway is another's.
    own: !listed,
    hosts,
    parameters,
  };
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

/** Ends a page; its article is extracted with the memory of the other pages of its host. */
function endAmongSiblings(reader, url) {
  const { host } = new URL(url);
  const { siteMemory, ...article } = reader.end(siteMemories.get(host) ?? new Uint8Array());
  siteMemories.delete(host);
  if (siteMemories.size >= MOST_HOSTS) siteMemories.delete(siteMemories.keys().next().value);
  siteMemories.set(host, siteMemory);
  return article;
}
