// What Cloudflare charges beyond the allowance of a paid plan: US dollars for a million of each, as of 2026.

/** By the names of the counters. */
export const PRICES = { kvReads: 0.5, kvWrites: 5, objectRequests: 0.15, rowsRead: 0.001, rowsWritten: 1 };

/** @param {Record<string, number>} counts @returns {number} US dollars */
export function cost(counts) {
  return Object.entries(PRICES).reduce((sum, [name, price]) => sum + ((counts[name] ?? 0) * price) / 1e6, 0);
}
