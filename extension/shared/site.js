// The site of an address. The core decides which addresses lead to one page. Scripts in pages do without this module:
// the list of registries is long.
import { getPublicSuffix } from 'tldts';
import { hostIn } from './address.js';

/**
 * The host of an address; null if it has none. It is without `www.`, unless all sites of a registry are below the rest,
 * as in www.gov.uk.
 * @param {string | null | undefined} url
 */
export function hostOf(url) {
  const host = hostIn(url);
  if (!host.startsWith('www.')) return host || null;
  const site = host.slice('www.'.length);
  return getPublicSuffix(site, { allowPrivateDomains: true }) === site ? host : site || null;
}

/** The host in what a user typed, a host or an address; null for any other text. @param {string} typed */
export function typedHost(typed) {
  const text = typed.trim();
  const host = hostOf(/^https?:\/\//.test(text) ? text : `https://${text}`);
  return host && /[.:]|^localhost$/.test(host) ? host : null;
}
