// Requests of readers who are logged in or came through an access gate.

import { holdsSession } from './cookies.js';

/** Headers that access gates add to a request that they let pass. */
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
 * Whether a request went through an access gate or carries a session. Anybody can write these headers, so they only
 * keep that one request from registering the page.
 * @param {Request} request
 */
export function isRestricted({ headers }) {
  return GATES.some((name) => headers.has(name)) || holdsSession(headers.get('Cookie') ?? '');
}
