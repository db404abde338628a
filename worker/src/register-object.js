// One shard of the register, in a Durable Object with SQLite: what it says was first, was first.
//
// A claim is settled without a pause between looking and writing, so two copies that arrive at once
// come one after the other. KV is the view of this for reading. What has to change there is noted in
// the outbox in the same transaction, and carried out by the alarm until it has succeeded.

import { DurableObject } from 'cloudflare:workers';
import init, { edge } from 'offprint/edge';
import { publish } from './outbox.js';
import { inWasm } from './wasm.js';
import { keepDays } from './settings.js';
import { keepCounts, stats } from './stats.js';

/**
 * Age of an article from which the view is written again if a page comes that ought to have been
 * recognised by it, in ms, and the time between two such repairs. Larger than KV takes to tell all
 * its places of a write, which is up to a minute.
 */
const REPAIR_AFTER = 120_000;
/** Articles dropped at a time when their time is up. */
const EXPIRE = 200;
/** Versions of a page that are looked at, the last ones. */
const VERSIONS = 8;
/** Most rows that an ending may bring; one that brings more is too short. */
const MOST_KEYS = 1000;

export class Register extends DurableObject {
  /** When the alarm is set for, as far as is known. */
  #wakeAt = Infinity;
  /** When each article was repaired last. */
  #repaired = new Map();
  /** The last time given. */
  #last;

  constructor(context, env) {
    super(context, env);
    this.sql = context.storage.sql;
    this.sql.exec(SCHEMA);
    this.#last = this.#one('SELECT max(first_seen) AS last FROM articles').last ?? '';
    // Nothing noted may wait for ever, even if an alarm was lost.
    this.#wakeForNext();
  }

  /**
   * Settles what a page is, and registers what is new.
   * @param {object} record as `edge.decide` makes it; its time is given here
   * @param {boolean} unseen whether the view showed nothing of it
   * @param {boolean} damaged whether the view is damaged, so that it is written again at once
   */
  async claim(record, unseen, damaged) {
    await init();
    keepCounts(this.env, this.ctx);
    const settled = this.#settle(record, this.#time());
    if (unseen && settled.outcome !== 'new') this.#repair(settled.article, damaged);
    return settled;
  }

  /**
   * Takes in records and copies as they were exported, with their times and names.
   * @param {({ record: object } | { copy: object })[]} lines
   * @returns {Promise<('new' | 'copy' | 'known' | 'orphan')[]>} what became of each
   */
  async restore(lines) {
    await init();
    return lines.map(({ record, copy }) => {
      if (copy) return this.#enter(copy);
      return this.#get(record.id) ? 'known' : this.#settle(record, record.firstSeen).outcome;
    });
  }

  /** An article, or undefined. */
  article(id) {
    return this.#get(id);
  }

  /**
   * Articles, the newest or the most copied first.
   * @param {{ order: 'new' | 'copied', url?: string, limit: number, after?: [string | number, string] }} wanted
   */
  list({ order, url, limit, after }) {
    const by = order === 'copied' ? 'copies' : 'first_seen';
    const conditions = [
      ...(order === 'copied' ? [['copies > 0']] : []),
      ...(url === undefined ? [] : [['url = ?', url]]),
      ...(after ? [[`(${by}, id) < (?, ?)`, ...after]] : []),
    ];
    const where = conditions.length > 0 ? `WHERE ${conditions.map(([text]) => text).join(' AND ')}` : '';
    const values = conditions.flatMap(([, ...values]) => values);
    return this.#all(`SELECT * FROM articles ${where} ORDER BY ${by} DESC, id DESC LIMIT ?`, ...values, limit).map(article);
  }

  /** An article's copies, by address. */
  copies(id, limit, after = '') {
    return this.#all('SELECT * FROM copies WHERE article = ? AND url > ? ORDER BY url LIMIT ?', id, after, limit).map(copy);
  }

  /** What is held under keys with an ending; undefined if that is too much to say. */
  byEnding(ending) {
    const turned = backwards(ending);
    const rows = this.#all(
      'SELECT k.turned, a.id, a.record FROM (SELECT * FROM keys WHERE turned >= ? AND turned < ? LIMIT ?) k JOIN articles a ON a.id = k.article',
      ...[turned, `${turned}~`, MOST_KEYS + 1],
    );
    if (rows.length > MOST_KEYS) return undefined;
    return rows.map(({ turned, id, record }) => ({
      key: backwards(turned).split('/').pop(),
      id,
      fingerprint: JSON.parse(record).fingerprint,
    }));
  }

  /**
   * A piece of all there is, the oldest first: articles, then copies.
   * @param {'article' | 'copy'} kind
   * @param {[string, string]} after
   */
  piece(kind, after, limit) {
    if (kind === 'article') {
      const rows = this.#all('SELECT * FROM articles WHERE (first_seen, id) > (?, ?) ORDER BY first_seen, id LIMIT ?', ...after, limit);
      return rows.map((row) => [[row.first_seen, row.id], { kind, ...article(row) }]);
    }
    const rows = this.#all('SELECT * FROM copies WHERE (article, url) > (?, ?) ORDER BY article, url LIMIT ?', ...after, limit);
    return rows.map((row) => [[row.article, row.url], { kind, article: row.article, ...copy(row) }]);
  }

  /**
   * Forgets an article, or all that is known of an address: articles, their keys here and in the
   * view, what was entered of their copies, and that the address had copies of others.
   * @param {{ id?: string, url?: string }} what
   */
  forget({ id, url }) {
    return this.ctx.storage.transactionSync(() => {
      const articles = this.#all('SELECT * FROM articles WHERE id = ? OR url = ?', id ?? null, url ?? null);
      const copies = this.#all('SELECT * FROM copies WHERE url = ?', url ?? null);
      for (const { article } of copies) this.#run('UPDATE articles SET copies = copies - 1 WHERE id = ?', article);
      if (url) this.#run('DELETE FROM copies WHERE url = ?', url);
      for (const { id, keys } of articles) {
        this.#drop(id, keys);
        this.#note(id, keys);
      }
      return { articles: articles.length, copies: copies.length };
    });
  }

  /** How much there is, and how much of it the view has yet to be told. Reads nothing large. */
  health() {
    return { waiting: this.#one('SELECT count(*) AS n FROM (SELECT 1 FROM outbox LIMIT 1000)').n };
  }

  async alarm() {
    this.#wakeAt = Infinity;
    keepCounts(this.env, this.ctx);
    await publish(this.env.ARTICLES, {
      due: (limit) => this.#all('SELECT *, EXISTS (SELECT 1 FROM articles WHERE id = article) AS held FROM outbox WHERE due <= ? ORDER BY due LIMIT ?', Date.now(), limit),
      holder: (key) => this.#one('SELECT a.record, a.expires FROM keys k JOIN articles a ON a.id = k.article WHERE turned = ?', backwards(key)),
      done: ({ article, revision }) => this.#run('DELETE FROM outbox WHERE article = ? AND revision = ?', article, revision),
      later: ({ article, revision, tries }, keys, due) =>
        this.#run('UPDATE outbox SET keys = ?, tries = ?, due = ? WHERE article = ? AND revision = ?', keys, tries + 1, due, article, revision),
    });
    const now = Date.now();
    this.ctx.storage.transactionSync(() => {
      // The view lets go of them by itself.
      for (const { id, keys } of this.#all('SELECT id, keys FROM articles WHERE expires <= ? LIMIT ?', now, EXPIRE)) this.#drop(id, keys);
    });
    this.#wakeForNext();
  }

  /** Without a pause between looking and writing. */
  #settle(record, now) {
    const keys = inWasm(() => edge.readKeys(record.fingerprint));
    const marks = keys.map(() => '?').join();
    const held = this.#all(
      `SELECT k.turned, a.record FROM keys k JOIN articles a ON a.id = k.article WHERE k.turned IN (${marks})`,
      ...keys.map(backwards),
    ).map(({ turned, record }) => [backwards(turned), JSON.parse(record)]);
    const own = this.#all('SELECT record FROM articles WHERE url = ? ORDER BY first_seen DESC LIMIT ?', record.url, VERSIONS);
    const settled = inWasm(() => edge.settle(record, held, own.map(({ record }) => JSON.parse(record)), now));
    const { outcome, article, write, link } = settled;
    const entered = this.ctx.storage.transactionSync(() => {
      if (settled.record) this.#add(settled.record, write);
      return link && this.#enter(link);
    });
    return { outcome: outcome === 'copy' ? entered : outcome, article };
  }

  #add(record, write) {
    const days = keepDays(this.env);
    const expires = days > 0 ? Date.parse(record.firstSeen) + days * 864e5 : null;
    const keys = JSON.stringify(write);
    this.#run(
      'INSERT INTO articles (id, url, first_seen, record, keys, expires) VALUES (?, ?, ?, ?, ?, ?)',
      ...[record.id, record.url, record.firstSeen, JSON.stringify(record), keys, expires],
    );
    for (const key of write) this.#run('INSERT INTO keys VALUES (?, ?)', backwards(key), record.id);
    this.#last = record.firstSeen > this.#last ? record.firstSeen : this.#last;
    stats.registered++;
    if (write.length > 0) this.#note(record.id, keys);
    else stats.published++;
    if (expires) this.#wake(expires);
  }

  /** Enters a copy, once. */
  #enter({ article, url, title, firstSeen, verdict, score }) {
    if (!this.#get(article)) return 'orphan';
    const { rowsWritten } = this.#exec(
      'INSERT INTO copies VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      ...[article, url, title, firstSeen, verdict, score],
    );
    if (rowsWritten === 0) return 'known';
    this.#run('UPDATE articles SET copies = copies + 1 WHERE id = ?', article);
    stats.copies++;
    return 'copy';
  }

  #drop(id, keys) {
    for (const key of JSON.parse(keys)) this.#run('DELETE FROM keys WHERE turned = ? AND article = ?', backwards(key), id);
    this.#run('DELETE FROM copies WHERE article = ?', id);
    this.#run('DELETE FROM articles WHERE id = ?', id);
  }

  /** Notes that the view of an article's keys is to be made as things are here. */
  #note(id, keys) {
    this.#run(
      `INSERT INTO outbox (article, keys, due) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET keys = excluded.keys, due = excluded.due, tries = 0, revision = revision + 1`,
      ...[id, keys, Date.now()],
    );
    this.#wake(Date.now());
  }

  /** Writes an article's view again that a page ought to have been recognised by. */
  #repair(id, damaged) {
    const now = Date.now();
    const [row] = this.#all('SELECT keys, first_seen FROM articles WHERE id = ?', id);
    const since = Math.max(Date.parse(row.first_seen), this.#repaired.get(id) ?? 0);
    if (row.keys === '[]' || (!damaged && now - since < REPAIR_AFTER)) return;
    if (this.#repaired.size >= 1000) this.#repaired.clear();
    this.#repaired.set(id, now);
    this.#note(id, row.keys);
  }

  /** The time, later than all given before. */
  #time() {
    const now = new Date().toISOString();
    this.#last = now > this.#last ? now : new Date(Date.parse(this.#last) + 1).toISOString();
    return this.#last;
  }

  /** For what is due next: something in the outbox, or the end of an article. */
  #wakeForNext() {
    const { due, expires } = this.#one('SELECT (SELECT min(due) FROM outbox) AS due, (SELECT min(expires) FROM articles) AS expires');
    this.#wake(Math.max(Math.min(due ?? Infinity, expires ?? Infinity), Date.now()));
  }

  /** In the same turn as what is written, so that either both are stored or neither. */
  #wake(at) {
    if (at >= this.#wakeAt) return;
    this.#wakeAt = at;
    this.ctx.storage.setAlarm(at);
  }

  #get(id) {
    const [row] = this.#all('SELECT * FROM articles WHERE id = ?', id);
    return row && article(row);
  }

  #one(query, ...values) {
    return this.#all(query, ...values)[0];
  }

  #all(query, ...values) {
    const cursor = this.sql.exec(query, ...values);
    const rows = cursor.toArray();
    stats.rowsRead += cursor.rowsRead;
    return rows;
  }

  #run(query, ...values) {
    this.#exec(query, ...values);
  }

  #exec(query, ...values) {
    const cursor = this.sql.exec(query, ...values);
    stats.rowsRead += cursor.rowsRead;
    stats.rowsWritten += cursor.rowsWritten;
    return cursor;
  }
}

// Keys are kept turned round, so that those with the same ending stand together.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS articles (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    first_seen TEXT NOT NULL,
    record TEXT NOT NULL,
    keys TEXT NOT NULL,
    copies INTEGER NOT NULL DEFAULT 0,
    expires INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS articles_by_address ON articles (url);
  CREATE INDEX IF NOT EXISTS articles_by_time ON articles (first_seen);
  CREATE INDEX IF NOT EXISTS articles_most_copied ON articles (copies) WHERE copies > 0;
  CREATE INDEX IF NOT EXISTS articles_by_end ON articles (expires) WHERE expires IS NOT NULL;
  CREATE TABLE IF NOT EXISTS keys (turned TEXT PRIMARY KEY, article TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS copies (
    article TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    first_seen TEXT NOT NULL,
    verdict TEXT NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (article, url)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS copies_by_address ON copies (url);
  CREATE TABLE IF NOT EXISTS outbox (
    article TEXT PRIMARY KEY,
    keys TEXT NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
`;

function article({ record, copies }) {
  return { ...JSON.parse(record), count: copies };
}

function copy({ url, title, first_seen: firstSeen, verdict, score }) {
  return { url, title, firstSeen, verdict, score };
}

function backwards(text) {
  return [...text].reverse().join('');
}
