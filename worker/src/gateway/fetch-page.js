// Fetches a page for a crawler and follows its redirects, if targets.js and the robots.txt of each site allow it.

import { ApiError } from '../operator/api-error.js';
import { setOrDelete } from '../site/origin.js';
import { toOrigin } from '../site/etags.js';
import { robotsOf } from '../site/robots-cache.js';
import { robotsFor } from '../site/robots-parser.js';
import { refusalOf } from './targets.js';

/** Headers of a crawler's request that concern the page. Cookies and passwords are not passed on. */
const ASKED = ['Accept', 'Accept-Language', 'If-Modified-Since', 'If-None-Match', 'User-Agent'];
/** Statuses of refusals; others are 400. */
const STATUS = { not_public: 403, not_listed: 403, port: 403, media_type: 415 };
/** Most redirects that are followed for one page. */
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * @param {Request} request the crawler's
 * @param {string | null} wanted the address of the page
 * @param {import('./targets.js').Gateway} gateway
 * @returns {Promise<{ response: Response, url: string }>}
 */
export async function fetchPage(request, wanted, gateway) {
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
        const message = `what ${host} allows crawlers is unknown, since its robots.txt cannot be fetched: ${fault}`;
        throw new ApiError(502, 'robots_unreachable', message);
      }
      if (!robotsFor(text, agent, new URL(url)).allows) {
        throw new ApiError(403, 'robots', `the robots.txt of ${host} does not allow this address to this crawler`);
      }
      return await send(url, { method: request.method, headers, signal });
    } catch (error) {
      throw signal.aborted ? late(url) : error;
    }
  });
}

/** Throws a refusal, if there is one. @param {import('./targets.js').Refusal | undefined} refusal */
export function refuse(refusal) {
  if (refusal) throw new ApiError(STATUS[refusal.code] ?? 400, refusal.code, refusal.message);
}

/**
 * The response of an address, or of the one that its redirects lead to. Each redirect is checked like the first
 * address.
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

/** Requests an address without following redirects. */
async function send(url, options) {
  try {
    return await fetch(url, { ...options, redirect: 'manual' });
  } catch {
    const { host } = new URL(url);
    throw new ApiError(502, 'unreachable', `${host} does not answer${options.signal.aborted ? ' in time' : ''}`);
  }
}

/** The address in its parsed form, if it may be fetched. */
function permitted(address, gateway, base) {
  if (!address || !URL.canParse(address, base)) {
    throw new ApiError(400, 'address', 'give an absolute address: ?url=https://news.example/1');
  }
  const url = new URL(address, base);
  url.hash = '';
  refuse(refusalOf(url, gateway));
  return url.href;
}
