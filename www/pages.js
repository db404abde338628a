// Pages to read: the samples, and those that the visitor brings. All views share them.

import { fromBase64url, toBase64url } from '../shared/base64url.js';
import { escaped, pageOf } from '../shared/text-page.js';
import { offprint } from './core.js';
import { h } from '../shared/dom.js';
import { knows, language, t } from './i18n.js';

/**
 * @typedef {object} Page to read. Samples also have a `note` in English
 * @property {string} id
 * @property {string} title
 * @property {string | null} contentType null if unknown
 * @property {string | null} group in lists, as is `short`
 * @property {string} short
 * @property {() => Promise<Uint8Array<ArrayBuffer>>} bytes
 * @property {Blob} [blob]
 * @property {string | null} [url]
 * @property {string} [lang]
 * @property {string} [note]
 * @property {string} [family]
 * @property {string} [relation] to the original of the family
 *
 * @typedef {import('offprint').Article} Article
 * @typedef {'title' | 'text' | 'length' | 'language' | 'site' | 'credit' | 'creditPlace' | 'published' | 'url'} Fact
 * @typedef {'canonical' | 'fingerprint' | 'noFingerprintReason'} Key
 * @typedef {Pick<Article, Fact | Key> & Partial<Pick<Article, 'script' | 'mediaType' | 'blocks'>>} Shown what
 *   is shown of an article; one in a link has only the facts
 * @typedef {import('offprint').Known & { id: string }} Sample in a list
 * @typedef {{ params: URLSearchParams, note: (settings: URLSearchParams) => void, signal: AbortSignal }} View what a
 *   view gets with its root
 */

const pages = /** @type {Map<string, Page>} */ (new Map());
/** @template T @typedef {[one: T, other: T]} Two */

/**
 * A pair of samples for each verdict, by language.
 * @satisfies {{ [tongue in 'en' | 'zh']: Record<string, Two<string>> }}
 */
export const PAIRS = {
  en: {
    same: ['en-barrage-original', 'en-barrage-reprint'],
    partial: ['en-barrage-original', 'en-barrage-abridged'],
    different: ['en-barrage-original', 'en-barrage-same-day'],
  },
  zh: {
    same: ['zh-dam-original', 'zh-dam-table-gbk'],
    partial: ['zh-dam-original', 'zh-dam-abridged'],
    different: ['zh-dam-original', 'zh-dam-same-opening'],
  },
};
const articles = /** @type {Map<string, Shown>} */ (new Map());
let listed = /** @type {Promise<void> | undefined} */ (undefined);

/** All pages, the samples first. */
export async function all() {
  listed ??= list();
  await listed;
  return [...pages.values()];
}

/** The page with an id, if it exists. */
export const find = (/** @type {string | null} */ id) => pages.get(id ?? '');

/** The notice of each element that is waiting. */
const waiting = /** @type {WeakMap<HTMLElement, HTMLElement>} */ (new WeakMap());

/**
 * Shows a notice, by the key of its words, while an element waits for its content. Its old content is hidden.
 * @template T @param {HTMLElement} place @param {string} key @param {Promise<T>} coming
 */
export async function meanwhile(place, key, coming) {
  const notice = h('p.quiet.busy', { role: 'status' }, t(key));
  waiting.get(place)?.remove();
  waiting.set(place, notice);
  place.hidden = true;
  place.before(notice);
  try {
    const come = await coming;
    if (waiting.get(place) === notice) place.hidden = false;
    return come;
  } finally {
    notice.remove();
  }
}

/**
 * The ids of the two pages that the settings in an address name.
 * @param {URLSearchParams} params @returns {Two<string | null>}
 */
export const idsIn = (params) => [params.get('one'), params.get('other')];

/**
 * The pages with these ids, or a pair of samples. A missing page is undefined, and `wrong` says so.
 * @param {Two<string | null>} ids @param {HTMLElement} wrong @returns {Two<Page | undefined>}
 */
export function named(ids, wrong) {
  const gone = ids.filter((id) => id && !find(id));
  wrong.textContent = gone.length > 0 ? t('source.gone', { names: gone.join(', ') }) : '';
  const [one, other] = ids;
  const pair = PAIRS[language()].same;
  // A single sample is compared with its original, and an original with a reprint.
  const family = find(one)?.family;
  /** @param {Page} page */
  const isCopy = (page) => page.family === family && page.id !== one && /original|same/.test(page.relation ?? '');
  const second = other || (family && [...pages.values()].find(isCopy)?.id) || pair[1];
  return [find(one || pair[0]), find(second)];
}

async function list() {
  for (const sample of await (await get('samples.json')).json()) {
    const { slug, family } = sample;
    const short = slug.replace(`${family}-`, '').replace(family, 'original');
    const bytes = async () => new Uint8Array(await (await get(`pages/${slug}/page.html`)).arrayBuffer());
    pages.set(slug, { ...sample, id: slug, group: family, short, bytes });
  }
  for (const [key, kept] of Object.entries(sessionStorage).filter(([key]) => key.startsWith(KEPT))) {
    const [contentType, bytes] = JSON.parse(kept);
    add(new Blob([fromBase64url(bytes)]), key.slice(KEPT.length), contentType);
  }
}

/** The prefix for pages of the visitor in the storage of this tab. */
const KEPT = 'page:';
/** The largest page that survives a reload, in bytes: browsers store about five million characters. */
const MOST_KEPT = 1 << 20;

/** Fetches a file of this site. @param {string} address @param {RequestInit} how */
export async function get(address, how = {}) {
  const response = await fetch(address, how);
  if (!response.ok) throw new Error(t('source.unfetched', { address, status: response.status }));
  return response;
}

/** Adds a page of the visitor. It replaces a page of the same name. */
export function add(/** @type {Blob} */ blob, /** @type {string} */ name, /** @type {string | null} */ contentType) {
  const bytes = async () => new Uint8Array(await blob.arrayBuffer());
  /** @type {Page} */
  const page = { id: name, title: name, short: '', group: null, contentType, blob, bytes };
  articles.delete(name);
  pages.set(name, page);
  return page;
}

/** The largest page that is read, in bytes, as in the command line. Larger: the site freezes while it is read. */
const MOST_READ = 8 << 20;

/** Adds a page that survives a reload. @param {Blob} blob @param {string} name */
async function bring(blob, name, contentType = /** @type {string | null} */ (null)) {
  checkSize(blob, name);
  if (blob.size <= MOST_KEPT) {
    const bytes = toBase64url(new Uint8Array(await blob.arrayBuffer()));
    try {
      sessionStorage.setItem(KEPT + name, JSON.stringify([contentType, bytes]));
    } catch {
      // There is no space: the page is gone after a reload.
    }
  }
  return add(blob, name, contentType);
}

function checkSize(/** @type {Blob} */ { size }, /** @type {string} */ name) {
  if (!size) throw new Error(t('source.empty', { name }));
  if (size > MOST_READ) throw new Error(t('source.large', { name, size: Math.round(size / 1e6) }));
}

/** Adds an article that was read elsewhere, with a page made from it. */
export function bringArticle(/** @type {string} */ id, /** @type {Shown} */ read) {
  const page = add(new Blob([pageOf(read.title, read.text)]), id, UTF_8);
  page.title = read.title || page.title;
  articles.set(id, read);
  return page;
}

const UTF_8 = 'text/html; charset=utf-8';

/** Adds a file: a page, or text in any charset. */
async function bringFile(/** @type {File} */ file) {
  const name = free((n) => (n > 1 ? `${file.name} (${n})` : file.name));
  if (file.type !== 'text/plain' && !/\.txt$/i.test(file.name)) return bring(file, name);
  checkSize(file, name);
  return bring(new Blob([...paragraphsOf(new Uint8Array(await file.arrayBuffer()))]), name);
}

/** The first numbered name that no page has: files of two sites may have the same name. */
function free(/** @type {(n: number) => string} */ named) {
  let n = 1;
  while (pages.has(named(n))) n += 1;
  return named(n);
}

/** Plain text as a page. In charsets that contain ASCII, these bytes are not part of other characters. */
function* paragraphsOf(/** @type {Uint8Array<ArrayBuffer>} */ bytes) {
  /** @type {Record<number, string>} */
  const SIGNS = { 38: '&amp;', 60: '&lt;' };
  const NEWLINE = 0x0a;
  const isBlank = (/** @type {number} */ at) => /^[ \t\r]*\n/.test(String.fromCharCode(...bytes.subarray(at, at + 80)));
  let start = 0;
  for (const [at, byte] of bytes.entries()) {
    const sign = byte === NEWLINE && isBlank(at + 1) ? '<p>' : SIGNS[byte];
    if (!sign) continue;
    yield bytes.subarray(start, at);
    yield sign;
    start = at + 1;
  }
  yield bytes.subarray(start);
}

/** An address with or without a scheme, or a file of this site. */
const ADDRESS = /^(https?:\/\/\S+|[\p{L}\p{N}.-]+\.[a-z]{2,}(:\d+)?(\/\S*)?|[\w./-]+\.html?)$/iu;

/** Adds what was pasted or typed: HTML, text, or the address of a page of this site. */
async function bringInput(/** @type {string} */ input) {
  if (ADDRESS.test(input.trim())) return bringAddress(input.trim());
  const isHtml = /^\s*<|<\/?(p|div|br|html|body|h\d|article)\b[^>]*>/i.test(input);
  const paragraphs = input.split(/\n\s*\n/).map((lines) => `<p>${escaped(lines)}`);
  const name = free((n) => t('source.pasted', { n }));
  return bring(new Blob([isHtml ? input : paragraphs.join('\n')]), name, UTF_8);
}

async function bringAddress(/** @type {string} */ address) {
  const isHere = /^https?:|^[\w-]+(\/[\w/.-]+)?\.html?$/i.test(address);
  const url = new URL(isHere ? address : `https://${address}`, location.href);
  if (url.origin !== location.origin) throw new Error(t('source.elsewhere', { address: url.href }));
  const response = await get(url.href, { cache: 'no-store' }); // Then `offline.js` does not keep it.
  return bring(await response.blob(), url.href, response.headers.get('content-type'));
}

/** Why an article has no fingerprint. @param {Shown} article */
export const reasonOf = ({ noFingerprintReason, mediaType }) =>
  mediaType ? t('why.file', { type: mediaType }) : t(`why.${noFingerprintReason}`);

/** The whole article of a page with `blocks`. Each page is read once. */
export async function article(/** @type {Page} */ page) {
  const known = articles.get(page.id);
  if (known) return known;
  const [{ read }, bytes] = await Promise.all([offprint(), page.bytes()]);
  const found = await read(bytes, { contentType: page.contentType, url: page.url, explain: true });
  articles.set(page.id, found);
  return found;
}

/**
 * The samples and the visitor's pages that share their text with an article, the most similar first, each with its
 * `page` and the relation; and the number of pages that were compared. @param {Shown} read @param {Page} own
 */
export async function copies(read, own) {
  /** @type {Promise<Sample[]>} */
  const listed = get('known.json').then((list) => list.json());
  const [{ compare }, samples] = await Promise.all([offprint(), listed]);
  const brought = [...pages.values()].filter(({ family }) => !family);
  const theirs = brought.map(async (page) => ({ page, ...(await article(page)) }));
  const ours = samples.map((sample) => ({ ...sample, page: find(sample.id) ?? own }));
  const others = [...ours, ...(await Promise.all(theirs))].filter(({ page }) => page.id !== own.id);
  const found = others
    .map(({ page, ...other }) => ({ page, ...compare(read, other) }))
    .filter(({ verdict }) => verdict === 'same' || verdict === 'partial')
    .sort((a, b) => b.score - a.score);
  return { found, all: others.length };
}

/**
 * A box for pages of the visitor: to drop or choose files, and to paste or type text, HTML or an address.
 * @param {object} options @param {(pages: [Page, ...Page[]]) => unknown} options.taken
 * @param {Document} options.drop where pages can be dropped or pasted @param {AbortSignal} options.signal
 */
export function box({ taken, drop, signal }) {
  const wrong = h('p.wrong', { role: 'alert' });
  const onchange = () => take(file.files ?? [], bringFile);
  const accept = '.html,.htm,.xhtml,.txt,text/html,text/plain';
  /** @type {HTMLInputElement} */
  const file = h('input.unseen', { type: 'file', multiple: true, accept, onchange });
  const label = t('source.box');
  const input = h('input', { type: 'text', 'aria-label': label, placeholder: label, spellcheck: 'false' });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim()) void take([input.value], bringInput);
  };

  /**
   * Adds each of them. Reports those that fail, and shows the others.
   * @template T @param {Iterable<T>} sources @param {(source: T) => Promise<Page>} bringEach
   */
  async function take(sources, bringEach) {
    await all();
    wrong.textContent = '';
    const pages = /** @type {Page[]} */ ([]);
    for (const source of sources)
      try {
        pages.push(await bringEach(source));
      } catch (error) {
        wrong.append(`${error instanceof Error ? error.message : error} `);
      }
    const [first, ...others] = pages;
    if (!first) return;
    input.value = '';
    await taken([first, ...others]);
  }

  const paste = (/** @type {ClipboardEvent} */ event) => {
    const { target, clipboardData } = event;
    const isField = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));
    if (!clipboardData || (target !== input && isField)) return;
    const plain = clipboardData.getData('text/plain');
    const pasted = (/\s/.test(plain.trim()) && clipboardData.getData('text/html')) || plain;
    if (!pasted.trim()) return;
    event.preventDefault();
    void take([pasted], bringInput);
  };
  const dropped = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    void take(event.dataTransfer?.files ?? [], bringFile);
  };
  drop.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  drop.addEventListener('drop', dropped, { signal });
  drop.addEventListener('paste', paste, { signal });
  return h(
    'form.box',
    { onsubmit },
    input,
    h('button', t('source.use')),
    h('label.button', t('source.open'), file),
    wrong,
  );
}

/**
 * A list of all pages, and a function that selects one in it.
 * @param {string} label @param {string | null} side @param {(page: Page) => unknown} pick
 */
function lister(label, side, pick) {
  const list = h('select', { 'aria-label': label, onchange: picked });
  function picked() {
    const page = find(list.value);
    if (page) pick(page);
  }
  const show = (/** @type {Page | undefined} */ page) => {
    list.replaceChildren(...choices());
    list.value = page?.id ?? '';
  };
  return { element: h('label', { class: side }, h('span', label), list), show };
}

/**
 * Controls to choose a page: a list of all, and a box. @param {object} options @param {string} options.label
 * @param {Page} options.value the page that is selected first
 * @param {(page: Page, second?: Page) => unknown} options.pick gets two pages if several are added at once
 * @param {AbortSignal} options.signal
 */
export async function picker({ label, value, pick, signal }) {
  await all();
  const { element, show } = lister(label, null, pick);
  const taken = (/** @type {[Page, ...Page[]]} */ [first, second]) => {
    show(first);
    return pick(first, second);
  };
  show(value);
  return h('div.picker', element, box({ taken, drop: document, signal }));
}

/**
 * Two lists and one box. A page that is added replaces the first page if it is a sample, and the second if not.
 * @param {Two<Page | undefined>} two the pages, which the caller replaces
 * @param {(pages: Two<Page | undefined>) => unknown} picked @param {AbortSignal} signal
 */
export async function twoPlaces(two, picked, signal) {
  await all();
  const left = lister(t('one'), 'side whose-one', (page) => choose([page, two[1]]));
  const right = lister(t('other'), 'side whose-other', (page) => choose([two[0], page]));
  const show = (/** @type {Two<Page | undefined>} */ [one, other]) => {
    left.show(one);
    right.show(other);
  };
  const choose = (/** @type {Two<Page | undefined>} */ pages) => {
    show(pages);
    return picked(pages);
  };
  const taken = (/** @type {[Page, ...Page[]]} */ [first, second]) => {
    const [one, other] = two;
    if (second) return choose([first, second]);
    return choose(!one || one.family ? [first, other] : [one, first]);
  };
  const swap = () => choose([two[1], two[0]]);
  const about = { type: 'button', 'aria-label': t('swap'), title: t('swap'), onclick: swap };
  show(two);
  const lists = h('div.two', left.element, h('button.swap.icon', about, '⇄'), right.element);
  return h('div.places', lists, box({ taken, drop: document, signal }));
}

/** The address of the view for pages that were just added. @param {[Page, ...Page[]]} pages */
export const viewOf = ([one, other]) =>
  other
    ? `#/compare?${new URLSearchParams({ one: one.id, other: other.id })}`
    : `#/look?${new URLSearchParams({ page: one.id })}`;

/** The options of a list of all pages, in groups. */
function choices() {
  const groups = Map.groupBy(pages.values(), ({ group }) => group ?? t('source.yours'));
  /** @param {Page} given */
  const option = ({ id, short, title }) => h('option', { value: id }, short ? `${called(short)} · ${title}` : title);
  return [...groups].map(([label, members]) => h('optgroup', { label }, members.map(option)));
}

/** The name of a sample in its family. */
const called = (/** @type {string} */ short) => (knows(`short.${short}`) ? t(`short.${short}`) : short);
