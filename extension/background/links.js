// Finds the links of a page that lead to articles that were read, or to copies of them.
import { api } from '../shared/api.js';
import { siteOf } from '../pages/verdict.js';
import { isDimmed } from '../shared/origins.js';
import { settings } from './settings.js';
import { dateOf } from './tabs.js';

/**
 * What the label of each link says about its article; null if it was not read.
 * @param {import('../history/history.js').History} history @param {string | undefined} url
 * @param {{ url: string, title: string }[]} links
 */
export async function labelsOf(history, url, links) {
  if (!isDimmed(await settings(), url)) return [];
  return (await history.linked(links)).map((link) => (link?.record ? labelOf(link.record, link) : null));
}

/** @param {import('../history/records.js').Stored} record @param {{ isHere: boolean, isUpdated: boolean }} link */
function labelOf(record, { isHere, isUpdated }) {
  const name = !isHere ? 'linkCopy' : isUpdated ? 'linkUpdated' : 'linkRead';
  return api.i18n.getMessage(name, [dateOf(record.lastSeen), siteOf(record)]);
}

/** Dims the links of the page in a tab if the settings allow it. @param {import('./tabs.js').Tab} tab */
export async function markLinks({ id, url }) {
  if (!isDimmed(await settings(), url)) return;
  await api.scripting.executeScript({ target: { tabId: id }, files: ['links.js'] }).catch(() => {}); // It may close.
}
