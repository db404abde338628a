// Lists of what one object holds, for the API and for peers.

/** @typedef {import('./tables.js').Tables} Tables */

/** An article, or undefined. @param {Tables} tables */
export function articleOf(tables, id) {
  const row = tables.one('SELECT * FROM articles WHERE id = ?', id);
  return row && article(row);
}

/**
 * Articles, the newest or the most copied first.
 * @param {Tables} tables
 * @param {{ order: 'new' | 'copied', url?: string, limit: number, after?: [string | number, string] }} wanted
 */
export function listArticles(tables, { order, url, limit, after }) {
  const by = order === 'copied' ? 'copies' : 'first_seen';
  const conditions = [
    ...(order === 'copied' ? [['copies > 0']] : []),
    ...(url === undefined ? [] : [['url = ?', url]]),
    ...(after ? [[`(${by}, id) < (?, ?)`, ...after]] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([text]) => text).join(' AND ')}` : '';
  const values = conditions.flatMap(([, ...values]) => values);
  const rows = tables.all(`SELECT * FROM articles ${where} ORDER BY ${by} DESC, id DESC LIMIT ?`, ...values, limit);
  return rows.map(article);
}

/** An article's copies, by address. @param {Tables} tables */
export function listCopies(tables, id, limit, after) {
  const query = 'SELECT * FROM copies WHERE article = ? AND url > ? ORDER BY url LIMIT ?';
  return tables.all(query, id, after, limit).map(copy);
}

/**
 * A part of an export, the oldest first: articles, then copies.
 * @param {Tables} tables
 * @param {'article' | 'copy'} kind
 * @param {[string, string]} after
 */
export function exportPiece(tables, kind, after, limit) {
  if (kind === 'article') {
    const query = 'SELECT * FROM articles WHERE (first_seen, id) > (?, ?) ORDER BY first_seen, id LIMIT ?';
    const rows = tables.all(query, ...after, limit);
    const facts = (row) => (row.facts ? { facts: JSON.parse(row.facts) } : {});
    return rows.map((row) => [[row.first_seen, row.id], { kind, ...article(row), ...facts(row) }]);
  }
  const query = 'SELECT * FROM copies WHERE (article, url) > (?, ?) ORDER BY article, url LIMIT ?';
  const rows = tables.all(query, ...after, limit);
  return rows.map((row) => [[row.article, row.url], { kind, article: row.article, ...copy(row) }]);
}

/**
 * Articles after a number that this register itself saw first, and removals of such, for peers; and the number after
 * which the next list begins.
 * @param {Tables} tables
 * @param {number} after
 * @param {number} limit
 */
export function listOwn(tables, after, limit) {
  const query =
    'SELECT number, record, NULL AS removed FROM articles WHERE number > ?1 UNION ALL ' +
    'SELECT number, NULL, id FROM removed WHERE number > ?1 ORDER BY number LIMIT ?2';
  const rows = tables.all(query, after, limit);
  const lines = rows.map(({ number, record, removed }) =>
    record === null ? { number, removed } : { number, ...JSON.parse(record) },
  );
  const own = lines.filter(({ imported }) => imported === undefined);
  return { lines: own.map(({ rewritten, story, ...line }) => line), last: rows.at(-1)?.number ?? after };
}

function article({ record, copies, first_copied, last_copied }) {
  const times = first_copied === null ? {} : { firstCopied: first_copied, lastCopied: last_copied };
  return { ...JSON.parse(record), count: copies, ...times };
}

function copy({ url, title, first_seen: firstSeen, verdict, score }) {
  return { url, title, firstSeen, verdict, score };
}
