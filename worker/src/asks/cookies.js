// Cookies that make a page personal.

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

/**
 * Whether a `Cookie` header holds one of the cookies that the operator names.
 * @param {string} header
 * @param {string[]} names a name that ends in `*` matches all with that beginning; an empty list matches any cookie
 * @returns {boolean}
 */
export function holdsAny(header, names) {
  return names.length === 0 || namesIn(header).some((name) => names.some((pattern) => isCalled(pattern, name)));
}

/**
 * Whether a `Cookie` header holds a session by one of its usual names, whatever the operator lists.
 * @param {string} header
 * @returns {boolean}
 */
export function holdsSession(header) {
  return holdsAny(header.toLowerCase(), SESSIONS);
}

/** @param {string} header */
function namesIn(header) {
  return header.split(';').map((cookie) => cookie.split('=', 1)[0].trim());
}

/**
 * @param {string} pattern
 * @param {string} name
 */
function isCalled(pattern, name) {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
