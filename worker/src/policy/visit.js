// The facts that an answer depends on, other than the page itself.

import { USES } from '../../../shared/fetching/robots-parser.js';

/**
 * Facts about a request, and about the site's response to it once the site was asked.
 * @typedef {object} Visit
 * @property {string} url
 * @property {string} method
 * @property {Client} client
 * @property {string | null} [ifNoneMatch]
 * @property {string | null} [accept]
 * @property {number} [status] of the response, like the next five
 * @property {string | null} [etag]
 * @property {string | null} [vary]
 * @property {string | null} [link]
 * @property {string | null} [usage] `Content-Usage`
 * @property {string | null} [signal] `Content-Signal`
 * @property {import('../site/preferences.js').Preferences} [preferences] what the site's robots.txt states
 * @property {boolean} [gone] whether the original was requested and is missing: then no client is redirected to it
 */

/**
 * @param {Request} request
 * @param {Response | undefined} response undefined before the site is asked
 * @param {Client} client
 * @returns {Visit}
 */
export function visitOf({ url, method, headers }, response, client) {
  return {
    url,
    method,
    client,
    ifNoneMatch: headers.get('If-None-Match'),
    accept: headers.get('Accept'),
    ...(response && {
      status: response.status,
      etag: response.headers.get('ETag'),
      vary: response.headers.get('Vary'),
      link: response.headers.get('Link'),
      usage: response.headers.get(USES.usage),
      signal: response.headers.get(USES.signal),
    }),
  };
}
