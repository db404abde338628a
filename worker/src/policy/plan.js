// Whether a page is read on its way, and how.

import { holdsAny, isRestricted } from '../clients/sessions.js';
import { isOpen } from './open.js';
import { isIgnored } from './rules.js';
import { mediaTypeOf } from '../../../shared/fetching/media-type.js';

/**
 * Longest page that is held for a crawler until it is read, in bytes. Larger: more pages are judged before they
 * are forwarded; smaller: less memory and waiting.
 */
export const HOLD_BYTES = 2 << 20;

/**
 * @typedef {object} Plan
 * @property {'before' | 'parallel' | 'not'} reading `before` it is forwarded, for a crawler; in `parallel`, from a copy
 *   of the stream, for a person, or for a crawler whose answer does not depend on the verdict; or not at all
 * @property {string | null} reason why it is not read
 * @property {boolean} waits whether the client waits for a verdict
 * @property {boolean} isShared whether the finding answers later visits: not if the page is withheld because of this
 *   request alone
 * @property {boolean} recall whether the whole page, which this response lacks, may show what an earlier visit found
 */

/**
 * The plan for a response before any of its body is known.
 *
 * Only public pages are read. Requests with credentials pass unchanged, and so do responses that are private, set a
 * cookie that the operator does not list, are partial, not 200 or not HTML. So do pages that are too long to be held.
 * @param {Request} request
 * @param {Response} response
 * @param {Client} client
 * @param {Settings} settings
 * @param {import('../site/preferences.js').Preferences} [preferences] what the site's robots.txt states
 * @returns {Plan}
 */
export function planFor(request, response, client, settings, preferences) {
  const { method } = request;
  const { status, body } = response;
  const waits = client.class !== 'person' && !settings.dryRun && !isIgnored(settings.policy, client);
  const exempt = isOpen(request, preferences) ? 'open' : whyPrivate(request, response, settings);
  const isShared = !isRestricted(request);
  // A person gets no verdict, and the page would not be registered, so it would be read for nothing.
  const isIdle = client.class === 'person' && !isShared;
  const unread = whyUnread(request, response, waits) ?? (isIdle ? 'restricted' : undefined);
  const reason = exempt ?? unread ?? (body ? null : 'empty');
  const isOfPage = ['GET', 'HEAD'].includes(method) && [200, 206].includes(status);
  return {
    reading: reason !== null ? 'not' : waits ? 'before' : 'parallel',
    reason,
    waits,
    isShared,
    recall: exempt === undefined && isOfPage && waits && ['method', 'range', 'coding'].includes(reason ?? ''),
  };
}

/**
 * Reasons to leave a page unread that do not lie in the request: the header `Offprint` gives them, so that nobody takes
 * silence for a verdict.
 */
export const OF_PAGE = ['vary', 'private', 'sets-cookie', 'status', 'coding', 'length', 'memory'];

/**
 * Why the response is not a public page of HTML; undefined if it is.
 * @param {Request} request @param {Response} response @param {Settings} settings
 */
function whyPrivate({ headers: asked }, { headers }, { cookies, setCookies }) {
  if (!['text/html', 'application/xhtml+xml'].includes(mediaTypeOf(headers))) return 'type';
  if (asked.has('Authorization')) return 'authorization';
  const cookie = asked.get('Cookie');
  if (cookie !== null && holdsAny(cookie, cookies)) return 'cookie';
  // The site says that the page depends on the cookie, or on anything.
  const vary = namesIn(headers, 'Vary');
  if (vary.includes('*') || (cookie !== null && vary.includes('cookie'))) return 'vary';
  const caching = namesIn(headers, 'Cache-Control');
  if (caching.includes('private') || caching.includes('no-store')) return 'private';
  /** @param {string} set */
  const isKnown = (set) => setCookies.length > 0 && holdsAny(set.replace(/;.*/s, ''), setCookies);
  return headers.getSetCookie().every(isKnown) ? undefined : 'sets-cookie';
}

/** @param {Request} request @param {Response} response @param {boolean} waits */
function whyUnread({ method, headers: asked }, { status, headers }, waits) {
  if (method !== 'GET') return 'method';
  if (asked.has('Range')) return 'range';
  if (status !== 200) return 'status';
  // The runtime decodes no other codings, so the page would be read as rubbish.
  const coding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
  if (!['', 'identity', 'gzip', 'x-gzip', 'br'].includes(coding)) return 'coding';
  return waits && Number(headers.get('Content-Length')) > HOLD_BYTES ? 'length' : undefined;
}

/** The names in a header that is a list, in lower case. @param {Headers} headers @param {string} name */
function namesIn(headers, name) {
  const items = headers.get(name)?.split(',') ?? [];
  return items.map((item) => item.replace(/=.*/s, '').trim().toLowerCase());
}
