// One shard of the register: a Durable Object with SQLite, which decides which page was first.
//
// KV holds a view of it for reading: records, and the keys that lead to them. See docs/edge/register.md.

import { DurableObject } from 'cloudflare:workers';
import init from 'offprint/edge';
import { keepCounts } from '../../runtime/counts.js';
import { Alarm } from './alarm.js';
import { Articles } from './articles.js';
import { Claims } from './claims.js';
import { numberIn } from './names.js';
import { Outbox } from './outbox.js';
import { Packs } from './packs.js';
import { Tables } from './tables.js';
import { Tally } from './tally.js';

/** @import { EdgeLink, EdgeRecord } from 'offprint/edge' */
/**
 * @typedef {{ host: string, network: string, proven: boolean }} Visitor whose visit brings a page: to which host, from
 *   which network, and whether anything but the client's claim proves who it is
 * @typedef {'new' | 'copy' | 'known' | 'refused' | 'orphan'} Outcome
 * @typedef {{ outcome: Outcome, article: string | null, record?: string, keys?: string[] }} Settled also the name of
 *   the article's record in KV, and the keys that lead to it
 * @typedef {{ record: EdgeRecord, copy?: undefined } | { record?: undefined, copy: EdgeLink }} Line of an export
 * @typedef {EdgeRecord & { count: number, firstCopied?: string, lastCopied?: string | null }} Listed with its copies
 * @typedef {[string, string]} Place in an export
 * @typedef {{ env: Env, tables: Tables, alarm: Alarm, tally: Tally, outbox: Outbox, articles: Articles }} Shard
 */

export class Register extends DurableObject {
  #tables;
  #alarm;
  #tally;
  #outbox;
  #articles;
  #claims;
  #packs;

  /** @param {DurableObjectState} context @param {Env} env */
  constructor(context, env) {
    super(context, env);
    // Each part uses those before it.
    const tables = new Tables(context.storage);
    const alarm = new Alarm(context.storage);
    const tally = new Tally({ env, tables, alarm });
    const outbox = new Outbox({ env, tables, alarm });
    const articles = new Articles({ env, tables, alarm, tally, outbox });
    const shard = { env, tables, alarm, tally, outbox, articles };
    this.#tables = tables;
    this.#alarm = alarm;
    this.#tally = tally;
    this.#outbox = outbox;
    this.#articles = articles;
    this.#claims = new Claims(shard);
    this.#packs = new Packs(shard);
    // Work that is due must not wait for ever, even if an alarm was lost.
    this.#wakeForNext();
  }

  /**
   * Settles what a page is, and registers it if it is new.
   * @param {EdgeRecord} record as `edge.decide` makes it; its time is given here
   * @param {{ unseen: boolean, damaged: boolean }} facts whether the view lacks it, and whether the view is damaged, so
   *   that it is repaired at once
   * @param {Visitor | null} visitor whose visit brings it; null if the API does
   * @returns {Promise<Settled>}
   */
  async claim(record, { unseen, damaged }, visitor) {
    await this.#ready();
    const settled = this.#claims.settle(record, this.#articles.time(), visitor);
    if (unseen && settled.article && settled.outcome !== 'new') this.#articles.repair(settled.article, damaged);
    return settled;
  }

  /** See `Articles.relocate`. @param {string} id @param {{ url: string, statesItself?: true } | null} to */
  async relocate(id, to) {
    await this.#ready();
    return this.#articles.relocate(id, to);
  }

  /** See `Articles.renew`. @param {string} id */
  async renew(id) {
    await this.#ready();
    this.#articles.renew(id);
  }

  /** Takes in lines of an export. @param {Line[]} lines @returns {Promise<Outcome[]>} the outcome of each */
  async restore(lines) {
    await this.#ready();
    if (this.#packs.isEmptied) this.#packs.refilled();
    return lines.map((line) => this.#claims.restore(line));
  }

  /**
   * The records under keys, for an isolate that cannot load the view.
   * @param {string[]} keys
   * @param {string[]} lacks names in the view that are missing or damaged: heads, packs and records
   * @param {string[]} damaged records that are damaged
   * @returns {Promise<[string, import('./outbox.js').Shown][]>}
   */
  async find(keys, lacks, damaged) {
    await this.#ready();
    for (const name of [...lacks, ...damaged]) {
      const row = this.#tables.one('SELECT id FROM articles WHERE number = ?', numberIn(name));
      if (row) this.#articles.repair(row.id, damaged.includes(name));
    }
    this.#packs.repair(lacks);
    return this.#claims.under(keys);
  }

  /** An article, or undefined. @param {string} id */
  article(id) {
    const row = this.#tables.one('SELECT * FROM articles WHERE id = ?', id);
    return row && article(row);
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
    const query = `SELECT * FROM articles ${where} ORDER BY ${by} DESC, id DESC LIMIT ?`;
    return this.#tables.all(query, ...values, limit).map(article);
  }

  /** An article's copies, by address. @param {string} id @param {number} limit */
  copies(id, limit, after = '') {
    const query = 'SELECT * FROM copies WHERE article = ? AND url > ? ORDER BY url LIMIT ?';
    return this.#tables.all(query, id, after, limit).map(copy);
  }

  /**
   * A part of an export, the oldest first: articles, then copies; each line with its place.
   * @param {'article' | 'copy'} kind
   * @param {Place} after
   * @param {number} limit
   * @returns {[Place, object][]}
   */
  piece(kind, after, limit) {
    if (kind === 'article') {
      const query = 'SELECT * FROM articles WHERE (first_seen, id) > (?, ?) ORDER BY first_seen, id LIMIT ?';
      /** @type {(row: import('./tables.js').ArticleRow) => [Place, object]} */
      const line = (row) => [[row.first_seen, row.id], { kind, ...article(row) }];
      return this.#tables.all(query, ...after, limit).map(line);
    }
    const query = 'SELECT * FROM copies WHERE (article, url) > (?, ?) ORDER BY article, url LIMIT ?';
    /** @type {(row: import('./tables.js').CopyRow) => [Place, object]} */
    const line = (row) => [[row.article, row.url], { kind, article: row.article, ...copy(row) }];
    return this.#tables.all(query, ...after, limit).map(line);
  }

  /** See `Articles.forget`. @param {{ id?: string, url?: string }} what */
  async forget(what) {
    await this.#ready();
    return this.#articles.forget(what);
  }

  /**
   * The state of the object: how many articles it has and how full they make it, how many records KV does not show yet,
   * how many articles no head lists, how many visits were refused today, and whether it lost what it held. Reads
   * nothing large.
   */
  health() {
    return {
      waiting: this.#outbox.waiting,
      unlisted: this.#packs.unlisted,
      articles: this.#tally.held,
      full: this.#tally.full,
      refused: this.#tally.ofToday('refused'),
      emptied: this.#packs.isEmptied,
    };
  }

  async alarm() {
    this.#alarm.rang();
    keepCounts(this.env, this.ctx);
    await this.#outbox.publish();
    await init();
    await this.#packs.write();
    this.#articles.expire();
    this.#tally.writeDown();
    this.#wakeForNext();
  }

  async #ready() {
    await init();
    keepCounts(this.env, this.ctx);
  }

  #wakeForNext() {
    const next = Math.min(this.#outbox.nextAt, this.#articles.nextAt, this.#packs.nextAt);
    this.#alarm.wake(Math.max(next, Date.now()));
  }
}

/** @param {import('./tables.js').ArticleRow} row @returns {Listed} */
function article({ record, copies, first_copied, last_copied }) {
  const times = first_copied === null ? {} : { firstCopied: first_copied, lastCopied: last_copied };
  return { ...JSON.parse(record), count: copies, ...times };
}

/** @param {import('./tables.js').CopyRow} row */
function copy({ url, title, first_seen: firstSeen, verdict, score }) {
  return { url, title, firstSeen, verdict, score };
}
