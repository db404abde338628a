// Requests that carry a session, or that passed an access gate.

/** Names that frameworks and access gates give to session cookies. */
const SESSIONS = [
  'session',
  'sessionid',
  '_session_id',
  'sid',
  'phpsessid',
  'jsessionid',
  'asp.net_sessionid',
  'connect.sid',
  'laravel_session',
  'wordpress_logged_in_*',
  'wp-postpass_*',
  'remember_*',
  'auth_token',
  'access_token',
  'cf_authorization',
  'cf_appsession',
];

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
 * Whether a request passed an access gate or carries a session. Anybody can write these headers, so they only keep that
 * one request from registering the page.
 * @param {Request} request
 */
export function isRestricted({ headers }) {
  return GATES.some((name) => headers.has(name)) || holdsSession(headers.get('Cookie') ?? '');
}

/**
 * Whether a `Cookie` header holds one of the cookies that the operator names.
 * @param {string} header
 * @param {string[]} names a name that ends in `*` matches all with that beginning; an empty list matches any cookie
 */
export function holdsAny(header, names) {
  /** @param {string} name */
  const isNamed = (name) =>
    names.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
  return names.length === 0 || header.split(';').some((cookie) => isNamed(cookie.replace(/=.*/s, '').trim()));
}

/**
 * Whether a `Cookie` header holds a session by one of its usual names, whatever the operator lists.
 * @param {string} header
 */
export function holdsSession(header) {
  return holdsAny(header.toLowerCase(), SESSIONS);
}
