// Counts of one object: how many articles it holds, what visitors wrote today, and numbers for its own use.

import { stats } from '../../runtime/counts.js';
import { limitsOf } from '../limits.js';

/** Networks and hosts that are counted one by one in a day; all others share one count. */
const MOST_COUNTED = 10_000;
/** Share of the register that visits may fill. The rest is left to the API. */
const VISITS_SHARE = 0.8;
/** Longest time until counts are written down, in ms. */
const WRITE_AFTER = 10_000;

/** @import { Shard } from './object.js' */

export class Tally {
  /** @type {Shard['tables']} */ #tables;
  /** @type {Shard['alarm']} */ #alarm;
  #limits;
  /** Articles held, as far as is known, and whether that number is stored. */
  #held;
  #isStored = true;
  /** Counts that are not written down yet, by day and name: an object that ends loses some seconds of them. */
  #pending = /** @type {Map<string, number>} */ (new Map());

  /** @param {Pick<Shard, 'tables' | 'alarm' | 'env'>} shard */
  constructor({ tables, alarm, env }) {
    this.#tables = tables;
    this.#alarm = alarm;
    this.#limits = () => limitsOf(env);
    this.#held = this.number('articles');
  }

  /** How many articles the object holds. */
  get held() {
    return this.#held;
  }

  /** How full that makes it, 0 to 1. */
  get full() {
    return Math.min(1, this.#held / this.#limits().articles);
  }

  /** Adds to the number of articles. @param {number} more */
  add(more) {
    this.#held = Math.max(0, this.#held + more);
    this.#isStored = false;
  }

  /** A number that the object keeps; 0 if it was never kept. @param {string} name */
  number(name) {
    return this.of('', name);
  }

  /** @param {string} name @param {number} n */
  keep(name, n) {
    this.#tables.run("INSERT INTO counts VALUES ('', ?, ?) ON CONFLICT DO UPDATE SET n = excluded.n", name, n);
  }

  /** @param {string} day @param {string} name @returns {number} */
  of(day, name) {
    const row = this.#tables.one('SELECT n FROM counts WHERE day = ? AND name = ?', day, name);
    return (row?.n ?? 0) + (this.#pending.get(JSON.stringify([day, name])) ?? 0);
  }

  /** Adds one to a count of today. @param {string} name */
  count(name) {
    const key = JSON.stringify([today(), name]);
    this.#pending.set(key, (this.#pending.get(key) ?? 0) + 1);
    this.#alarm.wake(Date.now() + WRITE_AFTER);
  }

  /** @param {string} name */
  ofToday(name) {
    return this.of(today(), name);
  }

  /**
   * Whether a visit may write once more today; if so, counts it. A visit that is refused has written nothing. Each kind
   * of page has its own allowance, and so do proven clients: strangers who request made-up pages, or articles under
   * made-up addresses, use up no other one. The less a host has left, the less one network may bring, so that a few
   * networks cannot use up what others need.
   * @param {import('./object.js').Visitor} visitor
   * @param {'stated' | 'copy' | 'other'} kind an article that states its own address; a copy, or an article whose text
   *   is largely known; or any other one
   */
  mayWrite({ host, network, proven }, kind) {
    const { perHost, perClient, articles } = this.#limits();
    /** @param {string} own */
    const named = (own) => {
      const name = this.ofToday(own) > 0 || this.#hasRoomForNames() ? own : 'others';
      return { name, n: this.ofToday(name) };
    };
    const ofHost = named(`host ${host} ${kind} ${proven}`);
    const ofNetwork = proven ? [] : [named(`network ${network}`)];
    const left = 1 - ofHost.n / perHost;
    const isOver = left <= 0 || ofNetwork.some(({ n }) => n >= perClient * left);
    const isFull = this.#held >= articles * VISITS_SHARE;
    if (isFull || isOver) {
      // Counted up to a limit, so that refusals stop writing.
      if (this.ofToday('refused') < MOST_COUNTED) this.count('refused');
      stats.refused++;
      return false;
    }
    for (const { name } of [ofHost, ...ofNetwork]) this.count(name);
    return true;
  }

  /** Whether one more network or host can be counted on its own today. */
  #hasRoomForNames() {
    const query = 'SELECT count(*) AS n FROM (SELECT 1 FROM counts WHERE day = ? LIMIT ?)';
    const stored = this.#tables.one(query, today(), MOST_COUNTED)?.n ?? 0;
    return stored + this.#pending.size < MOST_COUNTED;
  }

  /** Writes the counts down: when the alarm is awake anyway, and not at each article. */
  writeDown() {
    for (const [key, n] of this.#pending) {
      const add = 'INSERT INTO counts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n';
      this.#tables.run(add, ...JSON.parse(key), n);
    }
    this.#pending.clear();
    if (this.#isStored) return;
    this.keep('articles', this.#held);
    this.#tables.run("DELETE FROM counts WHERE day <> '' AND day < ?", today());
    this.#isStored = true;
  }
}

/** The day that limits are counted by, UTC. */
function today() {
  return new Date().toISOString().slice(0, 10);
}
