// The outbox of one object: records that still have to be written to KV.
//
// What changes is noted in the transaction that changes it. The alarm carries it out and tries again until it succeeds.

import { log, stats, step } from '../../runtime/counts.js';
import { inTime } from '../../../../shared/fetching/limits.js';
import { kvName } from '../shards.js';
import { numberIn } from './names.js';

/** Articles at a time, and rounds in one alarm: together well below the 1,000 operations that one call may make. */
const TOGETHER = 25;
const ROUNDS = 8;
/** Longest time that one operation may take, in ms. */
const OPERATION_TIME = 30_000;
/** First and longest pause before an article is tried again, in ms. */
const PAUSE = 1000;
const LONGEST_PAUSE = 300_000;

/** @import { Shard } from './object.js' */
/** @import { ArticleRow, Row } from './tables.js' */
/** @typedef {import('offprint/edge').EdgeRecord & { expires?: number, missing?: true }} Shown */

export class Outbox {
  /** @type {Shard['tables']} */ #tables;
  /** @type {Shard['alarm']} */ #alarm;
  /** @type {Shard['env']} */ #env;

  /** @param {Pick<Shard, 'tables' | 'alarm' | 'env'>} shard */
  constructor({ tables, alarm, env }) {
    this.#tables = tables;
    this.#alarm = alarm;
    this.#env = env;
  }

  /**
   * Notes that the record under a name has to be written, or deleted if its article is gone.
   * @param {string} article @param {string} name
   */
  note(article, name) {
    this.#tables.run(
      `INSERT INTO outbox (article, name, due) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET name = excluded.name, due = excluded.due, tries = 0, revision = revision + 1`,
      ...[article, name, Date.now()],
    );
    this.#alarm.wake(Date.now());
  }

  /** How many articles wait, counted up to 1,000. */
  get waiting() {
    return this.#tables.one('SELECT count(*) AS n FROM (SELECT 1 FROM outbox LIMIT 1000)')?.n ?? 0;
  }

  /** When the next article is due. */
  get nextAt() {
    return this.#tables.one('SELECT min(due) AS due FROM outbox')?.due ?? Infinity;
  }

  async publish() {
    for (let round = 0; round < ROUNDS; round++) {
      const rows = this.#tables.all(
        'SELECT *, EXISTS (SELECT 1 FROM articles WHERE id = article) AS held FROM outbox ' +
          'WHERE due <= ? ORDER BY due LIMIT ?',
        ...[Date.now(), TOGETHER],
      );
      await Promise.all(rows.map((row) => this.#publishOne(row)));
      if (rows.length < TOGETHER) return;
    }
  }

  /** @param {Row} row */
  async #publishOne({ article, held, name, tries, revision }) {
    try {
      await this.#update(name);
    } catch {
      const pause = Math.min(PAUSE * 2 ** tries, LONGEST_PAUSE);
      this.#tables.run(
        'UPDATE outbox SET tries = ?, due = ? WHERE article = ? AND revision = ?',
        ...[tries + 1, Date.now() + pause, article, revision],
      );
      log('unpublished', { article, tries: tries + 1, again: pause });
      return;
    }
    // If it was noted again in the meantime, it stays.
    this.#tables.run('DELETE FROM outbox WHERE article = ? AND revision = ?', article, revision);
    stats[held ? 'published' : 'withdrawn']++;
  }

  /** Writes the record of the article that has this name now, or deletes the value if none has. @param {string} name */
  async #update(name) {
    const query = "SELECT record, expires, missing_from FROM articles WHERE number = ? AND keys <> '[]'";
    const [holder, store] = [this.#tables.one(query, numberIn(name)), this.#env.ARTICLES];
    // In seconds. KV refuses values with less than a minute to live.
    const expiration = holder?.expires ? Math.floor(holder.expires / 1000) : undefined;
    if (expiration && expiration < Date.now() / 1000 + 60) return;
    const inKv = kvName(this.#env, name);
    const write = () => (holder ? store.put(inKv, JSON.stringify(shown(holder)), { expiration }) : store.delete(inKv));
    stats.kvWrites++;
    await step('kvWrite', () => inTime(OPERATION_TIME, write()));
  }
}

/**
 * What isolates get of an article: its record, when it ends, and whether it is missing, which a visit contradicts.
 * @param {Pick<ArticleRow, 'record' | 'expires' | 'missing_from'>} row @returns {Shown}
 */
export function shown({ record, expires, missing_from }) {
  return { ...JSON.parse(record), ...(expires && { expires }), ...(missing_from !== null && { missing: true }) };
}
