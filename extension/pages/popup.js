// The popup of the extension's button: the verdict on the page in the tab, and the actions on it.
import { api } from '../shared/api.js';
import { ask, onChanged } from '../shared/ask.js';
import { shownHost } from '../shared/address.js';
import { patternsOf } from '../shared/origins.js';
import {
  $,
  attempt,
  besideVersion,
  button,
  demand,
  element,
  isWeb,
  languageOf,
  leadTo,
  link,
  notACopyButton,
  say,
  sideBySide,
  site,
  tell,
  tile,
  time,
  translate,
  versionItem,
  words,
} from './page.js';
import {
  evidence,
  headline,
  isFile,
  likenessInShort,
  mostSimilar,
  publishedOn,
  reasons,
  tellRewriting,
  sentences,
  titleOf,
  withOriginal,
} from './verdict.js';

let tabId;
/** @type {import('../messages.js').PageState} */
let state;
/** @type {import('../messages.js').Settings} */
let settings;
/** The two articles that were compared last, and their differences. */
let laid = { pair: '', difference: null };
/** Whether an answer to `read` is awaited. */
let isReading = false;

async function start() {
  translate();
  tabId = await currentTab();
  onChanged(({ what, tabId: changed }) => {
    // The answer to `read` has what changes meanwhile.
    if (what === 'settings' || (what === 'page' && changed === tabId && !isReading)) void attempt(refresh);
  });
  await refresh();
  // Opening the popup requests a reading.
  if (state.status === 'unread') await read();
}

/** The tab that is in view or, if this page is in a tab of its own, the one in its address. */
async function currentTab() {
  const named = tabInAddress();
  if (named) return Number(named);
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  return tab.id;
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
  } catch ({ code = 'internal', message }) {
    // A click on the button would have given access to any web page.
    const isUnseen = code === 'page' && state.url === null && !tabInAddress();
    const found = isUnseen ? { status: 'never', why: 'unseen' } : { status: 'failed', error: { code, message } };
    show({ ...state, ...found });
  } finally {
    isReading = false;
  }
}

function show(next) {
  state = next;
  const act = document.activeElement?.getAttribute('data-act');
  document.body.dataset.status = state.status;
  $('where').replaceChildren(...whereabouts());
  $('verdict').className = state.status;
  $('headline').textContent = headline(words, state);
  tellVerdict(sentences(words, state, laid.pair === pairOf(state) ? laid.difference : null));
  fill('acts', acts());
  fill('more', more());
  showRewritings();
  showTimeline();
  showVersions();
  fill(
    'denied',
    state.denied.map((entry) => element('li', link(entry), notACopyButton(state.entry.id, entry, false, refresh))),
  );
  $('denied-part').hidden = !state.denied.length;
  // The pressed button is rebuilt, and must keep the focus.
  if (act) {
    /** @type {HTMLElement | null} */
    const made = document.querySelector(`[data-act="${act}"]`) ?? document.querySelector('[data-act]');
    made?.focus();
  }
  void tellDifference(state);
}

/** Fills an element, which is hidden while it is empty. */
function fill(id, children) {
  $(id).replaceChildren(...children.filter(Boolean));
  $(id).hidden = !$(id).childElementCount;
}

function act(name, does, properties) {
  const made = button(say(name, shownHost(state.site ?? '')), () => attempt(does), properties);
  made.dataset.act = name;
  return made;
}

/** The site of this page, by its host: the form that `blocklist` takes. */
function whereabouts() {
  const { entry, site } = state;
  return site ? [tile(entry ?? { host: site }), element('span.site', shownHost(site))] : [];
}

/** @param {string[]} told */
function tellVerdict([first, ...rest]) {
  $('first').textContent = first ?? '';
  $('rest').textContent = words.join(rest);
}

/**
 * The two that differ: the article and its earlier version, or the page and its most similar copy.
 * @param {import('../messages.js').PageState} state
 */
const pairOf = ({ status, entry, mostSimilar, versions: [before] }) =>
  `${entry?.id}-${status === 'changed' ? `version ${before?.id}` : mostSimilar}`;

/** How many sentences differ: known only for stored texts, after they have been compared. */
async function tellDifference(about) {
  const { remembered, entry } = about;
  const pair = pairOf(about);
  const [before] = about.versions;
  const copy = mostSimilar(about)?.entry.hasText && { other: about.mostSimilar };
  const other = about.status === 'changed' ? before && { version: before.id } : copy;
  if (laid.pair === pair || !remembered || !entry?.hasText || !other) return;
  // Without an answer, the fingerprints still show where the texts differ.
  laid = { pair, difference: await ask('difference', { id: entry.id, ...other }).catch(() => null) };
  if (pairOf(state) === pair) tellVerdict(sentences(words, state, laid.difference));
}

function acts() {
  switch (state.status) {
    case 'unread':
      return [act('read', () => read(), { className: 'first' })];
    case 'failed':
      return [act('retry', () => read(), { className: 'first' })];
    case 'not-article':
      return [!isFile(state) && act('readAgain', () => read())];
    case 'unchanged':
      return [act('readAnyway', () => read({ override: true }))];
    case 'never':
      return [
        state.why === 'site' && act('readSite', () => block(false)),
        state.override && act('readAnyway', () => read({ override: true })),
        state.override === 'site' && act('overrideSite', () => overrideSite(true)),
      ];
    case 'changed':
      return [state.versions.length > 0 && besideLatest()];
    case 'same':
    case 'partial':
      return [
        canMark() && !state.marks && act('mark', mark, { className: 'first' }),
        openButton(),
        !canMark() && element('p.quiet.small', say('error_no_text')),
      ];
    case 'new':
    case 'seen':
      return settings.when === 'chosen' ? [automaticButton('first')] : [];
    default:
      return [];
  }
}

const canMark = () => mostSimilar(state).entry.hasText;

function besideLatest() {
  const beside = besideVersion(state.entry, state.versions[0], say('showChanged'));
  if (beside) beside.className = 'button first';
  return beside;
}

function openButton() {
  const original = state.original?.entry;
  if (original?.id === state.entry.id) return null;
  const { url } = original ?? mostSimilar(state).entry;
  return isWeb(url) && leadTo(url, say(original ? 'openOriginal' : 'openOther'), { className: 'button' });
}

async function mark() {
  await ask('mark', { tabId, other: state.mostSimilar });
  await refresh();
}

/** Likely and possible rewritings: where and when each was seen, and the facts by which to check it. */
function showRewritings() {
  const { rewritings } = state;
  $('rewritings').hidden = !rewritings.length;
  const told = ({ entry, likely, facts }) =>
    element(
      'li',
      element('div.head', site(entry), time(entry.firstSeen)),
      link(entry),
      element('p', tellRewriting(words, { likely })),
      ...evidence(words, { facts }).map((line) => element('p.quiet.small', { dir: 'auto' }, line)),
    );
  $('rewritings-list').replaceChildren(...rewritings.map(told));
}

function showTimeline() {
  const { copies, entry, original } = state;
  $('seen').hidden = !copies.length;
  if (!copies.length) return;
  const seen = [...withOriginal(state), { entry }];
  seen.sort((a, b) => a.entry.firstSeen.localeCompare(b.entry.firstSeen));
  $('timeline').replaceChildren(...seen.map(moment));
  const decided = original?.entry != null;
  $('no-original').hidden = decided;
  $('why').hidden = !decided;
  if (decided) showReasons();
}

/** One place where it was seen. */
function moment(copy) {
  const { entry } = copy;
  const self = entry.id === state.entry.id;
  const title = self
    ? element('span', { className: 'self', ...languageOf(entry), dir: 'auto' }, titleOf(entry))
    : link(entry);
  const relation = self
    ? element('span.quiet', say('thisPage'))
    : copy.verdict && element('span', { className: `verdict ${copy.verdict}` }, likenessInShort(words, copy));
  const facts = element(
    'div.facts',
    relation,
    entry.published && element('span', say('publishedOn', publishedOn(words, entry))),
    entry.id === state.original?.id && element('span.original', say('looksOriginal')),
    copy.verdict && sideBySide(state.entry, entry),
    copy.verdict && notACopyButton(state.entry.id, entry, true, refresh),
  );
  const head = element('div.head', site(entry), time(entry.firstSeen));
  return element('li', tile(entry), element('div.about', head, title, facts));
}

/** The article before it was edited: when, and what differs. */
function showVersions() {
  const { versions, entry } = state;
  $('versions-part').hidden = !versions.length;
  if (!versions.length) return;
  $('versions').replaceChildren(
    element('li', say('versionNow', words.moment(entry.since ?? entry.firstSeen))),
    ...versions.map((version) => versionItem(entry, version)),
  );
}

function showReasons() {
  const { original } = state;
  const told = reasons(words, original);
  $('why').firstElementChild.textContent = say('whyOriginal', titleOf(original.entry));
  const items = (sentences) => sentences.map((sentence) => element('li', sentence));
  $('for').replaceChildren(...items(told.for));
  $('against').replaceChildren(...items(told.against));
  $('against-part').hidden = !told.against.length;
  $('sure').textContent = told.sure;
}

function more() {
  const { entry, status, site } = state;
  return [
    entry && state.remembered && act('forget', forget, { className: 'plain' }),
    site && status !== 'never' && !$('acts').querySelector('[data-act=automaticSite]') && automaticButton('plain'),
    site && act(settings.links ? 'linksStop' : 'linksMark', markLinks, { className: 'plain' }),
    site && status !== 'never' && act('blockSite', () => block(true), { className: 'plain' }),
  ];
}

/** A button to read the site automatically, or no longer; empty if all sites are read. */
function automaticButton(className) {
  const { site } = state;
  if (settings.when === 'everywhere' || !site.includes('.')) return null;
  const isAutomatic = settings.when === 'chosen' && settings.sites.includes(site);
  const set = async (automatic) => {
    const origins = patternsOf(site);
    // The browser must see the click, so it is asked first; the background waits for its answer, since this page may
    // not live so long.
    const asked = automatic && demand({ origins });
    const noted = ask('automaticSite', { site, automatic });
    await asked;
    await noted;
    if (automatic) await ask('automaticSite', { site, automatic });
    else await api.permissions.remove({ origins });
    await refresh();
    tell(say(automatic ? 'siteAutomatic' : 'siteNotAutomatic', shownHost(site)));
  };
  const name = isAutomatic ? 'notAutomaticSite' : 'automaticSite';
  return act(name, () => set(!isAutomatic), { className });
}

/** Marks the links in pages that lead to what was read, beginning with this page; or stops that. */
async function markLinks() {
  await ask('changeSettings', { changes: { links: !settings.links } });
  await refresh();
  if (settings.links) await ask('markLinks', { tabId });
}

async function forget() {
  const forgotten = await ask('forget', { id: state.entry.id });
  await refresh();
  tell(say('forgotten', forgotten.title), {
    undo: async () => {
      await ask('restore', { forgotten });
      await refresh();
    },
  });
}

/** Has the site read whatever its pages look like, and reads this one. */
async function overrideSite(override) {
  const { site } = state;
  await ask('overrideSite', { site, override });
  await (override ? read() : refresh());
  const undo = override && (() => overrideSite(false));
  tell(say(override ? 'siteOverridden' : 'restored', shownHost(site)), { undo });
}

async function block(blocked) {
  const { site } = state;
  const set = async (blocked) => {
    await ask('blockSite', { site, blocked });
    await refresh();
  };
  await set(blocked);
  if (blocked) tell(say('siteBlocked', shownHost(site)), { undo: () => set(false) });
  else await read();
}

void attempt(start);
