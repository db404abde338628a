// The site behind the worker.

import { toOrigin, unchanged } from './etags.js';

/**
 * Asks the site behind, and leaves redirects to the client.
 * @param {Request} request
 * @param {{ originOf: (url: URL) => string | undefined }} settings
 * @returns {Promise<Response>}
 */
export async function askOrigin(request, { originOf }) {
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
    headers.set('X-Forwarded-Proto', asked.protocol.slice(0, -1));
  }
  const response = await fetch(forwarded, { redirect: 'manual' });
  if (ifNoneMatch !== null && response.status === 304) return withOurTag(response, ifNoneMatch);
  return origin ? inPublic(response, behind, asked) : response;
}

/** To a client that has an ETag of ours the page is unchanged under that one. */
function withOurTag(response, ifNoneMatch) {
  const tag = unchanged(ifNoneMatch, response.headers.get('ETag'));
  if (!tag) return response;
  const changed = new Response(null, response);
  changed.headers.set('ETag', tag);
  return changed;
}

export function setOrDelete(headers, name, value) {
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
}

/** A redirect to the site behind is one to the public site. */
function inPublic(response, behind, asked) {
  const location = response.headers.get('Location');
  if (!location || !URL.canParse(location)) return response;
  const target = new URL(location);
  if (target.origin !== behind.origin) return response;
  const changed = new Response(response.body, response);
  changed.headers.set('Location', moved(target, asked).href);
  return changed;
}

/** The address at another host. Part by part: a path may begin with `//`, and `host` keeps an old port. */
function moved(url, { protocol, hostname, port }) {
  return Object.assign(new URL(url), { protocol, hostname, port });
}
