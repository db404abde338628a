// A day of the browser's own history, read on the user's request: its pages are fetched again, without cookies, and
// kept with the time of the visit.
import { api } from '../shared/api.js';
import { hostOf, pageAddress } from '../shared/address.js';
import { read } from '../history/core.js';
import { factsOf } from '../history/rewriting.js';
import { doubtByAddress, isBelow, neverByAddress } from './never.js';

/** The most addresses that the browser is asked for. */
const PAGES = 1000;
/** Milliseconds after which a page is given up. */
const PATIENCE = 15_000;
/** Parts of an address, or names in its query, of a page that may do something when it is fetched. */
const WORDS =
  'subscribe|unsubscribe|log-?out|sign-?(out|off)|confirm|verify|activate|delete|remove|cancel|token|session';
const ACTS = new RegExp(`(?<=[/?&=])(${WORDS})(?=[/?&=.]|$)`, 'i');

/**
 * The pages visited from one time to another that may be fetched, and the first visit to each. A page whose address is
 * in doubt is left out: what it states about itself is not known before it is fetched.
 * @param {number} from milliseconds
 * @param {number} to
 * @param {import('../messages.js').Settings} settings
 * @returns {Promise<import('../messages.js').Visited[]>}
 */
export async function pagesVisited(from, to, settings) {
  const found = await api.history.search({ text: '', startTime: from, endTime: to, maxResults: PAGES });
  /** @type {Map<string, number>} */
  const first = new Map();
  for (const { url } of found) {
    if (!mayFetch(url, settings)) continue;
    const visits = await api.history.getVisits({ url });
    const times = visits.map(({ visitTime }) => visitTime).filter((time) => from <= time && time < to);
    const address = pageAddress(url);
    if (times.length > 0) first.set(address, Math.min(...times, first.get(address) ?? Infinity));
  }
  return Array.from(first, ([url, time]) => ({ url, time }));
}

/**
 * The article at an address that was visited, as of now; null without one.
 * @param {import('../messages.js').Visited} visit
 * @param {import('../messages.js').Settings} settings
 * @returns {Promise<import('../messages.js').ExportedArticle | null>}
 */
export async function articleVisited({ url, time }, settings) {
  const article = await articleAt(url, settings);
  if (!article) return null;
  const seen = new Date(time).toISOString();
  const { sketch } = settings.rewrites ? await factsOf(article) : {};
  return { ...article, sketch, firstSeen: seen, lastSeen: seen };
}

/**
 * The article at an address; null without one, or if it must not be fetched.
 * @param {string} url
 * @param {import('../messages.js').Settings} settings
 * @returns {Promise<(import('offprint').Article & { fingerprint: string }) | null>}
 */
export async function articleAt(url, settings) {
  if (!mayFetch(url, settings)) return null;
  const signal = AbortSignal.timeout(PATIENCE);
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal });
  const isPage = response.ok && /\bhtml\b/i.test(response.headers.get('content-type') ?? '');
  // A redirect may lead anywhere, such as to a login.
  if (!isPage || !mayFetch(response.url, settings)) {
    await response.body?.cancel();
    return null;
  }
  const { fingerprint, ...article } = await read(response, { signal });
  return fingerprint ? { ...article, fingerprint } : null;
}

/**
 * @param {string} url
 * @param {Pick<import('../messages.js').Settings, 'never' | 'anyway'>} settings
 */
function mayFetch(url, { never, anyway }) {
  if (neverByAddress({ url }, never) !== null || ACTS.test(url)) return false;
  return doubtByAddress(url) === null || anyway.some((site) => isBelow(hostOf(url), site));
}
