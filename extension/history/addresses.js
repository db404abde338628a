// The addresses of remembered articles. One page has many: with the visitor's source, in a mobile edition, or as the
// page states it.
import { hostOf } from '../shared/site.js';
import { pageKey } from './core.js';
/** @typedef {Pick<import('./records.js').ArticleRecord, 'url' | 'host' | 'canonical' | 'replaced'>} Addressed */

/**
 * The keys of an article's addresses: where it was read, the address that its page states on the same host, and those
 * that the page changed to. @param {Omit<Addressed, 'host'>} record
 */
export function addressesOf({ url, canonical, replaced = [] }) {
  return [...new Set([url, ...(isOwn(canonical, url) ? [canonical] : []), ...replaced].map(pageKey))];
}

/** Whether two remembered articles are on one page, whatever their texts. */
export function isSamePage(/** @type {Addressed} */ a, /** @type {Addressed} */ b) {
  const addresses = addressesOf(a);
  if (addressesOf(b).some((address) => addresses.includes(address))) return true;
  // Two addresses of a site may state one address on another host.
  if (a.host !== b.host || !isPage(a.canonical) || !isPage(b.canonical)) return false;
  return pageKey(a.canonical) === pageKey(b.canonical);
}

/** @param {string | null} stated @param {string} url @returns {stated is string} */
const isOwn = (stated, url) => isPage(stated) && hostOf(stated) === hostOf(url);

/**
 * Whether an address can belong to an article: careless sites state their front page on every page.
 * @param {string | null} stated @returns {stated is string}
 */
const isPage = (stated) => stated !== null && hostOf(stated) !== null && /[/?#]/.test(pageKey(stated));
