// Writes the history to a file and reads it back, in pieces, since messages have a size limit.
import { ask } from './ask.js';
import { coded } from './errors.js';
/** @import { ExportedArticle } from '../messages.js' */

/** Articles per message: exported, a few megabytes with their texts; imported, a few tenths of a second of work. */
const PIECE = 200;
const IMPORTED = 20;
const FORMAT = 'offprint-history';
const VERSION = 1;

/** @returns {Promise<{ file: Blob, number: number }>} JSON with one article per line, and the number of articles */
export async function exportHistory() {
  const pieces = [`{"format":"${FORMAT}","version":${VERSION},"exported":"${new Date().toISOString()}","articles":[`];
  let separator = '\n';
  let number = 0;
  for (let after = /** @type {string | null} */ (null); ; ) {
    const { articles, next } = await ask('export', { after, limit: PIECE });
    for (const article of articles) {
      pieces.push(separator, JSON.stringify(article));
      separator = ',\n';
      number += 1;
    }
    if (next === null) break;
    after = next;
  }
  return { file: new Blob([...pieces, '\n]}\n'], { type: 'application/json' }), number };
}

/** @param {Blob} file @param {(done: number, of: number) => void} [progress] */
export async function importHistory(file, progress) {
  const articles = articlesIn(await new Response(file).json().catch(() => null));
  const total = { added: 0, known: 0, refused: 0 };
  for (let at = 0; at < articles.length; at += IMPORTED) {
    progress?.(at, articles.length);
    const piece = await ask('import', { articles: articles.slice(at, at + IMPORTED) });
    for (const name of /** @type {const} */ (['added', 'known', 'refused'])) total[name] += piece[name];
  }
  return total;
}

function articlesIn(/** @type {{ format?: string, version?: number, articles?: ExportedArticle[] } | null} */ file) {
  if (file?.format !== FORMAT || !Array.isArray(file.articles))
    throw coded('import', 'this file is not an exported history');
  if (file.version !== VERSION)
    throw coded('import', `a newer version of the extension wrote this file (format ${file.version})`);
  return file.articles;
}
