// The view of the register in KV, for reading. A value is an article's record, as JSON; what is
// written is written by outbox.js.

import { withDomain } from '../site.js';
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

/**
 * @template T
 * @param {[string, T][]} records
 * @returns {[string, T][]}
 */
export function withDomains(records) {
  return records.map(([name, record]) => [name, withDomain(record)]);
}

/** The value, or undefined if it is no JSON, which `edge.decide` leaves out and counts. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
