// The site behind the worker.

import { toOrigin, unchanged } from './etags.js';

/**
 * Requests a page from the site behind, without following redirects.
 * @param {Request} request
 * @param {Pick<Settings, 'originOf' | 'identity' | 'hosts'>} settings
 */
export async function askOrigin(request, { originOf, identity, hosts = [] }) {
  const asked = new URL(request.url);
  const origin = originOf(asked);
  const behind = origin ? moved(asked, new URL(origin)) : asked;
  const forwarded = new Request(behind, request);
  const { headers } = forwarded;
  const ifNoneMatch = headers.get('If-None-Match');
  if (ifNoneMatch !== null) setOrDelete(headers, 'If-None-Match', toOrigin(ifNoneMatch));
  if (origin) {
    // The runtime sets Host from the address.
    headers.set('X-Forwarded-Host', asked.host);
    // The operator knows the scheme better than a proxy in front of the worker.
    const isSecure = asked.protocol === 'https:' || hosts.includes(`https://${asked.host}`);
    headers.set('X-Forwarded-Proto', isSecure ? 'https' : 'http');
    headers.append('CDN-Loop', identity);
  }
  const response = await fetch(forwarded, { redirect: 'manual' });
  // Only the worker gives verdicts, whatever a page says.
  const own = response.headers.has('Offprint') ? withHeader(response, 'Offprint', undefined) : response;
  if (ifNoneMatch !== null && own.status === 304) return withOurTag(own, ifNoneMatch);
  return origin ? inPublic(own, behind, asked) : own;
}

/**
 * Whether this worker itself sent a request (RFC 8586).
 * @param {Request} request @param {Pick<Settings, 'identity'>} settings
 */
export const isFromHere = ({ headers }, { identity }) => (headers.get('CDN-Loop') ?? '').includes(identity);

/** A 304 with the worker's own ETag, if the client sent that. @param {Response} response @param {string} ifNoneMatch */
function withOurTag(response, ifNoneMatch) {
  const tag = unchanged(ifNoneMatch, response.headers.get('ETag'));
  return tag ? withHeader(response, 'ETag', tag, null) : response;
}

/**
 * A response with another value of a header; undefined leaves the header out.
 * @param {Response} response
 * @param {string} name
 * @param {string | undefined} value
 * @param {ReadableStream | null} [body]
 */
function withHeader(response, name, value, body = response.body) {
  const changed = new Response(body, response);
  setOrDelete(changed.headers, name, value);
  return changed;
}

/** @param {Headers} headers @param {string} name @param {string | undefined} value */
function setOrDelete(headers, name, value) {
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
}

/**
 * Turns a redirect to the site behind into one to the public site.
 * @param {Response} response @param {URL} behind @param {URL} asked
 */
function inPublic(response, behind, asked) {
  const location = response.headers.get('Location');
  if (!location || !URL.canParse(location)) return response;
  const target = new URL(location);
  return target.origin === behind.origin ? withHeader(response, 'Location', moved(target, asked).href) : response;
}

/**
 * The address at another host. Set part by part: a path may begin with `//`, and `host` would keep an old port.
 * @param {URL} url @param {URL} to
 */
function moved(url, { protocol, hostname, port }) {
  return Object.assign(new URL(url), { protocol, hostname, port });
}
