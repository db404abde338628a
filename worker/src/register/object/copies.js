// The copies of articles that one object has entered.

import { stats } from '../../runtime/counts.js';

/**
 * Copies of an article that are kept as examples: those whose addresses have the lowest rank (a bottom-k sketch), so
 * that a copy which comes again is not entered again and the number of all copies can be estimated. Larger: better
 * estimates, more rows.
 */
const MOST_COPIES = 64;
/** How often it is noted that an article was copied again, in ms. */
const NOTE_COPY = 864e5;

export class Copies {
  #tables;

  /** @param {import('./tables.js').Tables} tables */
  constructor(tables) {
    this.#tables = tables;
  }

  /**
   * Enters a copy once. Of many copies, those of the lowest ranks are kept.
   * @param {import('offprint/edge').EdgeLink & { rank: string }} copy
   * @param {() => boolean} [admit] is asked before anything is written
   * @returns {import('./object.js').Outcome}
   */
  enter({ article, url, title, firstSeen, verdict, score, rank }, admit = () => true) {
    const row = this.#tables.one('SELECT first_copied, last_copied FROM articles WHERE id = ?', article);
    if (!row) return 'orphan';
    if (this.#tables.one('SELECT 1 FROM copies WHERE article = ? AND url = ?', article, url)) return 'known';
    const first = row.first_copied === null || firstSeen < row.first_copied ? firstSeen : row.first_copied;
    const last = isLater(firstSeen, row.last_copied) ? firstSeen : row.last_copied;
    const isKept = this.#isKept(article, rank);
    if (!isKept && last === row.last_copied) return 'known';
    if (!admit()) return 'refused';
    if (isKept) {
      this.#tables.run(
        'INSERT INTO copies (article, url, title, first_seen, verdict, score, rank) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[article, url, title, firstSeen, verdict, score, rank],
      );
      const update = 'UPDATE articles SET copies = ?, first_copied = ?, last_copied = ? WHERE id = ?';
      this.#tables.run(update, this.#trim(article), first, last, article);
    } else {
      this.#tables.run('UPDATE articles SET last_copied = ? WHERE id = ?', last, article);
    }
    stats.copies++;
    return 'copy';
  }

  /** @param {string} article @param {string} rank */
  #isKept(article, rank) {
    const held = this.#tables.one('SELECT count(*) AS n, max(rank) AS rank FROM copies WHERE article = ?', article);
    return !held || held.n < MOST_COPIES || rank < held.rank;
  }

  /**
   * Drops the example that is one too many; returns how many copies there are, or an estimate.
   * @param {string} article
   */
  #trim(article) {
    const rows = this.#tables.all('SELECT rank FROM copies WHERE article = ? ORDER BY rank', article);
    const [last, excess] = rows.slice(MOST_COPIES - 1);
    if (!last || !excess) return rows.length;
    this.#tables.run('DELETE FROM copies WHERE article = ? AND rank = ?', article, excess.rank);
    return estimate(last.rank);
  }
}

/**
 * Whether an article was copied again long enough after the last time that was noted.
 * @param {string} time @param {string | null} last
 */
function isLater(time, last) {
  return last == null || Date.parse(time) - Date.parse(last) >= NOTE_COPY;
}

/** How many copies there are if this is the highest rank among the examples. @param {string} rank */
function estimate(rank) {
  const share = (parseInt(rank.slice(0, 12), 16) + 1) / 2 ** 48;
  return Math.max(MOST_COPIES, Math.round((MOST_COPIES - 1) / share));
}
