// Claims on one object: which page was first, and which article a page is a copy of.
//
// A claim is settled without a pause between reading and writing, so two copies that arrive at once are settled one
// after the other.

import { edge } from 'offprint/edge';
import { withDomain, withDomains } from '../../addresses/domains.js';
import { inWasm } from '../../runtime/wasm.js';
import { Copies } from './copies.js';
import { recordName, reversed } from './names.js';

/** Versions of a page that are compared, the latest ones. */
const VERSIONS = 8;
/** Most articles that are looked at under one key of facts, the earliest ones; and most that are returned. */
const UNDER_FACT = 256;
const SHARING = 64;

export class Claims {
  #tables;
  #tally;
  #articles;
  #copies;

  /** @param {import('./object.js').Shard} shard */
  constructor({ tables, tally, articles }) {
    [this.#tables, this.#tally, this.#articles, this.#copies] = [tables, tally, articles, new Copies(tables)];
  }

  /**
   * @param {import('offprint/edge').EdgeRecord} record
   * @param {string} now
   * @param {import('./object.js').Visitor | null} visitor
   * @param {import('../../pages/rewrites.js').Rewrite} [rewrite]
   * @returns {import('./object.js').Settled}
   */
  settle(record, now, visitor, rewrite) {
    const keys = inWasm(() => edge.readKeys(record.fingerprint));
    const held = withDomains(this.under(keys));
    const versions = 'SELECT record FROM articles WHERE url = ? ORDER BY first_seen DESC LIMIT ?';
    const own = this.#tables.all(versions, record.url, VERSIONS);
    const known = own.map(({ record }) => withDomain(JSON.parse(record)));
    const settled = inWasm(() => edge.settle(withDomain(record), held, known, now));
    const { outcome, article, write } = settled;
    const link = settled.link && withRank(settled.link);
    return this.#tables.transaction(() => {
      const admit = () => !visitor || this.#tally.mayWrite(visitor);
      /** @type {import('./object.js').Settled} */
      const refused = { outcome: 'refused', article: null };
      if (settled.record) {
        if (!admit()) return refused;
        // A copy is found by its words, so its facts are not kept.
        this.#articles.add(settled.record, write, link ? undefined : rewrite);
      }
      // A page that was added as an article has been admitted.
      const entered = link ? this.#copies.enter(link, settled.record ? undefined : admit) : outcome;
      if (entered === 'refused') return refused;
      const row = this.#tables.one('SELECT number, keys FROM articles WHERE id = ?', article);
      const found = row && { record: recordName(article, row.number), keys: JSON.parse(row.keys) };
      return { outcome: outcome === 'copy' ? entered : outcome, article, ...found };
    });
  }

  /**
   * Takes in a record or a copy as it was exported, with its time and name. When it was imported is stored with it,
   * since nothing but the import vouches for an earlier time.
   * @param {import('./object.js').Line} line
   * @returns {import('./object.js').Outcome}
   */
  restore({ record, facts, copy }) {
    if (copy) return this.#copies.enter(withRank(copy));
    if (this.#tables.one('SELECT 1 FROM articles WHERE id = ?', record.id)) return 'known';
    const imported = { ...record, imported: new Date().toISOString() };
    return this.settle(imported, record.firstSeen, null, facts && { facts }).outcome;
  }

  /**
   * The records under keys, each with its key.
   * @param {string[]} keys
   * @returns {[string, any][]}
   */
  under(keys) {
    const marks = keys.map(() => '?').join();
    const rows = this.#tables.all(
      `SELECT k.reversed, a.record FROM keys k JOIN articles a ON a.id = k.article WHERE k.reversed IN (${marks})`,
      ...keys.map(reversed),
    );
    return rows.map((row) => [reversed(row.reversed), JSON.parse(row.record)]);
  }

  /**
   * The sketches of articles that share facts with a page: those that share the most and, among equals, the earliest,
   * so that later articles cannot hide an earlier one.
   * @param {string[]} keys of facts
   * @returns {{ id: string, url: string, sketch: string }[]}
   */
  sharing(keys) {
    /** @type {Map<number, number>} */
    const shared = new Map();
    for (const key of keys) {
      const rows = this.#tables.all('SELECT number FROM facts WHERE key = ? ORDER BY number LIMIT ?', key, UNDER_FACT);
      for (const { number } of rows) shared.set(number, (shared.get(number) ?? 0) + 1);
    }
    const most = [...shared].sort(([a, n], [b, m]) => m - n || a - b).slice(0, SHARING);
    const marks = most.map(() => '?').join();
    const query = `SELECT id, url, facts FROM articles WHERE number IN (${marks})`;
    const rows = this.#tables.all(query, ...most.map(([number]) => number));
    return rows.map(({ id, url, facts }) => ({ id, url, sketch: JSON.parse(facts).sketch }));
  }
}

const withRank = (copy) => ({ ...copy, rank: inWasm(() => edge.rank(copy.url)) });
