/** Match patterns for the pages of a site and its subdomains. `*://` would include other schemes. */
export const patternsOf = (site) => ['http', 'https'].map((scheme) => `${scheme}://*.${site}/*`);

/** Match patterns for the pages that are read automatically under these settings: the browser has to grant them. */
export function readingOrigins({ when, sites }) {
  if (when === 'everywhere') return ['http://*/*', 'https://*/*'];
  return when === 'chosen' ? sites.flatMap(patternsOf) : [];
}
