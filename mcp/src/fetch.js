// Fetches a page that an agent names: over http or https, from a public host, if its robots.txt allows it, and within
// limits of size and time.

import { lookup } from 'node:dns';
import { Agent, fetch } from 'undici';
import { addressOf, isPublic } from '../../shared/fetching/ip.js';
import { addressRefusal, privateRefusal } from '../../shared/fetching/reachable.js';
import { within } from '../../shared/fetching/limits.js';
import { mediaTypeOf } from '../../shared/fetching/media-type.js';
import { fetchAllowed, Refused } from '../../shared/fetching/follow.js';

/** Longest page, in bytes after decompression. Larger: longer pages are read, with more memory and time. */
export const MAX_BYTES = 8 << 20;
/** Longest time for a page with its redirects and robots.txt, in ms. */
export const PAGE_TIME = 15_000;
/** Most connections to a site at once. Larger: faster, and a greater burden for it. */
const CONNECTIONS = 2;
/** Types that are read; what states no type is judged by its bytes. */
const TYPES = ['text/html', 'application/xhtml+xml', 'text/plain', ''];

/**
 * @typedef {object} Page as `read` takes it
 * @property {Headers} headers
 * @property {import('offprint').ByteStream | null} body
 * @property {string} url
 */

/**
 * @param {{ agent: string, allowPrivate: boolean }} settings
 * @returns {(address: string, signal: AbortSignal) => Promise<Page>} throws a `Refused`
 */
export function fetcher({ agent, allowPrivate }) {
  const dispatcher = new Agent({ connections: CONNECTIONS, connect: allowPrivate ? {} : { lookup: lookUpPublic } });
  /** @type {Omit<import('../../shared/fetching/follow.js').Means, 'signal'>} */
  const means = {
    fetch: (url, options) => fetch(url, { ...options, dispatcher }),
    request: { headers: { 'User-Agent': agent, Accept: 'text/html, application/xhtml+xml, text/plain;q=0.5' } },
    agent,
    refusalOf: (url) => addressRefusal(url) ?? (allowPrivate ? undefined : privateRefusal(url)),
    timeout: PAGE_TIME,
  };
  return async (address, signal) => {
    const { response, url } = await fetchAllowed(address, { ...means, signal });
    const refusal = refusalOf(response);
    if (refusal) {
      await response.body?.cancel();
      throw new Refused(refusal);
    }
    const { headers, body } = response;
    return { headers, body: body && within(body, MAX_BYTES), url };
  };
}

/** @param {Response} response */
function refusalOf({ ok, status, headers }) {
  if (!ok) return { code: 'status', message: `the server answered ${status}` };
  const type = mediaTypeOf(headers);
  if (TYPES.includes(type)) return undefined;
  return { code: 'media_type', message: `this is ${type.slice(0, 100)}, and only pages and plain text are read` };
}

/**
 * `dns.lookup` of public addresses. The connection goes to what it returns, so a name that resolves differently the
 * next time gains nothing.
 * @type {import('node:net').LookupFunction}
 */
function lookUpPublic(host, options, callback) {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '');
    const addresses = found.map(({ address }) => addressOf(address));
    if (!addresses.every((address) => address && isPublic(address))) {
      const message = `${host} is at an address that is not on the public Internet`;
      return callback(new Refused({ code: 'not_public', message }), '');
    }
    const [first] = found;
    if (options.all || !first) callback(null, found);
    else callback(null, first.address, first.family);
  });
}
