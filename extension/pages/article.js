// The parts in which the extension's pages show an article, and the actions on it. A part without content is empty.
import { shownHost } from '../shared/address.js';
import { ask } from '../shared/ask.js';
import { h } from '../../shared/dom.js';
import { attempt, button, leadTo, say, tell, words } from './page.js';
import { siteOf, titleOf } from './verdict.js';
/** @import { Attributes, Child } from '../../shared/dom.js' */
/** @import { Copy, Entry, Original, Version } from '../messages.js' */
/** @import { Listed } from './verdict.js' */

/** @typedef {() => unknown} Show */

/**
 * Only web addresses become links, whatever an imported file contains.
 * @param {string} url @param {string} text @param {Attributes} [attributes]
 */
export const webLink = (url, text, attributes) => /^https?:\/\//i.test(url) && leadTo(url, text, attributes);

/** For screen readers and fonts. @param {Entry} entry */
export const languageOf = ({ language }) => (language && language !== 'und' ? { lang: language } : {});

/** The title as a link to the article, or as text if the page is about it. @param {Entry} entry */
export function link(entry, isSelf = false) {
  const about = { dir: 'auto', ...languageOf(entry) };
  const leading = !isSelf && webLink(entry.url, titleOf(entry), about);
  return leading || h('span', about, titleOf(entry));
}

/** The first letter of a site's name. Screen readers skip it: the name follows. @param {Entry} entry */
export function tile(entry) {
  const name = siteOf(entry).replace(/^www\./, '');
  const [letter] = name.toUpperCase();
  return h('span.tile', { 'aria-hidden': 'true' }, letter);
}

/** @param {string} iso */
export const time = (iso) => h('time', { datetime: iso, title: words.moment(iso) }, words.date(iso));

/** The name of a site, and its host if it is different. @param {Entry} entry */
export function site(entry) {
  const [name, host] = [siteOf(entry), shownHost(entry.host)];
  return h('span.site', name, name !== host && h('span.quiet.small', ` ${host}`));
}

/** @param {Entry} entry */
export const published = (entry) => entry.published && h('span', say('publishedOn', words.publishedOn(entry) ?? ''));
export const credit = (/** @type {Entry} */ entry) => entry.credit && h('span', say('source', entry.credit));
export const original = (/** @type {boolean} */ isOriginal) => isOriginal && h('span.original', say('looksOriginal'));

/** How much of a copy is in the article. @param {Listed} copy */
export const likeness = (copy) =>
  isCopy(copy) && h('span', { class: `verdict ${copy.verdict}` }, words.likenessInShort(copy));
/** @param {Listed} copy @returns {copy is Copy} */
const isCopy = (copy) => copy.verdict !== undefined;

/** A link to the page that shows two articles side by side, if both texts are stored. */
export const sideBySide = (/** @type {Entry} */ entry, /** @type {Entry} */ other) =>
  entry.hasText && other.hasText && leadTo(`difference.html?id=${entry.id}&other=${other.id}`, say('sideBySide'));

/**
 * A link to the page that compares an article with an earlier version.
 * @param {Entry} entry @param {Version} version @param {string} text @param {Attributes} attributes
 */
export const besideVersion = (entry, version, text, attributes = {}) =>
  entry.hasText && leadTo(`difference.html?id=${entry.id}&version=${version.id}`, text, attributes);

/** An earlier version: when it was seen, its headline if it was different, and a link to what differs. */
export const version = (/** @type {Entry} */ entry, /** @type {Version} */ version) =>
  h(
    'li',
    h('span', words.versionText(version)),
    h('span', { dir: 'auto' }, words.headlineThen(entry, version)),
    besideVersion(entry, version, say('sideBySide')),
  );

/**
 * An article in the list of its copies, or one of these: where and when it was seen. `show` shows the list again.
 * @param {Listed} copy @param {{ entry: Entry, original: Original | null }} about @param {Show} show
 */
export function copyLine(copy, { entry, original: of }, show) {
  const other = copy.entry;
  const isSelf = other.id === entry.id;
  const facts = [
    site(other),
    time(other.firstSeen),
    isSelf ? h('span', say('thisPage')) : likeness(copy),
    published(other),
    original(other.id === of?.id),
    copy.verdict && sideBySide(entry, other),
    copy.verdict && denial(entry.id, other, true, show),
  ];
  return h('li', tile(other), link(other, isSelf), h('p.facts', facts));
}

/** An article that the user marked as no copy of another. @param {Entry} other @param {number} id @param {Show} show */
export const deniedLine = (other, id, show) =>
  h('li', tile(other), link(other), h('p.facts', denial(id, other, false, show)));

/**
 * A button that notes that two articles are not copies of each other, or withdraws that; then `show` is called.
 * @param {number} id @param {Entry} other @param {boolean} not @param {Show} show
 */
function denial(id, other, not, show) {
  const set = (/** @type {boolean} */ not) => async () => {
    await ask('notACopy', { id, other: other.id, not });
    await show();
  };
  const act = async () => {
    await set(not)();
    if (not) tell(say('deniedOne', titleOf(other)), { undo: set(false) });
  };
  const text = say(not ? 'notACopy' : 'isACopy');
  const about = { class: 'quiet', 'aria-label': `${text}: ${titleOf(other)}, ${siteOf(other)}` };
  return button(text, () => attempt(act), about);
}

/** Forgets an article, and offers to undo that. `showGone` and `showBack` show the results. */
export async function forget(/** @type {Entry} */ entry, /** @type {Show} */ showGone, /** @type {Show} */ showBack) {
  const forgotten = await ask('forget', { id: entry.id });
  await showGone();
  const undo = async () => {
    await ask('restore', { forgotten });
    await showBack();
  };
  tell(say('forgotten', titleOf(entry)), { undo });
}
