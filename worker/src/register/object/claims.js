// Claims on one object: which page was first, and which article a page is a copy of.
//
// A claim is settled without a pause between reading and writing, so two copies that arrive at once are settled one
// after the other.

import { edge } from 'offprint/edge';
import { domainOf, withDomain, withDomains } from '../../site/domains.js';
import { inWasm } from '../../runtime/wasm.js';
import { Copies } from './copies.js';
import { keysOf, recordName, reversed } from './names.js';
import { shown } from './outbox.js';

/** Articles of one address that are compared, the latest ones. */
const AT_ADDRESS = 8;
/**
 * Versions of a story that are taken at once, and how many more in its first hour, and each time that its age doubles:
 * a page that changes at every visit must not fill the register. Larger: more versions of a fast story are known.
 */
const AT_ONCE = 6;
const PER_DOUBLING = 4;

/** @import { Shard } from './object.js' */
/** @import { Shown } from './outbox.js' */

export class Claims {
  /** @type {Shard['tables']} */ #tables;
  /** @type {Shard['tally']} */ #tally;
  /** @type {Shard['articles']} */ #articles;
  /** @type {Copies} */ #copies;

  /** @param {Shard} shard */
  constructor({ tables, tally, articles }) {
    this.#tables = tables;
    this.#tally = tally;
    this.#articles = articles;
    this.#copies = new Copies(tables);
  }

  /**
   * @param {import('offprint/edge').EdgeRecord} record
   * @param {string} now
   * @param {import('./object.js').Visitor | null} visitor
   * @returns {import('./object.js').Settled}
   */
  settle(record, now, visitor) {
    const keys = inWasm(() => edge.readKeys(record.fingerprint, record.url, domainOf(record.url)));
    const held = withDomains(this.under(keys));
    const query = 'SELECT record FROM articles WHERE url = ? ORDER BY first_seen DESC LIMIT ?';
    const versions = this.#tables.all(query, record.url, AT_ADDRESS).map((row) => withDomain(JSON.parse(row.record)));
    const settled = inWasm(() => edge.settle(withDomain(record), held, versions, now));
    const { outcome, article, write } = settled;
    const link = settled.link && withRank(settled.link);
    return this.#tables.transaction(() => {
      /** @param {'stated' | 'copy' | 'other'} kind */
      const admit = (kind) => !visitor || this.#tally.mayWrite(visitor, kind);
      /** @type {import('./object.js').Settled} */
      const refused = { outcome: 'refused', article: null };
      const { story } = settled.record ?? {};
      if (visitor && story && isTooSoon(story, now)) return { outcome: 'known', article: story.first };
      const { url, statesItself } = record;
      const isNew = settled.record || settled.renamed.length > 0;
      // A text that is not unique may be a known article under a made-up address.
      const kind = statesItself ? 'stated' : settled.record?.unique ? 'other' : 'copy';
      if (isNew && !admit(kind)) return refused;
      for (const id of settled.renamed) this.#articles.relocate(id, { url, ...(statesItself && { statesItself }) });
      if (settled.record) {
        this.#articles.add(settled.record, write);
        if (story) this.#articles.trim(settled.record.url, story.first);
      }
      // A page that was added as an article is already admitted.
      const entered = link ? this.#copies.enter(link, () => settled.record !== null || admit('copy')) : outcome;
      if (entered === 'refused') return refused;
      if (outcome === 'known') this.#articles.renew(article);
      const row = this.#tables.one('SELECT number, keys FROM articles WHERE id = ?', article);
      const found = row && { record: recordName(article, row.number), keys: keysOf(row) };
      return { outcome: outcome === 'copy' ? entered : outcome, article, ...found };
    });
  }

  /**
   * Takes in a record or a copy as it was exported, with its time and name. The time of the import is stored with it,
   * since only the import vouches for an earlier time.
   * @param {import('./object.js').Line} line
   * @returns {import('./object.js').Outcome}
   */
  restore({ record, copy }) {
    if (copy) return this.#copies.enter(withRank(copy));
    if (this.#tables.one('SELECT 1 FROM articles WHERE id = ?', record.id)) return 'known';
    const imported = { ...record, imported: new Date().toISOString() };
    return this.settle(imported, record.firstSeen, null).outcome;
  }

  /** The records under keys, each with its key. @param {string[]} keys @returns {[string, Shown][]} */
  under(keys) {
    const marks = keys.map(() => '?').join();
    const rows = this.#tables.all(
      `SELECT k.reversed, a.* FROM keys k JOIN articles a ON a.id = k.article WHERE k.reversed IN (${marks})`,
      ...keys.map(reversed),
    );
    return rows.map((row) => [reversed(row.reversed), shown(row)]);
  }
}

/**
 * Whether a story has more versions than its age allows.
 * @param {import('offprint/edge').EdgeStory} story @param {string} now
 */
function isTooSoon({ version, earlier }, now) {
  const [first] = earlier;
  const age = first ? Date.parse(now) - Date.parse(first.since) : 0;
  return version > AT_ONCE + PER_DOUBLING * Math.log2(1 + age / 3600e3);
}

/** @param {import('offprint/edge').EdgeLink} copy */
const withRank = (copy) => ({ ...copy, rank: inWasm(() => edge.rank(copy.url)) });
