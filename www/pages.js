// Pages to read: the samples, and those that the visitor brings. All views share them.

import { offprint } from './core.js';
import { h } from './dom.js';
import { knows, language, t } from './i18n.js';

/**
 * A page: `id`, `title`, `contentType` (null if unknown), `group` and `short` for lists, `bytes()`; samples also have
 * `url`, `lang`, `note` (in English), `family` and `relation` to the family's original.
 */
const pages = new Map();
/** A pair of samples for each verdict, by language. */
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
const articles = new Map();
let listed;

/** All pages, the samples first. */
export async function all() {
  listed ??= list();
  await listed;
  return [...pages.values()];
}

/** The page with an id, if it exists. */
export const find = (id) => pages.get(id);

/** The message in each element that shows a wait. */
const waiting = new WeakMap();

/**
 * Shows, by the key of the words, that an element waits for its content; the earlier content no longer applies.
 */
export async function meanwhile(place, key, coming) {
  const said = h('p.quiet.busy', { role: 'status' }, t(key));
  waiting.get(place)?.remove();
  waiting.set(place, said);
  place.hidden = true;
  place.before(said);
  try {
    const come = await coming;
    if (waiting.get(place) === said) place.hidden = false;
    return come;
  } finally {
    said.remove();
  }
}

/** The ids of the two pages that the settings in an address name. */
export const idsIn = (params) => ['one', 'other'].map((name) => params.get(name));

/** The pages with these ids, else a pair of samples; undefined for a missing page, which `wrong` reports. */
export function named(ids, wrong) {
  const gone = ids.filter((id) => id && !pages.has(id));
  wrong.textContent = gone.length > 0 ? t('source.gone', { names: gone.join(', ') }) : '';
  return ids.map((id, i) => pages.get(id || PAIRS[language()].same[i]));
}

async function list() {
  for (const sample of await (await get('samples.json')).json()) {
    const { slug, family } = sample;
    const short = slug.replace(`${family}-`, '').replace(family, 'original');
    const bytes = async () => new Uint8Array(await (await get(`pages/${slug}/page.html`)).arrayBuffer());
    pages.set(slug, { ...sample, id: slug, group: family, short, bytes });
  }
}

/** Fetches a file of this site. */
export async function get(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(t('source.unfetched', { address, status: response.status }));
  return response;
}

/** Adds a page: a File, or a Blob and a name. A page of the same name is replaced. */
export function bring(blob, name, contentType = /** @type {string | null} */ (null)) {
  const bytes = async () => new Uint8Array(await blob.arrayBuffer());
  const page = { id: name, title: name, short: '', group: null, contentType, bytes };
  articles.delete(name);
  pages.set(name, page);
  return page;
}

/** Adds an article that was read elsewhere. Its page is made from the article. */
export function bringArticle(id, read) {
  const paragraphs = [read.title, ...read.text.split('\n')].map((line) => `<p>${escaped(line)}`);
  const html = new Blob([`<title>${escaped(read.title)}</title>`, ...paragraphs]);
  const page = bring(html, id, 'text/html; charset=utf-8');
  page.title = read.title || page.title;
  articles.set(id, read);
  return page;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

let pasted = 0;

/** Adds text or HTML. */
function bringText(text, name = t('source.pasted', { n: String((pasted += 1)) })) {
  const html = /^\s*<|<\/?(p|div|br|html|body|h\d|article)\b[^>]*>/i.test(text);
  const paragraphs = text.split(/\n\s*\n/).map((lines) => `<p>${escaped(lines)}`);
  return bring(new Blob([html ? text : paragraphs.join('\n')]), name, 'text/html; charset=utf-8');
}

/** Fetches a page of this site. */
async function bringAddress(address) {
  const url = new URL(address, location.href);
  let response;
  try {
    response = await fetch(url);
  } catch {
    throw new Error(t('source.unreachable', { address: url.href }));
  }
  if (!response.ok) throw new Error(t('source.unfetched', { address: url.href, status: response.status }));
  return bring(await response.blob(), url.href, response.headers.get('content-type'));
}

/** The article of a page, read whole, with `blocks`; each page is read once. */
export async function article(page) {
  if (!articles.has(page.id)) {
    const [{ read }, bytes] = await Promise.all([offprint(), page.bytes()]);
    articles.set(page.id, await read(bytes, { contentType: page.contentType, url: page.url, explain: true }));
  }
  return articles.get(page.id);
}

/**
 * The controls that choose a page: a list, a file, a drop, a paste, an address.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.value the id chosen at first
 * @param {(page: object) => unknown} options.pick
 * @param {EventTarget} options.drop where pages can be dropped and pasted
 * @param {AbortSignal} options.signal
 * @returns {Promise<HTMLElement>}
 */
export async function picker({ label, value, pick, drop, signal }) {
  await all();
  const list = h('select', { 'aria-label': label, onchange: () => take(async () => find(list.value)) });
  const file = h('input.unseen', {
    type: 'file',
    accept: '.html,.htm,.xhtml,.txt,text/html,text/plain',
    onchange: () => files(file.files),
  });
  const wrong = h('p.wrong', { role: 'alert' });
  const dialog = asking({
    text: (text) => take(async () => bringText(text)),
    address: (address) => take(() => bringAddress(address)),
  });
  const element = h(
    'div.picker',
    h('label', h('span', label), list),
    h('label.button', t('source.open'), file),
    h('button', { type: 'button', onclick: () => dialog.showModal() }, t('source.paste')),
    wrong,
    dialog,
  );

  /** @param {() => Promise<{ id: string }>} bringing */
  async function take(bringing) {
    try {
      const page = await bringing();
      fill(page.id);
      wrong.textContent = '';
      await pick(page);
    } catch (error) {
      wrong.textContent = error.message;
    }
  }

  function files([first]) {
    const isText = first?.type === 'text/plain';
    const bringing = async () => (isText ? bringText(await first.text(), first.name) : bring(first, first.name));
    if (first) void take(bringing);
  }

  function fill(id) {
    list.replaceChildren(...choices());
    list.value = id;
  }

  receive(drop, { files, text: (text) => take(async () => bringText(text)), signal });
  fill(value);
  return element;
}

/** A picker for each of two pages; `picked` is called with both when another is chosen. */
export const twoPickers = (two, picked, signal) =>
  Promise.all(
    ['one', 'other'].map(async (name, i) => {
      const drop = h('div', { class: `side whose-${name}` });
      const pick = (page) => picked(two.with(i, page));
      drop.append(await picker({ label: t(name), value: two[i]?.id, pick, drop, signal }));
      return drop;
    }),
  );

/** All pages for a list, in their groups. */
function choices() {
  const groups = Map.groupBy(pages.values(), ({ group }) => group ?? t('source.yours'));
  const option = ({ id, short, title }) => h('option', { value: id }, short ? `${called(short)} · ${title}` : title);
  return [...groups].map(([label, members]) => h('optgroup', { label }, members.map(option)));
}

/** Takes the files that are dropped on an element, and the text that is pasted anywhere in it but in a field. */
function receive(target, { files, text, signal }) {
  target.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  const drop = (event) => {
    event.preventDefault();
    files(event.dataTransfer.files);
  };
  const paste = (event) => {
    if (event.target.isContentEditable || event.target.matches?.('input, textarea')) return;
    const pasted = event.clipboardData.getData('text/html') || event.clipboardData.getData('text/plain');
    if (pasted) void text(pasted);
  };
  target.addEventListener('drop', drop, { signal });
  target.addEventListener('paste', paste, { signal });
}

/** How a sample relates to its family. */
const called = (short) => (knows(`short.${short}`) ? t(`short.${short}`) : short);

/** A dialog that asks for a text or an address. */
function asking({ text, address }) {
  const html = t('source.html');
  const area = h('textarea', { rows: 10, 'aria-label': html, placeholder: html, spellcheck: 'false' });
  const example = 'pages/zh-dam-original/page.html';
  const field = h('input', { type: 'text', 'aria-label': t('source.address'), placeholder: example });
  const use = (call, input) => () => {
    const value = input.value.trim();
    dialog.close();
    input.value = '';
    if (value) call(value);
  };
  const dialog = h(
    'dialog.asking',
    { 'aria-label': t('source.paste') },
    area,
    h(
      'div.row',
      h('button.strong', { type: 'button', onclick: use(text, area) }, t('source.use')),
      h('button', { type: 'button', onclick: () => dialog.close() }, t('source.cancel')),
    ),
    h('label', h('span', t('source.address')), field),
    h('div.row', h('button', { type: 'button', onclick: use(address, field) }, t('source.fetch'))),
  );
  return dialog;
}
