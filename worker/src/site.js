// Facts about the site that a page belongs to. They are weighed in WebAssembly: see crates/edge/src/standing.rs.

import { getDomain } from 'tldts';
import { holdsSession } from './asks/cookies.js';

/** What access gates add to a request that they let pass. */
const GATES = [
  'Cf-Access-Jwt-Assertion',
  'Cf-Access-Authenticated-User-Email',
  'X-Auth-Request-User',
  'X-Forwarded-User',
  'X-Forwarded-Email',
  'X-Amzn-Oidc-Identity',
  'X-Goog-Authenticated-User-Email',
  'Remote-User',
];

/**
 * The registrable domain of an address by the Public Suffix List; undefined if its host has none.
 * @param {string} url
 */
export function domainOf(url) {
  return getDomain(url, { allowPrivateDomains: true }) ?? undefined;
}

/**
 * A record with the domain of its address, which is not stored: the list of suffixes changes.
 * @template {{ url?: unknown }} T
 * @param {T} record
 */
export function withDomain(record) {
  return typeof record?.url === 'string' ? { ...record, domain: domainOf(record.url) } : record;
}

/**
 * Whether a request went through an access gate, or carries a session: as far as anybody can tell, since anybody can
 * write these headers. So it keeps that request alone from registering the page.
 * @param {Request} request
 */
export function isRestricted({ headers }) {
  return GATES.some((name) => headers.has(name)) || holdsSession(headers.get('Cookie') ?? '');
}

/**
 * What decides whether a page is registered, beside what it says itself.
 * @param {Request} request
 * @param {Response} response
 * @param {string} url the page's address
 * @param {boolean} listed whether the operator vouches for its host: the gateway's targets
 * @param {import('./settings.js').Settings} settings
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
