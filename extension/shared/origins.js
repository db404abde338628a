/** Pages of a site and of what is below it, as a match pattern. */
export const patternOf = (site) => `*://*.${site}/*`;

export const EVERYWHERE = ['http://*/*', 'https://*/*'];

/** Match patterns of the pages that are read by themselves under these settings. */
export function readingOrigins({ when, sites }) {
  if (when === 'everywhere') return EVERYWHERE;
  return when === 'chosen' ? sites.map(patternOf) : [];
}

/** Match patterns that the browser has to grant for these settings. */
export function originsOf(settings) {
  const { address, on } = settings.shared;
  return [...readingOrigins(settings), ...(on ? [`${new URL(address).protocol}//${new URL(address).hostname}/*`] : [])];
}
