// The state of the page in each tab. The browser may stop the background at any time, so the state is in the storage of
// the session.
import { api } from '../shared/api.js';
import { pageAddress } from '../history/core.js';
import { siteOf } from '../pages/verdict.js';
import { camel, Words } from '../pages/words.js';
import { coded } from '../shared/errors.js';

/**
 * The badge of each state: a sign and its colour. Other states have none.
 * @type {{ [Status in PageState['status']]?: [sign: string, colour: Colour] }}
 */
const BADGES = {
  new: ['+', 'quiet'],
  changed: ['Δ', 'other'],
  seen: ['✓', 'quiet'],
  same: ['=', 'both'],
  partial: ['≈', 'partial'],
  failed: ['!', 'struck'],
};

/**
 * The stored state of the page in a tab; it must be valid JSON.
 * @typedef {object} Kept
 * @property {string} [url]
 * @property {PageState['status']} status
 * @property {PageState['why']} [why]
 * @property {PageState['error']} [error]
 * @property {boolean} [override] whether the user insisted on reading it
 * @property {KeptRecord} [record] the record of its article
 * @property {boolean} [remembered] whether the record could be stored
 * @property {PageState['marks']} [marks]
 * @property {number} [document] the number of the tab's document
 * @property {Shown} [shown] the article that the document showed last
 * @property {Record<string, number>} [read] ids of articles by the addresses at which the document showed them
 *
 * @typedef {{ address: string, fingerprint: string, id?: number }} Shown
 * @typedef {Omit<ArticleRecord, 'fingerprint' | 'keys' | 'cluster' | 'class'> & { fingerprint: string }} KeptRecord
 * @typedef {Pick<ArticleRecord, 'title' | 'site' | 'host' | 'firstSeen'>} Named
 * @typedef {chrome.tabs.Tab & { id: number }} Tab
 * @typedef {import('../history/records.js').ArticleRecord} ArticleRecord
 * @typedef {import('../messages.js').PageState} PageState
 */

const nameOf = (/** @type {number} */ tabId) => `tab${tabId}`;

/**
 * The tab; null if it was closed. It has an address only if the browser may reveal it. @param {number} tabId
 * @returns {Promise<Tab | null>}
 */
export const tabOf = (tabId) => /** @type {Promise<Tab>} */ (api.tabs.get(tabId)).catch(() => null);

/** The tab; an error if it was closed. @param {number} tabId */
export async function openTab(tabId) {
  const tab = Number.isInteger(tabId) ? await tabOf(tabId) : null;
  if (tab) return tab;
  throw coded('page', 'this tab was closed');
}

/** Whether a tab with this address shows the page of a state; true if the address is unknown. */
const isOf = (/** @type {string | undefined} */ url, /** @type {Kept} */ state) =>
  url === undefined || url === state.url || pageAddress(url) === pageAddress(state.url ?? '');

/**
 * The stored state of the page in a tab; null if the tab shows another page by now. @param {number} tabId
 * @param {string} [url] @returns {Promise<Kept | null>}
 */
export async function stateOf(tabId, url) {
  /** @type {Record<string, Kept>} */
  const { [nameOf(tabId)]: state } = await api.storage.session.get(nameOf(tabId));
  return state && isOf(url, state) ? state : null;
}

/**
 * Stores the state of the page in a tab, and shows it on the button unless the tab has left the page.
 * @param {Tab} tab @param {Kept} state @param {Named} [mostSimilar]
 */
export async function setState({ id }, state, mostSimilar) {
  await api.storage.session.set({ [nameOf(id)]: state });
  const now = await tabOf(id);
  if (now && isOf(now.url, state)) await show(id, state, mostSimilar);
  changed({ what: 'page', tabId: id });
}

/** The number and the state of every tab that has one. @returns {Promise<[tabId: number, state: Kept][]>} */
export async function allStates() {
  /** @type {Record<string, Kept>} */
  const kept = await api.storage.session.get(null);
  return Object.entries(kept)
    .filter(([name]) => /^tab\d+$/.test(name))
    .map(([name, state]) => [Number(name.slice(3)), state]);
}

export const forgetTab = (/** @type {number} */ tabId) => api.storage.session.remove(nameOf(tabId));

/** Notifies the open pages of the extension. @param {Omit<import('../messages.js').Changed, 'type'>} change */
export function changed(change) {
  api.runtime.sendMessage({ type: 'changed', ...change }).catch(() => {}); // Usually no page is open.
}

/** @param {number} tabId @param {Kept} state @param {Named | undefined} mostSimilar */
async function show(tabId, { status, why }, mostSimilar) {
  const [text, name] = BADGES[status] ?? [''];
  const color = name && COLOURS[name].light;
  const details = mostSimilar && [mostSimilar.title, siteOf(mostSimilar), dateOf(mostSimilar.firstSeen)];
  await Promise.all([
    api.action.setBadgeText({ tabId, text }),
    api.action.setTitle({
      tabId,
      title: api.i18n.getMessage(`title_${why === 'gated' ? why : camel(status)}`, details),
    }),
    color && api.action.setBadgeBackgroundColor({ tabId, color }),
    color && api.action.setBadgeTextColor({ tabId, color: '#fff' }),
  ]).catch(() => {}); // The tab was closed.
}

/** A day in words, in the language of the extension. @param {string} time */
export const dateOf = (time) => new Words((key) => api.i18n.getMessage(key), api.i18n.getUILanguage()).date(time);
