// Shared code of the extension's pages: words in the document, and the display of an article.
import { api } from '../shared/api.js';
import { ask } from '../shared/ask.js';
import { coded } from '../shared/error.js';
import { shownHost } from '../shared/address.js';
import { failure, headlineThen, siteOf, titleOf, versionText } from './verdict.js';
import { Words } from './words.js';

/** @returns {any} the element of the page with this id, of whatever kind */
export const $ = (id) => document.getElementById(id);
export const words = new Words((key, parts) => api.i18n.getMessage(key, parts), api.i18n.getUILanguage());
export const say = words.say.bind(words);

/** @returns {Iterable<any>} elements of whatever kind */
const all = (selector) => document.querySelectorAll(selector);

/** Puts the words into the document: `data-say` is the message of an element's text, `data-name` that of its label. */
export function translate() {
  document.documentElement.lang = words.language;
  for (const element of all('[data-say]')) element.textContent = say(element.dataset.say);
  for (const link of all('a[data-privacy]')) link.href = `privacy.${words.language}.html`;
  for (const element of all('[data-name]')) element.ariaLabel = say(element.dataset.name);
}

/**
 * An element: its name with its classes, such as `p.quiet.small`; properties, if it has any; and children, of which
 * empty ones are left out.
 * @returns {any} an element of whatever kind
 */
export function element(name, ...rest) {
  const [tag, ...classes] = name.split('.');
  const [properties, ...children] = rest[0]?.constructor === Object ? rest : [{}, ...rest];
  const made = Object.assign(document.createElement(tag), properties);
  made.classList.add(...classes);
  made.append(...children.filter(Boolean));
  return made;
}

export function button(text, onclick, properties = {}) {
  return element('button', { type: 'button', onclick, ...properties }, text);
}

/** Only web addresses become links, whatever an imported file contains. */
export const isWeb = (address) => /^https?:\/\//i.test(address);

/** The article's title, as a link to it. */
export function link(entry) {
  const about = { dir: 'auto', ...languageOf(entry) };
  return isWeb(entry.url) ? leadTo(entry.url, titleOf(entry), about) : element('span', about, titleOf(entry));
}

/** Opens in a new tab, and the site gets no referrer. */
export const leadTo = (href, text, properties = {}) =>
  element('a', { href, target: '_blank', rel: 'noreferrer', ...properties }, text);

/** Lets screen readers and fonts treat it as the right language. */
export const languageOf = ({ language }) => (language && language !== 'und' ? { lang: language } : {});

/** The first letter of a site's name. It only repeats what is written beside it. */
export function tile(entry) {
  const [letter] = siteOf(entry)
    .replace(/^www\./, '')
    .toUpperCase();
  return element('span.tile', { ariaHidden: 'true' }, letter);
}

export const time = (iso) => element('time', { dateTime: iso, title: words.moment(iso) }, words.date(iso));

/** The name of a site, and its host if that is different. */
export function site(entry) {
  const name = siteOf(entry);
  const host = shownHost(entry.host);
  return element('span.site', name, name !== host && element('span.quiet.small', ` ${host}`));
}

/** A link to the page that shows two articles side by side, if both texts are stored. */
export const sideBySide = (entry, other) =>
  entry.hasText && other.hasText && leadTo(`difference.html?id=${entry.id}&other=${other.id}`, say('sideBySide'));

/** A link to the page that shows an article beside its earlier version. */
export const besideVersion = (entry, version, text) =>
  entry.hasText && leadTo(`difference.html?id=${entry.id}&version=${version.id}`, text);

/** An earlier version of an article: when it was seen, its headline if that was another, and what differs. */
export const versionItem = (entry, version) =>
  element(
    'li',
    element('span', versionText(words, version)),
    element('span', { dir: 'auto' }, headlineThen(words, entry, version) || ''),
    besideVersion(entry, version, say('sideBySide')),
  );

/**
 * Has the browser ask the user for permissions; an error if they are refused. To be called first of all on a click,
 * while the browser still sees it.
 */
export async function demand(permissions) {
  if (!(await api.permissions.request(permissions))) throw coded('permission', 'not granted');
}

/** A button that notes that two articles are not copies of each other, or withdraws that; `show` shows it then. */
export function notACopyButton(id, other, not, show) {
  const set = (not) => async () => {
    await ask('notACopy', { id, other: other.id, not });
    await show();
  };
  const act = async () => {
    await set(not)();
    if (not) tell(say('deniedOne', titleOf(other)), { undo: set(false) });
  };
  const text = say(not ? 'notACopy' : 'isACopy');
  const ariaLabel = `${text}: ${titleOf(other)}, ${siteOf(other)}`;
  return button(text, () => attempt(act), { className: 'plain', ariaLabel });
}

let undoing = 0;

/**
 * Reports what was done, or what failed; `undo` reverses it.
 * @param {string} text
 * @param {{ undo?: () => unknown, bad?: boolean }} [options]
 */
export function tell(text, { undo, bad = false } = {}) {
  const turn = ++undoing;
  const notice = $('notice');
  notice.classList.toggle('bad', bad);
  notice.hidden = !text;
  notice.replaceChildren(text);
  if (!undo) return;
  notice.append(
    button(say('undo'), () =>
      attempt(async () => {
        await undo();
        if (turn === undoing) tell(say('restored'));
      }),
    ),
  );
}

/** Does something, and reports a failure. */
export async function attempt(act) {
  try {
    return await act();
  } catch (error) {
    tell(failure(words, { code: error.code ?? 'internal', message: error.message }), { bad: true });
  }
}
