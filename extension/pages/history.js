// The history: the articles that were read, their copies, and the actions on them.
import { ask, onChanged } from '../shared/ask.js';
import { shownHost } from '../shared/address.js';
import { exportHistory, importHistory } from '../shared/transfer.js';
import { h } from '../../www/dom.js';
import * as article from './article.js';
import { $, attempt, button, say, tell, tellOfSpace, translate, words } from './page.js';
import { titleOf, withOriginal } from './verdict.js';

const PIECE = 50;
/** Milliseconds without typing after which the search begins. */
const PAUSE = 120;
/** Days; 0 means for ever. */
const RETENTIONS = [0, 30, 90, 365, 730];

let next = null;
/** The number of the list that was requested last. */
let turn = 0;
/** The day of the last article in the list. */
let day = '';

async function start() {
  translate('historyTitle');
  $('query').placeholder = say('search');
  $('search').onsubmit = (event) => event.preventDefault();
  let typed;
  $('query').oninput = () => {
    clearTimeout(typed);
    typed = setTimeout(() => attempt(list), PAUSE);
  };
  $('which').onchange = () => attempt(list);
  $('next').onclick = () => attempt(more);
  bindKept();
  onChanged(({ what }) => attempt(what === 'settings' ? showSettings : showUsage));
  await Promise.all([showAll(), showSettings(), tellOfSpace()]);
}

const showAll = () => Promise.all([list(), showUsage()]);

async function list() {
  next = null;
  await more(true);
}

/** Shows the next part of the list, replacing the present one or after it; in as many answers as it takes. */
async function more(afresh = false) {
  const mine = ++turn;
  const query = $('query').value.trim();
  const clusters = $('which').value === 'clusters';
  $('query').disabled = clusters;
  const shown = [];
  do {
    const piece = { after: next, limit: PIECE - shown.length };
    const found = await (clusters ? ask('clusters', piece) : ask('search', { query, ...piece }));
    if (mine !== turn) return;
    if (afresh && !shown.length) day = '';
    const items = 'clusters' in found ? found.clusters.map(clusterItem) : found.entries.map(entryItem);
    if (afresh && !shown.length) $('list').replaceChildren();
    $('list').append(...items);
    shown.push(...items);
    next = found.next;
    tellEmpty(next !== null ? 'working' : clusters ? 'emptyClusters' : query ? 'emptySearch' : 'emptyHistory');
  } while (next !== null && shown.length < PIECE);
  $('next').hidden = next === null;
  // The button that was pressed is now behind them, or gone.
  if (!afresh) shown[0]?.querySelector('a, button, summary')?.focus();
}

/** An article in the list, below its day unless the one before has it too. */
function entryItem(entry) {
  const before = day;
  day = words.date(entry.lastSeen);
  return h('li', day !== before && h('h2.day', day), entryBlock(entry));
}

/** Why the list is empty, if it is. */
function tellEmpty(key) {
  $('empty').hidden = $('list').childElementCount > 0;
  $('empty').textContent = $('empty').hidden ? '' : say(key);
}

function entryBlock(entry) {
  const block = h('div.entry');
  const details = h('details', h('summary', say('details')));
  details.ontoggle = () => details.open && attempt(() => showDetails(details, entry, block));
  const about = { class: 'plain', 'aria-label': say('forgetOne', titleOf(entry)) };
  const forget = () => article.forget(entry, () => showGone(block.parentElement), showAll);
  const forgetting = button(say('forgetShort'), () => attempt(forget), about);
  const isToday = words.date(entry.firstSeen) === words.date(entry.lastSeen);
  const facts = factsLine(
    entry,
    h('time', { datetime: entry.lastSeen }, words.clock(entry.lastSeen)),
    !isToday && h('span', say('saySeen', words.date(entry.firstSeen))),
    entry.headlines.length > 0 && h('span', { dir: 'auto' }, say('headlineThen', entry.headlines.at(-1))),
    article.credit(entry),
    entry.authors.length > 0 && h('span', entry.authors.join(', ')),
    entry.since && h('span', say('changedOn', words.date(entry.since))),
    entry.visits > 1 && h('span', words.count('visits', entry.visits)),
  );
  const passage = entry.passage && h('p.passage', { dir: 'auto', ...article.languageOf(entry) }, ...passageOf(entry));
  const body = h('div', h('p.title', article.link(entry)), facts, passage);
  block.append(article.tile(entry), body, forgetting, details);
  return block;
}

/** The place in the text that matches the search. */
const passageOf = ({ passage: [before, found, after] }) => [before, h('mark', found), after];

async function showDetails(details, { id }, block) {
  const { entry, copies, original, denied, versions } = await ask('entry', { id });
  const again = () => showDetails(details, entry, block);
  const lines = withOriginal({ entry, copies, original }).map((copy) => {
    if (!copy.verdict) return copyLine(copy.entry, original);
    const deny = article.denial(id, copy.entry, true, again);
    return copyLine(copy.entry, original, article.likeness(copy), article.sideBySide(entry, copy.entry), deny);
  });
  const refused = denied.map((other) => copyLine(other, null, article.denial(id, other, false, again)));
  const earlier = versions.map((version) => {
    const item = article.version(entry, version);
    if (entry.hasText) void attempt(() => showChanged(item, id, version.id));
    return item;
  });
  const forget = () => attempt(() => forgetSite(entry.host));
  const content = h(
    'div',
    original?.id === id && h('p', article.original(true)),
    ...headed('versions', 'ul.versions', earlier),
    lines.length ? h('ol.copies', ...lines) : h('p.quiet', say('noCopies')),
    ...headed('denied', 'ol.copies', refused),
    h('p.row', button(say('forgetSite', shownHost(entry.host)), forget, { class: 'plain grave' })),
  );
  details.replaceChildren(details.firstElementChild, content);
}

/** What has changed in an article since an earlier version. */
async function showChanged(item, id, version) {
  const difference = await ask('difference', { id, version });
  item.append(h('span.quiet', words.join([say('differenceVersion'), ...words.differences(difference)])));
}

/** A list below its heading, which is the message `key`; nothing if it is empty. */
const headed = (key, name, items) => (items.length ? [h('p.quiet', say(key)), h(name, ...items)] : []);

/** Where and when an article was seen, and more facts about it. */
const factsLine = (entry, when, ...facts) =>
  h('p.facts', article.site(entry), when, article.published(entry), ...facts);

/** One article among its copies. */
function copyLine(entry, original, ...facts) {
  const mark = article.original(entry.id === original?.id);
  const line = factsLine(entry, article.time(entry.firstSeen), mark, ...facts);
  return h('li', article.tile(entry), article.link(entry), line);
}

function clusterItem({ entries, original, origins }) {
  const first = entries.find(({ id }) => id === original.id) ?? entries[0];
  const lines = entries.map((entry) =>
    copyLine(entry, original, article.credit(entry), entry !== first && article.sideBySide(entry, first)),
  );
  const nameOf = ({ name }) => name ?? say('originUndetermined');
  const count = words.count('origins', origins.length);
  const summary = origins.length === 1 && origins[0].name ? say('origin', count, origins[0].name) : count;
  const head = h('p.head', h('span', words.count('pages', entries.length)), h('span', summary));
  const named = origins.map((one) => h('li', say('origin', nameOf(one), words.list(one.sites))));
  const list = origins.length > 1 && h('ul.origins.quiet', ...named);
  return h('li', h('div.cluster', head, list, h('ol.copies', ...lines)));
}

/** Takes an article from the list that was forgotten; its day goes to the next, and so does the focus. */
function showGone(item) {
  const next = item.nextElementSibling;
  const neighbor = next ?? item.previousElementSibling;
  const heading = item.querySelector('.day');
  if (heading && next && !next.querySelector('.day')) next.prepend(heading);
  item.remove();
  (neighbor?.querySelector('.entry > button') ?? $('query')).focus();
  return showUsage();
}

async function forgetSite(host) {
  if (!(await confirmed(say('forgetSiteSure', shownHost(host)), say('forgetSite', shownHost(host))))) return;
  const number = await ask('forgetSite', { site: host });
  tell(words.count('siteForgotten', number, shownHost(host)));
  await showAll();
}

/** Asks for confirmation before an action that cannot be undone. */
function confirmed(question, yes) {
  const dialog = $('confirm');
  $('confirm-question').textContent = question;
  $('confirm-yes').textContent = yes;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => (dialog.onclose = () => resolve(dialog.returnValue === 'yes')));
}

function bindKept() {
  $('retention').append(...RETENTIONS.map((days) => new Option(retentionText(days), String(days))));
  $('keepText').onchange = () => change({ keepText: $('keepText').checked });
  $('textLimit').onchange = () =>
    $('textLimit').reportValidity() && change({ textLimit: $('textLimit').valueAsNumber });
  $('retention').onchange = () => change({ retention: Number($('retention').value) || null });
  $('export').onclick = () => attempt(save);
  $('import').onclick = () => $('file').click();
  $('file').onchange = () => attempt(takeIn);
  $('forgetAll').onclick = () => attempt(forgetAll);
}

const retentionText = (days) => (days ? say('retentionAfter', words.days(days)) : say('retentionNever'));

async function change(changes) {
  await attempt(async () => {
    await ask('changeSettings', { changes });
    tell(say('saved'));
  });
  await attempt(() => Promise.all([showSettings(), showUsage()]));
}

async function showSettings() {
  const { keepText, textLimit, retention } = await ask('settings');
  $('keepText').checked = keepText;
  $('textLimit').value = textLimit;
  $('textLimit').disabled = !keepText;
  $('retention').value = retention ?? 0;
}

async function showUsage() {
  const { articles, bytes, quota, texts, oldest } = await ask('usage');
  const size = bytes === null ? say('unknownSize') : words.size(bytes);
  const facts = [
    [say('usageArticles'), words.number(articles)],
    [say('usageSince'), oldest && words.date(oldest)],
    [say('usageSize'), bytes === null || quota === null ? size : say('sizeOf', size, words.size(quota))],
    [say('usageTexts'), say('textsOf', words.number(texts.count), words.size(texts.bytes), words.size(texts.limit))],
  ].filter(([, value]) => value);
  $('usage').replaceChildren(...facts.flatMap(([name, value]) => [h('dt', name), h('dd', value)]));
  for (const id of ['forgetAll', 'export']) $(id).disabled = articles === 0;
}

/** Saves all articles in a file. */
async function save() {
  await progress(async () => {
    const { articles } = await ask('usage');
    const { file, number } = await exportHistory();
    const href = URL.createObjectURL(file);
    h('a', { href, download: `offprint-${new Date().toISOString().slice(0, 10)}.json` }).click();
    // The browser takes the file after this turn.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    const left = articles - number;
    return words.join([words.count('exported', number), left > 0 && words.count('exportLeft', left)]);
  });
}

async function takeIn() {
  const [file] = $('file').files;
  $('file').value = '';
  if (!file) return;
  await progress(async () => {
    const show = (done, of) => ($('progress').textContent = words.percent(done / of));
    const { added, known, refused } = await importHistory(file, show);
    return say('imported', ...[added, known, refused].map((n) => words.number(n)));
  });
  await showAll();
}

/** Runs a long action, and reports the result. */
async function progress(work) {
  $('progress').textContent = say('working');
  try {
    tell(await work());
  } finally {
    $('progress').textContent = '';
  }
}

async function forgetAll() {
  const { articles } = await ask('usage');
  if (!(await confirmed(words.count('forgetAllSure', articles), say('forgetAll')))) return;
  await ask('forgetAll', {});
  tell(say('allForgotten'));
  await showAll();
}

void attempt(start);
