// The background: a service worker in Chromium, a page of its own in Firefox. Either is stopped when it
// has nothing to do, so all that it must remember is in the database and in storage.
import { api } from '../shared/api.js';
import { load } from '../history/core.js';
import { History } from '../history/history.js';
import { bindAnswers } from './answers.js';
import { Marking } from './marking.js';
import { Reading } from './reading.js';
import { watch, withdraw } from './settings.js';
import { changed, forgetTab, stateOf } from './tabs.js';

const history = new History();
const reading = new Reading(history);
const marking = new Marking(history, reading);
const answer = bindAnswers(history, reading, marking);

load().catch(() => {}); // Ahead of the first page; who needs it says what is wrong.

/** What the scripts in pages may say. */
const FROM_PAGES = {
  may: (tab) => reading.may(tab),
  /** Whether that settles it; a page without an article may still be at work. */
  loaded: async (tab, { page }) => (await reading.may(tab)) && (await reading.judge(tab, page)).status !== 'not-article',
  left: (tab) => forgetTab(tab.id),
  unmarked: (tab) => marking.forget(tab),
};

api.runtime.onMessage.addListener((message, sender, respond) => {
  if (message?.type === 'changed' || sender.id !== api.runtime.id) return false;
  const isOurs = (sender.url ?? '').startsWith(api.runtime.getURL(''));
  const isKnown = Object.hasOwn(FROM_PAGES, message?.type) && sender.tab && sender.frameId === 0;
  if (!isOurs && !isKnown) return false;
  // A page answers for itself alone, whatever it says its address is.
  const work = isOurs ? answer(Object(message)) : FROM_PAGES[message.type](sender.tab, message);
  work.then(respond, () => respond(undefined));
  return true;
});

api.tabs.onRemoved.addListener((tabId) => void forgetTab(tabId));
api.runtime.onInstalled.addListener(() => void watch());
api.runtime.onStartup.addListener(() => void watch());
api.permissions.onRemoved.addListener(async () => {
  await withdraw();
  changed({ what: 'settings' });
});
api.commands.onCommand.addListener(async (command, tab) => {
  if (tab && (await stateOf(tab.id, tab.url))?.marks) await marking.jump(tab.id, command === 'next-difference' ? 'next' : 'previous').catch(() => {});
});
