// The links of a page to others: which of them were read, and on request what the others are.
import { hostOf } from '../shared/address.js';
import { coded } from '../shared/error.js';
import { read } from '../history/core.js';
import { doubtByAddress, isBelow, neverByAddress } from './never.js';
import { tabOf } from './tabs.js';

/** The most links of a page. */
const LINKS = 100;
/** Milliseconds after which a page is given up. */
const PATIENCE = 15_000;
/** Parts of an address, or names in its query, of a page that may do something when it is fetched. */
const WORDS =
  'subscribe|unsubscribe|log-?out|sign-?(out|off)|confirm|verify|activate|delete|remove|cancel|token|session';
const ACTS = new RegExp(`(?<=[/?&=])(${WORDS})(?=[/?&=.]|$)`, 'i');

/**
 * The page in a tab, its links in their order, and the article of each that was read.
 * @param {import('../history/history.js').History} history
 * @param {import('./reading.js').Reading} reading
 * @param {number} tabId
 */
export async function linksIn(history, reading, tabId) {
  const tab = await tabOf(tabId);
  if (!tab) throw coded('page', 'this tab was closed');
  const { why, html, url } = await reading.take(tab, { whole: true });
  if (why) throw coded('never', 'Offprint does not read this page');
  const { title, related } = await read(html, { url });
  const links = related.slice(0, LINKS).map(({ href, text }) => ({ url: href, title: text }));
  const known = await history.linked(links);
  return { title, url, links: links.map((link, i) => ({ ...link, ...known[i] })) };
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
 * A page whose address is in doubt is left out: what it states about itself is not known before it is fetched.
 * @param {string} url
 * @param {Pick<import('../messages.js').Settings, 'never' | 'anyway'>} settings
 */
function mayFetch(url, { never, anyway }) {
  if (neverByAddress({ url }, never) !== null || ACTS.test(url)) return false;
  return doubtByAddress(url) === null || anyway.some((site) => isBelow(hostOf(url), site));
}
