// For a crawler: fetches the page it asks for, and forwards only what is new. What may be fetched
// is decided in src/edge/gateway.rs.

import { edge } from 'offprint/edge';
import { answered } from './answer.js';
import { addressBlock } from './client.js';
import { setOrDelete, theirTags } from './origin.js';
import { judgedInTime, planFor, readAndJudge, visitOf } from './page.js';
import { counted, failed } from './stats.js';
import { within } from './streams.js';
import { inWasm } from './wasm.js';
import { whoAsks } from './who.js';

export const FETCH = '/_offprint/fetch';
/** What of a crawler's request concerns the page. Neither cookies nor passwords do. */
const ASKED = ['Accept', 'Accept-Language', 'If-Modified-Since', 'If-None-Match', 'User-Agent'];
/** What of a page's answer is about its own host, and would be taken for ours. */
const OF_HOST = ['Alt-Svc', 'Clear-Site-Data', 'Offprint', 'Set-Cookie', 'Strict-Transport-Security'];
const STATUS = { not_public: 403, not_listed: 403, port: 403, too_slow: 504, unreachable: 502, redirects: 502, too_long: 502 };

/** The address that a host of the gateway's own stands for, if it is one. */
export function mappedTarget(url, { gateway }) {
  const origin = gateway?.hosts.find(([host]) => host === url.host || host === url.hostname)?.[1];
  return origin && new URL(`${url.pathname}${url.search}`.replace(/^\/+/, '/'), origin).href;
}

/**
 * @param {Request} request
 * @param {string | null} wanted the address of the page
 * @param {Env} env
 * @param {ExecutionContext} context
 * @param {import('./settings.js').Settings} settings
 */
export async function fetchForCrawler(request, wanted, env, context, { gateway }) {
  if (!gateway) return problem(404, 'gateway_off', 'this worker fetches nothing: set OFFPRINT_GATEWAY');
  if (!['GET', 'HEAD'].includes(request.method)) return problem(405, 'method', 'ask by GET or HEAD');
  const who = await whoAsks(request).catch(() => ({ class: 'other-bot', by: null, claim: null }));
  try {
    const { response, url } = await follow(request, wanted, gateway);
    return await checked(request, response, url, who, env, context, gateway);
  } catch (error) {
    if (!(error instanceof Refused)) failed('gateway', error);
    const { code = 'unreachable', message } = error instanceof Refused ? error : {};
    return problem(STATUS[code] ?? 400, code, message ?? 'the page could not be fetched');
  }
}

/** Fetches a page by way of its redirects, each of which may lead elsewhere. */
async function follow(request, wanted, { timeout, maxRedirects }) {
  const headers = new Headers();
  for (const name of ASKED) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const tags = headers.get('If-None-Match');
  if (tags !== null) setOrDelete(headers, 'If-None-Match', theirTags(tags));
  const signal = AbortSignal.timeout(timeout);
  let url = permitted(wanted);
  for (let followed = 0; ; followed++) {
    let response;
    try {
      response = await fetch(url, { method: request.method, headers, redirect: 'manual', signal });
    } catch (error) {
      if (signal.aborted) throw new Refused('too_slow', `${new URL(url).host} took longer than ${timeout} ms`);
      throw new Refused('unreachable', `${new URL(url).host} does not answer`);
    }
    const location = response.headers.get('Location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return { response, url };
    await response.body?.cancel();
    if (followed === maxRedirects) throw new Refused('redirects', `more than ${maxRedirects} redirects`);
    url = permitted(location, url);
  }
}

/** The address as the parser writes it, if it may be fetched. */
function permitted(address, base) {
  if (!address || !URL.canParse(address, base)) {
    throw new Refused('address', 'give an absolute address: ?url=https://news.example/1');
  }
  const url = new URL(address, base);
  url.hash = '';
  const refusal = inWasm(() => edge.refusal(url.href));
  if (refusal) throw new Refused(refusal.code, refusal.message);
  return url.href;
}

async function checked(request, response, url, who, env, context, gateway) {
  const { maxBytes } = gateway;
  const length = Number(response.headers.get('Content-Length') ?? NaN);
  if (length > maxBytes) {
    await response.body?.cancel();
    throw new Refused('too_long', `the page is longer than ${maxBytes} bytes`);
  }
  const page = cleaned(response, url);
  const asked = new Request(url, { method: request.method });
  const plan = planFor(asked, response, who, true);
  // Where the site does not say how long it is, that is seen on the way.
  const bounded = (body) => (body && Number.isNaN(length) ? within(body, maxBytes) : body);
  if (plan.reading !== 'before') return new Response(bounded(response.body), page);

  counted('pages');
  counted('crawlers');
  counted('classes', who.class);
  const [whole, copy] = response.body.tee();
  const judging = readAndJudge(copy, { url, key: url, ...plan, request: asked, response, who, client: addressBlock(request), listed: true }, env, context, settings);
  try {
    const decision = await judgedInTime(judging);
    if (!decision) return new Response(bounded(whole), page);
    const { finding } = decision;
    const visit = { ...visitOf(asked, response, who), ifNoneMatch: request.headers.get('If-None-Match'), gateway: true };
    const answer = inWasm(() => edge.answer(finding, visit));
    if (answer.status === null && inWasm(() => edge.withholds(finding))) {
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
function kept(request, url, finding, { set, append }) {
  const headers = new Headers([...set, ...append, ['Cache-Control', 'private, no-store']]);
  if (request.headers.get('Prefer')?.includes('return=minimal')) {
    headers.set('Preference-Applied', 'return=minimal');
    return new Response(null, { status: 204, headers });
  }
  const { verdict, score, original, confidence, seen } = finding;
  return Response.json({ url, verdict, score, original, confidence, seen }, { headers });
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

class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

function problem(status, code, message) {
  return Response.json({ error: { code, message } }, { status, headers: { 'Cache-Control': 'no-store' } });
}
