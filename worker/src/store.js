// The view of the register in KV, for reading. A value is an article's record, as JSON; what is
// written is written by outbox.js.

import { withDomain } from './site.js';
import { stats, step } from './stats.js';

/**
 * The records under the keys that exist, by one bulk read.
 * @param {KVNamespace} articles
 * @param {string[]} keys at most 100
 * @returns {Promise<[string, unknown][]>}
 */
export async function find(articles, keys) {
  if (keys.length === 0) return [];
  stats.kvReads += keys.length;
  // As text: with type `json` one damaged value would fail the whole read.
  const values = await step('kvRead', () => articles.get(keys, 'text'));
  return [...values].filter(([, text]) => text !== null).map(([key, text]) => [key, parsed(text)]);
}

/** The value, or undefined if it is no JSON, which `edge.decide` leaves out and counts. */
function parsed(text) {
  try {
    return withDomain(JSON.parse(text));
  } catch {
    return undefined;
  }
}
