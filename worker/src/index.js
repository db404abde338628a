// The edge worker: stands before a site, recognises reprints, tells crawlers.
//
// Every page is forwarded by the runtime, from the origin's stream to the client's, and read from
// a second branch of that stream. A person's page is never waited for; a crawler's is held until
// it has been judged. Whatever fails, the page goes out as the origin sent it.

import { isbot } from 'isbot';
import { API, api } from './api/index.js';
import { askOrigin } from './origin.js';
import { howToRead, judge } from './page.js';
import { register } from './register.js';
import { failed, keepCounts, stats } from './stats.js';

export { Counters } from './counters.js';
export { Register } from './register-object.js';

/** Longest time a crawler's page is held, in ms. Larger: slow pages are judged too; smaller: crawlers wait less. */
const HOLD_TIME = 5000;

export default {
  /**
   * @param {Request} request
   * @param {{ ARTICLES: KVNamespace, REGISTER: DurableObjectNamespace, COUNTERS: DurableObjectNamespace, ORIGIN?: string, OFFPRINT_REPRINTS?: string }} env
   * @param {ExecutionContext} context
   */
  async fetch(request, env, context) {
    keepCounts(env, context);
    if (new URL(request.url).pathname.startsWith(API)) return api(request, env, context);
    let response;
    try {
      response = await askOrigin(request, env.ORIGIN);
    } catch (error) {
      failed('origin', error);
      return new Response('The site behind did not answer.\n', { status: 502 });
    }
    const asked = {
      method: request.method,
      crawler: isbot(request.headers.get('User-Agent')),
      personal: request.headers.has('Authorization') || request.headers.has('Cookie'),
      range: request.headers.has('Range'),
    };
    const reading = await howToRead(asked, response).catch(() => 'not');
    if (reading === 'not') return response;

    stats.pages++;
    stats[asked.crawler ? 'crawlers' : 'persons']++;
    const [page, copy] = response.body.tee();
    const facts = { url: request.url, contentType: response.headers.get('Content-Type') };
    const judging = judge(copy, facts, env);
    // Each failure has been counted where it happened.
    context.waitUntil(judging.then((decision) => decision && register(env, decision)).catch(() => {}));
    if (reading === 'beside') return new Response(page, response);

    try {
      return answer(page, response, await inTime(judging));
    } catch {
      return withHeaders(page, response, [['Offprint', 'unknown;error']]);
    }
  },
};

/** What a crawler gets. */
function answer(page, response, decision) {
  if (!decision) return new Response(page, response);
  if (!decision.status) return withHeaders(page, response, decision.headers);
  page.cancel().catch(() => {});
  const headers = new Headers([...decision.headers, ['Content-Type', 'text/html; charset=utf-8']]);
  const original = headers.get('Location').replaceAll('&', '&amp;');
  const body = `<!doctype html><title>Reprint</title><p>This article is a reprint of <a href="${original}">${original}</a>.\n`;
  return new Response(body, { status: decision.status, headers });
}

/** The page as the origin sent it, and what there is to say of it. */
function withHeaders(page, response, added) {
  const annotated = new Response(page, response);
  // Only we speak of ourselves; the origin's Link and X-Robots-Tag stand beside ours.
  annotated.headers.delete('Offprint');
  for (const [name, value] of added) annotated.headers.append(name, value);
  return annotated;
}

/** The result if it comes in time. */
async function inTime(judging) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`not judged after ${HOLD_TIME} ms`);
      failed('late', error);
      reject(error);
    }, HOLD_TIME);
  });
  return Promise.race([judging, late]).finally(() => clearTimeout(timer));
}
