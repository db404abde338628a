// The background: a service worker in Chromium, a page in Firefox. The browser stops it when it is idle, so the
// state is in the database and in storage.
import { turns } from '../../shared/turns.js';
import { api } from '../shared/api.js';
import { load } from '../history/core.js';
import { History } from '../history/history.js';
import { bindAnswers } from './answers.js';
import { labelsOf } from './links.js';
import { Marking } from './marking.js';
import { Reading } from './reading.js';
import { granted, watch, withdraw } from './settings.js';
import { changed, forgetTab } from './tabs.js';
/** @import { PageMessages } from '../messages.js' */

const history = new History();
const reading = new Reading(history);
const marking = new Marking(history, reading);
const answer = bindAnswers(history, reading, marking);

load().catch(() => {}); // Before a page needs it. A failure is reported then.
void navigator.storage.persist?.(); // Otherwise Firefox deletes the history when the disk is nearly full.

/** @typedef {chrome.runtime.MessageSender & { tab: import('./tabs.js').Tab, url: string }} Sender */
/**
 * The messages that the script in a page may send. A page may only speak for itself.
 * @type {{ [Type in keyof PageMessages]: (sender: Sender, message: PageMessages[Type]) => unknown }}
 */
const FROM_PAGES = {
  canRead: ({ tab }) => reading.canRead(tab),
  loaded: ({ tab, url }, { page }) => sameSite(url, page?.url) && reading.onLoaded(tab, page),
  navigated: ({ tab, url }, message) => sameSite(url, message.url) && reading.onNavigated(tab, message),
  unchanged: ({ tab, url }, { page }) => sameSite(url, page?.url) && reading.unchanged(tab, page),
  urlReplaced: ({ tab, url }, { page }) => sameSite(url, page?.url) && reading.onUrlReplaced(tab, page),
  unmarked: ({ tab }) => marking.forget(tab),
  links: ({ tab }, { links }) => labelsOf(history, tab.url, links),
};

api.runtime.onMessage.addListener((message, sender, respond) => {
  if (message?.type === 'changed' || sender.id !== api.runtime.id) return false;
  const isOurs = (sender.url ?? '').startsWith(api.runtime.getURL(''));
  const isKnown = Object.hasOwn(FROM_PAGES, message?.type) && sender.tab && sender.frameId === 0;
  if (!isOurs && !isKnown) return false;
  // If the module cannot be loaded, reading a page reports why.
  const loaded = load().catch(() => {});
  const type = /** @type {keyof PageMessages} */ (message?.type);
  const fromPage = () => FROM_PAGES[type](/** @type {Sender} */ (sender), message);
  const work = isOurs ? answer(Object(message)) : loaded.then(fromPage);
  work.then(respond, () => respond(undefined));
  return true;
});

const sameSite = (/** @type {string} */ url, /** @type {string | undefined} */ other) =>
  other !== undefined && URL.canParse(other) && new URL(other).origin === new URL(url).origin;

api.tabs.onRemoved.addListener((tabId) => void forgetTab(tabId));
api.runtime.onInstalled.addListener(({ reason }) => {
  void watch();
  void renew(0);
  if (reason === 'install') void api.tabs.create({ url: api.runtime.getURL('pages/welcome.html') });
});
api.runtime.onStartup.addListener(() => void watch());
/** On an update there are two renewals, of which the second begins anew. */
const inTurn = turns();
void renew();
/**
 * Renews the fingerprints of earlier versions, from the start or where it stopped; see `History.renew`.
 * @param {number} [from]
 */
function renew(from) {
  return inTurn(async () => {
    if (from !== undefined) await api.storage.local.set({ renewed: from });
    /** @type {{ renewed?: number | null }} */
    let { renewed = null } = await api.storage.local.get('renewed');
    if (renewed !== null) await load();
    while (renewed !== null) {
      renewed = await history.renew(renewed);
      await api.storage.local.set({ renewed });
    }
  });
}

const onSettings = () => changed({ what: 'settings' });
api.permissions.onAdded.addListener(() => void granted().then(onSettings));
api.permissions.onRemoved.addListener(() => void withdraw().then(onSettings));
api.commands.onCommand.addListener(async (command, tab) => {
  const direction = command === 'next-difference' ? 'next' : 'previous';
  // It fails on pages without marks: no script listens there.
  if (tab?.id) await api.tabs.sendMessage(tab.id, { type: 'jump', direction }, { frameId: 0 }).catch(() => {});
});
