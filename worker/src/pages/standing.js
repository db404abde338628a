// Facts about a page's site and request that decide whether the page is registered: see crates/edge/src/standing.rs.

import { domainOf } from '../addresses/domains.js';
import { isRestricted } from '../asks/restricted.js';

/**
 * @param {Request} request
 * @param {Response} response
 * @param {string} url the page's address
 * @param {boolean} listed whether the operator lists its host: in the gateway's targets, or in ORIGINS
 * @param {import('../settings.js').Settings} settings
 */
export function standingFacts(request, response, url, listed, { hosts, parameters }) {
  return {
    domain: domainOf(url),
    robots: response.headers.get('X-Robots-Tag') ?? undefined,
    restricted: isRestricted(request),
    listed,
    hosts,
    parameters,
  };
}
