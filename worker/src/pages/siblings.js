// What stands on other pages of a host, as far as this isolate has read them: of a page it counts less as part of its
// article. Hashes only; what is lost with the isolate is found out again.

/** Hosts that are remembered, at 8 KB each at most. Larger: more memory; smaller: more hosts are read as new ones. */
const MOST = 64;

/** @type {Map<string, Uint8Array>} by host, the least lately read first */
const memories = new Map();

const NOTHING = new Uint8Array();

/**
 * Ends a page, judged by what other pages of its host hold.
 * @param {import('offprint/edge').Reader} reader
 * @param {string} url of the page
 */
export function endOnSite(reader, url) {
  const { host } = new URL(url);
  const { siteMemory, ...article } = reader.end(memories.get(host) ?? NOTHING);
  memories.delete(host);
  if (memories.size >= MOST) memories.delete(memories.keys().next().value);
  memories.set(host, siteMemory);
  return article;
}
