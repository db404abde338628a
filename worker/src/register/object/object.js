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
import { articleOf, exportPiece, listArticles, listCopies, listOwn } from './listings.js';
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
    return lines.map((line) => this.#claims.restore(line));
  }

  /** See `listOwn`. */
  own(after, limit) {
    return listOwn(this.#tables, Math.min(after, this.#articles.lastNumber), limit);
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
    const article = articleOf(this.#tables, id);
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

  article(id) {
    return articleOf(this.#tables, id);
  }

  /** See `listArticles`. */
  list(wanted) {
    return listArticles(this.#tables, wanted);
  }

  copies(id, limit, after = '') {
    return listCopies(this.#tables, id, limit, after);
  }

  /** See `exportPiece`. */
  piece(kind, after, limit) {
    return exportPiece(this.#tables, kind, after, limit);
  }

  /** See `Articles.forget`. */
  async forget(what) {
    await this.#ready();
    return this.#articles.forget(what);
  }

  /**
   * How many articles there are and how full that makes the object; how many records KV does not show yet and how many
   * articles no head lists; and how many visits were refused today. Reads nothing large.
   */
  health() {
    return {
      waiting: this.#outbox.waiting,
      unlisted: this.#packs.unlisted,
      articles: this.#tally.held,
      full: this.#tally.full,
      refused: this.#tally.ofToday('refused'),
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
