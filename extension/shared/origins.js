import { api } from './api.js';

/** Match patterns of the pages of a site and of what is below it. `*://` would mean other schemes too. */
export const patternsOf = (site) => ['http', 'https'].map((scheme) => `${scheme}://*.${site}/*`);

const EVERYWHERE = ['http://*/*', 'https://*/*'];

/** Match patterns of the pages that are read by themselves under these settings. */
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
 * What is sent elsewhere under these settings, as a browser names it that asks for that: Firefox, by its manifest. The
 * shared index can learn of it which articles were read.
 */
export function dataOf({ shared }) {
  const { gecko } = api?.runtime?.getManifest?.().browser_specific_settings ?? {};
  return shared.on ? (gecko?.data_collection_permissions?.optional ?? []) : [];
}
