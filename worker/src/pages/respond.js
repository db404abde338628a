// Carries out answers.

import { isOfBytes } from '../policy/headers.js';

/**
 * Carries out an answer: the page with its headers, or what replaces it.
 * @param {Request} request
 * @param {Response | undefined} response the origin's, if it was asked
 * @param {ReadableStream | null} body the page
 * @param {Answer} answer
 */
export function answered(request, response, body, answer) {
  const { status, set, append } = answer;
  if (status === null) return annotated(body, response, answer);
  body?.cancel().catch(() => {});
  if (status === 304) {
    const unchanged = annotated(null, new Response(null, { status, headers: response?.headers }), answer);
    // The stored page keeps what its own bytes have.
    /** @param {string} name */
    const isLeftOut = (name) => isOfBytes(name) || ['content-type', 'content-language'].includes(name);
    for (const name of response?.headers.keys() ?? []) if (isLeftOut(name)) unchanged.headers.delete(name);
    return unchanged;
  }
  return new Response(request.method === 'HEAD' ? null : answer.body, { status, headers: [...set, ...append] });
}

/**
 * The page as the origin sent it, with headers changed.
 * @param {ReadableStream | null} body @param {Response | undefined} response @param {Answer} answer
 */
function annotated(body, response, { set, append }) {
  const changed = new Response(body, response);
  for (const [name, value] of set) changed.headers.set(name, value);
  for (const [name, value] of append) changed.headers.append(name, value);
  return changed;
}
