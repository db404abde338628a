// The popup of the extension's button: the verdict on the page in the tab, and the actions on it.
import { api } from '../shared/api.js';
import { ask, onChanged } from '../shared/ask.js';
import { failureOf } from '../shared/errors.js';
import { shownHost } from '../shared/address.js';
import { isDimmed, patternsOf } from '../shared/origins.js';
import { $, h, present } from '../../shared/dom.js';
import * as article from './article.js';
import { attempt, button, demand, say, tell, tellOfSpace, translate, words } from './page.js';
import { differs, isFile, mostSimilar, titleOf, withOriginal } from './verdict.js';

/** @import { Attributes } from '../../shared/dom.js' */
/** @import { Difference, Original, PageState, Settings } from '../messages.js' */

/** @typedef {Node | null | undefined | false | ''} Part of the content of an element */

let tabId = -1;
/** @type {PageState} */
let state;
/** @type {Settings} */
let settings;
/** The last two articles that were compared, and their difference. */
let laid = { pair: '', difference: /** @type {Difference | null} */ (null) };
/** Whether `read` is waiting for its answer. */
let isReading = false;

async function start() {
  translate();
  tabId = await currentTab();
  onChanged(({ what, tabId: changed }) => {
    // The answer to `read` will have the changes.
    if (what === 'settings' || (what === 'page' && changed === tabId && !isReading)) void attempt(refresh);
  });
  await refresh();
  void tellOfSpace();
  // Opening the popup means to read the page.
  if (state.status === 'unread') await read();
}

/** The active tab; if this page is itself in a tab, the one in its address. */
async function currentTab() {
  const named = tabInAddress();
  if (named) return Number(named);
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? -1;
}

const tabInAddress = () => new URLSearchParams(location.search).get('tab');

async function refresh() {
  const [page, now] = await Promise.all([ask('page', { tabId }), ask('settings')]);
  settings = now;
  show(page);
}

async function read({ override = false } = {}) {
  show({ ...state, status: 'reading' });
  isReading = true;
  try {
    show(await ask('read', { tabId, override }));
  } catch (error) {
    const failure = failureOf(error);
    // A click on the button gives access to any web page, so this is not one.
    const isUnseen = failure.code === 'page' && state.url === null && !tabInAddress();
    if (isUnseen) show({ ...state, status: 'never', why: 'unseen' });
    else show({ ...state, status: 'failed', error: failure });
  } finally {
    isReading = false;
  }
}

function show(/** @type {PageState} */ next) {
  state = next;
  const act = document.activeElement?.getAttribute('data-act');
  document.body.dataset.status = state.status;
  $('#where').textContent = state.site ? shownHost(state.site) : '';
  $('#verdict').className = state.status;
  $('#headline').textContent = words.headline(state);
  $('#about').textContent = words.join(words.sentences(state, found()));
  fill('acts', ACTS[state.status]?.() ?? []);
  fill('more', more(), 'more-part');
  showTimeline();
  fill('versions', versions(), 'versions-part');
  const id = state.entry?.id ?? 0;
  const denied = state.denied.map((other) => article.deniedLine(other, id, refresh));
  fill('denied', denied, 'denied-part');
  // The pressed button is new now and must keep the focus.
  if (act) {
    /** @type {HTMLElement | null} */
    const made = document.querySelector(`[data-act="${act}"]`) ?? document.querySelector('[data-act]');
    made?.focus();
  }
  void tellDifference(state);
}

/** Fills an element. If it is empty, it is hidden, or the element `around` it. */
function fill(/** @type {string} */ id, /** @type {Part[]} */ children, around = id) {
  const element = $(`#${id}`);
  element.replaceChildren(...present(children));
  $(`#${around}`).hidden = !element.childElementCount;
}

/** @param {string} name @param {() => unknown} does @param {Attributes} [properties] */
function act(name, does, properties) {
  const made = button(say(name, shownHost(state.site ?? '')), () => attempt(does), properties);
  made.dataset.act = name;
  return made;
}

/** The two to compare: the article and its earlier version, or the page and its most similar copy. */
const pairOf = (/** @type {PageState} */ { status, entry, mostSimilar, versions: [before] }) =>
  `${entry?.id}-${status === 'changed' ? `version ${before?.id}` : mostSimilar}`;

/** What differs between the two, if it is known. */
const found = () => (laid.pair === pairOf(state) ? laid.difference : null);

/** Compares the two, if their texts are stored, and shows the result. @param {PageState} about */
async function tellDifference(about) {
  const { remembered, entry } = about;
  const pair = pairOf(about);
  const [before] = about.versions;
  const nearest = mostSimilar(about)?.entry;
  const copy = nearest?.hasText && { other: nearest.id };
  const other = about.status === 'changed' ? before && { version: before.id } : copy;
  if (laid.pair === pair || !remembered || !entry?.hasText || !other) return;
  // If it fails, the fingerprints still show where the texts differ.
  laid = { pair, difference: await ask('difference', { id: entry.id, ...other }).catch(() => null) };
  if (pairOf(state) === pair) show(state);
}

const FIRST = { class: 'strong' };
const FIRST_LINK = { class: 'button strong' };
/** The actions in each state of a page. @type {{ [Status in PageState['status']]?: () => Part[] }} */
const ACTS = {
  unread: () => [act('read', () => read(), FIRST)],
  failed: () => [act('retry', () => read(), FIRST)],
  'not-article': () => [state.why === 'list' && dimButton(), !isFile(state) && act('readAgain', () => read())],
  unchanged: () => [act('readAnyway', () => read({ override: true }))],
  never: () => [
    state.why === 'site' && act('readSite', () => block(false)),
    state.override && act('readAnyway', () => read({ override: true })),
    state.override === 'site' && act('overrideSite', () => overrideSite(true)),
  ],
  changed: () => [besideLatest()],
  same: actsOnCopy,
  partial: actsOnCopy,
  new: offerAutomatic,
  seen: offerAutomatic,
};

function offerAutomatic() {
  return [settings.when === 'chosen' && !settings.sites.includes(state.site ?? '') && automaticButton('strong')];
}

function actsOnCopy() {
  const hasText = mostSimilar(state)?.entry.hasText;
  const difference = found();
  const isEqual = difference && !differs(difference);
  return [
    hasText && !state.marks && !isEqual ? act('mark', mark, FIRST) : openButton(),
    !hasText && h('p.quiet.small', say('error_no_text')),
  ];
}

function besideLatest() {
  const { entry, versions } = state;
  const [latest] = versions;
  return entry && latest && article.besideVersion(entry, latest, say('showChanged'), FIRST_LINK);
}

function openButton() {
  const original = state.original?.id === state.entry?.id ? null : state.original?.entry;
  const url = (original ?? mostSimilar(state)?.entry)?.url ?? '';
  return article.webLink(url, say(original ? 'openOriginal' : 'openOther'), { ...FIRST_LINK, 'data-act': 'open' });
}

async function mark() {
  await ask('mark', { tabId, other: state.mostSimilar ?? 0 });
  await refresh();
}

function showTimeline() {
  const { copies, entry, original } = state;
  const about = entry && { entry, copies, original };
  const seen = about && copies.length ? [...withOriginal(about), { entry }] : [];
  seen.sort((a, b) => a.entry.firstSeen.localeCompare(b.entry.firstSeen));
  fill('timeline', about ? seen.map((copy) => article.copyLine(copy, about, refresh)) : [], 'seen');
  $('#no-original').hidden = Boolean(original?.entry);
  $('#why').hidden = !original?.entry;
  if (original?.entry) showReasons(original, titleOf(original.entry));
}

/** The earlier versions of the article, after the current one. */
function versions() {
  const { versions, entry } = state;
  if (!versions.length || !entry) return [];
  const now = h('li', say('versionNow', words.moment(entry.since ?? entry.firstSeen)));
  return [now, ...versions.map((version) => article.version(entry, version))];
}

function showReasons(/** @type {Original} */ original, /** @type {string} */ title) {
  const reasons = words.reasons(original);
  const items = (/** @type {string[]} */ sentences) => sentences.map((sentence) => h('li', sentence));
  $('#why').firstElementChild?.replaceChildren(say('whyOriginal', title));
  $('#for').replaceChildren(...items(reasons.for));
  fill('against', items(reasons.against), 'against-part');
}

function more() {
  const { entry, remembered, status, site } = state;
  const isReadable = site && status !== 'never';
  const plain = { class: 'quiet' };
  return [
    entry && remembered && act('forget', () => article.forget(entry, refresh, refresh), plain),
    isReadable && !$('#acts').querySelector('[data-act=automaticSite]') && automaticButton('quiet'),
    site && state.why !== 'list' && dimButton(plain),
    isReadable && act('blockSite', () => block(true), plain),
  ];
}

/** A button to start or stop reading the site automatically; null if all sites are read. */
function automaticButton(/** @type {string} */ className) {
  const site = state.site ?? '';
  if (settings.when === 'everywhere' || !site.includes('.')) return null;
  const isAutomatic = settings.when === 'chosen' && settings.sites.includes(site);
  const set = async (/** @type {boolean} */ automatic) => {
    const origins = patternsOf(site);
    // The browser must see the click, so it is asked first. The background also learns of it, since this page may close
    // before the answer.
    await Promise.all([automatic && demand(origins), ask('automaticSite', { site, automatic })]);
    if (automatic) await ask('automaticSite', { site, automatic });
    else await api.permissions.remove({ origins });
    await refresh();
    tell(say(automatic ? 'siteAutomatic' : 'siteNotAutomatic', shownHost(site)));
  };
  const name = isAutomatic ? 'notAutomaticSite' : 'automaticSite';
  return act(name, () => set(!isAutomatic), { class: className });
}

/** A button to start or stop dimming links on this site. Only the first stands out. */
function dimButton(properties = isDimmed(settings, state.url) ? {} : FIRST) {
  const site = state.site ?? '';
  const isOn = isDimmed(settings, state.url);
  const set = async () => {
    if (!settings.links) await ask('changeSettings', { changes: { links: true } });
    await ask('listSite', { site, list: 'undimmed', stands: isOn });
    await refresh();
    if (!isOn) await ask('markLinks', { tabId });
  };
  return act(isOn ? 'linksStop' : 'linksMark', set, properties);
}

/** Has the site read even if its pages look private, and reads this page. */
async function overrideSite(/** @type {boolean} */ override) {
  const site = state.site ?? '';
  await ask('listSite', { site, list: 'override', stands: override });
  await (override ? read() : refresh());
  const undo = override ? () => overrideSite(false) : undefined;
  tell(say(override ? 'siteOverridden' : 'restored', shownHost(site)), { undo });
}

async function block(/** @type {boolean} */ blocked) {
  const site = state.site ?? '';
  const set = async (/** @type {boolean} */ blocked) => {
    await ask('listSite', { site, list: 'blocklist', stands: blocked });
    await refresh();
  };
  await set(blocked);
  if (blocked) tell(say('siteBlocked', shownHost(site)), { undo: () => set(false) });
  else await read();
}

void attempt(start);
