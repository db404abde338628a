// Reads a page and judges it, in WebAssembly: see crates/edge/src/decide/mod.rs.

import { edge } from 'offprint/edge';
import { domainOf } from '../site/domains.js';
import { networkOf } from '../../../shared/fetching/ip.js';
import { isProven } from '../clients/classes.js';
import { isRestricted } from '../clients/sessions.js';
import { registerVisit } from '../register/register-page.js';
import { learn, recordsOf } from '../register/view.js';
import { sha256 } from '../runtime/bytes.js';
import { counted, failed } from '../runtime/counts.js';
import { inWasm } from '../runtime/wasm.js';
import { end, recall, recallShared, share } from './findings.js';
import { articleWithSiteMemory, bytesOf } from './read.js';
import { crawlerWaits } from './load-shedding.js';
import { withLivingOriginal } from './original-status.js';

/** @import { Found } from '../register/view.js' */
/**
 * @typedef {object} Page a page that is to be read
 * @property {string} url
 * @property {string} key that it is remembered by
 * @property {boolean} isShared whether it is remembered
 * @property {'before' | 'parallel' | 'not'} reading see the plan
 * @property {'persons' | 'crawlers'} counter of the clients that it is read for
 * @property {Request} request
 * @property {Response} response
 * @property {Client} client
 * @property {import('./memory-budget.js').Reservation} reservation
 * @property {Promise<unknown>} [after] that reading waits for
 */

/**
 * Reads a page to its end, judges it against the known articles, and registers it. A page with the same bytes as at an
 * earlier visit is judged as it was then.
 * @param {ReadableStream<Uint8Array>} stream the page, decompressed
 * @param {Page} page
 * @param {Call} call
 * @returns {Promise<{ finding: Finding } | undefined>} undefined for a page that cannot be held
 */
export function readAndJudge(stream, page, { env, context, settings }) {
  const { url, key, isShared, client, request } = page;
  const visitor = { host: new URL(url).hostname, network: networkOf(request), proven: isProven(client) };
  /** @type {string} */
  let digest;
  /** @type {import('offprint/edge').EdgeDecision | undefined} */
  let decision;
  const judging = (async () => {
    await page.after;
    const bytes = await bytesOf(stream, page.reservation);
    if (!bytes) return undefined;
    digest = await sha256(bytes);
    const finding = recall(key, digest) ?? (await recallShared(env, key, digest));
    if (finding) {
      counted('recalled');
      return { finding };
    }
    const deciding = judge(bytes, page, env, settings);
    if (page.reading === 'before') crawlerWaits(deciding);
    return (decision = await deciding);
  })();
  const registering = async () => {
    await judging;
    if (!decision) return;
    const { finding, record } = decision;
    const settled = await registerVisit(env, decision, visitor);
    if (settled) learn(settled);
    if (!isShared) return;
    // The next visit reads the page again if the register contradicts its view, or if this visitor may bring nothing:
    // another one may.
    const agrees = !settled || (settled.outcome !== 'refused' && (settled.outcome === 'new') === (record !== null));
    if (!agrees) return end(key);
    // A page that was registered is now known with this text.
    const found = record === null ? finding : { ...finding, known: true, changed: false };
    await share(env, key, digest, found);
    end(key, digest, found);
  };
  // Each failure is counted where it happens.
  context.waitUntil(registering().catch(() => isShared && end(key)));
  return judging;
}

/** @param {Uint8Array} bytes @param {Page} page @param {Env} env @param {Settings} settings */
async function judge(bytes, page, env, settings) {
  const { url, request, response, client, counter } = page;
  counted('pages');
  counted(counter);
  counted('classes', client.class);
  const article = articleWithSiteMemory(bytes, { url, contentType: response.headers.get('Content-Type') });
  const { fingerprint } = article;
  const candidate = { ...article, url, ...standingFacts(page, settings) };
  const address = inWasm(() => edge.address(candidate));
  // Reads are billed, so later steps are read only if the earlier ones do not settle what the page is.
  const steps = fingerprint ? await recordsOf(env, { fingerprint, url: address }) : [];
  const now = new Date().toISOString();
  /** @param {Found[]} found */
  const decide = (found) => inWasm(() => edge.decide(candidate, found, now));
  /** @type {Found[]} */
  const found = [];
  for (;;) {
    const read = steps.shift();
    if (read) found.push(...(await read()));
    const isLast = steps.length === 0;
    if (!isLast && !decide(found).settled) continue;
    const decision = await withLivingOriginal(env, settings, found, decide, request);
    // If the original is gone, the decision may be open again.
    if (!isLast && !decision.settled) continue;
    if (decision.damaged > 0) failed('damaged', `${decision.damaged} of ${found.length} records`);
    counted(decision.verdict);
    return decision;
  }
}

/**
 * Facts about a page's site and request that decide whether it is registered: see crates/edge/src/canonical_url.rs.
 * @param {Page} page
 * @param {Settings} settings
 */
function standingFacts({ url, request, response }, { hosts, parameters, isListed }) {
  return {
    domain: domainOf(url),
    robots: response.headers.get('X-Robots-Tag') ?? undefined,
    link: response.headers.get('Link') ?? undefined,
    restricted: isRestricted(request),
    listed: isListed(new URL(url)),
    hosts,
    parameters,
  };
}
