// Begins to judge a page, and carries out answers.

import { networkOf } from '../addresses/ip.js';
import { readAndJudge } from './judge.js';

/**
 * Starts judging a page from a branch of its stream; returns the other branch, and the judgement to come.
 * @param {Omit<import('./judge.js').Page, 'network'>} page
 * @param {Call} call
 */
export function beginJudging(page, call) {
  const { response, reservation, reading } = page;
  const [own, copy] = response.body.tee();
  const body = reservation ? reservation.until(own, response, call.context) : own;
  // A page whose answer does not depend on the verdict is read after its client has taken it.
  const after = reading === 'parallel' ? reservation?.taken : undefined;
  return { body, judging: readAndJudge(copy, { ...page, network: networkOf(call.request), after }, call) };
}

/**
 * Carries out an answer: the page with its headers, or what replaces it.
 * @param {Request} request
 * @param {Response | undefined} response the origin's, if it was asked
 * @param {ReadableStream | null} body the page
 * @param {import('../policy/answer.js').Answer} answer
 */
export function answered(request, response, body, answer) {
  const { status, set, append, remove } = answer;
  if (status === null) return annotated(body, response, answer);
  body?.cancel().catch(() => {});
  if (status === 304) {
    const unchanged = annotated(null, new Response(null, { status, headers: response.headers }), answer);
    for (const name of remove) unchanged.headers.delete(name);
    return unchanged;
  }
  return new Response(request.method === 'HEAD' ? null : answer.body, { status, headers: [...set, ...append] });
}

/** The page as the origin sent it, with headers changed. */
function annotated(body, response, { set, append }) {
  const changed = new Response(body, response);
  for (const [name, value] of set) changed.headers.set(name, value);
  for (const [name, value] of append) changed.headers.append(name, value);
  return changed;
}
