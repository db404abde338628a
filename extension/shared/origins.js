import { api } from './api.js';

/** Match patterns for the pages of a site and its subdomains. `*://` would include other schemes. */
export const patternsOf = (site) => ['http', 'https'].map((scheme) => `${scheme}://*.${site}/*`);

/** Match patterns for all web pages. */
export const EVERYWHERE = ['http://*/*', 'https://*/*'];

/** Match patterns for the pages that are read automatically under these settings. */
export function readingOrigins({ when, sites }) {
  if (when === 'everywhere') return EVERYWHERE;
  return when === 'chosen' ? sites.flatMap(patternsOf) : [];
}

/** Match patterns that the browser has to grant for these settings. */
export function originsOf(settings) {
  const { address, on } = settings.shared;
  return [...readingOrigins(settings), ...(on ? [`${new URL(address).protocol}//${new URL(address).hostname}/*`] : [])];
}

/**
 * The data that these settings send elsewhere, in the names by which a browser asks for consent: Firefox, by its
 * manifest. The shared index can learn from it which articles were read.
 */
export function dataOf({ shared }) {
  const { gecko } = api?.runtime?.getManifest?.().browser_specific_settings ?? {};
  return shared.on ? (gecko?.data_collection_permissions?.optional ?? []) : [];
}
