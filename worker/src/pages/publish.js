// Before a site: one request from end to end.
//
// The runtime forwards every page from the origin's stream to the client's, and the worker reads a second branch of
// that stream. A person's page never waits for the worker; a crawler's is held until it is judged. Whatever fails, the
// page goes out as the origin sent it, unless a rule keeps its client out whatever the page is.

import { edge } from 'offprint/edge';
import { identify } from '../clients/identify.js';
import { answerFor, unconditionalAnswer, unreadAnswer } from '../policy/answer.js';
import { HOLD_BYTES, OF_PAGE, planFor } from '../policy/plan.js';
import { ACTIONS } from '../policy/rules.js';
import { visitOf } from '../policy/visit.js';
import { sha256 } from '../runtime/bytes.js';
import { counted, failed, step } from '../runtime/counts.js';
import { Budget } from '../runtime/budget.js';
import { inWasm } from '../runtime/wasm.js';
import { askOrigin, isFromHere } from '../site/origin.js';
import { preferencesFor } from '../site/preferences.js';
import { begin, isKnown, isRead, keyOf, recall } from './findings.js';
import { transform } from './forms.js';
import { Reservation } from './memory-budget.js';
import { bytesOf } from './read.js';
import { readAndJudge } from './judge.js';
import { answered } from './respond.js';
import { mayReadForPerson } from './load-shedding.js';
import { originalStatus } from './original-status.js';

/** A client that could not be identified. @type {Client} */
const UNIDENTIFIED = { class: 'person', by: null, claim: null };
/** Headers that keep a site from sending the whole page in a coding that can be read. */
const OF_PART = [
  'Accept-Encoding',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'If-Unmodified-Since',
  'Range',
];

/**
 * A request on its way, once the origin has answered.
 * @typedef {Call & { response: Response, visit: Visit, budget: Budget }} Exchange
 */

/** @param {Call} call */
export async function publish(call) {
  const { request, settings } = call;
  if (isFromHere(request, settings)) {
    failed('loop', new Error('ORIGIN or ORIGINS lead back to this worker'));
    return new Response('508: the origin is this worker itself.\n', { status: 508 });
  }
  const budget = new Budget();
  // A signer's keys and the site's robots.txt may have to be fetched, so the origin is asked at the same time.
  const asking = clientAndPreferences(request, settings);
  if (settings.hasUnconditionalRule) {
    const { client, preferences } = await asking;
    const answer = refusalFor({ ...visitOf(request, undefined, client), preferences }, false, settings);
    if (answer) {
      const paying = answer.unlessPaid && (await askOrigin(request, settings).catch(() => undefined));
      if (paying && isAboutPayment(paying)) return paying;
      counted('answers', answer.action);
      (paying || request).body?.cancel().catch(() => {});
      return answered(request, undefined, null, answer);
    }
  }
  const response = await step('origin', () => askOrigin(request, settings)).catch(() => undefined);
  if (!response) return new Response('502: the origin did not respond.\n', { status: 502 });
  const { client, preferences } = await asking;
  const visit = { ...visitOf(request, response, client), preferences };
  return respond({ ...call, response, visit, budget });
}

/** Headers by which a site says that it was paid: x402, and Cloudflare's Pay per crawl. */
const RECEIPTS = ['Payment-Response', 'X-Payment-Response', 'Crawler-Charged'];
/** Whether a site asks for money, or says that it was paid. @param {Response} response */
const isAboutPayment = ({ status, headers }) => status === 402 || RECEIPTS.some((name) => headers.has(name));

/**
 * The client, and what the site's robots.txt states, if that is needed. Never fails.
 * @param {Request} request @param {Settings} settings
 */
async function clientAndPreferences(request, settings) {
  const client = await identify(request, settings).catch(() => UNIDENTIFIED);
  if (client.class !== 'person') counted('names', client.name ?? 'others');
  const isNeeded = settings.asksSite && client.class !== 'person';
  const preferences = isNeeded ? await preferencesFor(request, client, settings).catch(() => undefined) : undefined;
  return { client: { ...client, stated: preferences?.stated ?? null }, preferences };
}

/** @param {Exchange} exchange */
async function respond(exchange) {
  const { request, response, visit, env, settings } = exchange;
  const { client, preferences } = visit;
  const isPerson = client.class === 'person';
  // The quick cases come first: most requests of persons are not for pages, or are for pages that were just read.
  if (!isHtml(response)) return forward(exchange);
  const key = keyOf(request, response);
  if (isPerson && isRead(key, response)) return response;
  const plan = planFor(request, response, client, settings, preferences);
  const finding = plan.recall && isKnown(key) ? await findingOfWhole(exchange, key) : undefined;
  if (finding) {
    counted('recalled');
    return respondByFinding(exchange, finding, response.body).catch(() => forward(exchange));
  }
  const reservation = new Reservation(response, HOLD_BYTES);
  const reason =
    plan.reason ?? (isPerson && !mayReadForPerson(env) ? 'load' : reservation.begin() ? undefined : 'memory');
  if (reason === undefined) return judgeAndRespond(exchange, key, plan, reservation);
  counted('unread', reason);
  const isReported = plan.waits && response.ok && OF_PAGE.includes(reason);
  return forward(exchange, response.body, isReported ? `unread=${reason}` : undefined);
}

/**
 * The finding about a page, if the client asked for a part, for the headers, or for a coding that cannot be read.
 * @param {Exchange} exchange
 * @param {string} key
 */
async function findingOfWhole({ request, settings, budget }, key) {
  const headers = new Headers(request.headers);
  for (const name of OF_PART) headers.delete(name);
  let reservation;
  try {
    const signal = AbortSignal.timeout(budget.left);
    const whole = await askOrigin(new Request(request.url, { headers, signal }), settings);
    reservation = new Reservation(whole, HOLD_BYTES);
    const bytes = whole.body && (await bytesOf(whole.body, reservation));
    return bytes ? recall(key, await sha256(bytes)) : undefined;
  } catch {
    return undefined;
  } finally {
    reservation?.release();
  }
}

/**
 * @param {Exchange} exchange
 * @param {string} key
 * @param {import('../policy/plan.js').Plan} plan
 * @param {Reservation} reservation
 */
async function judgeAndRespond(exchange, key, plan, reservation) {
  const { request, response, visit, context, settings, budget } = exchange;
  const { client } = visit;
  const isPerson = client.class === 'person';
  if (plan.isShared) begin(key, response);
  const counter = isPerson ? 'persons' : 'crawlers';
  // A page without a body is not read.
  const [own, copy] = /** @type {ReadableStream<Uint8Array>} */ (response.body).tee();
  const body = reservation.until(own, response, context);
  // A page whose answer does not depend on the verdict is read after its client has taken it.
  const after = plan.reading === 'parallel' ? reservation.taken : undefined;
  /** @type {import('./judge.js').Page} */
  const page = { url: request.url, key, ...plan, counter, request, response, client, reservation, after };
  const judging = readAndJudge(copy, page, exchange);
  if (plan.reading === 'parallel') {
    const logged = async () => {
      const { finding } = (await judging) ?? {};
      if (finding) log(finding, visit, answerFor(finding, visit, settings));
    };
    if (settings.dryRun && !isPerson) context.waitUntil(logged().catch(() => {}));
    return new Response(body, response);
  }
  try {
    const judged = await budget.wait(judging, (error) => failed('late', error));
    if (!judged) return forward(exchange, body, `unread=${reservation.unread}`);
    return await respondByFinding(exchange, judged.finding, body);
  } catch {
    return forward(exchange, body, 'error');
  }
}

/**
 * The answer to a page that was read now or earlier.
 * @param {Exchange} exchange @param {Finding} finding @param {ReadableStream | null} body
 */
async function respondByFinding(exchange, finding, body) {
  const { request, response, visit, budget } = exchange;
  const answer = await answerTo(exchange, finding);
  const page = answered(request, response, body, answer);
  return answer.form ? transform(page, answer.form, visit.url, budget) : page;
}

/**
 * How a page is answered. A redirect leads only to an original that is still there.
 * @param {Exchange} exchange @param {Finding} finding
 */
async function answerTo({ request, visit, settings, budget }, finding) {
  let answer = answerFor(finding, visit, settings);
  if (ACTIONS[answer.action].moves) {
    const original = originalStatus(finding.original ?? '', visit.url, settings, request);
    const state = await budget.wait(original).catch(() => 'unknown');
    if (state !== 'there') answer = answerFor(finding, { ...visit, gone: true }, settings);
  }
  counted('answers', answer.action);
  return answer;
}

/**
 * Forwards a page that was not judged, unless a rule keeps its client out whatever the page is.
 * @param {Exchange} exchange
 * @param {ReadableStream | null} [body]
 * @param {string} [reason] that the header `Offprint` gives
 */
function forward({ request, response, visit, settings }, body = response.body, reason) {
  const refused = refusalFor(visit, true, settings);
  const refusal = refused?.unlessPaid && isAboutPayment(response) ? undefined : refused;
  if (refusal) counted('answers', refusal.action);
  const answer = refusal ?? (reason && unreadAnswer(visit, reason, settings));
  if (answer) return answered(request, response, body, answer);
  return body === response.body ? response : new Response(body, response);
}

/**
 * The answer to a client that is kept out whatever the page is; undefined for others.
 * @param {Visit} visit @param {boolean} unread @param {Settings} settings
 */
function refusalFor(visit, unread, settings) {
  if (!settings.hasUnconditionalRule || visit.client.class === 'person') return undefined;
  const answer = unconditionalAnswer(visit, unread, settings);
  // A page that is read is logged after that.
  if (answer && settings.dryRun && unread) log(undefined, visit, answer);
  return settings.dryRun ? undefined : answer;
}

/** Whether the response may be a page, so that it is worth making a plan for it. @param {Response} response */
function isHtml({ headers }) {
  return /html/i.test(headers.get('Content-Type') ?? '');
}

/**
 * In a dry run: logs how the policy would answer.
 * @param {Finding | undefined} finding @param {Visit} visit @param {Answer} answer
 */
function log(finding, visit, { action, status }) {
  const { verdict = null, original = null } = finding ?? {};
  const url = inWasm(() => edge.publicAddress(visit.url));
  const { class: kind, by, claim } = visit.client;
  console.log(JSON.stringify({ offprint: 'dry-run', url, class: kind, by, claim, verdict, original, action, status }));
}
