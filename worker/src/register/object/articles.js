// The articles of one object: adding, moving, repairing and dropping them.

import { edge } from 'offprint/edge';
import { domainOf } from '../../site/domains.js';
import { failed, stats } from '../../runtime/counts.js';
import { inWasm } from '../../runtime/wasm.js';
import { endOf, isRenewed } from '../limits.js';
import { keysOf, recordName, reversed, spellings } from './names.js';

/**
 * Age from which an article is written to KV again when a page comes that should match it, in ms, and the time between
 * two such repairs. KV takes less time to show a write everywhere, see docs/edge/register.md.
 */
const REPAIR_AFTER = 300_000;
/** Expired articles that are dropped at a time. */
const EXPIRE = 200;
/** Versions of a story that are kept: the first, and the latest. Larger: more rows; smaller: more writes. */
const VERSIONS = 6;
/**
 * How long an article has to be missing, in ms, until it is dropped; the pause between two reports after which that
 * time starts again; and how often it is noted. Larger: a fault of the site may last longer; a moved article is named
 * by its old address for longer.
 */
const GONE_AFTER = 3 * 864e5;
const GONE_PAUSE = 7 * 864e5;
const NOTE_MISSING = 6 * 3600e3;

/** @import { ArticleRow } from './tables.js' */
/** @import { Shard } from './object.js' */

export class Articles {
  /** @type {Shard['tables']} */ #tables;
  /** @type {Shard['alarm']} */ #alarm;
  /** @type {Shard['tally']} */ #tally;
  /** @type {Shard['outbox']} */ #outbox;
  /** @type {Shard['env']} */ #env;
  /** When each article was repaired last. @type {Map<string, number>} */
  #repaired = new Map();
  /** The last time given, and the number of the last article. */
  #lastTime;
  #lastNumber;

  /** @param {Pick<Shard, 'tables' | 'alarm' | 'tally' | 'outbox' | 'env'>} shard */
  constructor({ tables, alarm, tally, outbox, env }) {
    this.#tables = tables;
    this.#alarm = alarm;
    this.#tally = tally;
    this.#outbox = outbox;
    this.#env = env;
    this.#lastTime = tables.one('SELECT max(first_seen) AS first_seen FROM articles')?.first_seen ?? '';
    const last = tables.one('SELECT max(number) AS number FROM articles')?.number ?? 0;
    this.#lastNumber = Math.max(last, tally.number('removed'), tally.number('listed'));
  }

  /** The number of the article that was added or removed last. */
  get lastNumber() {
    return this.#lastNumber;
  }

  /** When the next article expires. */
  get nextAt() {
    return this.#tables.one('SELECT min(expires) AS expires FROM articles')?.expires ?? Infinity;
  }

  /** The name of this shard, which all ids begin with; undefined while the object is empty. */
  get shard() {
    return this.#tables.one('SELECT id FROM articles LIMIT 1')?.id.split('-')[0];
  }

  /** The present time, later than all times given before. */
  time() {
    const now = new Date().toISOString();
    this.#lastTime = now > this.#lastTime ? now : new Date(Date.parse(this.#lastTime) + 1).toISOString();
    return this.#lastTime;
  }

  /** @param {import('offprint/edge').EdgeRecord} record @param {string[]} keys that lead to it */
  add(record, keys) {
    const expires = endOf(this.#env);
    const number = ++this.#lastNumber;
    this.#tables.run(
      'INSERT INTO articles (id, url, first_seen, record, keys, expires, number) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[record.id, record.url, record.firstSeen, JSON.stringify(record), JSON.stringify(keys), expires, number],
    );
    for (const key of keys) this.#setKey(key, record.id, number);
    if (record.firstSeen > this.#lastTime) this.#lastTime = record.firstSeen;
    this.#tally.add(1);
    stats.registered++;
    if (keys.length > 0) this.#outbox.note(record.id, recordName(record.id, number));
    else stats.published++;
    if (expires) this.#alarm.wake(expires);
  }

  /**
   * Makes a key lead to an article. If it leads to another one now, that record stays as it is: packs may lead to it
   * for some time.
   * @param {string} key @param {string} id @param {number} number
   */
  #setKey(key, id, number) {
    const before = this.#tables.one('SELECT article FROM keys WHERE reversed = ?', reversed(key));
    const row = before && this.#tables.one('SELECT id, keys FROM articles WHERE id = ?', before.article);
    if (row) {
      const left = keysOf(row).filter((other) => other !== key);
      this.#tables.run('UPDATE articles SET keys = ? WHERE id = ?', JSON.stringify(left), row.id);
    }
    const set = 'INSERT OR REPLACE INTO keys (reversed, article, number) VALUES (?, ?, ?)';
    this.#tables.run(set, reversed(key), id, number);
  }

  /** @param {Pick<ArticleRow, 'id' | 'number' | 'url' | 'record' | 'keys'>} row */
  #addAddress({ id, number, url, record, keys }) {
    let key;
    try {
      const { fingerprint } = JSON.parse(record);
      key = inWasm(() => edge.readKeys(fingerprint, url, domainOf(url))).at(-1);
    } catch (error) {
      // One damaged record must not stop the others.
      return failed('address', error);
    }
    if (key === undefined) return;
    const holder = this.#tables.one('SELECT number FROM keys WHERE reversed = ?', reversed(key));
    // A later version may have it already.
    if (holder && holder.number >= number) return;
    this.#setKey(key, id, number);
    const all = JSON.stringify([...keysOf({ keys }), key]);
    this.#tables.run('UPDATE articles SET keys = ? WHERE id = ?', all, id);
  }

  /**
   * The versions of a story, the first of them first.
   * @param {string} url @param {string} first @returns {ArticleRow[]}
   */
  #versions(url, first) {
    const rows = this.#tables.all('SELECT * FROM articles WHERE url = ? ORDER BY first_seen', url);
    return rows.filter(({ id, record }) => (JSON.parse(record).story?.first ?? id) === first);
  }

  /** All versions of the story that an article belongs to. @param {ArticleRow} row */
  #storyOf({ id, url, record }) {
    return this.#versions(url, JSON.parse(record).story?.first ?? id);
  }

  /**
   * Removes the versions of a story that are too many: those after the first.
   * @param {string} url @param {string} first
   */
  trim(url, first) {
    for (const version of this.#versions(url, first).slice(1, 1 - VERSIONS)) this.#remove(version);
  }

  /**
   * Notes that the page of an article is missing, or is at another address.
   * @param {string} id
   * @param {{ url: string, statesItself?: true } | null} to that address, and whether the page there states it; null if
   *   it is missing
   * @returns {'dropped' | 'moved' | 'noted' | 'unknown'}
   */
  relocate(id, to) {
    const row = this.#tables.one('SELECT * FROM articles WHERE id = ?', id);
    if (!row) return 'unknown';
    if (to) {
      this.#tables.transaction(() => {
        for (const version of this.#storyOf(row)) this.#move(version, to);
      });
      return 'moved';
    }
    const [now, last] = [Date.now(), row.missing_at ?? 0];
    if (now - last < NOTE_MISSING) return 'noted';
    const from = row.missing_from !== null && now - last < GONE_PAUSE ? row.missing_from : now;
    if (now - from >= GONE_AFTER) {
      this.forget({ id });
      return 'dropped';
    }
    this.#tables.run('UPDATE articles SET missing_from = ?, missing_at = ? WHERE id = ?', from, now, id);
    if (row.missing_from === null) this.#outbox.note(id, recordName(id, row.number));
    return 'noted';
  }

  /**
   * Notes that an article was seen, if that is due: all versions of its story are kept from now on.
   * @param {string} id
   */
  renew(id) {
    const row = this.#tables.one('SELECT * FROM articles WHERE id = ?', id);
    if (!row || !isRenewed(this.#env, { expires: row.expires, missing: row.missing_from !== null })) return;
    this.#tables.transaction(() => {
      const update = 'UPDATE articles SET expires = ?, missing_from = NULL WHERE id = ?';
      for (const { id, number } of this.#storyOf(row)) {
        this.#tables.run(update, endOf(this.#env), id);
        this.#outbox.note(id, recordName(id, number));
      }
    });
  }

  /** @param {ArticleRow} row @param {{ url: string, statesItself?: true }} to */
  #move({ id, record, number, keys }, to) {
    const moved = { ...JSON.parse(record), ...to };
    const { url } = to;
    const update = 'UPDATE articles SET url = ?, record = ?, missing_from = NULL WHERE id = ?';
    this.#tables.run(update, url, JSON.stringify(moved), id);
    const written = this.#tables.run('DELETE FROM copies WHERE article = ? AND url = ?', id, url);
    if (written > 0) this.#tables.run('UPDATE articles SET copies = copies - 1 WHERE id = ?', id);
    this.#addAddress({ id, number, url, record, keys });
    this.#outbox.note(id, recordName(id, number));
  }

  /**
   * Forgets an article in all its versions, or everything about an address, however it is written: its articles with
   * their keys, here and in KV, the copies entered for them, and its entries as a copy of others.
   * @param {{ id?: string, url?: string }} what
   */
  forget({ id, url }) {
    return this.#tables.transaction(() => {
      const urls = url ? this.#filedAs(url) : [];
      const isNamed = `url IN (${urls.map(() => '?').join()})`;
      const named = this.#tables.all(`SELECT * FROM articles WHERE id = ? OR ${isNamed}`, id ?? null, ...urls);
      const articles = id ? named.flatMap((row) => this.#storyOf(row)) : named;
      const copies = this.#tables.all(`SELECT * FROM copies WHERE ${isNamed}`, ...urls);
      for (const { article } of copies) {
        this.#tables.run('UPDATE articles SET copies = copies - 1 WHERE id = ?', article);
      }
      if (url) this.#tables.run(`DELETE FROM copies WHERE ${isNamed}`, ...urls);
      for (const article of articles) this.#remove(article);
      return { articles: articles.length, copies: copies.length };
    });
  }

  /**
   * The addresses under which a page can be stored that has this address, in any spelling and with any tracking.
   * @param {string} url
   */
  #filedAs(url) {
    const shown = inWasm(() => edge.publicAddress(url));
    // A personal address is cut down to its site, which is another page.
    const normal = new URL(shown).pathname === '/' ? url : shown;
    const keys = inWasm(() => edge.readKeys(undefined, normal, domainOf(normal)));
    const query = 'SELECT url FROM articles JOIN keys ON article = id WHERE reversed = ?';
    const holders = keys.flatMap((key) => this.#tables.all(query, reversed(key))).map((row) => row.url);
    // The key is the same on all hosts of a domain.
    const own = holders.filter((other) => inWasm(() => edge.isSamePage(other, normal)));
    return [...new Set([url, ...own, ...[url, normal].flatMap(spellings)])];
  }

  /** Removes an article, here and in KV. @param {ArticleRow} row */
  #remove(row) {
    this.#drop(row);
    this.#outbox.note(row.id, recordName(row.id, row.number));
    // The head is written again, and no number is given twice.
    this.#tally.keep('removed', ++this.#lastNumber);
  }

  /** Drops articles whose time is up. KV drops their records by itself. */
  expire() {
    this.#tables.transaction(() => {
      const over = this.#tables.all('SELECT * FROM articles WHERE expires <= ? LIMIT ?', Date.now(), EXPIRE);
      for (const article of over) this.#drop(article);
    });
  }

  /** @param {ArticleRow} row */
  #drop({ id, keys }) {
    const removeKey = 'DELETE FROM keys WHERE reversed = ? AND article = ?';
    for (const key of keysOf({ keys })) this.#tables.run(removeKey, reversed(key), id);
    this.#tables.run('DELETE FROM copies WHERE article = ?', id);
    this.#tables.run('DELETE FROM articles WHERE id = ?', id);
    this.#tally.add(-1);
  }

  /**
   * Writes an article to KV again, since a page came that should match it.
   * @param {string} id @param {boolean} damaged
   */
  repair(id, damaged) {
    const now = Date.now();
    const row = this.#tables.one('SELECT keys, number, first_seen FROM articles WHERE id = ?', id);
    if (!row) return;
    const since = Math.max(Date.parse(row.first_seen), this.#repaired.get(id) ?? 0);
    if (row.keys === '[]' || (!damaged && now - since < REPAIR_AFTER)) return;
    if (this.#repaired.size >= 1000) this.#repaired.clear();
    this.#repaired.set(id, now);
    this.#outbox.note(id, recordName(id, row.number));
  }
}
