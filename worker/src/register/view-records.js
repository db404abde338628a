// Records in KV, the register's view for reading: each value is an article's record as JSON, written by
// object/outbox.js.

import { withDomains } from '../addresses/domains.js';
import { stats, step } from '../runtime/counts.js';

/**
 * The records that exist under names, by one bulk read.
 * @param {KVNamespace} articles
 * @param {string[]} names at most 100
 * @returns {Promise<[string, unknown][]>}
 */
export async function find(articles, names) {
  stats.kvReads += names.length;
  // As text: with type `json` one damaged value would fail the whole read.
  const values = await step('kvRead', () => articles.get(names, 'text'));
  return withDomains([...values].filter(([, text]) => text !== null).map(([name, text]) => [name, parsed(text)]));
}

/** The value, or undefined if it is not JSON; `edge.decide` leaves those out and counts them. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
