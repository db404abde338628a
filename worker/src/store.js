// What is known of articles, in KV. A key is written once and never changed; a value is the
// record that edge.decide made, as JSON.

import { failed, stats, step } from './stats.js';

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
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes a new article's record under its keys.
 * @param {KVNamespace} articles
 * @param {string[]} keys
 * @param {object} record
 */
export async function register(articles, keys, record) {
  const value = JSON.stringify(record);
  const put = (key) => step('kvWrite', () => articles.put(key, value));
  stats.kvWrites += keys.length;
  const results = await Promise.allSettled(keys.map(put));
  if (results.some(({ status }) => status === 'fulfilled')) stats.registered++;
}
