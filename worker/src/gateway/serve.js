// For a crawler: fetches the page it asks for, and forwards only what is new. What may be fetched is decided in
// targets.js and robots-rules.js.

import { admit } from '../operator/access.js';
import { answerFor } from '../policy/answer.js';
import { ApiError } from '../api/http.js';
import { addressBlock } from '../asks/network.js';
import { toOrigin } from '../site/etags.js';
import { setOrDelete } from '../site/origin.js';
import { judgedInTime, readAndJudge, visitOf } from '../pages/judge.js';
import { planFor } from '../policy/plan.js';
import { answered } from '../pages/respond.js';
import { robotsOf } from '../site/robots-cache.js';
import { robotsAllow } from '../site/robots-parser.js';
import { counted, failed, keepCounts } from '../runtime/counts.js';
import { within } from '../runtime/streams.js';
import { refusalOf, typeRefusal } from './targets.js';
import { whoAsks } from '../asks/identify.js';

export const FETCH = '/_offprint/fetch';
/** What of a crawler's request concerns the page. Neither cookies nor passwords do. */
const ASKED = ['Accept', 'Accept-Language', 'If-Modified-Since', 'If-None-Match', 'User-Agent'];
/** What of a page's answer is about its own host, and would be taken for ours. */
const OF_HOST = ['Alt-Svc', 'Clear-Site-Data', 'Offprint', 'Set-Cookie', 'Strict-Transport-Security'];
/** Statuses of what is refused in targets.js; others are 400. */
const STATUS = { not_public: 403, not_listed: 403, port: 403, media_type: 415 };
/** Most redirects that are followed for one page. */
const MAX_REDIRECTS = 5;
/** Whoever cannot be told. @type {import('../asks/identify.js').Who} */
const SOMEBODY = { class: 'other', by: null, claim: null };
const REDIRECTS = [301, 302, 303, 307, 308];
/** Answers that have no body, of which there is no type. */
const BODILESS = [204, 205, 304];

/** The address that a host of the gateway's own stands for, if it is one. */
export function mappedTarget(url, { gateway }) {
  const origin = gateway?.hosts.get(url.host) ?? gateway?.hosts.get(url.hostname);
  return origin && new URL(`${url.pathname}${url.search}`.replace(/^\/+/, '/'), origin).href;
}

/**
 * @param {Request} request
 * @param {string | null} wanted the address of the page
 * @param {Env} env
 * @param {ExecutionContext} context
 * @param {import('../settings.js').Settings} settings
 */
export async function fetchForCrawler(request, wanted, env, context, settings) {
  const { gateway } = settings;
  try {
    if (!gateway) throw new ApiError(404, 'gateway_off', 'this worker fetches nothing: set OFFPRINT_GATEWAY');
    if (!['GET', 'HEAD'].includes(request.method)) throw new ApiError(405, 'method', 'ask by GET or HEAD');
    const limiter = env.GATEWAY_LIMITER;
    await admit(request, env, 'fetch', { open: gateway.public && limiter !== undefined, limiter });
    keepCounts(env, context);
    const who = await whoAsks(request, settings).catch(() => SOMEBODY);
    const { response, url } = await fetchPage(request, wanted, gateway);
    return await checked(request, response, url, who, env, context, settings);
  } catch (error) {
    if (error instanceof ApiError) return refused(error);
    failed('gateway', error);
    return refused(new ApiError(502, 'unreachable', 'the page could not be fetched'));
  }
}

/** Fetches a page by way of its redirects, if each site on it allows that to the crawler. */
async function fetchPage(request, wanted, gateway) {
  const { timeout } = gateway;
  const headers = new Headers();
  for (const name of ASKED) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const tags = headers.get('If-None-Match');
  if (tags !== null) setOrDelete(headers, 'If-None-Match', toOrigin(tags));
  const agent = headers.get('User-Agent') ?? '';
  const signal = AbortSignal.timeout(timeout);
  const late = (url) => new ApiError(504, 'too_slow', `${new URL(url).host} took longer than ${timeout} ms`);

  const fetchRobots = async (url, signal) => {
    const ask = (url) => send(url, { headers: agent ? { 'User-Agent': agent } : {}, signal });
    return (await follow(url, gateway, ask)).response;
  };
  return follow(wanted, gateway, async (url) => {
    const { origin, host } = new URL(url);
    try {
      const { text, fault } = await robotsOf(origin, fetchRobots, { signal, timeout });
      if (fault) {
        const message = `what ${host} allows crawlers is not known, since its robots.txt cannot be had: ${fault}`;
        throw new ApiError(502, 'robots_unreachable', message);
      }
      if (!robotsAllow(text, agent, new URL(url))) {
        throw new ApiError(403, 'robots', `the robots.txt of ${host} does not allow this address to this crawler`);
      }
      return await send(url, { method: request.method, headers, signal });
    } catch (error) {
      throw signal.aborted ? late(url) : error;
    }
  });
}

/**
 * What an address answers, or the one that its redirects lead to, each of which may lead elsewhere.
 * @param {string | null} wanted
 * @param {import('./targets.js').Gateway} gateway
 * @param {(url: string) => Promise<Response>} ask
 */
async function follow(wanted, gateway, ask) {
  let url = permitted(wanted, gateway);
  for (let followed = 0; ; followed++) {
    const response = await ask(url);
    const location = response.headers.get('Location');
    if (!REDIRECTS.includes(response.status) || location === null) return { response, url };
    await response.body?.cancel();
    if (followed === MAX_REDIRECTS) throw new ApiError(502, 'redirects', `more than ${MAX_REDIRECTS} redirects`);
    url = permitted(location, gateway, url);
  }
}

/** Asks an address, and leaves its redirects to us. */
async function send(url, options) {
  try {
    return await fetch(url, { ...options, redirect: 'manual' });
  } catch {
    const { host } = new URL(url);
    throw new ApiError(502, 'unreachable', `${host} does not answer${options.signal.aborted ? ' in time' : ''}`);
  }
}

/** The address as the parser writes it, if it may be fetched. */
function permitted(address, gateway, base) {
  if (!address || !URL.canParse(address, base)) {
    throw new ApiError(400, 'address', 'give an absolute address: ?url=https://news.example/1');
  }
  const url = new URL(address, base);
  url.hash = '';
  refuse(refusalOf(url, gateway));
  return url.href;
}

function refuse(refusal) {
  if (refusal) throw new ApiError(STATUS[refusal.code] ?? 400, refusal.code, refusal.message);
}

async function checked(request, response, url, who, env, context, settings) {
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
  const plan = planFor(asked, response, who, settings, { gateway: true });
  // Where the site does not say how long it is, that is seen on the way.
  const bounded = (body) => (body && Number.isNaN(length) ? within(body, maxBytes) : body);
  if (plan.reading !== 'before') return new Response(bounded(response.body), page);

  counted('pages');
  counted('crawlers');
  counted('classes', who.class);
  const [whole, copy] = response.body.tee();
  const client = addressBlock(request);
  const read = { url, key: url, ...plan, request: asked, response, who, client, listed: true };
  const judging = readAndJudge(copy, read, env, context, settings);
  try {
    const decision = await judgedInTime(judging);
    if (!decision) return new Response(bounded(whole), page);
    const { finding } = decision;
    const visit = {
      ...visitOf(asked, response, who),
      ifNoneMatch: request.headers.get('If-None-Match'),
      gateway: true,
    };
    const answer = answerFor(finding, visit, settings);
    if (answer.status === null && finding.original !== null && withhold.includes(finding.verdict)) {
      whole.cancel().catch(() => {});
      return kept(request, url, finding, answer);
    }
    return answered(request, page, bounded(whole), answer);
  } catch {
    const unjudged = new Response(bounded(whole), page);
    unjudged.headers.set('Offprint', 'unknown;error');
    return unjudged;
  }
}

/** In the place of a copy: what it is a copy of. */
function kept(request, url, finding, { set, append, sure }) {
  const headers = new Headers([...set, ...append, ['Cache-Control', 'private, no-store']]);
  if (request.headers.get('Prefer')?.includes('return=minimal')) {
    headers.set('Preference-Applied', 'return=minimal');
    return new Response(null, { status: 204, headers });
  }
  const { verdict, score, original, confidence, seen } = finding;
  return Response.json({ url, verdict, score, [sure ? 'original' : 'first']: original, confidence, seen }, { headers });
}

/** The answer without what is about its own host, and so that no browser takes its page for ours. */
function cleaned(response, url) {
  const page = new Response(null, response);
  for (const name of OF_HOST) page.headers.delete(name);
  page.headers.set('Content-Security-Policy', 'sandbox');
  page.headers.set('X-Content-Type-Options', 'nosniff');
  page.headers.set('Content-Location', url);
  page.headers.append('Link', `<${url}>; rel="original"`);
  return page;
}

/** That a page is not there can be told whatever is shown in its place. */
function withoutBody(page) {
  for (const name of ['Content-Encoding', 'Content-Length', 'Content-Type']) page.headers.delete(name);
  return page;
}

function refused({ status, code, message, headers }) {
  return Response.json({ error: { code, message } }, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}
