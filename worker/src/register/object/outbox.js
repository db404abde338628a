// Carries out in KV what a shard of the register has noted, until it has succeeded.

import { log, stats, step } from '../../runtime/counts.js';
import { inTime } from '../../runtime/waiting.js';

/** Articles at a time, and times in one alarm: at most 5 names each, within the 1,000 operations of one call. */
const TOGETHER = 25;
const ROUNDS = 8;
/** Longest time that one operation may take, in ms. */
const OPERATION_TIME = 30_000;
/** First and longest pause before an article is tried again, in ms. */
const PAUSE = 1000;
const LONGEST_PAUSE = 300_000;

/**
 * @typedef {{ article: string, held: number, keys: string, tries: number, revision: number }} Row `keys` are names of
 *   values in KV
 *
 * @param {KVNamespace} articles
 * @param {object} outbox
 * @param {(limit: number) => Row[]} outbox.due
 * @param {(name: string) => { record: string, expires: number | null } | undefined} outbox.holder who has a name now
 * @param {(row: Row) => void} outbox.done unless it was noted again meanwhile
 * @param {(row: Row, keys: string, due: number) => void} outbox.later the names that are left
 */
export async function publish(articles, outbox) {
  for (let round = 0; round < ROUNDS; round++) {
    const rows = outbox.due(TOGETHER);
    await Promise.all(rows.map((row) => publishOne(articles, outbox, row)));
    if (rows.length < TOGETHER) return;
  }
}

async function publishOne(articles, outbox, row) {
  const keys = JSON.parse(row.keys);
  const results = await Promise.allSettled(keys.map((key) => update(articles, key, outbox.holder(key))));
  const left = keys.filter((_, i) => results[i].status === 'rejected');
  if (left.length === 0) {
    outbox.done(row);
    stats[row.held ? 'published' : 'withdrawn']++;
    return;
  }
  const pause = Math.min(PAUSE * 2 ** row.tries, LONGEST_PAUSE);
  outbox.later(row, JSON.stringify(left), Date.now() + pause);
  log('unpublished', { article: row.article, keys: left.length, tries: row.tries + 1, again: pause });
}

/** Makes the value under a name what its holder's record is, or nothing. */
async function update(articles, key, holder) {
  // Seconds; what has less than a minute to live cannot be written, and need not.
  const expiration = holder?.expires ? Math.floor(holder.expires / 1000) : undefined;
  if (expiration && expiration < Date.now() / 1000 + 60) return;
  stats.kvWrites++;
  await step('kvWrite', () =>
    inTime(OPERATION_TIME, holder ? articles.put(key, holder.record, { expiration }) : articles.delete(key)),
  );
}
