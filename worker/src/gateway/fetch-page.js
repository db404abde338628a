// Fetches a page for a crawler, if targets.js and the robots.txt of its site allow it.

import { ApiError } from '../operator/api-error.js';
import { setOrDelete } from '../site/origin.js';
import { toOrigin } from '../site/etags.js';
import { fetchAllowed, Refused } from '../site/follow.js';
import { refusalOf } from './targets.js';

/** Headers of a crawler's request that concern the page. Cookies and passwords are not passed on. */
const ASKED = ['Accept', 'Accept-Language', 'If-Modified-Since', 'If-None-Match', 'User-Agent'];
/** Statuses of refusals; others are 400. */
const STATUS = {
  ...{ not_public: 403, not_listed: 403, port: 403, robots: 403, media_type: 415 },
  ...{ redirects: 502, robots_unreachable: 502, unreachable: 502, too_slow: 504 },
};

/**
 * @param {Request} request the crawler's
 * @param {string | null} wanted the address of the page
 * @param {import('./targets.js').Gateway} gateway
 * @returns {Promise<{ response: Response, url: string }>}
 */
export async function fetchPage({ method, headers: given }, wanted, gateway) {
  const { timeout } = gateway;
  const headers = new Headers();
  for (const name of ASKED) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  const tags = headers.get('If-None-Match');
  if (tags !== null) setOrDelete(headers, 'If-None-Match', toOrigin(tags));
  try {
    return await fetchAllowed(wanted, {
      fetch,
      request: { method, headers },
      agent: headers.get('User-Agent') ?? '',
      refusalOf: (url) => refusalOf(url, gateway),
      signal: AbortSignal.timeout(timeout),
      timeout,
    });
  } catch (error) {
    if (error instanceof Refused) refuse(error);
    throw error;
  }
}

/** Throws a refusal, if there is one. @param {import('./targets.js').Refusal | undefined} refusal */
export function refuse(refusal) {
  if (refusal) throw new ApiError(STATUS[refusal.code] ?? 400, refusal.code, refusal.message);
}
