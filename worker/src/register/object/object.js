// One shard of the register, in a Durable Object with SQLite: what it says was first, was first.
//
// A claim is settled without a pause between looking and writing, so two copies that arrive at once
// come one after the other. KV is the view of this for reading. What has to change there is noted in
// the outbox in the same transaction, and carried out by the alarm until it has succeeded.

import { DurableObject } from 'cloudflare:workers';
import init, { edge } from 'offprint/edge';
import { limitsOf } from '../limits.js';
import { publish } from './outbox.js';
import { withDomain } from '../../site.js';
import { withDomains } from '../view-records.js';
import { inWasm } from '../../runtime/wasm.js';
import { keepDays } from '../../settings.js';
import { keepCounts, stats, step } from '../../runtime/counts.js';
import { inTime } from '../../runtime/waiting.js';

/**
 * Age of an article from which the view is written again if a page comes that ought to have been
 * recognised by it, in ms, and the time between two such repairs. Larger than the view takes to be the same
 * everywhere, see docs/edge/register.md.
 */
const REPAIR_AFTER = 300_000;
/** Time between two heads, in ms. Larger: fewer writes; smaller: other isolates know of an article sooner. */
const HEAD_PAUSE = 10_000;
/** Most articles in a head; more wait for the packs. */
const HEAD_ARTICLES = 16_000;
/**
 * New articles after which all packs are written anew: this share of all, within these bounds. Two times as many have
 * to fit in a head. Larger: fewer writes and rows read; smaller: heads are smaller.
 */
const PACK_SHARE = 1 / 64;
const PACK_EVERY = { least: 2000, most: HEAD_ARTICLES / 2 };
/** Most keys that fit in a pack, and most digits that packs are told apart by: see crates/edge/src/keys.rs. */
const PACK_KEYS = 65_535;
const MOST_DIGITS = 4;
/** Packs that are written in one go, and articles that are numbered. */
const PACKS = 16;
const NUMBERED = 200;
/** Longest time that writing a pack may take, in ms. */
const WRITE_TIME = 30_000;
/** Articles dropped at a time when their time is up. */
const EXPIRE = 200;
/** Versions of a page that are looked at, the last ones. */
const VERSIONS = 8;
/** Most rows that an ending may bring; one that brings more is too short. */
const MOST_KEYS = 1000;
/**
 * Copies of an article that are kept as examples: those whose addresses have the lowest rank, a bottom-k
 * sketch, so that a copy which comes again is not entered again and the number of all can be estimated.
 * Larger: better estimates, more rows.
 */
const MOST_COPIES = 64;
/** Articles looked at under one key of facts, the earliest; and those that are handed out, which share most. */
const UNDER_FACT = 256;
const SHARING = 64;
/** How often it is noted that an article was copied again, in ms. */
const NOTE_COPY = 864e5;
/** Clients and hosts that are counted one by one in a day; all others share one count. */
const MOST_COUNTED = 10_000;
/** Share of the register that pages asked for by strangers may fill. The rest is for the API. */
const STRANGERS_SHARE = 0.8;
/** How long an original has to answer 404, in ms, until it is dropped; and the pause after which that begins anew. */
const GONE_AFTER = 3 * 864e5;
const GONE_PAUSE = 7 * 864e5;

/**
 * @typedef {{ host: string, client: string, proven: boolean }} Visitor by whose visit a page comes: to which host, from
 *   which network, and whether it has shown who it is
 * @typedef {'new' | 'copy' | 'known' | 'refused' | 'orphan'} Outcome
 * @typedef {{ outcome: Outcome, article: string | null, record?: string, keys?: string[] }} Settled also the name of
 *   the article's record in the store, and the keys that it is found by
 */

export class Register extends DurableObject {
  /** When the alarm is set for, as far as is known. */
  #wakeAt = Infinity;
  /** When each article was repaired last. */
  #repaired = new Map();
  /** The last time given. */
  #last;
  /** Articles held, as far as is known, and whether that has to be written down. */
  #held;
  #counted = true;
  /** What was counted and not written down yet, by day and name: lost with the object, of some seconds at most. */
  #tally = new Map();
  /** The next article's number, and when the last head was written. */
  #number;
  #headAt = 0;
  /** When more packs are written, if not all are. */
  #packsAt = 0;

  constructor(context, env) {
    super(context, env);
    this.sql = context.storage.sql;
    this.sql.exec(SCHEMA);
    this.#addColumns();
    this.#last = this.#one('SELECT max(first_seen) AS last FROM articles').last ?? '';
    this.#held = this.#countOf('', 'articles');
    this.#number = 1 + Math.max(this.#one('SELECT max(number) AS n FROM articles').n ?? 0, this.#countOf('', 'told'));
    // Nothing noted may wait for ever, even if an alarm was lost.
    this.#wakeForNext();
  }

  /**
   * Settles what a page is, and registers what is new.
   * @param {import('offprint/edge').EdgeRecord} record as `edge.decide` makes it; its time is given here
   * @param {boolean} unseen whether the view showed nothing of it
   * @param {boolean} damaged whether the view is damaged, so that it is written again at once
   * @param {Visitor | null} stranger by whose visit it comes; none if somebody who may write brings it
   * @param {import('../../pages/rewrites.js').Retold} [retold] what is kept of its facts, and which article it tells in other words
   * @returns {Promise<Settled>}
   */
  async claim(record, unseen, damaged, stranger, retold) {
    await init();
    keepCounts(this.env, this.ctx);
    const settled = this.#settle(record, this.#time(), stranger, retold);
    if (unseen && settled.article && settled.outcome !== 'new') this.#repair(settled.article, damaged);
    return settled;
  }

  /**
   * Takes note that the page of an article is not there, or at another address.
   * @param {string} id
   * @param {{ status: number, url?: string }} found its address's answer: 404, 410, or a permanent redirect to `url`
   * @returns {'dropped' | 'moved' | 'noted' | 'unknown'}
   */
  relocate(id, { status, url }) {
    const [row] = this.#all('SELECT record, keys, number, missing_from, missing_at FROM articles WHERE id = ?', id);
    if (!row) return 'unknown';
    if (url !== undefined) {
      const record = { ...JSON.parse(row.record), url };
      this.ctx.storage.transactionSync(() => {
        this.#run(
          'UPDATE articles SET url = ?, record = ?, missing_from = NULL WHERE id = ?',
          url,
          JSON.stringify(record),
          id,
        );
        const { rowsWritten } = this.#exec('DELETE FROM copies WHERE article = ? AND url = ?', id, url);
        if (rowsWritten > 0) this.#run('UPDATE articles SET copies = copies - 1 WHERE id = ?', id);
        this.#retell(id, url);
        if (row.keys !== '[]') this.#note(id, [this.#nameOf(id, row.number)]);
      });
      return 'moved';
    }
    // 410 is said on purpose; 404 may be a fault that is mended tomorrow.
    const now = Date.now();
    const from = row.missing_from !== null && now - row.missing_at < GONE_PAUSE ? row.missing_from : now;
    if (status === 410 || now - from >= GONE_AFTER) {
      this.forget({ id });
      return 'dropped';
    }
    this.#run('UPDATE articles SET missing_from = ?, missing_at = ? WHERE id = ?', from, now, id);
    return 'noted';
  }

  /**
   * Takes in records and copies as they were exported, with their times and names. That they were imported,
   * and when, is kept with them: what they say of the time before is somebody's word.
   * @param {{ record?: import('offprint/edge').EdgeRecord, facts?: import('../../pages/rewrites.js').Facts,
   *   copy?: import('offprint/edge').EdgeLink }[]} lines
   * @returns {Promise<Outcome[]>} what became of each
   */
  async restore(lines) {
    await init();
    return lines.map(({ record, facts, copy }) => {
      if (copy) return this.#enter({ ...copy, rank: inWasm(() => edge.rank(copy.url)) });
      const imported = new Date().toISOString();
      return this.#get(record.id)
        ? 'known'
        : this.#settle({ ...record, imported }, record.firstSeen, null, facts && { facts }).outcome;
    });
  }

  /**
   * Articles after a number that were seen first here, for others, and the number to go on after.
   * @param {number} after
   * @param {number} limit
   */
  own(after, limit) {
    const rows = this.#all(
      'SELECT number, record FROM articles WHERE number > ? ORDER BY number LIMIT ?',
      ...[after, limit],
    );
    const lines = rows.map(({ number, record }) => ({ number, ...JSON.parse(record) }));
    const own = lines.filter(({ imported }) => imported === undefined);
    return { lines: own.map(({ rewritten, ...line }) => line), last: rows.at(-1)?.number ?? after };
  }

  /** Up to which number a peer's articles were taken in. */
  pulledUpto(peer) {
    return this.#countOf('', `peer ${peer}`);
  }

  /**
   * Takes in articles of a peer, as imported now, as many as it may bring in a day.
   * @param {string} peer
   * @param {number} perDay
   * @param {{ number: number, record: import('offprint/edge').EdgeRecord }[]} records by number
   * @param {number} last the number to go on after, if all are taken
   */
  async take(peer, perDay, records, last) {
    await init();
    keepCounts(this.env, this.ctx);
    const room = Math.min(
      perDay - this.#countOf(today(), `peer ${peer}`),
      Math.floor(limitsOf(this.env).articles * STRANGERS_SHARE) - this.#held,
    );
    const taken = records.slice(0, Math.max(0, room));
    const outcomes = await this.restore(taken.map(({ record }) => ({ record })));
    const upto = taken.length < records.length ? records[taken.length].number - 1 : last;
    for (const _ of taken) this.#count(today(), `peer ${peer}`);
    this.#keep(`peer ${peer}`, upto);
    return { outcomes, upto };
  }

  /**
   * What is held under keys, for who cannot load the view.
   * @param {string[]} keys
   * @param {string[]} lacks what the view lacks, by name: heads and packs that are missing or damaged, records
   * @param {string[]} damaged records
   * @returns {Promise<[string, object][]>}
   */
  async find(keys, lacks, damaged) {
    await init();
    keepCounts(this.env, this.ctx);
    for (const name of [...lacks, ...damaged]) {
      const [row] = this.#all('SELECT id FROM articles WHERE number = ?', numberOf(name));
      if (row) this.#repair(row.id, damaged.includes(name));
    }
    const [packs, heads] = [4, 2].map((parts) => lacks.some((name) => name.split('/').length === parts));
    if ((packs || heads) && this.#countOf('', 'told') > 0 && Date.now() - this.#headAt > REPAIR_AFTER) {
      // All of them: which one is at fault would have to be kept until it is written.
      if (packs) this.#keep('packing', this.#countOf('', 'packed'));
      if (packs) this.#keep('ending', 0);
      this.#keep('told', 0);
      this.#wakeForNext();
    }
    return this.#under(keys);
  }

  /**
   * What is kept of the facts of articles that share some with a page: those that share most, and of equals the
   * earliest, so that nobody hides an article by others that come later.
   * @param {string[]} keys of facts
   * @returns {{ id: string, url: string, sketch: string }[]}
   */
  sharing(keys) {
    keepCounts(this.env, this.ctx);
    /** @type {Map<number, number>} */
    const shared = new Map();
    for (const key of keys) {
      const rows = this.#all('SELECT number FROM facts WHERE key = ? ORDER BY number LIMIT ?', key, UNDER_FACT);
      for (const { number } of rows) shared.set(number, (shared.get(number) ?? 0) + 1);
    }
    const most = [...shared].sort(([a, n], [b, m]) => m - n || a - b).slice(0, SHARING);
    const marks = most.map(() => '?').join();
    return this.#all(
      `SELECT id, url, facts FROM articles WHERE number IN (${marks})`,
      ...most.map(([number]) => number),
    ).map(({ id, url, facts }) => ({ id, url, sketch: JSON.parse(facts).sketch }));
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
    return this.#all(`SELECT * FROM articles ${where} ORDER BY ${by} DESC, id DESC LIMIT ?`, ...values, limit).map(
      article,
    );
  }

  /** An article's copies, by address. */
  copies(id, limit, after = '') {
    return this.#all('SELECT * FROM copies WHERE article = ? AND url > ? ORDER BY url LIMIT ?', id, after, limit).map(
      copy,
    );
  }

  /** What is held under keys with an ending; undefined if that is too much to say. */
  byEnding(ending) {
    const turned = backwards(ending);
    const rows = this.#all(
      'SELECT k.turned, a.id, a.record FROM (SELECT * FROM keys WHERE turned >= ? AND turned < ? LIMIT ?) k ' +
        'JOIN articles a ON a.id = k.article',
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
      const rows = this.#all(
        'SELECT * FROM articles WHERE (first_seen, id) > (?, ?) ORDER BY first_seen, id LIMIT ?',
        ...after,
        limit,
      );
      const facts = (row) => (row.facts ? { facts: JSON.parse(row.facts) } : {});
      return rows.map((row) => [[row.first_seen, row.id], { kind, ...article(row), ...facts(row) }]);
    }
    const rows = this.#all(
      'SELECT * FROM copies WHERE (article, url) > (?, ?) ORDER BY article, url LIMIT ?',
      ...after,
      limit,
    );
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
      for (const { id, keys, number, facts } of articles) {
        this.#drop(id, keys, number, facts);
        // Before there were packs, the record stood under each of its keys.
        this.#note(id, [this.#nameOf(id, number), ...JSON.parse(keys)]);
      }
      return { articles: articles.length, copies: copies.length };
    });
  }

  /**
   * How much there is and how full that makes it, 0 to 1; how many records have yet to be written to the view, and how
   * many articles no head of it lists; and how many pages of strangers were refused today. Reads nothing large.
   */
  health() {
    return {
      waiting: this.#one('SELECT count(*) AS n FROM (SELECT 1 FROM outbox LIMIT 1000)').n,
      unlisted: this.#number - 1 - this.#countOf('', 'told'),
      articles: this.#held,
      full: Math.min(1, this.#held / limitsOf(this.env).articles),
      refused: this.#countOf(today(), 'refused'),
    };
  }

  async alarm() {
    this.#wakeAt = Infinity;
    keepCounts(this.env, this.ctx);
    await publish(this.env.ARTICLES, {
      due: (limit) =>
        this.#all(
          'SELECT *, EXISTS (SELECT 1 FROM articles WHERE id = article) AS held FROM outbox ' +
            'WHERE due <= ? ORDER BY due LIMIT ?',
          Date.now(),
          limit,
        ),
      holder: (name) =>
        this.#one("SELECT record, expires FROM articles WHERE number = ? AND keys <> '[]'", numberOf(name)),
      done: ({ article, revision }) =>
        this.#run('DELETE FROM outbox WHERE article = ? AND revision = ?', article, revision),
      later: ({ article, revision, tries }, keys, due) =>
        this.#run(
          'UPDATE outbox SET keys = ?, tries = ?, due = ? WHERE article = ? AND revision = ?',
          keys,
          tries + 1,
          due,
          article,
          revision,
        ),
    });
    await init();
    if (!this.#numberOlder()) {
      // What fails has been counted, and is tried again.
      await this.#tellView().catch(() => {
        this.#packsAt = Date.now() + HEAD_PAUSE;
      });
    }
    const now = Date.now();
    this.ctx.storage.transactionSync(() => {
      // The view lets go of them by itself.
      const over = this.#all('SELECT id, keys, number, facts FROM articles WHERE expires <= ? LIMIT ?', now, EXPIRE);
      for (const { id, keys, number, facts } of over) this.#drop(id, keys, number, facts);
    });
    this.#writeDown();
    this.#wakeForNext();
  }

  /** Numbers articles that are older than numbers; until it is done there is no head. Tells whether there were any. */
  #numberOlder() {
    return this.ctx.storage.transactionSync(() => {
      const rows = this.#all('SELECT id, keys FROM articles WHERE number IS NULL LIMIT ?', NUMBERED);
      for (const { id, keys } of rows) {
        const number = this.#number++;
        this.#run('UPDATE articles SET number = ? WHERE id = ?', number, id);
        for (const key of JSON.parse(keys))
          this.#run('UPDATE keys SET number = ? WHERE turned = ?', number, backwards(key));
        if (keys !== '[]') this.#note(id, [this.#nameOf(id, number)]);
      }
      return rows.length > 0;
    });
  }

  /** Writes to the view what keys there are: packs when there are many new ones, and the head. */
  async #tellView() {
    const last = this.#number - 1;
    const [told, packed] = ['told', 'packed'].map((name) => this.#countOf('', name));
    const every = Math.min(Math.max(this.#held * PACK_SHARE, PACK_EVERY.least), PACK_EVERY.most);
    if (this.#countOf('', 'packing') > 0 || last - packed >= every) await this.#writePacks(last);
    // Nobody asks for what is empty.
    if (this.#shard() === undefined) return this.#keep('told', last);
    if (last === told || Date.now() < this.#headAt + HEAD_PAUSE) return;
    this.#headAt = Date.now();
    const from = this.#countOf('', 'from');
    const rows = this.#all(
      'SELECT number, keys FROM articles WHERE number > ? ORDER BY number LIMIT ?',
      from,
      HEAD_ARTICLES,
    );
    const entries = rows.flatMap(({ number, keys }) => JSON.parse(keys).map((key) => [keyNumber(key), number]));
    const upto = rows.length < HEAD_ARTICLES ? last : rows.at(-1).number;
    await this.#writePack({ layout: this.#countOf('', 'layout'), from, upto }, entries);
    this.#keep('told', upto);
  }

  /**
   * Writes some packs. Once all are written, the head begins where the packs before them ended, so that either will
   * do: the view shows new ones only after a while.
   */
  async #writePacks(last) {
    if (this.#countOf('', 'packing') === 0) {
      this.#keep('packing', last);
      this.#keep(
        'digits',
        inWasm(() => edge.digits(this.#held)),
      );
      this.#keep('ending', 0);
    }
    const [upto, digits, first] = ['packing', 'digits', 'ending'].map((name) => this.#countOf('', name));
    const end = 16 ** digits;
    for (let ending = first; ending < Math.min(first + PACKS, end); ending++) {
      const turned = digits === 0 ? '' : backwards(ending.toString(16).padStart(digits, '0'));
      const rows = this.#all(
        'SELECT turned, number FROM keys WHERE turned >= ? AND turned < ? AND number <= ?',
        ...[turned, `${turned}~`, upto],
      );
      if (rows.length > PACK_KEYS && digits < MOST_DIGITS) {
        // Somebody makes keys that end alike.
        this.#keep('digits', digits + 1);
        this.#keep('ending', 0);
        return;
      }
      const entries = rows.map(({ turned, number }) => [keyNumber(backwards(turned)), number]);
      await this.#writePack({ digits, ending, upto }, entries);
      this.#keep('ending', ending + 1);
    }
    if (first + PACKS < end) return;
    const isAsBefore = digits === this.#countOf('', 'layout');
    this.#keep('from', isAsBefore ? this.#countOf('', 'packed') : upto);
    this.#keep('packed', upto);
    this.#keep('layout', digits);
    this.#keep('packing', 0);
    this.#keep('told', 0);
  }

  async #writePack(extent, entries) {
    const [keys, numbers] = [
      Float64Array.from(entries, ([key]) => key),
      Uint32Array.from(entries, ([, number]) => number),
    ];
    const [name, bytes] = inWasm(() => edge.pack(this.#shard(), extent, keys, numbers));
    stats.kvWrites++;
    await step('kvWrite', () => inTime(WRITE_TIME, this.env.ARTICLES.put(name, bytes)));
  }

  /** The name of this shard, which all ids begin with. */
  #shard() {
    return this.#one('SELECT id FROM articles LIMIT 1')?.id.split('-')[0];
  }

  #nameOf(id, number) {
    return inWasm(() => edge.recordName(id.split('-')[0], number));
  }

  /** Keeps a number of this object's own. */
  #keep(name, n) {
    this.#run("INSERT INTO counts VALUES ('', ?, ?) ON CONFLICT DO UPDATE SET n = excluded.n", name, n);
  }

  /** What was counted is written down when the alarm is awake anyway, not at each article. */
  #writeDown() {
    for (const [key, n] of this.#tally) {
      const [day, who] = JSON.parse(key);
      this.#run('INSERT INTO counts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n', day, who, n);
    }
    this.#tally.clear();
    if (this.#counted) return;
    this.#keep('articles', this.#held);
    this.#run("DELETE FROM counts WHERE day <> '' AND day < ?", today());
    this.#counted = true;
  }

  /**
   * Whether a stranger's visit may write once more today, which is counted. Who may not has written nothing.
   * @param {{ host: string, client: string, proven: boolean }} stranger
   */
  #mayWrite({ host, client, proven }) {
    const { perHost, perClient, articles } = limitsOf(this.env);
    const day = today();
    const counts = [[`host ${host}`, perHost], ...(proven ? [] : [[`client ${client}`, perClient]])];
    const named = counts.map(([who, most]) => {
      const n = this.#countOf(day, who);
      if (n > 0) return { who, most, n };
      const rows = this.#one(
        'SELECT count(*) AS n FROM (SELECT 1 FROM counts WHERE day = ? LIMIT ?)',
        day,
        MOST_COUNTED,
      ).n;
      return rows + this.#tally.size < MOST_COUNTED
        ? { who, most, n }
        : { who: 'others', most, n: this.#countOf(day, 'others') };
    });
    const isFull = this.#held >= articles * STRANGERS_SHARE;
    if (isFull || named.some(({ most, n }) => n >= most)) {
      // Up to a number: refusing must not write for ever.
      if (this.#countOf(day, 'refused') < MOST_COUNTED) this.#count(day, 'refused');
      stats.refused++;
      return false;
    }
    for (const { who } of named) this.#count(day, who);
    return true;
  }

  #countOf(day, who) {
    const { n } = this.#one('SELECT coalesce(sum(n), 0) AS n FROM counts WHERE day = ? AND who = ?', day, who);
    return n + (this.#tally.get(JSON.stringify([day, who])) ?? 0);
  }

  #count(day, who) {
    const key = JSON.stringify([day, who]);
    this.#tally.set(key, (this.#tally.get(key) ?? 0) + 1);
    this.#wake(Date.now() + HEAD_PAUSE);
  }

  /**
   * Without a pause between looking and writing.
   * @param {import('offprint/edge').EdgeRecord} record
   * @param {string} now
   * @param {Visitor | null} stranger
   * @param {import('../../pages/rewrites.js').Retold} [retold]
   * @returns {Settled}
   */
  #settle(record, now, stranger, retold) {
    const keys = inWasm(() => edge.readKeys(record.fingerprint));
    const held = withDomains(this.#under(keys));
    const own = this.#all(
      'SELECT record FROM articles WHERE url = ? ORDER BY first_seen DESC LIMIT ?',
      record.url,
      VERSIONS,
    );
    const known = own.map(({ record }) => withDomain(JSON.parse(record)));
    const settled = inWasm(() => edge.settle(withDomain(record), held, known, now));
    const { outcome, article, write } = settled;
    const link = settled.link && { ...settled.link, rank: inWasm(() => edge.rank(settled.link.url)) };
    return this.ctx.storage.transactionSync(() => {
      const admit = () => !stranger || this.#mayWrite(stranger);
      /** @type {Settled} */
      const refused = { outcome: 'refused', article: null };
      if (settled.record) {
        if (!admit()) return refused;
        // What shares words with another article is told by those.
        this.#add(settled.record, write, link ? undefined : retold);
      }
      // With an article of its own it has been admitted.
      const entered = link ? this.#enter(link, settled.record ? undefined : admit) : outcome;
      if (entered === 'refused') return refused;
      const [row] = this.#all('SELECT number, keys FROM articles WHERE id = ?', article);
      const found = row && { record: this.#nameOf(article, row.number), keys: JSON.parse(row.keys) };
      return { outcome: outcome === 'copy' ? entered : outcome, article, ...found };
    });
  }

  /**
   * The records under keys, each with its key.
   * @param {string[]} keys
   * @returns {[string, any][]}
   */
  #under(keys) {
    const marks = keys.map(() => '?').join();
    return this.#all(
      `SELECT k.turned, a.record FROM keys k JOIN articles a ON a.id = k.article WHERE k.turned IN (${marks})`,
      ...keys.map(backwards),
    ).map(({ turned, record }) => [backwards(turned), JSON.parse(record)]);
  }

  /** What is stored of an article that is new, and of its facts. */
  #add(article, write, retold) {
    const [of] = retold?.of ? this.#all('SELECT id, url FROM articles WHERE id = ?', retold.of) : [];
    const rewritten = of && { of: of.url, likelihood: retold.likelihood };
    const record = { ...article, ...(rewritten && { rewritten }) };
    const days = keepDays(this.env);
    const expires = days > 0 ? Date.parse(record.firstSeen) + days * 864e5 : null;
    const keys = JSON.stringify(write);
    const number = this.#number++;
    this.#run(
      'INSERT INTO articles (id, url, first_seen, record, keys, expires, number, facts, rewritten_of) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[record.id, record.url, record.firstSeen, JSON.stringify(record), keys, expires, number],
      ...[retold ? JSON.stringify(retold.facts) : null, of?.id ?? null],
    );
    for (const key of write)
      this.#run('INSERT INTO keys (turned, article, number) VALUES (?, ?, ?)', backwards(key), record.id, number);
    for (const key of retold?.facts.keys ?? [])
      this.#run('INSERT OR IGNORE INTO facts (key, number) VALUES (?, ?)', key, number);
    if (record.firstSeen > this.#last) this.#last = record.firstSeen;
    this.#holds(1);
    stats.registered++;
    if (write.length > 0) this.#note(record.id, [this.#nameOf(record.id, number)]);
    else stats.published++;
    if (expires) this.#wake(expires);
  }

  /** Of articles that tell another in other words, notes where that is now; null: it is not there any more. */
  #retell(of, url) {
    for (const { id, number, record, keys } of this.#all('SELECT * FROM articles WHERE rewritten_of = ?', of)) {
      const { rewritten, ...rest } = JSON.parse(record);
      const now = url === null ? rest : { ...rest, rewritten: { ...rewritten, of: url } };
      this.#run(
        'UPDATE articles SET record = ?, rewritten_of = ? WHERE id = ?',
        ...[JSON.stringify(now), url === null ? null : of, id],
      );
      if (keys !== '[]') this.#note(id, [this.#nameOf(id, number)]);
    }
  }

  #isKept(article, rank) {
    const { n, highest } = this.#one(
      'SELECT count(*) AS n, max(rank) AS highest FROM copies WHERE article = ?',
      article,
    );
    return n < MOST_COPIES || rank < highest;
  }

  /**
   * Enters a copy, once. Of many, those of the lowest ranks are kept, and the others are estimated. `admit` is
   * asked if anything would be written.
   * @param {import('offprint/edge').EdgeLink & { rank: string }} link
   * @returns {Outcome}
   */
  #enter({ article, url, title, firstSeen, verdict, score, rank }, admit = () => true) {
    const [row] = this.#all('SELECT first_copied, last_copied FROM articles WHERE id = ?', article);
    if (!row) return 'orphan';
    if (this.#all('SELECT 1 FROM copies WHERE article = ? AND url = ?', article, url).length > 0) return 'known';
    const first = row.first_copied === null || firstSeen < row.first_copied ? firstSeen : row.first_copied;
    const last = isLater(firstSeen, row.last_copied) ? firstSeen : row.last_copied;
    const isKept = this.#isKept(article, rank);
    if (!isKept && last === row.last_copied) return 'known';
    if (!admit()) return 'refused';
    if (isKept) {
      this.#run(
        'INSERT INTO copies (article, url, title, first_seen, verdict, score, rank) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[article, url, title, firstSeen, verdict, score, rank],
      );
      const ranks = this.#all('SELECT rank FROM copies WHERE article = ? ORDER BY rank', article).map(
        ({ rank }) => rank,
      );
      const excess = ranks[MOST_COPIES];
      if (excess !== undefined) this.#run('DELETE FROM copies WHERE article = ? AND rank = ?', article, excess);
      const copies = excess === undefined ? ranks.length : estimate(ranks[MOST_COPIES - 1]);
      this.#run(
        'UPDATE articles SET copies = ?, first_copied = ?, last_copied = ? WHERE id = ?',
        copies,
        first,
        last,
        article,
      );
    } else {
      this.#run('UPDATE articles SET last_copied = ? WHERE id = ?', last, article);
    }
    stats.copies++;
    return 'copy';
  }

  #addColumns() {
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const there = this.sql
        .exec(`SELECT name FROM pragma_table_info('${table}')`)
        .toArray()
        .map(({ name }) => name);
      for (const [name, type] of Object.entries(columns)) {
        if (!there.includes(name)) this.sql.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
      }
    }
    this.sql.exec('CREATE INDEX IF NOT EXISTS articles_by_number ON articles (number)');
    this.sql.exec(
      'CREATE INDEX IF NOT EXISTS articles_retold ON articles (rewritten_of) WHERE rewritten_of IS NOT NULL',
    );
  }

  #holds(more) {
    this.#held = Math.max(0, this.#held + more);
    this.#counted = false;
  }

  #drop(id, keys, number, facts) {
    if (facts) {
      for (const key of JSON.parse(facts).keys)
        this.#run('DELETE FROM facts WHERE key = ? AND number = ?', key, number);
      this.#retell(id, null);
    }
    for (const key of JSON.parse(keys))
      this.#run('DELETE FROM keys WHERE turned = ? AND article = ?', backwards(key), id);
    this.#run('DELETE FROM copies WHERE article = ?', id);
    this.#run('DELETE FROM articles WHERE id = ?', id);
    this.#holds(-1);
  }

  /** Notes that what the view has under some names is to be made as things are here. */
  #note(id, names) {
    this.#run(
      `INSERT INTO outbox (article, keys, due) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET keys = excluded.keys, due = excluded.due, tries = 0, revision = revision + 1`,
      ...[id, JSON.stringify(names), Date.now()],
    );
    this.#wake(Date.now());
  }

  /** Writes an article's view again that a page ought to have been recognised by. */
  #repair(id, damaged) {
    const now = Date.now();
    const [row] = this.#all('SELECT keys, number, first_seen FROM articles WHERE id = ?', id);
    const since = Math.max(Date.parse(row.first_seen), this.#repaired.get(id) ?? 0);
    if (row.keys === '[]' || (!damaged && now - since < REPAIR_AFTER)) return;
    if (this.#repaired.size >= 1000) this.#repaired.clear();
    this.#repaired.set(id, now);
    this.#note(id, [this.#nameOf(id, row.number)]);
  }

  /** The time, later than all given before. */
  #time() {
    const now = new Date().toISOString();
    this.#last = now > this.#last ? now : new Date(Date.parse(this.#last) + 1).toISOString();
    return this.#last;
  }

  /** For what is due next: something in the outbox, a head, what has no number, or the end of an article. */
  #wakeForNext() {
    const { due, expires } = this.#one(
      'SELECT (SELECT min(due) FROM outbox) AS due, (SELECT min(expires) FROM articles) AS expires',
    );
    const isTold = this.#countOf('', 'told') === this.#number - 1;
    const head = isTold ? Infinity : this.#headAt + HEAD_PAUSE;
    const packs = this.#countOf('', 'packing') > 0 ? this.#packsAt : Infinity;
    const older = this.#all('SELECT 1 FROM articles WHERE number IS NULL LIMIT 1').length > 0 ? 0 : Infinity;
    this.#wake(Math.max(Math.min(due ?? Infinity, expires ?? Infinity, head, packs, older), Date.now()));
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
  CREATE TABLE IF NOT EXISTS facts (key TEXT, number INTEGER, PRIMARY KEY (key, number)) WITHOUT ROWID;
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
  CREATE TABLE IF NOT EXISTS counts (
    day TEXT NOT NULL,
    who TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (day, who)
  ) WITHOUT ROWID;
`;

/** Columns that came later, by table: an object that is older gets them when it starts. */
const COLUMNS = {
  articles: {
    first_copied: 'TEXT',
    last_copied: 'TEXT',
    missing_from: 'INTEGER',
    missing_at: 'INTEGER',
    number: 'INTEGER',
    facts: 'TEXT',
    rewritten_of: 'TEXT',
  },
  keys: { number: 'INTEGER' },
  copies: { rank: "TEXT NOT NULL DEFAULT ''" },
};

function article({ record, copies, first_copied, last_copied }) {
  const times = first_copied === null ? {} : { firstCopied: first_copied, lastCopied: last_copied };
  return { ...JSON.parse(record), count: copies, ...times };
}

/** Whether an article was copied again, long enough after the last time that was noted. */
function isLater(time, last) {
  return last == null || Date.parse(time) - Date.parse(last) >= NOTE_COPY;
}

/** How many copies there are if the one of this rank is the last of those that are kept. */
function estimate(rank) {
  const share = (parseInt(rank.slice(0, 12), 16) + 1) / 2 ** 48;
  return Math.max(MOST_COPIES, Math.round((MOST_COPIES - 1) / share));
}

/** The day that limits are counted by, UTC. */
function today() {
  return new Date().toISOString().slice(0, 10);
}

function copy({ url, title, first_seen: firstSeen, verdict, score }) {
  return { url, title, firstSeen, verdict, score };
}

/** The number in the name of a record; 0 if it is none. */
function numberOf(name) {
  return Number(/^fp1\/[a-z]+\/(\d+)$/.exec(name)?.[1] ?? 0);
}

/** A key of 40 bits, as a number. */
function keyNumber(key) {
  return Number.parseInt(key.slice(key.indexOf('/') + 1), 16);
}

function backwards(text) {
  return [...text].reverse().join('');
}
