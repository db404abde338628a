// The tables of one shard, and SQL whose rows are counted.

import { stats } from '../../runtime/counts.js';

/** The version of the tables, which each object stores, so that a later release knows what it finds. */
const VERSION = 1;

// Keys are stored reversed, so that an index puts those with the same ending next to each other.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS articles (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    url TEXT NOT NULL,
    first_seen TEXT NOT NULL,
    record TEXT NOT NULL,
    keys TEXT NOT NULL,
    expires INTEGER,
    copies INTEGER NOT NULL DEFAULT 0,
    first_copied TEXT,
    last_copied TEXT,
    missing_from INTEGER,
    missing_at INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS articles_by_address ON articles (url);
  CREATE INDEX IF NOT EXISTS articles_by_time ON articles (first_seen);
  CREATE INDEX IF NOT EXISTS articles_most_copied ON articles (copies) WHERE copies > 0;
  CREATE INDEX IF NOT EXISTS articles_by_end ON articles (expires) WHERE expires IS NOT NULL;
  CREATE INDEX IF NOT EXISTS articles_by_number ON articles (number);
  CREATE TABLE IF NOT EXISTS keys (
    reversed TEXT PRIMARY KEY,
    article TEXT NOT NULL,
    number INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS copies (
    article TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    first_seen TEXT NOT NULL,
    verdict TEXT NOT NULL,
    score REAL NOT NULL,
    rank TEXT NOT NULL,
    PRIMARY KEY (article, url)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS copies_by_address ON copies (url);
  CREATE TABLE IF NOT EXISTS outbox (
    article TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counts (
    day TEXT NOT NULL,
    name TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (day, name)
  ) WITHOUT ROWID;
  INSERT OR IGNORE INTO counts VALUES ('', 'version', ${VERSION});
`;

/**
 * Rows as SQLite returns them.
 * @typedef {{ id: string, number: number, url: string, first_seen: string, record: string, keys: string,
 *   expires: number | null, copies: number, first_copied: string | null, last_copied: string | null,
 *   missing_from: number | null, missing_at: number | null }} ArticleRow
 * @typedef {{ article: string, url: string, title: string, first_seen: string, verdict: 'same' | 'partial',
 *   score: number, rank: string }} CopyRow
 * @typedef {{ article: string, name: string, due: number, tries: number, revision: number }} OutboxRow
 */
/**
 * The row of any query: what a name means is the same in all tables. `held` and `n` are computed.
 * @typedef {ArticleRow & CopyRow & OutboxRow & { reversed: string, held: number, n: number }} Row
 */

export class Tables {
  #storage;

  /** @param {DurableObjectStorage} storage */
  constructor(storage) {
    this.#storage = storage;
    storage.sql.exec(SCHEMA);
  }

  /** The first row of a result. @param {string} query @param {...SqlStorageValue} values @returns {Row | undefined} */
  one(query, ...values) {
    return this.all(query, ...values)[0];
  }

  /** @param {string} query @param {...SqlStorageValue} values @returns {Row[]} */
  all(query, ...values) {
    const cursor = this.#storage.sql.exec(query, ...values);
    const rows = /** @type {unknown[]} */ (cursor.toArray());
    stats.rowsRead += cursor.rowsRead;
    return /** @type {Row[]} */ (rows);
  }

  /** Runs a statement; returns how many rows it wrote. @param {string} query @param {...SqlStorageValue} values */
  run(query, ...values) {
    const { rowsRead, rowsWritten } = this.#storage.sql.exec(query, ...values);
    stats.rowsRead += rowsRead;
    stats.rowsWritten += rowsWritten;
    return rowsWritten;
  }

  /**
   * Runs several statements: all of them take effect, or none.
   * @template T
   * @param {() => T} work
   * @returns {T}
   */
  transaction(work) {
    return this.#storage.transactionSync(work);
  }
}
