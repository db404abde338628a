// Shared code of the extension's pages: words in the document, buttons and links, and notices.
import { api } from '../shared/api.js';
import { ask } from '../shared/ask.js';
import { readingOrigins } from '../shared/origins.js';
import { $, h } from '../../shared/dom.js';
import { coded, failureOf } from '../shared/errors.js';
import { Verdict } from './verdict.js';
/** @import { Attributes, Child } from '../../shared/dom.js' */
/** @import { Settings } from '../messages.js' */

export const words = new Verdict((key, parts) => api.i18n.getMessage(key, parts), api.i18n.getUILanguage());
export const say = words.say.bind(words);

/**
 * Puts the words into the document. `data-say` names the message for an element's text, `data-name` the one for its
 * label, and `title` the one for the document's title. @param {string} [title]
 */
export function translate(title) {
  document.documentElement.lang = words.language;
  if (title) document.title = `${say(title)} · Offprint`;
  /** @type {NodeListOf<HTMLElement>} */
  const named = document.querySelectorAll('[data-say], [data-name]');
  for (const element of named) {
    const { say: text, name } = element.dataset;
    if (text !== undefined) element.textContent = say(text);
    if (name !== undefined) element.ariaLabel = say(name);
  }
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('a[data-privacy]');
  for (const link of links) link.href = `privacy.${words.language}.html`;
}

/** @param {string} text @param {() => unknown} onclick @param {Attributes} attributes */
export const button = (text, onclick, attributes = {}) => h('button', { type: 'button', onclick, ...attributes }, text);

/**
 * A link that opens in a new tab, without a referrer. @param {string} href @param {string} text
 * @param {Attributes} attributes
 */
export const leadTo = (href, text, attributes = {}) =>
  h('a', { href, target: '_blank', rel: 'noreferrer', ...attributes }, text);

/**
 * Has the browser ask the user for access to sites, if any; an error if it is refused. Call it first on a click, while
 * the browser still sees the click. @param {string[]} origins
 */
export async function demand(origins) {
  if (origins.length && !(await api.permissions.request({ origins }))) throw coded('permission', 'not granted');
}

/**
 * Changes settings once the browser has granted the permissions for them. Gives back permissions that are no longer
 * needed. @param {Settings} settings @param {Partial<Settings>} changes
 */
export async function changeSettings(settings, changes) {
  const [before, after] = [readingOrigins(settings), readingOrigins({ ...settings, ...changes })];
  await demand(after.filter((origin) => !before.includes(origin)));
  const now = await ask('changeSettings', { changes });
  const spare = before.filter((origin) => !after.includes(origin));
  if (spare.length) await api.permissions.remove({ origins: spare });
  return now;
}

let undoing = 0;

/**
 * Shows a notice about what was done or what failed. `undo` reverses it. @param {string} text
 * @param {{ undo?: () => unknown, bad?: boolean }} [options]
 */
export function tell(text, { undo, bad = false } = {}) {
  const turn = ++undoing;
  const notice = $('#notice');
  notice.classList.toggle('bad', bad);
  notice.hidden = !text;
  notice.replaceChildren(text);
  if (!undo) return;
  const act = async () => {
    await undo();
    if (turn === undoing) tell(say('restored'));
  };
  notice.append(button(say('undo'), () => attempt(act)));
}

/** Fewer free bytes are called scarce. */
const SCARCE = 300e6;

/** Says once that the history was lost, or that space is scarce. */
export async function tellOfSpace() {
  /** @type {{ lost?: { at: string, count: number } }} */
  const { lost } = await api.storage.local.get('lost');
  await api.storage.local.remove('lost');
  const { usage = 0, quota = Infinity } = await navigator.storage.estimate();
  if (lost) tell(words.count('lost', lost.count, words.when(lost.at)), { bad: true });
  else if (quota - usage < SCARCE) tell(say('spaceScarce', words.size(Math.max(0, quota - usage))), { bad: true });
}

/** Runs an action and shows a notice if it fails. @template T @param {() => T | Promise<T>} act */
export async function attempt(act) {
  try {
    return await act();
  } catch (error) {
    tell(words.failure(failureOf(error)), { bad: true });
  }
}
