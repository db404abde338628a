// The first screen: two pages that look different, and whether they show the same article. The answers are computed
// when the site is built (`examined`), so it opens without a module.

import { h, oneOf } from '../shared/dom.js';
import { language, t } from './i18n.js';
import { box, get, meanwhile, viewOf } from './pages.js';
import { painted } from './relation.js';
/** @import { Article, Block } from 'offprint' */
/** @import { Page, Two, View } from './pages.js' */

/** @typedef {ReturnType<typeof examined>} Examined */

/** @satisfies {import('./i18n.js').Words} */
export const words = {
  en: {
    title: 'Is this the same article?',
    lead:
      'Articles are copied from site to site, each with its own menus and ads. Offprint finds the article ' +
      'and says whether it has seen it before: for readers who want the original, for sites that serve crawlers, for ' +
      'anyone who sorts a million pages.',
    example: 'An example',
    pair: 'Another pair',
    'pair.same': 'A reprint',
    'pair.partial': 'An abridged copy',
    'pair.different': 'Another report',
    shared: ({ both, all }, show) =>
      `${show(both)} of the first page’s ${show(all)} sentences ${both === 1 ? 'is' : 'are'} on both pages, ` +
      'and highlighted below. Grey text is menus and ads.',
    why:
      'One pass over a page, and 500 bytes to remember it by. Your own pages are read here, in your browser: nothing ' +
      'leaves your device.',
    yours: 'Try yours',
    'yours.compare': 'Compare two pages',
    'yours.look': 'Take one page apart',
    'yours.folder': 'Sort a folder of pages',
    install: 'Or install it',
    'install.extension': 'Browser extension',
    'install.npm': 'JavaScript: npm i',
    'install.pip': 'Python: pip',
    'install.edge': 'At the edge of a site',
    noise: ({ n }, show) => `${show(n)} ${n === 1 ? 'line' : 'lines'} of menus and ads`,
  },
  zh: {
    title: '这两页是同一篇文章吗？',
    lead:
      '同一篇文章在各家网站之间转来转去，每家配上不同的广告和导航。Offprint 找出正文，告诉你是否见过这篇文章：' +
      '想找原文的读者、要应付爬虫的网站、要整理百万网页的人都用得上。',
    example: '举个例子',
    pair: '换一组',
    'pair.same': '转载',
    'pair.partial': '删节',
    'pair.different': '另一篇',
    shared: '第一页的 {all} 句中有 {both} 句两页都有，已在下面标亮。灰色的是广告和导航。',
    why: '网页只读一遍，用 500 字节记住一篇文章。你自己的网页就在这里、在你的浏览器里读，任何内容都不会离开你的设备。',
    yours: '换成你的网页',
    'yours.compare': '两页对照',
    'yours.look': '拆开一页看看',
    'yours.folder': '整理一批网页',
    install: '或者安装',
    'install.extension': '浏览器扩展',
    'install.npm': 'JavaScript：npm i',
    'install.pip': 'Python：pip',
    'install.edge': '网站的边缘节点',
    noise: '{n} 行广告和导航',
  },
};

const CHOICES = ['same', 'partial', 'different'];
/** What to install, and the document about it. */
const INSTALLS = { extension: 'extension', npm: 'pkg', pip: 'crates-python', edge: 'worker' };
/** How many lines of noise are shown in a row. The rest is a number. */
const NOISE = 2;

export default async function view(/** @type {HTMLElement} */ root, /** @type {View} */ { params, note, signal }) {
  const answer = h('div.answer', { role: 'status' });
  const dresses = h('div.dressed');
  const chosen = CHOICES.find((name) => name === params.get('pair')) ?? 'same';
  const choices = CHOICES.map((name) => [name, t(`home.pair.${name}`)]);
  let latest = '';

  const choose = (/** @type {string} */ name) => {
    note(new URLSearchParams({ pair: name }));
    return show(name);
  };
  const taken = async (/** @type {[Page, ...Page[]]} */ pages) => {
    if (pages.length > 2) (await import('./folder.js')).sort(pages);
    location.hash = pages.length > 2 ? '#/folder' : viewOf(pages);
  };
  /** @param {string} name @param {string} key */
  const leadTo = (name, key) => h('a.button', { href: `#/${name}` }, t(key));
  const views = ['compare', 'look', 'folder'].map((name) => leadTo(name, `home.yours.${name}`));
  const installs = Object.entries(INSTALLS).map(([name, page]) =>
    h('a.button', { href: `docs/${page}${language() === 'zh' ? '.zh' : ''}.html` }, t(`home.install.${name}`)),
  );
  // The chosen element is not replaced, so it keeps the focus.
  root.append(
    box({ taken, drop: document, signal }),
    h(
      'section.example',
      h('div.row', h('h2', t('home.example')), oneOf(t('home.pair'), choices, chosen, choose)),
      answer,
      h('div.stage', dresses),
    ),
    h('section.yours', h('h2', t('home.yours')), h('p.row', views), h('p.quiet', t('home.why'))),
    h('section.yours', h('h2', t('home.install')), h('p.row', installs)),
  );

  async function show(/** @type {string} */ name) {
    latest = name;
    /** @type {Promise<Examined>} */
    const examined = get(pathOf(language(), name)).then((response) => response.json());
    const { verdict, sentences, articles } = await meanwhile(dresses, 'reading', examined);
    if (signal.aborted || latest !== name) return;
    const [own = []] = sentences;
    const both = own.filter(({ other }) => other !== null).length;
    answer.replaceChildren(
      h('p', { class: `verdict ${verdict}` }, t(`answer.${verdict}`)),
      h('p.quiet', t('home.shared', { both, all: own.length })),
    );
    dresses.replaceChildren(...articles.map((each, i) => dressed(each, sentences[i] ?? [], i)));
  }

  await show(chosen);
}

/** The file of a pair. @param {string} tongue @param {string} name */
export const pathOf = (tongue, name) => `pairs/${tongue}-${name}.json`;

/**
 * What the first screen shows of two articles with blocks. @param {Two<Article>} articles
 * @param {Pick<typeof import('offprint'), 'align' | 'compare'>} offprint
 */
export function examined(articles, { align, compare }) {
  const [one, other] = articles;
  const sentences = align(one.text, other.text);
  return {
    verdict: compare(one, other).verdict,
    sentences: sentences.map((all) => all.map(({ start, end, other }) => ({ start, end, other }))),
    articles: articles.map(({ title, language, url, blocks }) => ({ title, language, url, blocks })),
  };
}

/**
 * A page in its own style: its text, with noise in grey and shared parts highlighted.
 * @param {Examined['articles'][number]} article @param {Examined['sentences'][number]} sentences @param {number} i
 */
function dressed({ blocks = [], language: lang, ...read }, sentences, i) {
  const host = read.url && new URL(read.url).host;
  const lit = sentences.filter(({ other }) => other !== null);
  const parts = /** @type {import('../shared/dom.js').Child[]} */ ([]);
  let start = 0;
  for (const run of runs(blocks)) {
    if (run[0]?.rule) {
      const shown = run.filter(({ rule }) => rule !== 'headline' && rule !== 'hidden');
      parts.push(shown.slice(0, NOISE).map(({ text }) => h('p.noise', { dir: 'auto' }, text)));
      const more = shown.length - NOISE;
      if (more > 0) parts.push(h('p.noise.more', `+ ${t('home.noise', { n: more })}`));
    }
    for (const { rule, text } of run) {
      if (rule) continue;
      const end = start + text.length;
      const inside = lit.filter((sentence) => sentence.start < end && sentence.end > start);
      const ranges = inside.map((sentence) => ({
        start: Math.max(sentence.start - start, 0),
        end: Math.min(sentence.end, end) - start,
        attributes: { class: 'lit' },
      }));
      parts.push(painted(text, ranges));
      start = end + 1;
    }
  }
  return h(
    'article',
    { class: `dress dress-${i} whose-${i ? 'other' : 'one'}`, lang, tabindex: 0, 'aria-label': read.title },
    h('p.host', { translate: 'no' }, host),
    h('h2', { dir: 'auto' }, read.title),
    h('div.running', { dir: 'auto' }, parts),
  );
}

/** Kept and dropped blocks in alternating groups. */
function runs(/** @type {Block[]} */ blocks) {
  const all = /** @type {Block[][]} */ ([]);
  for (const block of blocks) {
    const last = all.at(-1);
    if (last && !last[0]?.rule === !block.rule) last.push(block);
    else all.push([block]);
  }
  return all;
}
