// The Durable Object that adds up the counters of all isolates, by day, and keeps the last failures.

import { DurableObject } from 'cloudflare:workers';

/** Days that are kept one by one; older ones are summed. */
const DAYS = 40;
/** Failures that are kept. */
const ERRORS = 50;

export class Counters extends DurableObject {
  /** @param {DurableObjectState} context @param {Env} env */
  constructor(context, env) {
    super(context, env);
    this.sql = context.storage.sql;
    // One row a day, so that a report writes one row.
    this.sql.exec(`
      CREATE TABLE IF NOT EXISTS days (day TEXT PRIMARY KEY, counts TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS errors (time TEXT NOT NULL, cause TEXT NOT NULL, message TEXT NOT NULL);
    `);
  }

  /**
   * @param {Record<string, number>} counts what was counted since the last call
   * @param {import('../runtime/counts.js').Failure[]} errors
   */
  add(counts, errors) {
    this.ctx.storage.transactionSync(() => {
      const today = new Date().toISOString().slice(0, 10);
      this.#put(today, sum([this.#day(today), counts]));
      for (const { time, cause, message } of errors)
        this.sql.exec('INSERT INTO errors VALUES (?, ?, ?)', time, cause, message);
      if (errors.length > 0) {
        this.sql.exec('DELETE FROM errors WHERE rowid <= (SELECT max(rowid) FROM errors) - ?', ERRORS);
      }
      const old = new Date(Date.now() - DAYS * 864e5).toISOString().slice(0, 10);
      const past = this.sql.exec("SELECT counts FROM days WHERE day > '' AND day < ?", old).toArray();
      if (past.length > 0) {
        this.#put('', sum([this.#day(''), ...past.map(({ counts }) => JSON.parse(String(counts)))]));
        this.sql.exec("DELETE FROM days WHERE day > '' AND day < ?", old);
      }
    });
  }

  /** The totals, each of the last days, and the last failures, newest first. */
  read() {
    const rows = this.sql.exec('SELECT day, counts FROM days ORDER BY day').toArray();
    const days = rows.map(({ day, counts }) => ({ day: String(day), counts: JSON.parse(String(counts)) }));
    return {
      totals: sum(days.map(({ counts }) => counts)),
      days: days.filter(({ day }) => day),
      errors: this.sql.exec('SELECT time, cause, message FROM errors ORDER BY rowid DESC').toArray(),
    };
  }

  /** @param {string} day */
  #day(day) {
    const [row] = this.sql.exec('SELECT counts FROM days WHERE day = ?', day).toArray();
    return row ? JSON.parse(String(row.counts)) : {};
  }

  /** @param {string} day @param {Record<string, number>} counts */
  #put(day, counts) {
    this.sql.exec('INSERT OR REPLACE INTO days VALUES (?, ?)', day, JSON.stringify(counts));
  }
}

/** @param {Record<string, number>[]} all */
function sum(all) {
  const total = /** @type {Record<string, number>} */ ({});
  for (const counts of all) {
    for (const [name, value] of Object.entries(counts)) total[name] = (total[name] ?? 0) + value;
  }
  return total;
}
