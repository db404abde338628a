/** Match patterns of the pages of a site and of what is below it. `*://` would mean other schemes too. */
export const patternsOf = (site) => ['http', 'https'].map((scheme) => `${scheme}://*.${site}/*`);

export const EVERYWHERE = ['http://*/*', 'https://*/*'];

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
