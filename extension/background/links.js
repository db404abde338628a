// Which links of a page lead to articles that were read.
import { api } from '../shared/api.js';
import { settings } from './settings.js';
import { dateOf } from './tabs.js';

/** The most links in one question of a page. */
const MOST = 500;

/**
 * For each link, when its article was read, in words; null without one.
 * @param {import('../history/history.js').History} history
 * @param {{ url: string, title: string }[]} links
 */
export async function daysOf(history, links) {
  if (!(await settings()).links) return [];
  const found = await history.linked(links.slice(0, MOST));
  const textOf = ({ record, isHere }) =>
    record && api.i18n.getMessage(isHere ? 'linkRead' : 'linkHeadlineRead', dateOf(record.firstSeen));
  return found.map((link) => textOf(link) ?? null);
}

/** Marks the links of the page in a tab, if the settings say so. */
export async function markLinks(tabId) {
  if (!(await settings()).links) return;
  await api.scripting.executeScript({ target: { tabId }, files: ['links.js'] }).catch(() => {}); // It may be closed.
}
