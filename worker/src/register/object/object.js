// One shard of the register: a Durable Object with SQLite, which decides which page was first.
//
// KV holds a view of it for reading: records, and the keys that lead to them. See docs/edge/register.md.

import { DurableObject } from 'cloudflare:workers';
import init from 'offprint/edge';
import { keepCounts } from '../../runtime/counts.js';
import { speaksFor } from '../peers.js';
import { Alarm } from './alarm.js';
import { Articles } from './articles.js';
import { Claims } from './claims.js';
import { numberIn } from './names.js';
import { Outbox } from './outbox.js';
import { Packs } from './packs.js';
import { Tables } from './tables.js';
import { Tally } from './tally.js';

/**
 * @typedef {{ host: string, network: string, proven: boolean }} Visitor whose visit brings a page: to which host, from
 *   which network, and whether anything but the client's claim proves who it is
 * @typedef {'new' | 'copy' | 'known' | 'refused' | 'orphan'} Outcome
 * @typedef {{ outcome: Outcome, article: string | null, record?: string, keys?: string[] }} Settled also the name of
 *   the article's record in KV, and the keys that lead to it
 * @typedef {{ record?: import('offprint/edge').EdgeRecord, facts?: import('../../pages/rewrites.js').Facts,
 *   copy?: import('offprint/edge').EdgeLink }} Line of an export
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

  constructor(context, env) {
    super(context, env);
    // Each part uses those before it.
    const begun = { env, tables: new Tables(context.storage), alarm: new Alarm(context.storage) };
    const shard = /** @type {Shard} */ (begun);
    this.#tables = shard.tables;
    this.#alarm = shard.alarm;
    this.#tally = shard.tally = new Tally(shard);
    this.#outbox = shard.outbox = new Outbox(shard);
    this.#articles = shard.articles = new Articles(shard);
    this.#claims = new Claims(shard);
    this.#packs = new Packs(shard);
    // Work that is due must not wait for ever, even if an alarm was lost.
    this.#wakeForNext();
  }

  /**
   * Settles what a page is, and registers it if it is new.
   * @param {import('offprint/edge').EdgeRecord} record as `edge.decide` makes it; its time is given here
   * @param {{ unseen: boolean, damaged: boolean, own: boolean }} facts whether the view lacks it; whether the view is
   *   damaged, so that it is repaired at once; and whether it is a page of the operator's own site
   * @param {Visitor | null} visitor whose visit brings it; null if the API does
   * @param {import('../../pages/rewrites.js').Rewrite} [rewrite] its facts, and the article that it reports in other
   *   words
   * @returns {Promise<Settled>}
   */
  async claim(record, { unseen, damaged, own }, visitor, rewrite) {
    await this.#ready();
    const settled = this.#claims.settle(record, own, this.#articles.time(), visitor, rewrite);
    if (unseen && settled.article && settled.outcome !== 'new') this.#articles.repair(settled.article, damaged);
    return settled;
  }

  /** See `Articles.relocate`. */
  async relocate(id, to) {
    await this.#ready();
    return this.#articles.relocate(id, to);
  }

  /** See `Articles.renew`. */
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
   * Articles after a number that this register itself saw first, and removals of such, for peers; and the number after
   * which the next list begins.
   * @param {number} after
   * @param {number} limit
   */
  own(after, limit) {
    const query =
      'SELECT number, record, NULL AS removed FROM articles WHERE number > ?1 UNION ALL ' +
      'SELECT number, NULL, id FROM removed WHERE number > ?1 ORDER BY number LIMIT ?2';
    const begin = Math.min(after, this.#articles.lastNumber);
    const rows = this.#tables.all(query, begin, limit);
    const lines = rows.map(({ number, record, removed }) =>
      record === null ? { number, removed } : { number, ...JSON.parse(record) },
    );
    const own = lines.filter(({ imported }) => imported === undefined);
    return { lines: own.map(({ rewritten, story, ...line }) => line), last: rows.at(-1)?.number ?? begin };
  }

  /** Up to which number a peer's list was taken in. */
  pulledUpto(peer) {
    return this.#tally.number(`peer ${peer}`);
  }

  /** Lets the next pull begin at the start of a peer's list. */
  restart(peer) {
    this.#tally.keep(`peer ${peer}`, 0);
  }

  /**
   * Takes in a peer's list: articles, as imported now and as many as it may bring in a day, and removals.
   * @param {import('../peers.js').Peer} peer
   * @param {{ number: number, record?: import('offprint/edge').EdgeRecord, removed?: string }[]} entries by number
   * @param {number} last the number after which the next pull begins, if all are taken
   * @returns {Promise<{ outcomes: (Outcome | 'removed')[], upto: number }>}
   */
  async take(peer, entries, last) {
    await this.#ready();
    const name = `peer ${peer.origin}`;
    let room = Math.min(peer.perDay - this.#tally.ofToday(name), this.#tally.roomForVisits);
    /** @type {(Outcome | 'removed')[]} */
    const outcomes = [];
    let upto = last;
    for (const { number, record, removed } of entries) {
      if (removed) {
        if (!this.#isOf(peer, removed)) continue;
        this.#articles.remove(removed);
        outcomes.push('removed');
        continue;
      }
      if (room <= 0) {
        upto = number - 1;
        break;
      }
      const outcome = this.#claims.restore({ record });
      outcomes.push(outcome);
      if (outcome === 'known') continue;
      room--;
      this.#tally.count(name);
    }
    this.#tally.keep(name, upto);
    return { outcomes, upto };
  }

  /** Whether an article was imported from a peer, which alone may remove it. */
  #isOf(peer, id) {
    const article = this.article(id);
    return article?.imported !== undefined && speaksFor(peer, article.url);
  }

  /**
   * The records under keys, for an isolate that cannot load the view.
   * @param {string[]} keys
   * @param {string[]} lacks names in the view that are missing or damaged: heads, packs and records
   * @param {string[]} damaged records that are damaged
   * @returns {Promise<[string, object][]>}
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

  /** See `Claims.sharing`. */
  sharing(keys) {
    keepCounts(this.env, this.ctx);
    return this.#claims.sharing(keys);
  }

  /** An article, or undefined. */
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

  /** An article's copies, by address. */
  copies(id, limit, after = '') {
    const query = 'SELECT * FROM copies WHERE article = ? AND url > ? ORDER BY url LIMIT ?';
    return this.#tables.all(query, id, after, limit).map(copy);
  }

  /**
   * A part of an export, the oldest first: articles, then copies.
   * @param {'article' | 'copy'} kind
   * @param {[string, string]} after
   * @param {number} limit
   */
  piece(kind, after, limit) {
    if (kind === 'article') {
      const query = 'SELECT * FROM articles WHERE (first_seen, id) > (?, ?) ORDER BY first_seen, id LIMIT ?';
      const facts = (row) => (row.facts ? { facts: JSON.parse(row.facts) } : {});
      const line = (row) => [[row.first_seen, row.id], { kind, ...article(row), ...facts(row) }];
      return this.#tables.all(query, ...after, limit).map(line);
    }
    const query = 'SELECT * FROM copies WHERE (article, url) > (?, ?) ORDER BY article, url LIMIT ?';
    const line = (row) => [[row.article, row.url], { kind, article: row.article, ...copy(row) }];
    return this.#tables.all(query, ...after, limit).map(line);
  }

  /** See `Articles.forget`. */
  async forget(what) {
    await this.#ready();
    return this.#articles.forget(what);
  }

  /**
   * How many articles there are and how full that makes the object; how many records KV does not show yet and how many
   * articles no head lists; how many visits were refused today; and whether it has lost what it held. Reads nothing
   * large.
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

function article({ record, copies, first_copied, last_copied }) {
  const times = first_copied === null ? {} : { firstCopied: first_copied, lastCopied: last_copied };
  return { ...JSON.parse(record), count: copies, ...times };
}

function copy({ url, title, first_seen: firstSeen, verdict, score }) {
  return { url, title, firstSeen, verdict, score };
}
