import { hostIn, isBelow } from './address.js';
/** @import { Settings } from '../messages.js' */

/**
 * Match patterns for the pages of a site and its subdomains. `*://` would include other schemes. @param {string} site
 */
export function patternsOf(site) {
  const hosts = site.startsWith('[') ? site : `*.${site}`;
  return ['http', 'https'].map((scheme) => `${scheme}://${hosts}/*`);
}

/** Match patterns for the pages that these settings read automatically. The browser has to grant them. */
export function readingOrigins(/** @type {Pick<Settings, 'when' | 'sites'>} */ { when, sites }) {
  if (when === 'everywhere') return ['http://*/*', 'https://*/*'];
  return when === 'chosen' ? sites.flatMap(patternsOf) : [];
}

/**
 * Whether links to read articles are dimmed on a page.
 * @param {Partial<Settings>} settings @param {string | null} [url]
 */
export const isDimmed = ({ links = true, undimmed = [] }, url) =>
  links && !undimmed.some((site) => isBelow(hostIn(url), site));
