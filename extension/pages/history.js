// The history: the articles that were read, their copies, and the actions on them.
import { ask } from '../shared/ask.js';
import { shownHost } from '../shared/address.js';
import { $, h } from '../../shared/dom.js';
import * as article from './article.js';
import { attempt, button, say, tell, tellOfSpace, translate, words } from './page.js';
import { titleOf, withOriginal } from './verdict.js';
/** @import { Found, Messages } from '../messages.js' */

const PIECE = 50;
/** Milliseconds without typing before the search begins. */
const PAUSE = 120;

let next = /** @type {string | null} */ (null);
/** The number of the last request for a list. */
let turn = 0;
/** The day of the last article that is shown. */
let day = '';

const queryField = $('#query', HTMLInputElement);

async function start() {
  translate('historyTitle');
  queryField.placeholder = say('search');
  $('#search').onsubmit = (/** @type {Event} */ event) => event.preventDefault();
  let typed = 0;
  queryField.oninput = () => {
    clearTimeout(typed);
    typed = setTimeout(() => attempt(list), PAUSE);
  };
  $('#next').onclick = () => attempt(more);
  await Promise.all([list(), tellOfSpace()]);
}

const list = () => more(true);

/** Shows the next part of the list, after the current one or instead of it. It may take several requests. */
async function more(afresh = false) {
  const mine = ++turn;
  if (afresh) next = null;
  const query = queryField.value.trim();
  const shown = /** @type {HTMLElement[]} */ ([]);
  do {
    const piece = { after: next, limit: PIECE - shown.length };
    const found = await ask('search', { query, ...piece });
    if (mine !== turn) return;
    if (afresh && !shown.length) day = '';
    if (afresh && !shown.length) $('#list').replaceChildren();
    shown.push(...found.entries.map(add).filter((item) => item !== null));
    next = found.next;
    tellEmpty(next !== null ? 'working' : query ? 'emptySearch' : 'emptyHistory');
  } while (next !== null && shown.length < PIECE);
  $('#next').hidden = next === null;
  // The pressed button is now after the new items, or gone.
  if (!afresh) /** @type {HTMLElement | null | undefined} */ (shown[0]?.querySelector('a, button'))?.focus();
}

/** Adds an article to the list, below its day or below its copy. Returns its item if it gets one. */
function add(/** @type {Found} */ entry) {
  const copy = entry.cluster && $('#list').querySelector(`[data-cluster="${entry.cluster}"]`);
  if (copy) {
    copy.append(entryBlock(entry, words.date(entry.lastSeen)));
    return null;
  }
  const before = day;
  day = words.date(entry.lastSeen);
  const heading = day !== before && h('h2.day', day);
  const item = h('li', { 'data-cluster': entry.cluster }, heading, entryBlock(entry, words.clock(entry.lastSeen)));
  $('#list').append(item);
  return item;
}

/** Says why the list is empty, if it is. */
function tellEmpty(/** @type {string} */ key) {
  $('#empty').hidden = $('#list').childElementCount > 0;
  $('#empty').textContent = $('#empty').hidden ? '' : say(key);
}

/** An article in one line, with details on demand. @param {Found} entry @param {string} when */
function entryBlock(entry, when) {
  const details = h('div.details', { hidden: true });
  const block = h('div.entry');
  const toggle = async () => {
    if (details.hidden) await showDetails(details, entry, block);
    details.hidden = !details.hidden;
    more.ariaExpanded = String(!details.hidden);
  };
  const about = { class: 'quiet', 'aria-expanded': 'false', 'aria-label': `${say('details')}: ${titleOf(entry)}` };
  const more = button('⋯', () => attempt(toggle), about);
  const clock = h('time', { datetime: entry.lastSeen, title: words.moment(entry.lastSeen) }, when);
  const passage = entry.passage && h('p.passage', { dir: 'auto', ...article.languageOf(entry) }, marked(entry.passage));
  block.append(clock, h('p.title', article.link(entry), ' ', article.site(entry)), more, passage || '', details);
  return block;
}

/** The place in the text that matches the search. @param {NonNullable<Found['passage']>} passage */
const marked = ([before, found, after]) => [before, h('mark', found), after];

/** @param {HTMLElement} details @param {{ id: number }} entry @param {HTMLElement} block @returns {Promise<void>} */
async function showDetails(details, { id }, block) {
  const { entry, copies, original, denied, versions } = await ask('entry', { id });
  const again = () => showDetails(details, entry, block);
  const isToday = words.date(entry.firstSeen) === words.date(entry.lastSeen);
  const facts = [
    article.published(entry),
    !isToday && h('span', say('saySeen', words.date(entry.firstSeen))),
    entry.headlines.length > versions.length &&
      h('span', { dir: 'auto' }, say('headlineThen', entry.headlines.at(-1) ?? '')),
    article.credit(entry),
    entry.authors.length > 0 && h('span', entry.authors.join(', ')),
    entry.since && h('span', say('changedOn', words.date(entry.since))),
    entry.visits > 1 && h('span', words.count('visits', entry.visits)),
  ].filter(Boolean);
  const about = { entry, copies, original };
  const lines = withOriginal(about).map((copy) => article.copyLine(copy, about, again));
  const refused = denied.map((other) => article.deniedLine(other, id, again));
  const earlier = versions.map((version) => {
    const item = article.version(entry, version);
    if (entry.hasText) void attempt(() => showChanged(item, id, version.id));
    return item;
  });
  const forget = () => article.forget(entry, () => showGone(block), list);
  const forgetAll = () => forgetSite(entry.host);
  const named = { class: 'quiet', 'aria-label': say('forgetOne', titleOf(entry)) };
  const acts = [
    button(say('forgetShort'), () => attempt(forget), named),
    button(say('forgetSite', shownHost(entry.host)), () => attempt(forgetAll), { class: 'quiet grave' }),
  ];
  details.replaceChildren(
    h('p.facts', ...facts),
    original?.id === id ? h('p', article.original(true)) : '',
    ...headed('versions', 'ul.versions', earlier),
    lines.length ? h('ol.copies', ...lines) : h('p.quiet', say('noCopies')),
    ...headed('denied', 'ol.copies', refused),
    h('p.row', ...acts),
  );
}

/** Shows what changed in an article since an earlier version. */
async function showChanged(/** @type {HTMLElement} */ item, /** @type {number} */ id, /** @type {number} */ version) {
  const difference = await ask('difference', { id, version });
  item.append(h('span.quiet', words.join([say('differenceVersion'), ...words.differences(difference)])));
}

/**
 * A list with a heading, the message `key`; nothing if the list is empty.
 * @param {string} key @param {string} name @param {Node[]} items
 */
const headed = (key, name, items) => (items.length ? [h('p.quiet', say(key)), h(name, ...items)] : []);

/** Removes a forgotten article from the list. The next item gets its day and the focus. */
function showGone(/** @type {HTMLElement} */ block) {
  const item = block.parentElement;
  if (!item) return;
  const next = item.nextElementSibling;
  block.remove();
  const neighbor = item.querySelector('.entry') ?? next ?? item.previousElementSibling;
  if (!item.querySelector('.entry')) {
    const heading = item.querySelector('.day');
    if (heading && next && !next.querySelector('.day')) next.prepend(heading);
    item.remove();
  }
  (neighbor?.querySelector('button') ?? queryField).focus();
}

async function forgetSite(/** @type {string} */ host) {
  if (!confirm(say('forgetSiteSure', shownHost(host)))) return;
  const number = await ask('forgetSite', { site: host });
  tell(words.count('siteForgotten', number, shownHost(host)));
  await list();
}

void attempt(start);
