// The frame of a documents page, and the search through all documents. `documents.mjs` writes the content, which is
// readable without this script.

import { $, h } from '../shared/dom.js';
import { isTraditional, language, learn, prepare, t, written } from './i18n.js';
import { frame, keep } from './shell.js';
import { words } from './words.js';

/** @typedef {import('minisearch').SearchResult} Section */

/** How many results are shown. */
const SHOWN = 12;
/** Characters of a section that are shown on each side of the first word found. */
const AROUND = 70;

const field = $('#search input', HTMLInputElement);
const found = $('#found');
const main = $('main');
let loading = /** @type {ReturnType<typeof load> | undefined} */ (undefined);

learn(words);
await prepare();
if (isTraditional()) {
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text; (text = /** @type {Text | null} */ (texts.nextNode())); )
    if (!text.parentElement?.closest('pre, code')) text.data = written(text.data);
}
await frame(changed);

/** The language of the version that the visitor reads. */
const tongue = () => (language() === 'zh' ? 'zh-Hans' : 'en');

/** After a change of language: goes to the other version of the document at the same place, if there is one. */
function changed() {
  const version = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[hreflang="${tongue()}"]`));
  if (version && version.href !== location.href.split('#')[0]) location.replace(version.href + location.hash);
  else location.reload();
}

/** The index of all sections, built at the first search. */
function index() {
  loading ??= load().catch((error) => {
    loading = undefined; // The next letter tries again.
    throw error;
  });
  return loading;
}

async function load() {
  const [{ default: MiniSearch }, sections] = await Promise.all([
    import('./minisearch/index.js'),
    fetch(new URL('docs/sections.json', import.meta.url)).then((response) => response.text()),
  ]);
  const made = new MiniSearch({
    fields: ['title', 'text', 'page'],
    storeFields: ['title', 'text', 'page', 'path', 'anchor', 'lang'],
    tokenize: (text) => MiniSearch.getDefault('tokenize')(text).flatMap(terms),
    searchOptions: { boost: { title: 3, page: 2 }, prefix: true, fuzzy: 0.1 },
  });
  made.addAll(JSON.parse(written(sections)));
  return made;
}

/** Chinese has no spaces between words: each pair of adjacent characters is a term, and the last character alone. */
function terms(/** @type {string} */ word) {
  const parts = word.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? [];
  return parts.flatMap((part) => {
    if (!/\p{Script=Han}/u.test(part)) return [part];
    const characters = Array.from(part);
    return characters.map((each, i) => each + (characters[i + 1] ?? ''));
  });
}

async function search() {
  const query = field.value.trim();
  if (!query) return found.replaceChildren();
  try {
    const sections = await index();
    if (query !== field.value.trim()) return;
    const having = (/** @type {'AND' | 'OR'} */ combineWith) => sections.search(query, { boostDocument, combineWith });
    const whole = having('AND');
    const results = inOneLanguage(whole.length ? whole : having('OR')).slice(0, SHOWN);
    const items = results.map((each) => result(each, query));
    found.replaceChildren(items.length ? h('ol', items) : h('p.quiet', t('docs.none')));
  } catch {
    found.replaceChildren(h('p', t('docs.failed')));
  }
}

/**
 * Results in the visitor's language come first.
 * @type {(id: string, term: string, stored?: Record<string, unknown>) => number}
 */
const boostDocument = (_id, _term, { lang } = {}) => (lang === tongue() ? 2 : 1);

/** Leaves out sections that were also found in the visitor's language. */
function inOneLanguage(/** @type {Section[]} */ results) {
  const place = (/** @type {Section} */ { path, anchor }) => `${path.replace('.zh.html', '.html')}#${anchor}`;
  const isOwn = (/** @type {Section} */ { lang }) => lang === tongue();
  const own = new Set(results.filter(isOwn).map(place));
  return results.filter((each) => isOwn(each) || !own.has(place(each)));
}

/** A section: its title, its page, and the text around the query, or around the first of its words that is there. */
function result(/** @type {Section} */ { title, text, page, path, anchor, lang, terms }, /** @type {string} */ query) {
  const plain = text.replace(/\s+/g, ' ');
  /** @param {string[]} words */
  const placesOf = (words) => words.map((word) => plain.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const [place = 0] = [...placesOf([query.toLowerCase()]), ...placesOf(terms).sort((a, b) => a - b)];
  const from = Math.max(0, place - AROUND);
  const part = plain.slice(from, from + 2 * AROUND);
  const href = String(new URL(`docs/${path}#${anchor}`, import.meta.url));
  return h(
    'li',
    { lang: lang === tongue() ? document.documentElement.lang : lang },
    h('a', { href }, title),
    page !== title && h('span.quiet', ` · ${page}`),
    h('p.small.quiet', from > 0 ? '…' : '', part, plain.length > from + 2 * AROUND ? '…' : ''),
  );
}

field.addEventListener('focus', () => index().catch(() => {}), { once: true });
field.addEventListener('input', search);
$('#search').addEventListener('submit', (event) => event.preventDefault());
for (const link of document.querySelectorAll('.version a')) {
  link.addEventListener('click', () => keep('language', link.getAttribute('hreflang') ?? ''));
}
// Wide windows show the list. Narrow ones fold it, so that the text comes first.
const documents = /** @type {HTMLDetailsElement | null} */ (document.querySelector('.documents'));
if (documents) documents.open = matchMedia('(min-width: 60rem)').matches;
// Scrolls only the list: the page opens at its beginning.
const current = /** @type {HTMLElement | null} */ (documents?.querySelector('[aria-current]'));
if (documents && current) documents.scrollTop = current.offsetTop - documents.offsetTop - documents.clientHeight / 2;
main.dataset.shown = 'docs'; // Tests wait for it.
