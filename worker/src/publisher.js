// Before a site: one request from end to end.
//
// Every page is forwarded by the runtime, from the origin's stream to the client's, and read from
// a second branch of that stream. A person's page is never waited for; a crawler's is held until
// it has been judged. Whatever fails, the page goes out as the origin sent it.

import { edge } from 'offprint/edge';
import { annotated, answered } from './answer.js';
import { addressBlock } from './client.js';
import { begin, isRead, keyOf, recall } from './memory.js';
import { askOrigin } from './origin.js';
import { whereabouts } from './original.js';
import { judgedInTime, planFor, readAndJudge, visitOf } from './page.js';
import { counted, failed } from './stats.js';
import { inWasm } from './wasm.js';
import { whoAsks } from './who.js';

const SOMEBODY = { class: 'person', by: null, claim: null };

/**
 * @param {Request} request
 * @param {Env} env
 * @param {ExecutionContext} context
 * @param {import('./settings.js').Settings} settings
 */
export async function publish(request, env, context, settings) {
  // Keys of a signer may have to be fetched, so this does not wait for it.
  const asking = whoAsks(request).catch(() => SOMEBODY);
  let response;
  try {
    response = await askOrigin(request, settings);
  } catch (error) {
    failed('origin', error);
    return new Response('The site behind did not answer.\n', { status: 502 });
  }
  const who = await asking;
  const isPerson = who.class === 'person';
  // Most of what people ask for: what is no page, and pages that were read a moment ago.
  if (!isHtml(response)) return response;
  const key = keyOf(request, response);
  if (isPerson && isRead(key)) return response;
  const plan = planFor(request, response, who);
  const visit = visitOf(request, response, who);

  const finding = plan.recall && recall(key, plan.validator);
  if (finding) {
    counted('recalled');
    const answer = await answerTo(finding, visit, settings).catch(() => undefined);
    return answer ? answered(request, response, response.body, answer) : response;
  }
  if (plan.reading === 'not') return response;

  counted('pages');
  counted(isPerson ? 'persons' : 'crawlers');
  counted('classes', who.class);
  begin(key, plan.validator);
  const [page, copy] = response.body.tee();
  const judging = readAndJudge(copy, { url: request.url, key, ...plan, request, response, who, client: addressBlock(request) }, env, context, settings);
  if (plan.reading === 'beside') {
    if (settings.dryRun && !isPerson) context.waitUntil(judging.then((decision) => tell(decision, visit)).catch(() => {}));
    return new Response(page, response);
  }
  try {
    const decision = await judgedInTime(judging);
    // A page that is too long to be held.
    if (!decision) return new Response(page, response);
    return answered(request, response, page, await answerTo(decision.finding, visit, settings));
  } catch {
    return annotated(page, response, { set: [['Offprint', 'unknown;error']] });
  }
}

/** Whether it could be a page, so that it is worth asking what to do with it. */
function isHtml({ headers }) {
  return /html/i.test(headers.get('Content-Type') ?? '');
}

/** How a page is answered; by a redirect only to an original that is there, not to one that moved here. */
async function answerTo(finding, visit, settings) {
  let answer = inWasm(() => edge.answer(finding, visit));
  if (answer.action === 'redirect' && (await whereabouts(finding.original, visit.url, settings)).state !== 'there') {
    answer = inWasm(() => edge.answer(finding, { ...visit, gone: true }));
  }
  counted('answers', answer.action);
  return answer;
}

/** In a dry run: says what would have been done. */
function tell(decision, visit) {
  if (!decision) return;
  const { action, status } = inWasm(() => edge.answer(decision.finding, visit));
  const { verdict, original } = decision.finding;
  const url = inWasm(() => edge.publicAddress(visit.url));
  console.log(JSON.stringify({ offprint: 'dry-run', url, ...visit.who, verdict, original, action, status }));
}
