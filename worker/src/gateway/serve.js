// Fetches a page for a crawler, and forwards it only if it is new.

import { identify } from '../clients/identify.js';
import { admit } from '../operator/access.js';
import { ApiError } from '../operator/api-error.js';
import { annotated, answered, beginJudging, respondJudged } from '../pages/respond.js';
import { answerFor } from '../policy/answer.js';
import { planFor } from '../policy/plan.js';
import { visitOf } from '../policy/visit.js';
import { failed, keepCounts } from '../runtime/counts.js';
import { within } from '../runtime/bytes.js';
import { Budget } from '../runtime/waiting.js';
import { fetchPage, refuse } from './fetch-page.js';
import { typeRefusal } from './targets.js';

export const FETCH = '/_offprint/fetch';
/** Headers of a page that are about its own host, and would be taken for the worker's. */
const OF_HOST = [
  /^(alt-svc|clear-site-data|offprint|set-cookie|strict-transport-security)$/,
  /^(nel|report-to|reporting-endpoints|accept-ch|critical-ch|service-worker-allowed)$/,
  /^access-control-/,
];
/** A client that could not be identified. @type {Client} */
const UNIDENTIFIED = { class: 'other', by: null, claim: null };
/** Statuses without a body, and so without a type. */
const BODILESS = [204, 205, 304];

/** The address that a request to one of the gateway's own hosts means; undefined for other hosts. */
export function mappedTarget(url, { gateway }) {
  const origin = gateway?.hosts.get(url.host) ?? gateway?.hosts.get(url.hostname);
  return origin && new URL(`${url.pathname}${url.search}`.replace(/^\/+/, '/'), origin).href;
}

/**
 * @param {Call} call
 * @param {string | null} wanted the address of the page
 */
export async function fetchForCrawler(call, wanted) {
  const { request, env, settings } = call;
  const { gateway } = settings;
  try {
    if (!gateway) throw new ApiError(404, 'gateway_off', 'this worker fetches nothing: set OFFPRINT_GATEWAY');
    if (!['GET', 'HEAD'].includes(request.method)) throw new ApiError(405, 'method', 'use GET or HEAD');
    const limiter = env.GATEWAY_LIMITER;
    await admit(request, env, 'fetch', { open: gateway.public && limiter !== undefined, limiter });
    keepCounts(env, call.context);
    const client = await identify(request, settings).catch(() => UNIDENTIFIED);
    const { response, url } = await fetchPage(request, wanted, gateway);
    return await checked(call, response, url, client);
  } catch (error) {
    if (error instanceof ApiError) return error.toResponse();
    failed('gateway', error);
    return new ApiError(502, 'unreachable', 'the page could not be fetched').toResponse();
  }
}

/**
 * The page, if it may be forwarded, with its verdict; or the verdict alone.
 * @param {Call} call
 * @param {Response} response
 * @param {string} url
 * @param {Client} client
 */
async function checked(call, response, url, client) {
  const { request, settings } = call;
  const { maxBytes, withhold } = settings.gateway;
  const length = Number(response.headers.get('Content-Length') ?? NaN);
  const page = cleaned(response, url);
  const type = response.headers.get('Content-Type');
  const refusal = BODILESS.includes(response.status) ? undefined : typeRefusal(type);
  if (refusal || length > maxBytes) await response.body?.cancel();
  if (refusal && response.status >= 400) return withoutBody(page);
  refuse(refusal);
  if (length > maxBytes) throw new ApiError(502, 'too_long', `the page is longer than ${maxBytes} bytes`);
  const asked = new Request(url, { method: request.method });
  const plan = planFor(asked, response, client, settings, { gateway: true });
  // Where the site does not state the length, the limit applies on the way.
  const bounded = (body) => (body && Number.isNaN(length) ? within(body, maxBytes) : body);
  if (plan.reading !== 'before') return new Response(bounded(response.body), page);

  // Before a site, the same page may be withheld.
  const key = `gateway\n${url}`;
  const read = { url, key, ...plan, counter: 'crawlers', request: asked, response, client, listed: true };
  const { body, judging } = beginJudging(read, call);
  const respond = (finding) => {
    const ifNoneMatch = request.headers.get('If-None-Match');
    const visit = { ...visitOf(asked, response, client), ifNoneMatch, gateway: true };
    const answer = answerFor(finding, visit, settings);
    if (answer.status === null && finding.original !== null && withhold.includes(finding.verdict)) {
      body.cancel().catch(() => {});
      return withheld(request, url, finding, answer);
    }
    return answered(request, page, bounded(body), answer);
  };
  const forward = (annotation) => annotated(bounded(body), page, annotation ?? { set: [] });
  return respondJudged(judging, new Budget(), respond, forward);
}

/** The response in the place of a copy: the verdict and the original. */
function withheld(request, url, finding, { set, append, sure }) {
  const headers = new Headers([...set, ...append, ['Cache-Control', 'private, no-store']]);
  if (request.headers.get('Prefer')?.includes('return=minimal')) {
    headers.set('Preference-Applied', 'return=minimal');
    return new Response(null, { status: 204, headers });
  }
  const { verdict, score, original, confidence, seen } = finding;
  return Response.json({ url, verdict, score, [sure ? 'original' : 'first']: original, confidence, seen }, { headers });
}

/** The response without headers about its own host, and with headers that keep browsers from taking it for ours. */
function cleaned(response, url) {
  const page = new Response(null, response);
  for (const name of [...page.headers.keys()]) {
    if (OF_HOST.some((pattern) => pattern.test(name))) page.headers.delete(name);
  }
  page.headers.set('Content-Security-Policy', 'sandbox');
  page.headers.set('X-Content-Type-Options', 'nosniff');
  page.headers.set('Content-Location', url);
  page.headers.append('Link', `<${url}>; rel="original"`);
  return page;
}

/** An error page of a type that is not forwarded: its status and headers, without the body. */
function withoutBody(page) {
  for (const name of ['Content-Encoding', 'Content-Length', 'Content-Type']) page.headers.delete(name);
  return page;
}
