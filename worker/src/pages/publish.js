// Before a site: one request from end to end.
//
// Every page is forwarded by the runtime, from the origin's stream to the client's, and read from
// a second branch of that stream. A person's page is never waited for; a crawler's is held until
// it has been judged. Whatever fails, the page goes out as the origin sent it, unless its client is
// kept out whatever the page is.

import { edge } from 'offprint/edge';
import { answerFor, outrightAnswer } from '../policy/answer.js';
import { addressBlock } from '../asks/network.js';
import { Hold } from './hold.js';
import { asMarkdown } from './markdown.js';
import { begin, isRead, keyOf, recall, recallShared } from './memory.js';
import { askOrigin } from '../site/origin.js';
import { whereabouts } from './whereabouts.js';
import { judgedInTime, readAndJudge, visitOf } from './judge.js';
import { isPaid } from '../policy/till.js';
import { preferencesFor } from '../site/preferences.js';
import { HOLD_BYTES, planFor } from '../policy/plan.js';
import { annotated, answered } from './respond.js';
import { counted, failed } from '../runtime/counts.js';
import { Budget } from '../runtime/waiting.js';
import { inWasm } from '../runtime/wasm.js';
import { whoAsks } from '../asks/identify.js';

/** @type {import('../asks/identify.js').Who} */
const SOMEBODY = { class: 'person', by: null, claim: null };

/**
 * @param {Request} request
 * @param {Env} env
 * @param {ExecutionContext} context
 * @param {import('../settings.js').Settings} settings
 */
export async function publish(request, env, context, settings) {
  const budget = new Budget();
  // Keys of a signer may have to be fetched, so this does not wait for it.
  const asking = whoAsks(request, settings).catch(() => SOMEBODY);
  // What the site itself says of its pages is asked for once in a while.
  const telling = settings.asksSite
    ? asking.then((who) => (who.class === 'person' ? undefined : preferencesFor(request, who, settings)))
    : Promise.resolve(undefined);
  const asked = async () => {
    const [who, preferences] = await Promise.all([asking, telling.catch(() => undefined)]);
    return { who: { ...who, stated: preferences?.stated ?? null }, preferences };
  };
  if (settings.hasOutright) {
    const { who, preferences } = await asked();
    const answer = outright({ ...visitOf(request, undefined, who), preferences }, false, settings);
    // What is offered is paid for when the page is there.
    if (answer && !answer.price) {
      counted('answers', answer.action);
      request.body?.cancel().catch(() => {});
      return answered(request, undefined, null, answer);
    }
  }
  let response;
  try {
    response = await askOrigin(request, settings);
  } catch (error) {
    failed('origin', error);
    return new Response('The site behind did not answer.\n', { status: 502 });
  }
  const { who, preferences } = await asked();
  const isPerson = who.class === 'person';
  const visit = { ...visitOf(request, response, who), preferences };
  const pay = (price) => isPaid(request, price, who, env, budget);
  const unread = (body = response.body, unknown) => forward(request, response, body, visit, { settings, pay, unknown });
  // Most of what people ask for: what is no page, and pages that were read a moment ago.
  if (!isHtml(response)) return unread();
  const key = keyOf(request, response);
  if (isPerson && isRead(key)) return response;
  const plan = planFor(request, response, who, settings, { preferences });
  const { validator } = plan;
  // It has not changed since it was read.
  if (isPerson && plan.reading === 'beside' && recall(key, validator)) return response;

  const shared = () => budget.wait(recallShared(env, key, validator)).catch(() => undefined);
  const finding = plan.recall ? (recall(key, validator) ?? (await shared())) : undefined;
  if (finding) {
    counted('recalled');
    const answer = await answerTo(finding, visit, { settings, pay, budget }).catch(() => undefined);
    return answer ? inForm(answered(request, response, response.body, answer), answer, visit, budget) : unread();
  }
  if (plan.reading === 'not') {
    counted('unread', plan.reason);
    return unread();
  }
  const hold = new Hold(response, HOLD_BYTES);
  if (!hold.begin()) {
    counted('unread', 'memory');
    return unread();
  }

  counted('pages');
  counted(isPerson ? 'persons' : 'crawlers');
  counted('classes', who.class);
  if (plan.isShared) begin(key, validator);
  const [own, copy] = response.body.tee();
  const page = hold.until(own, response, context);
  const client = addressBlock(request);
  const after = plan.reading === 'beside' ? hold.taken : undefined;
  const judging = readAndJudge(
    copy,
    { url: request.url, key, ...plan, request, response, who, client, hold, after },
    env,
    context,
    settings,
  );
  if (plan.reading === 'beside') {
    const telling = () => judging.then((decision) => tell(decision?.finding, visit, settings)).catch(() => {});
    if (settings.dryRun && !isPerson) context.waitUntil(telling());
    return new Response(page, response);
  }
  try {
    const decision = await judgedInTime(judging, budget);
    if (!decision) return unread(page);
    const answer = await answerTo(decision.finding, visit, { settings, pay, budget });
    return inForm(answered(request, response, page, answer), answer, visit, budget);
  } catch {
    return unread(page, { set: [['Offprint', 'unknown;error']] });
  }
}

/**
 * The answer as it is, or as Markdown.
 * @param {Response} page
 * @param {import('../policy/answer.js').Answer} answer
 * @param {import('../policy/answer.js').Visit} visit
 */
function inForm(page, { markdown }, { url }, budget) {
  return markdown ? asMarkdown(page, url, budget) : page;
}

/** Whether it could be a page, so that it is worth asking what to do with it. */
function isHtml({ headers }) {
  return /html/i.test(headers.get('Content-Type') ?? '');
}

/** How a client is answered that is kept out whatever the page is, if it is. */
function outright(visit, unread, settings) {
  if (!settings.hasOutright || visit.who.class === 'person') return undefined;
  const answer = outrightAnswer(visit, unread, settings);
  // Of a page that is read it is told when it has been.
  if (answer && settings.dryRun && unread) log(undefined, visit, answer);
  return settings.dryRun ? undefined : answer;
}

/** A page of which nobody knows what it is, to whom it is not kept from. */
async function forward(request, response, body, visit, { settings, pay, unknown }) {
  let answer = outright(visit, true, settings);
  // Pages that are not there cost nothing.
  if (!answer || (answer.price && !response.ok)) {
    return unknown ? annotated(body, response, unknown) : forwarded(body, response);
  }
  if (answer.price && (await pay(answer.price))) answer = outright({ ...visit, paid: true }, true, settings) ?? answer;
  counted('answers', answer.action);
  return answered(request, response, body, answer);
}

/** The response itself, if nothing was taken of it. */
function forwarded(body, response) {
  return body === response.body ? response : new Response(body, response);
}

/** How a page is answered; by a redirect only to an original that is there, not to one that moved here. */
async function answerTo(finding, visit, { settings, pay, budget }) {
  let answer = answerFor(finding, visit, settings);
  if (answer.action === 'redirect') {
    const original = whereabouts(finding.original, visit.url, settings);
    const { state } = await budget.wait(original).catch(() => ({ state: 'unknown' }));
    if (state !== 'there') answer = answerFor(finding, { ...visit, gone: true }, settings);
  }
  if (answer.price && (await pay(answer.price))) answer = answerFor(finding, { ...visit, paid: true }, settings);
  counted('answers', answer.action);
  return answer;
}

/** In a dry run: says what would have been done with a page that was read. */
function tell(finding, visit, settings) {
  if (finding) log(finding, visit, answerFor(finding, visit, settings));
}

function log(finding, visit, { action, status }) {
  const { verdict = null, original = null } = finding ?? {};
  const url = inWasm(() => edge.publicAddress(visit.url));
  const { class: kind, by, claim } = visit.who;
  console.log(JSON.stringify({ offprint: 'dry-run', url, class: kind, by, claim, verdict, original, action, status }));
}
