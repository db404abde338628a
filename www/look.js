// "One page": shows how a page is read while its bytes arrive. Each state is the result of `offprint` on the bytes so
// far, as if the page ended there.

import { full, offprint } from './core.js';
import { drawn, h, oneOf, present } from '../shared/dom.js';
import { picture, spelled } from './fingerprint.js';
import { dated, language, number, t } from './i18n.js';
import { all, copies, find, meanwhile, picker, reasonOf, viewOf } from './pages.js';
import { play } from './play.js';
import './relation.js'; // For its words.
import { Sheet } from './sheet.js';

/** @import { Article, LayoutMap, Place, Reader, ReaderOptions } from 'offprint/full' */
/** @import { Page, View } from './pages.js' */
/** @typedef {typeof Reader} Readers */
/** @typedef {(place: Place | null) => void} Show */
/** @typedef {(fingerprint: string | null, text: string) => LayoutMap} Mapper */
/** @typedef {{ bytes: Uint8Array, whole: Article, layoutMap?: Mapper, time?: number }} Reading */

/** The number of steps in which a page is read. */
const STEPS = 80;
/** Milliseconds for which reading is repeated to measure its time. */
const TIMED = 40;
const FIRST = { en: 'en-barrage-original', zh: 'zh-dam-original' };

/** @type {import('./i18n.js').Words} */
export const words = {
  en: {
    title: 'Is this page a copy?',
    lead:
      'One pass over a page finds the article among menus and ads, and keeps a fingerprint of about 500 bytes, by ' +
      'which a copy is recognised wherever it appears.',
    'answer.same': 'Yes, the article was seen before',
    'answer.partial': 'Partly: some of it was seen before',
    'answer.different': 'No, the article is new here',
    'answer.unknown': 'It has no article to recognise',
    compared: 'Compared with {all} other pages: our samples, and those that you brought.',
    compare: 'compare',
    others_more: 'and {n} more',
    letters: 'In letters',
    details: 'Details',
    page: 'Page',
    play: 'Read it slowly',
    pause: 'Pause',
    speed: 'Speed',
    so_far: 'Read so far',
    'so_far.value': '{read} of {bytes} bytes',
    noise: 'Menus and ads',
    'noise.some': 'some',
    'noise.all': 'all',
    'noise.none': 'none',
    'noise.clean': 'clean HTML',
    cleaned: 'The page without menus and ads',
    'cleaned.bytes': '{left} bytes in UTF-8. They come out while the page is read.',
    codes: 'Feature codes',
    legend: 'five before a full stop, five after',
    nothing: 'There is nothing to read on this page.',
    reading: 'Reading: no text has come yet.',
    more: ({ n }, show) => `${show(n)} more blocks of the page are not shown.`,
    fingerprint: 'Fingerprint',
    bytes: '{n} bytes',
    'picture.label':
      'A picture of the fingerprint: a line for each of its {samples} samples, at its place in the text and as long ' +
      'as its hash is large; below it {keys} keys, above it {codes} feature codes.',
    'picture.hint': 'Point at a line to see which part of the text it stands for.',
    'part.header': 'version, script',
    'part.measures': 'lengths',
    'part.codes': 'feature codes',
    'part.keys': 'keys',
    'part.samples': 'samples',
    'part.uncertain': 'uncertain samples',
    keys: 'Look-up keys',
    'keys.hint': 'It is stored under those in bold. Choose one to see what it is made of.',
    facts: 'What is known about the page',
    'fact.time': 'Time',
    'fact.length': 'Length',
    'fact.charset': 'Charset',
    'fact.language': 'Language',
    'fact.type': 'Type',
    'fact.quality': 'Quality',
    'fact.gated': 'Gated',
    'fact.others': 'Others',
    'fact.credit': 'Credit',
    'fact.authors': 'Authors',
    'fact.published': 'Published',
    'fact.canonical': 'Canonical address',
    time: '{ms} ms, {speed} MB/s',
    quality: '{n} of 100',
    gated: 'only the beginning; the rest is behind a paywall or a login',
    others: '{n} more in the page, not read',
    'charset.bom': 'by its byte-order mark',
    'charset.bytes': 'by the bytes themselves',
    'charset.http': 'by the HTTP header',
    'charset.meta': 'by a meta element',
    'charset.detected': 'by statistics',
    'charset.ascii': 'all ASCII',
    'type.article': 'article',
    'type.documentation': 'documentation',
    'type.product': 'product page',
    'type.service': 'service page',
    'type.list': 'list of pages',
    'type.forum': 'forum thread',
    'type.other': 'not an article',
    'none.yet': 'None yet: the rest of the page is still to be read.',
    none: 'None: {why}',
  },
  zh: {
    title: '这一页，见过没有？',
    lead: '从头到尾只读一遍，就能在广告和导航中找出文章，留下约 500 字节的指纹。凭这枚指纹，转载到哪里都认得出来。',
    'answer.same': '见过，是同一篇文章',
    'answer.partial': '见过其中一部分',
    'answer.different': '没见过',
    'answer.unknown': '没有可辨认的文章',
    compared: '与另外 {all} 页比较：本站的样例，以及你带来的网页。',
    compare: '对照',
    others_more: '另有 {n} 页',
    letters: '写成字母',
    details: '细节',
    page: '网页',
    play: '慢慢读',
    pause: '暂停',
    speed: '速度',
    so_far: '已读',
    'so_far.value': '已读 {read} 字节，共 {bytes} 字节',
    noise: '广告和导航',
    'noise.some': '部分',
    'noise.all': '全部',
    'noise.none': '隐藏',
    'noise.clean': '只含正文的 HTML',
    cleaned: '去掉广告和导航的网页',
    'cleaned.bytes': 'UTF-8 编码，{left} 字节。边读边输出。',
    codes: '特征码',
    legend: '句号前五字，句号后五字',
    nothing: '这一页没有可读的内容。',
    reading: '正在读，还没有读到文字。',
    more: '还有 {n} 块未显示。',
    fingerprint: '指纹',
    bytes: '{n} 字节',
    'picture.label':
      '指纹的图样：{samples} 条竖线各是一个样本，位置即其在正文中的位置，长短即散列值的大小；下方是 {keys} 个键，上方是 {codes} 个特征码。',
    'picture.hint': '指向一条竖线，看它代表正文的哪几个字。',
    'part.header': '版本与文字种类',
    'part.measures': '长度',
    'part.codes': '特征码',
    'part.keys': '键',
    'part.samples': '样本',
    'part.uncertain': '存疑的样本',
    keys: '查找所用的键',
    'keys.hint': '加粗的几个也用于存放。选一个，看它取自何处。',
    facts: '从网页得知',
    'fact.time': '用时',
    'fact.length': '正文长度',
    'fact.charset': '字符集',
    'fact.language': '语言',
    'fact.type': '类型',
    'fact.quality': '可信度',
    'fact.gated': '付费墙',
    'fact.others': '其他文章',
    'fact.credit': '来源',
    'fact.authors': '作者',
    'fact.published': '发布时间',
    'fact.canonical': '规范网址',
    time: '{ms} 毫秒，每秒 {speed} MB',
    quality: '{n} 分（满分 100）',
    gated: '仅有开头部分，全文需付费或登录后阅读',
    others: '网页上还有 {n} 篇，未读取',
    'charset.bom': '依字节顺序标记（BOM）',
    'charset.bytes': '依字节本身',
    'charset.http': '依 HTTP 响应头',
    'charset.meta': '依 meta 元素',
    'charset.detected': '依统计',
    'charset.ascii': '全为 ASCII',
    'type.article': '文章',
    'type.documentation': '文档',
    'type.product': '商品页',
    'type.service': '服务介绍',
    'type.list': '列表页',
    'type.forum': '帖子',
    'type.other': '不是文章',
    'none.yet': '还没有指纹：网页尚未读完。',
    none: '没有指纹：{why}',
  },
};

/** The visitor's choices. They survive a change of language. */
const chosen = {
  page: /** @type {string | null} */ (null),
  noise: 'some',
  codes: true,
  speed: '1',
  open: /** @type {Record<string, boolean>} */ ({}),
};

export default async function view(/** @type {HTMLElement} */ root, /** @type {View} */ { params, note, signal }) {
  const [{ Reader }, pages] = await meanwhile(root, 'loading', Promise.all([offprint(), all()]));
  const first = find(params.get('page') ?? chosen.page) ?? find(FIRST[language()]) ?? pages[0];
  if (!first) return;
  let page = first;
  /** @type {Reading | undefined} */
  let reading;

  const going = (/** @type {boolean} */ is) => root.classList.toggle('playing', is);
  const sped = (/** @type {string} */ speed) => (chosen.speed = speed);
  const player = play({ steps: STEPS, speed: chosen.speed, changed: draw, going, sped, signal });
  const sheet = new Sheet();
  const side = h('aside', { 'aria-label': t('look.facts') });
  /** @param {Page} next @param {Page} [second] */
  const pick = (next, second) => {
    if (!second) return take(next);
    location.hash = viewOf([next, second]);
  };
  const choice = await picker({ label: t('look.page'), value: page, pick, signal });
  if (signal.aborted) return;
  const about = h('p.about');
  const answer = h('section.answer', { role: 'status' });
  const cleaned = h('section.cleaned', { 'aria-label': t('look.cleaned') });
  const columns = h('div.columns', { hidden: true }, h('div', toggles(shown), sheet.element, cleaned), side);
  shown();
  about.textContent = noteOn(page);
  root.append(choice, answer, player.element, about, columns);
  await drawn(); // So that there is something to see before the page is read.
  if (signal.aborted) return;
  await take(page);

  /** Reads a page to its end and shows it. */
  async function take(/** @type {Page} */ next) {
    page = next;
    chosen.page = page.id;
    reading = undefined;
    const bytes = await meanwhile(columns, 'reading', page.bytes());
    if (signal.aborted || page !== next) return;
    note(new URLSearchParams({ page: page.id }));
    about.textContent = noteOn(page);
    reading = { bytes, whole: readUpTo(bytes, bytes.length) };
    player.end();
    draw(STEPS);
    void tell(reading.whole);
    // The places of codes and samples need the larger module: they are added later, and nothing waits for them.
    const current = reading;
    const [{ layoutMap }, time] = await Promise.all([full(), timed(() => once(readerOf(Reader, page), bytes), signal)]);
    if (signal.aborted || reading !== current) return;
    Object.assign(reading, { layoutMap, time });
    draw(player.step);
  }

  /** Says whether the page is a copy. */
  async function tell(/** @type {Article} */ whole) {
    answer.replaceChildren();
    const parts = answered(whole, page, whole.fingerprint ? await copies(whole, page) : null);
    if (!signal.aborted && reading?.whole === whole) answer.replaceChildren(...parts);
  }

  /** Shows the state after a number of steps. */
  function draw(/** @type {number} */ step) {
    if (!reading) return;
    const { bytes } = reading;
    const read = Math.round((step / STEPS) * bytes.length);
    const isWhole = read === bytes.length;
    const article = isWhole ? reading.whole : readUpTo(bytes, read);
    const layoutMap = reading.layoutMap?.(article.fingerprint, article.text);
    player.tell(t('look.so_far.value', { read, bytes: bytes.length }));
    sheet.draw(article, layoutMap, isWhole);
    drawCleaned(bytes, read);
    const show = (/** @type {Place | null} */ place) => sheet.point(place);
    side.replaceChildren(
      print(article, layoutMap, reading.whole.text.length, isWhole, show),
      facts(article, reading, isWhole),
      keyList(article, layoutMap, show),
    );
  }

  function readUpTo(/** @type {Uint8Array} */ bytes, /** @type {number} */ end) {
    const reader = readerOf(Reader, page, { explain: true });
    reader.write(bytes.subarray(0, end));
    return reader.end();
  }

  /** Shows the cleaned page as text, so that nothing in it is loaded or run. */
  function drawCleaned(/** @type {Uint8Array} */ bytes, /** @type {number} */ read) {
    if (chosen.noise !== 'clean') return;
    const reader = readerOf(Reader, page, { clean: true });
    const parts = [reader.write(bytes.subarray(0, read))];
    if (read === bytes.length) parts.push(reader.end().rest ?? new Uint8Array());
    else reader.free();
    const left = parts.reduce((sum, { length }) => sum + length, 0);
    const decoder = new TextDecoder();
    const html = parts.map((part) => decoder.decode(part, { stream: true })).join('');
    cleaned.replaceChildren(h('p.small.quiet', t('look.cleaned.bytes', { left })), h('pre', { tabIndex: 0 }, html));
  }

  function shown() {
    sheet.element.className = `sheet noise-${chosen.noise}`;
    sheet.element.hidden = chosen.noise === 'clean';
    cleaned.hidden = !sheet.element.hidden;
    if (reading && !cleaned.hidden) draw(player.step);
    sheet.element.classList.toggle('without-codes', !chosen.codes);
  }
}

/** How many copies are named. The rest is a number. */
const NAMED = 3;

/**
 * Whether the article was seen before, and where. @param {Article} whole @param {Page} own
 * @param {Awaited<ReturnType<typeof copies>> | null} known
 */
function answered(whole, own, known) {
  const [first] = known?.found ?? [];
  const verdict = known ? (first?.verdict ?? 'different') : 'unknown';
  const item = (/** @type {{ page: Page, verdict: string }} */ { page, verdict }) => {
    const href = `#/compare?${new URLSearchParams({ one: own.id, other: page.id })}`;
    const word = h(`span.is-${verdict}`, t(`verdict.${verdict}`));
    return h('li', word, ' · ', h('span', { dir: 'auto' }, page.title), ' · ', h('a', { href }, t('look.compare')));
  };
  const more = (known?.found.length ?? 0) - NAMED;
  return present([
    h(`p.verdict.${verdict}`, t(`look.answer.${verdict}`)),
    h('p.quiet', known ? t('look.compared', { all: known.all }) : reasonOf(whole)),
    known &&
      first &&
      h('ul', known.found.slice(0, NAMED).map(item), more > 0 && h('li.quiet', t('look.others_more', { n: more }))),
  ]);
}

/** @param {Readers} Reader @param {Page} page @param {ReaderOptions} [options] */
const readerOf = (Reader, { contentType, url }, options) => new Reader({ contentType, url, ...options });

/** The median of several times in milliseconds; undefined if the visitor leaves. */
async function timed(/** @type {() => number} */ once, /** @type {AbortSignal} */ signal) {
  const times = /** @type {number[]} */ ([]);
  let all = 0;
  while (all < TIMED && times.length < 25) {
    await drawn();
    if (signal.aborted) return undefined;
    const time = once();
    times.push(time);
    all += time;
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

/** How long a reader takes for a page, in milliseconds. @param {Reader} reader @param {Uint8Array} bytes */
function once(reader, bytes) {
  const begin = performance.now();
  for (let at = 0; at < bytes.length; at += 16384) reader.write(bytes.subarray(at, at + 16384));
  reader.end();
  return performance.now() - begin;
}

/** Switches for the parts of a page that are shown. `changed` is called after a choice. */
function toggles(/** @type {() => void} */ changed) {
  const set = (/** @type {Partial<typeof chosen>} */ choice) => {
    Object.assign(chosen, choice);
    changed();
  };
  const noise = ['some', 'all', 'none', 'clean'].map((name) => [name, t(`look.noise.${name}`)]);
  const onchange = () => set({ codes: codes.checked });
  /** @type {HTMLInputElement} */
  const codes = h('input', { type: 'checkbox', checked: chosen.codes, onchange });
  return h(
    'div.row.toggles',
    h('span', { 'aria-hidden': 'true' }, t('look.noise')),
    oneOf(t('look.noise'), noise, chosen.noise, (noise) => set({ noise })),
    h('label.toggle', codes, t('look.codes')),
    h('p.legend', h('span.before', '…'), h('span.stop', '。'), h('span.after', '…'), ' ', t('look.legend')),
  );
}

/** Notes on samples exist only in English. */
const noteOn = (/** @type {Page} */ { note }) => (language() === 'en' ? (note ?? '') : '');

/**
 * The fingerprint as a picture, and as text to copy. @param {Article} article
 * @param {LayoutMap | undefined} layoutMap @param {number} extent @param {boolean} isWhole @param {Show} show
 */
function print(article, layoutMap, extent, isWhole, show) {
  const { fingerprint } = article;
  const heading = h('div.row', h('h2', t('look.fingerprint')));
  if (!fingerprint) {
    const none = isWhole ? t('look.none', { why: reasonOf(article) }) : t('look.none.yet');
    return h('section.print', heading, h('p.quiet', none));
  }
  heading.append(
    h('span.small.quiet', t('look.bytes', { n: Math.floor((fingerprint.length * 3) / 4) })),
    copier(fingerprint),
  );
  return h(
    'section.print',
    heading,
    // An empty picture keeps the space until the larger module is there.
    layoutMap
      ? picture(layoutMap, { extent, show, label: (counts) => t('look.picture.label', counts) })
      : h('div.picture'),
    h('p.small.quiet', t('look.picture.hint')),
    folded(
      'letters',
      spelled(fingerprint, layoutMap, (part) => t(`look.part.${part}`)),
    ),
  );
}

/**
 * A section that opens on request and stays open while the page is read.
 * @param {string} name @param {import('../shared/dom.js').Child[]} content
 */
function folded(name, ...content) {
  const about = { open: chosen.open[name], ontoggle: () => (chosen.open[name] = details.hasAttribute('open')) };
  /** @type {HTMLElement} */
  const details = h(`details.${name}`, about, h('summary', t(`look.${name}`)), content);
  return details;
}

function copier(/** @type {string} */ text) {
  const onclick = async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = t('copied');
    setTimeout(() => (button.textContent = t('copy')), 1500);
  };
  const button = h('button.quiet', { type: 'button', onclick }, t('copy'));
  return button;
}

/**
 * What is known about the page. An incomplete page is judged only once it has an article.
 * @param {Article} article @param {{ bytes: Uint8Array, time?: number }} reading @param {boolean} isWhole
 */
function facts(article, { bytes, time }, isWhole) {
  const isJudged = isWhole || article.fingerprint !== null;
  /** @param {number} value @param {number} maximumFractionDigits */
  const digits = (value, maximumFractionDigits) => number(value, { maximumFractionDigits });
  const known = {
    language: article.language !== 'und' && tongue(article.language),
    type: isJudged && t(`look.type.${article.pageType}`),
    credit: [article.credit, ...article.via].filter(Boolean).join(', '),
    authors: article.authors.join(', '),
    published: dated(article.published),
    gated: article.gated && t('look.gated'),
    others: article.otherArticles > 0 && t('look.others', { n: article.otherArticles }),
  };
  const measured = {
    length: t('letters', { n: article.length }),
    time: time && t('look.time', { ms: digits(time, 2), speed: digits(bytes.length / time / 1000, time > 1 ? 0 : 1) }),
    charset: article.charsetSource && `${article.charset}, ${t(`look.charset.${article.charsetSource}`)}`,
    quality: isJudged && t('look.quality', { n: article.quality }),
    canonical: article.canonical,
  };
  /** @param {[string, string | number | false | null | undefined]} given */
  const item = ([name, value]) => value && [h('dt', t(`look.fact.${name}`)), h('dd', value)];
  /** @param {Record<string, string | number | false | null | undefined>} values */
  const list = (values) => h('dl.facts', Object.entries(values).map(item));
  return h('div.known', list(known), folded('details', list(measured)));
}

/** The name of a language; the tag itself if it is not valid. */
function tongue(/** @type {string} */ tag) {
  try {
    return new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(tag);
  } catch {
    return tag;
  }
}

/** @param {Article} article @param {LayoutMap | undefined} layoutMap @param {Show} show */
function keyList({ keys }, layoutMap, show) {
  if (keys.read.length === 0) return '';
  const item = (/** @type {LayoutMap['keys'][number]} */ { key, written, place }) => {
    const about = { type: 'button', class: written ? 'key written' : 'key', onclick: () => show(place) };
    return h('li', h('button', about, key));
  };
  return folded('keys', h('p.small.quiet', t('look.keys.hint')), h('ul', layoutMap?.keys.map(item)));
}
