// What other pages of a host contain, as far as this isolate has read them: repeated blocks count less as part of an
// article. Only hashes are kept; what is lost with the isolate is learnt again.

/** Hosts that are remembered, at most 8 KB each. Larger: more memory; smaller: more hosts are read as new ones. */
const MOST = 64;

/** @type {Map<string, Uint8Array>} by host, the least recently read first */
const memories = new Map();

const NOTHING = new Uint8Array();

/**
 * Ends a page, extracting its article in the light of the other pages of its host.
 * @param {import('offprint/edge').Reader} reader
 * @param {string} url of the page
 */
export function endAmongSiblings(reader, url) {
  const { host } = new URL(url);
  const { siteMemory, ...article } = reader.end(memories.get(host) ?? NOTHING);
  memories.delete(host);
  if (memories.size >= MOST) memories.delete(memories.keys().next().value);
  memories.set(host, siteMemory);
  return article;
}
