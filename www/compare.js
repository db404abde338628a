// Compares two pages: the verdict and its evidence, and both texts with their shared parts.

import { offprint } from './core.js';
import { withChanges } from '../shared/diff.js';
import { h, present, still, svg } from '../shared/dom.js';
import { pageOf } from '../shared/text-page.js';
import { addLine, change, cutTail, insert, swapParagraphs } from './edits.js';
import { number, t, tIn } from './i18n.js';
import { all, article, idsIn, meanwhile, named, reasonOf, twoPlaces } from './pages.js';
import { changesText, evidenceTable, heading, LONGEST, originalParts, painted } from './relation.js';
import { rewritten } from './rewritten.js';
import { shared, takeShared } from './share.js';
import { traditional } from './traditional.js';

/** @type {import('./i18n.js').Words} */
export const words = {
  en: {
    title: 'Are these two the same article?',
    lead: 'And what was changed along the way, and which came first?',
    both: ({ both, all, changed }, show) =>
      `${show(both)} of ${show(all)} sentences of the first are in the second, ` +
      (changed ? `${show(changed)} of them changed.` : 'word for word.'),
    likeness: 'Likeness {score}; 1 is the same text.',
    edit: 'Edit the second text',
    'edit.hint': 'Type in it, or spoil it by a button: the answer follows.',
    'edit.tail': 'Cut the end',
    'edit.credit': 'Add a credit line',
    'edit.insert': 'Insert a paragraph',
    'edit.change': 'Change one word in twenty',
    'edit.swap': 'Swap paragraphs',
    'edit.traditional': 'Traditional characters',
    undo: 'Undo',
    credit: 'Source: The Elsewhere Evening Post   Editor: N. N.',
    paragraph:
      'Readers have asked us for more stories like this one. We will keep to them, and welcome letters with names ' +
      'and addresses.',
    map: 'The two texts from beginning to end. What both have is linked.',
    'key.same': 'in both',
    'key.changed': 'changed; what differs is marked',
    'key.only': 'only here',
    sentences: ({ only, all }, show) =>
      `${show(only)} of ${show(all)} sentences ${only === 1 ? 'is' : 'are'} only here`,
    counterpart: 'Go to the counterpart',
    share: 'Copy a link to this comparison',
    shared:
      'Copied: {size} characters. What you brought is in the link itself, behind the #, which browsers send to nobody.',
    long: 'Copied: {size} characters. Some programs cut links as long as this.',
    endless:
      'With these articles the link would have {size} characters, more than browsers accept. Send the pages ' +
      'themselves instead.',
    unshared: 'The link cannot be copied here; copy it from the address bar.',
    damaged:
      'The link is damaged: an article in it cannot be read, so there is nothing to compare. Ask for the link ' +
      'again, or choose another page.',
    evidence: 'Why',
    original: 'Which came first',
    texts: 'Side by side',
    unread: 'There is no article to compare on this page: {why}',
  },
  zh: {
    title: '两页对照：是不是同一篇？',
    lead: '转载时改了什么？哪一篇在先？',
    both: ({ both, all, changed }) =>
      `甲的 ${all} 句中有 ${both} 句也在乙中，${changed ? `其中 ${changed} 句有改动` : '一字未改'}。`,
    likeness: '相似度 {score}，1 为文字全同。',
    edit: '编辑乙的正文',
    'edit.hint': '直接打字，或用按钮改它，结论随之变化。',
    'edit.tail': '删去结尾',
    'edit.credit': '加一行来源',
    'edit.insert': '插入一段',
    'edit.change': '二十字改一字',
    'edit.swap': '调换段落',
    'edit.traditional': '改成繁体',
    undo: '撤销',
    credit: '来源：他乡晚报　责任编辑：某某',
    paragraph: '本报接到不少读者来信，希望多刊登此类报道。本报将继续关注，也欢迎读者署名来信，并留下联系地址。',
    map: '两篇文字从头到尾。共有的部分以线相连。',
    'key.same': '两篇都有',
    'key.changed': '有改动，不同的字词已标出',
    'key.only': '仅此篇有',
    sentences: '{all} 句中有 {only} 句仅此篇有',
    counterpart: '跳到对应的句子',
    share: '复制这次比较的链接',
    shared: '已复制，共 {size} 个字符。你带来的文章就在链接的 # 之后，浏览器不会把它发给任何人。',
    long: '已复制，共 {size} 个字符。链接这么长，有些程序会把它截断。',
    endless: '带上这两篇文章，链接会有 {size} 个字符，超出浏览器的限度。请直接转交网页。',
    unshared: '此处无法复制，请从地址栏复制链接。',
    damaged: '链接已损坏，读不出其中的文章，无从比较。请对方重新复制一次，或另选一页。',
    evidence: '依据',
    original: '哪一篇在先',
    texts: '并排对照',
    unread: '这一页没有可比的文章：{why}',
  },
};

/** @import { Sentence } from 'offprint' */
/** @import { Page, Shown, Two, View } from './pages.js' */

/** @typedef {Pick<Page, 'id' | 'family'>} Named */

/** The share of words that one click changes. */
const SHARE = 0.05;
/** The longest link that programs usually leave intact, and the longest that browsers accept, in characters. */
const [LONG_LINK, LONGEST_LINK] = [8000, 1_000_000];

/** The edited text and its page. They stay while the visitor looks at other views. */
let edited = /** @type {{ page?: Page, text?: string }} */ ({});

export default async function view(/** @type {HTMLElement} */ root, /** @type {View} */ { params, note, signal }) {
  await meanwhile(root, 'loading', all());
  const wrong = h('p.wrong', { role: 'alert' });
  const sides = await meanwhile(root, 'reading', linked(idsIn(params), wrong));
  if (signal.aborted) return;
  const result = h('div.result');

  async function choose(/** @type {Two<Page | undefined>} */ [one, other]) {
    sides.splice(0, 2, one, other);
    // Without both pages there is no answer, and above all no verdict on another page.
    if (!one || !other) return;
    wrong.textContent = '';
    note(new URLSearchParams({ one: one.id, other: other.id }));
    const articles = await meanwhile(result, 'reading', Promise.all([article(one), article(other)]));
    const isMeant = !signal.aborted && one === sides[0] && other === sides[1];
    if (isMeant) await show(result, articles, [one, other]);
  }

  root.append(await twoPlaces(sides, choose, signal), wrong, result);
  await choose(sides);
}

/**
 * The pages that an address names, or that links in it contain. One that cannot be shown is undefined; `wrong` says so.
 * @param {Two<string | null>} ids @param {HTMLElement} wrong
 */
async function linked(ids, wrong) {
  const links = present(ids).filter((id) => id.startsWith('~'));
  if (links.length > 0) await offprint(); // Otherwise a loading error would look like a bad link.
  const taken = await Promise.allSettled(links.map(takeShared));
  const sides = named(ids, wrong);
  if (taken.some(({ status }) => status === 'rejected')) wrong.textContent = t('compare.damaged');
  return sides;
}

/** @param {HTMLElement} result @param {Two<Shown>} articles @param {Two<Page>} pages */
async function show(result, articles, pages) {
  const { align, compare, read } = await offprint();
  const [found, map, rest] = [h('div.found'), h('div'), h('div')];
  const left = h('article.text.whose-one', { 'data-side': 0, onclick: goToCounterpart, onkeydown: move });
  const right = h('article.text.whose-other', { 'data-side': 1, onclick: goToCounterpart, onkeydown: move });
  const edit = () => {
    edited = { page: pages[1], text: edited.page === pages[1] ? edited.text : undefined };
    result.classList.add('editing');
    right.replaceChildren(...editor(articles[1], judge));
  };
  result.classList.remove('editing');
  result.replaceChildren(
    found,
    h('section', h('h2', t('compare.texts')), legend(), map, h('div.texts', left, right)),
    rest,
  );
  draw(articles, pages);
  right.prepend(h('button.edit', { type: 'button', onclick: edit }, t('compare.edit')));
  if (edited.page === pages[1]) edit();

  /** Draws everything except a text that is being edited. @param {Two<Shown>} two @param {Two<Named>} sources */
  function draw(two, sources) {
    const relation = compare(two[0], two[1]);
    const { verdict, score, changes, original, version, evidence } = relation;
    /** @type {Two<Sentence[]>} */
    const sentences = two.every(({ text }) => text) ? align(two[0].text, two[1].text) : [[], []];
    const finding = h(
      'section.finding',
      { role: 'status' },
      h('p', { class: `verdict ${verdict}` }, t(`answer.${verdict}`)),
      h('p', /same|partial/.test(verdict) ? counted(sentences[0]) : t(`meaning.${verdict}`)),
      verdict === 'unknown' && two.map(unread),
      (original || changes.length > 0) && h('p', changesText(changes)),
      sharing(two, sources),
    );
    const versions = version && h('p', t('changes.version'));
    const origin = original && h('section.origin', h('h2', t('compare.original')), versions, originalParts(original));
    found.replaceChildren(...present([finding, origin]));
    const isShort = two.every(({ text }) => text.length <= LONGEST);
    map.replaceChildren(...(isShort && sentences[0].length > 0 ? [ribbon(two, sentences)] : []));
    const own = { side: 'one', article: two[0], sentences: sentences[0], stamped: original?.which === 'first' };
    const theirs = { side: 'other', article: two[1], sentences: sentences[1], stamped: original?.which === 'second' };
    left.replaceChildren(...text(own, theirs));
    if (sources === pages) right.replaceChildren(...text(theirs, own));
    const exact = number(score, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
    const why = h('details.why', h('summary', h('h2', t('compare.evidence'))), evidenceTable(evidence));
    why.append(h('p.quiet', t('compare.likeness', { score: exact })));
    const parts = [!original && sentences[0].length > 0 && rewritten(two, verdict), evidence.length > 0 && why];
    rest.replaceChildren(...present(parts));
  }

  /** Reads the edited text as a page of its own. */
  async function judge(/** @type {string} */ written) {
    edited.text = written;
    const { text, length, fingerprint, noFingerprintReason } = await read(pageOf(articles[1].title, written));
    const copy = { ...articles[1], text, length, fingerprint, noFingerprintReason };
    if (edited.text === written) draw([articles[0], copy], [pages[0], { id: '' }]);
  }
}

/** How much of the first text is in the second. */
function counted(/** @type {Sentence[]} */ sentences) {
  const both = sentences.filter(({ other }) => other !== null);
  const changed = both.filter(({ kind }) => kind === 'changed').length;
  return t('compare.both', { both: both.length, all: sentences.length, changed });
}

/** A field for the text of an article, and buttons that change it. `judge` gets every text. */
function editor(/** @type {Shown} */ own, /** @type {(text: string) => unknown} */ judge) {
  const steps = /** @type {string[]} */ ([]);
  const about = { lang: own.language, dir: 'auto', spellcheck: 'false', 'aria-label': t('compare.edit') };
  /** @type {HTMLTextAreaElement} */
  const field = h('textarea.running', { ...about, oninput: () => judge(field.value) });
  const write = (/** @type {string} */ text) => {
    field.value = text;
    void judge(text);
  };
  /** @type {Record<string, (text: string) => string | Promise<string>>} */
  const edits = {
    tail: cutTail,
    credit: (text) => addLine(text, tIn(own.language, 'compare.credit')),
    insert: (text) => insert(text, tIn(own.language, 'compare.paragraph')),
    change: (text) => change(text, SHARE, steps.length + 1),
    swap: swapParagraphs,
    traditional: async (text) => (await traditional()).characters(text),
  };
  const press = (/** @type {(text: string) => string | Promise<string>} */ edit) => async () => {
    steps.push(field.value);
    write(await edit(field.value));
  };
  const suited = Object.entries(edits).filter(([name]) => name !== 'traditional' || /Hani|Jpan/.test(own.script ?? ''));
  const buttons = suited.map(([name, edit]) =>
    h(`button.edit-${name}`, { type: 'button', onclick: press(edit) }, t(`compare.edit.${name}`)),
  );
  const undo = h('button.undo', { type: 'button', onclick: () => write(steps.pop() ?? own.text) }, t('compare.undo'));
  write(edited.text ?? own.text);
  return [heading(own, 'other'), h('p.small.quiet', t('compare.edit.hint')), h('div.row', buttons, undo), field];
}

const unread = (/** @type {Shown} */ article, /** @type {number} */ i) =>
  article.noFingerprintReason &&
  h('p', h('strong', t(i ? 'other' : 'one')), ' · ', t('compare.unread', { why: reasonOf(article) }));

const legend = () =>
  h(
    'p.legend.small',
    ['same', 'changed', 'only'].map((kind) => h('span', { class: `sample ${kind}` }, t(`compare.key.${kind}`))),
  );

/**
 * @typedef {{ side: string, article: Shown, sentences: Sentence[], stamped: boolean }} Side
 * @param {Side} own @param {Side} theirs
 */
function text({ side, article, sentences, stamped }, theirs) {
  const first = sentences.findIndex(({ other }) => other !== null);
  const ranges = sentences.map(({ start, end, kind, other, moved }, n) => {
    // The Tab key stops once; the arrow keys go on from there.
    const tabindex = n === first ? 0 : -1;
    const linked = other !== null && { tabindex, role: 'link', 'data-other': other, title: t('compare.counterpart') };
    return { start, end, attributes: { class: `sentence ${kind}${moved ? ' moved' : ''}`, 'data-n': n, ...linked } };
  });
  const only = sentences.filter(({ kind }) => kind === 'only').length;
  const running = h('div.running', { lang: article.language, dir: 'auto' }, painted(article.text, ranges));
  const marks = /** @type {NodeListOf<HTMLElement>} */ (running.querySelectorAll('.sentence.changed'));
  for (const changed of marks) {
    const there = theirs.sentences[Number(changed.dataset.other)];
    const counterpart = there ? theirs.article.text.slice(there.start, there.end) : '';
    changed.replaceChildren(...withChanges(changed.textContent, counterpart, (words) => h('mark', words)));
  }
  const count = sentences.length > 0 && h('p.small.count', t('compare.sentences', { only, all: sentences.length }));
  return present([heading(article, side, stamped), count, running]);
}

/** Goes to the counterpart of the sentence that was clicked. */
function goToCounterpart(/** @type {Event} */ { target }) {
  const own = target instanceof Element && target.closest('[data-other]');
  if (!own || String(getSelection())) return;
  const side = 1 - Number(own.closest('[data-side]')?.getAttribute('data-side'));
  go(own.closest('.texts'), side, own.getAttribute('data-other'));
}

/** Goes by keyboard to the counterpart, or to the next sentence that has one. */
function move(/** @type {KeyboardEvent} */ event) {
  const own = /** @type {HTMLElement} */ (event.target);
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (event.key === 'Enter') goToCounterpart(event);
  if (!step || !own.matches('[data-other]')) return;
  event.preventDefault();
  const text = /** @type {HTMLElement} */ (event.currentTarget);
  const all = /** @type {HTMLElement[]} */ ([...text.querySelectorAll('[data-other]')]);
  all[all.indexOf(own) + step]?.focus();
}

function go(/** @type {Element | null} */ texts, /** @type {number} */ side, /** @type {number | string | null} */ n) {
  /** @type {HTMLElement | null | undefined} */
  const met = texts?.querySelector(`[data-side="${side}"] [data-n="${n}"]`);
  if (!texts || !met) return; // The text is being edited.
  for (const old of texts.querySelectorAll('.met')) old.classList.remove('met');
  met.classList.add('met');
  met.scrollIntoView({ block: 'center', behavior: still() ? 'auto' : 'smooth' });
  met.focus({ preventScroll: true });
}

/** Both texts as bars, with a segment for each sentence, and bands between sentences that belong together. */
function ribbon(/** @type {Two<Shown>} */ articles, /** @type {Two<Sentence[]>} */ sentences) {
  const [width, height, bar] = [1000, 120, 14];
  const most = Math.max(...articles.map(({ text }) => text.length));
  const x = (/** @type {number} */ at) => (width * at) / most;
  /** @type {(i: number, n: number) => () => void} */
  const to = (i, n) => () => go(document.querySelector('.compare .texts'), i, n);
  const stretch = (/** @type {Sentence} */ { start, end, kind }, /** @type {number} */ i, /** @type {number} */ n) => {
    const at = { x: x(start), y: i ? height - bar : 0, width: Math.max(x(end - start) - 1, 1), height: bar };
    return svg('rect', { class: `${kind} side-${i}`, ...at, onclick: to(i, n) });
  };
  const band = (/** @type {Sentence} */ { start, end, kind, other, moved }) => {
    const there = other !== null && sentences[1][other];
    if (!there) return null;
    const [top, middle, bottom] = [bar + 1, height / 2, height - bar - 1];
    const [a, b, c, d] = [x(start), x(end) - 1, x(there.end) - 1, x(there.start)];
    return svg('path', {
      class: `band ${kind}${moved ? ' moved' : ''}`,
      d: `M${a} ${top}C${a} ${middle} ${d} ${middle} ${d} ${bottom}H${c}C${c} ${middle} ${b} ${middle} ${b} ${top}Z`,
      onclick: to(1, other),
    });
  };
  const viewBox = `0 0 ${width} ${height}`;
  return h(
    'figure.ribbon',
    svg(
      'svg',
      { viewBox, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('compare.map') },
      sentences[0].map(band),
      sentences.map((side, i) => side.map((sentence, n) => stretch(sentence, i, n))),
    ),
    h('figcaption', t('compare.map')),
  );
}

/** Puts a link into the address bar and on the clipboard; returns the key of the message about it. */
async function passed(/** @type {string} */ link) {
  if (link.length > LONGEST_LINK) return 'endless';
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    return 'unshared';
  }
  return link.length > LONG_LINK ? 'long' : 'shared';
}

function sharing(/** @type {Two<Shown>} */ articles, /** @type {Two<Named>} */ pages) {
  const status = h('span.small.quiet', { role: 'status' });
  const copy = async () => {
    const [one, other] = await Promise.all([shared(pages[0], articles[0]), shared(pages[1], articles[1])]);
    const link = new URL(`#/compare?${new URLSearchParams({ one, other })}`, location.href).href;
    status.textContent = t(`compare.${await passed(link)}`, { size: link.length });
  };
  return h('p.row', h('button.share', { type: 'button', onclick: copy }, t('compare.share')), status);
}
