// Writes the view of keys to KV: a head with the newest articles, and packs with all others by the ending of their
// keys.

import { edge } from 'offprint/edge';
import { stats, step } from '../../runtime/counts.js';
import { inTime } from '../../../../shared/fetching/limits.js';
import { inWasm } from '../../runtime/wasm.js';
import { kvName } from '../shards.js';
import { keyNumber, keysOf, reversed } from './names.js';

/** Time between two heads, in ms. Larger: fewer writes; smaller: other isolates find a new article sooner. */
const HEAD_PAUSE = 10_000;
/** Most articles in a head, which holds up to five keys of each; the others wait for the packs. */
const HEAD_ARTICLES = 12_000;
/**
 * New articles after which all packs are rewritten: this share of all articles, within these bounds. Twice as many have
 * to fit in a head. Larger: fewer writes and rows read; smaller: smaller heads.
 */
const PACK_SHARE = 1 / 64;
const PACK_EVERY = { least: 2000, most: HEAD_ARTICLES / 2 };
/** Most keys in a pack, and most digits of the ending that the keys of a pack share: see crates/edge/src/keys.rs. */
const PACK_KEYS = 65_535;
const MOST_DIGITS = 4;
/** Packs that are written in one go. */
const PACKS = 16;
/** Longest time that writing a pack may take, in ms. */
const WRITE_TIME = 30_000;
/** Time between two repairs of the whole view, in ms: longer than KV takes to show a write everywhere. */
const REPAIR_AFTER = 300_000;

/** @import { Shard } from './object.js' */

// The object keeps these numbers in its tally: `headed`, 1 once it has written a head, 2 if KV already held one then;
// `listed`, the last article that the head or the packs list; `packed`, the last one that the packs list; `from`, where
// the head begins; `layout`, the digits of the present packs; and while packs are being written `packing`, the last
// article to list, `digits`, and `ending`, the next pack.
export class Packs {
  /** @type {Shard['tables']} */ #tables;
  /** @type {Shard['alarm']} */ #alarm;
  /** @type {Shard['tally']} */ #tally;
  /** @type {Shard['articles']} */ #articles;
  /** @type {Shard['env']} */ #env;
  /** When the last head was written. */
  #headAt = 0;
  /** The earliest time of the next write, after one that failed. */
  #againAt = 0;

  /** @param {Shard} shard */
  constructor({ tables, alarm, tally, articles, env }) {
    this.#tables = tables;
    this.#alarm = alarm;
    this.#tally = tally;
    this.#articles = articles;
    this.#env = env;
  }

  /** Whether KV already held a head when this object wrote its first one: then the object has lost its articles. */
  get isEmptied() {
    return this.#tally.number('headed') === 2;
  }

  /** Notes that lost articles are there again. */
  refilled() {
    this.#tally.keep('headed', 1);
  }

  /** How many articles no head or pack lists yet. */
  get unlisted() {
    return this.#articles.lastNumber - this.#tally.number('listed');
  }

  /** When there is something to write. */
  get nextAt() {
    const head = this.unlisted === 0 ? Infinity : this.#headAt + HEAD_PAUSE;
    const packs = this.#tally.number('packing') > 0 ? 0 : Infinity;
    return Math.max(this.#againAt, Math.min(head, packs));
  }

  /** Writes packs if there are many new articles, and the head. A failed write is counted and tried again. */
  async write() {
    if (Date.now() < this.#againAt) return;
    await this.#write().catch(() => (this.#againAt = Date.now() + HEAD_PAUSE));
  }

  async #write() {
    const tally = this.#tally;
    const { lastNumber: last, shard } = this.#articles;
    const [listed, packed] = [tally.number('listed'), tally.number('packed')];
    const every = Math.min(Math.max(tally.held * PACK_SHARE, PACK_EVERY.least), PACK_EVERY.most);
    // An empty shard is never looked up.
    if (shard === undefined) {
      tally.keep('packing', 0);
      return tally.keep('listed', last);
    }
    if (tally.number('packing') > 0 || last - packed >= every) await this.#writePacks(shard, last);
    if (last === listed || Date.now() < this.#headAt + HEAD_PAUSE) return;
    this.#headAt = Date.now();
    const from = tally.number('from');
    const query = 'SELECT number, keys FROM articles WHERE number > ? ORDER BY number LIMIT ?';
    const rows = this.#tables.all(query, from, HEAD_ARTICLES);
    const entries = rows.flatMap((row) => keysOf(row).map((key) => ({ key: keyNumber(key), number: row.number })));
    const upto = rows[HEAD_ARTICLES - 1]?.number ?? last;
    await this.#put(shard, { layout: tally.number('layout'), from, upto }, entries);
    tally.keep('listed', upto);
  }

  /**
   * Writes some of the packs. Once all are written, the head begins where the previous packs ended, so that both the
   * old and the new packs fit it: KV shows new ones only after a while.
   * @param {string} shard @param {number} last
   */
  async #writePacks(shard, last) {
    const tally = this.#tally;
    if (tally.number('packing') === 0) {
      const digits = inWasm(() => edge.digits(tally.held));
      this.#begin(last, digits);
    }
    const [upto, digits, first] = [tally.number('packing'), tally.number('digits'), tally.number('ending')];
    const end = 16 ** digits;
    for (let ending = first; ending < Math.min(first + PACKS, end); ending++) {
      const start = digits === 0 ? '' : reversed(ending.toString(16).padStart(digits, '0'));
      const query = 'SELECT reversed, number FROM keys WHERE reversed >= ? AND reversed < ? AND number <= ?';
      const rows = this.#tables.all(query, start, `${start}~`, upto);
      // So many keys with the same ending are made on purpose.
      if (rows.length > PACK_KEYS && digits < MOST_DIGITS) return this.#begin(upto, digits + 1);
      const entries = rows.map((row) => ({ key: keyNumber(reversed(row.reversed)), number: row.number }));
      await this.#put(shard, { digits, ending, upto }, entries);
      tally.keep('ending', ending + 1);
    }
    if (first + PACKS < end) return;
    const isAsBefore = digits === tally.number('layout');
    tally.keep('from', isAsBefore ? tally.number('packed') : upto);
    tally.keep('packed', upto);
    tally.keep('layout', digits);
    tally.keep('packing', 0);
    tally.keep('listed', 0);
  }

  /** @param {number} upto @param {number} digits */
  #begin(upto, digits) {
    this.#tally.keep('packing', upto);
    this.#tally.keep('digits', digits);
    this.#tally.keep('ending', 0);
  }

  /**
   * Writes a head or a pack; the extent decides which.
   * @param {string} shard
   * @param {import('offprint/edge').EdgeExtent} extent
   * @param {{ key: number, number: number }[]} entries
   */
  async #put(shard, extent, entries) {
    const keys = Float64Array.from(entries, ({ key }) => key);
    const numbers = Uint32Array.from(entries, ({ number }) => number);
    const [name, bytes] = inWasm(() => edge.pack(shard, extent, keys, numbers));
    const [store, inKv] = [this.#env.ARTICLES, kvName(this.#env, name)];
    if (this.#tally.number('headed') === 0) {
      stats.kvReads++;
      const before = await step('kvRead', () => inTime(WRITE_TIME, store.get(inKv, 'arrayBuffer')));
      this.#tally.keep('headed', before === null ? 1 : 2);
    }
    stats.kvWrites++;
    await step('kvWrite', () => inTime(WRITE_TIME, store.put(inKv, bytes)));
  }

  /**
   * Writes the view again, since an isolate lacks some of it.
   * @param {string[]} lacks names of heads and packs that are missing or damaged
   */
  repair(lacks) {
    const [packs, heads] = [4, 2].map((parts) => lacks.some((name) => name.split('/').length === parts));
    const isWritten = this.#tally.number('listed') > 0 && Date.now() - this.#headAt > REPAIR_AFTER;
    if (!(packs || heads) || !isWritten) return;
    // All of it: to write only the faulty pack, its name would have to be kept until then.
    if (packs) {
      this.#tally.keep('packing', this.#tally.number('packed'));
      this.#tally.keep('ending', 0);
    }
    this.#tally.keep('listed', 0);
    this.#alarm.wake(Math.max(this.nextAt, Date.now()));
  }
}
