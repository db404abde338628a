// Whether a page is read on its way, and how.

import { holdsAny } from '../asks/cookies.js';
import { isOpen } from './open.js';
import { isIgnored } from './rules.js';
import { isRestricted } from '../site.js';

/**
 * Longest page that is held back for a crawler until it has been read, in bytes. Larger: more pages are checked before
 * they are forwarded; smaller: less memory and waiting.
 */
export const HOLD_BYTES = 2 << 20;

/**
 * @typedef {object} Plan
 * @property {'before' | 'beside' | 'not'} reading `before` it is forwarded, since a crawler asks; `beside` that, from a
 *   copy of the stream, since a person asks, or a crawler whose answer does not depend on what the page is; or not
 * @property {string | null} reason why it is not read
 * @property {boolean} isShared whether what is found out answers later visits: not what is withheld from this one alone
 * @property {boolean} recall whether what was found at an earlier visit answers this one, if the validator is the same
 * @property {string | null} validator changes whenever the page does; null if the site states nothing of the kind
 */

/**
 * What is to be done with a response before anything of its body is known.
 *
 * Only public pages are read: a request with credentials, and a response that is private, sets a cookie, is partial,
 * not 200 or not HTML, pass unchanged. What can be known before the body is: that it is too long to be held, or that no
 * verdict would change the answer.
 * @param {Request} request
 * @param {Response} response
 * @param {import('../asks/classes.js').Client} who
 * @param {import('../settings.js').Settings} settings
 * @param {object} [more]
 * @param {boolean} [more.gateway] whether it comes through the gateway: then the page is held whoever asks
 * @param {import('../site/preferences.js').Preferences} [more.preferences] what the site says in its robots.txt
 * @returns {Plan}
 */
export function planFor(request, response, who, settings, { gateway = false, preferences } = {}) {
  const { method } = request;
  const { status, headers, body } = response;
  const waits = gateway || (who.class !== 'person' && !settings.dryRun && !isIgnored(settings.policy, who));
  const exempt = isOpen(request, preferences) ? 'open' : whyPrivate(request, response, settings);
  const isShared = !isRestricted(request);
  // Of a person's page nobody is told anything, so it would be read for nothing.
  const isIdle = who.class === 'person' && !gateway && !isShared;
  const unread = whyUnread(request, response, waits) ?? (isIdle ? 'restricted' : undefined);
  const reason = exempt ?? unread ?? (body ? null : 'empty');
  const validator = headers.get('ETag') ?? headers.get('Last-Modified');
  const isOfPage = ['GET', 'HEAD'].includes(method) && [200, 206].includes(status);
  return {
    reading: reason !== null ? 'not' : waits ? 'before' : 'beside',
    reason,
    isShared,
    recall: exempt === undefined && isOfPage && waits && validator !== null,
    validator,
  };
}

/** Why it is no page of HTML that anybody may see; undefined if it is one. */
function whyPrivate({ headers: asked }, { headers }, { cookies }) {
  const type = headers.get('Content-Type')?.split(';', 1)[0].trim().toLowerCase() ?? '';
  if (!['text/html', 'application/xhtml+xml'].includes(type)) return 'type';
  if (asked.has('Authorization')) return 'authorization';
  const cookie = asked.get('Cookie');
  if (cookie !== null && holdsAny(cookie, cookies)) return 'cookie';
  // The site itself says that the page depends on it, or on what nobody knows.
  const vary = namesIn(headers, 'Vary');
  if (vary.includes('*') || (cookie !== null && vary.includes('cookie'))) return 'vary';
  const caching = namesIn(headers, 'Cache-Control');
  if (caching.includes('private') || caching.includes('no-store')) return 'private';
  return headers.has('Set-Cookie') ? 'sets-cookie' : undefined;
}

function whyUnread({ method, headers: asked }, { status, headers }, waits) {
  if (method !== 'GET') return 'method';
  if (asked.has('Range')) return 'range';
  if (status !== 200) return 'status';
  // Whatever the runtime does not decode on the reading side would be read as rubbish.
  const coding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
  if (!['', 'identity', 'gzip', 'x-gzip', 'br'].includes(coding)) return 'coding';
  return waits && Number(headers.get('Content-Length')) > HOLD_BYTES ? 'length' : undefined;
}

/** The names in a header that is a list, in lower case. */
function namesIn(headers, name) {
  const items = headers.get(name)?.split(',') ?? [];
  return items.map((item) => item.split('=', 1)[0].trim().toLowerCase());
}
