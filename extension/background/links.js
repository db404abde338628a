// The links of a page to others: which of them were read, and on request what the others are.
import { coded } from '../shared/error.js';
import { read } from '../history/core.js';
import { tabOf } from './tabs.js';

/** The most links of a page. */
const LINKS = 100;

/**
 * The page in a tab, its links in their order, and the article of each that was read.
 * @param {import('../history/history.js').History} history
 * @param {import('./reading.js').Reading} reading
 * @param {number} tabId
 */
export async function linksIn(history, reading, tabId) {
  const tab = await tabOf(tabId);
  if (!tab) throw coded('page', 'this tab was closed');
  const { why, html, url } = await reading.take(tab, { whole: true });
  if (why) throw coded('never', 'Offprint does not read this page');
  const { title, related } = await read(html, { url });
  const links = related.slice(0, LINKS).map(({ href, text }) => ({ url: href, title: text }));
  const known = await history.linked(links);
  return { title, url, links: links.map((link, i) => ({ ...link, ...known[i] })) };
}
