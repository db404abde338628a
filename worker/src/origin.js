// The site behind the worker.

/**
 * Asks the site behind, and leaves redirects to the client.
 * @param {Request} request
 * @param {string} [origin] scheme, host and port; none if the zone's own origin is meant
 * @returns {Promise<Response>}
 */
export async function askOrigin(request, origin) {
  if (!origin) return fetch(request, { redirect: 'manual' });
  const asked = new URL(request.url);
  const behind = moved(asked, new URL(origin));
  const forwarded = new Request(behind, request);
  // The runtime sets Host from the address.
  forwarded.headers.set('X-Forwarded-Host', asked.host);
  forwarded.headers.set('X-Forwarded-Proto', asked.protocol.slice(0, -1));
  const response = await fetch(forwarded, { redirect: 'manual' });
  return inPublic(response, behind, asked);
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
