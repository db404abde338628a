// The blocks of a page as they were read. Noise is struck out, with the rule that dropped it. The body shows its
// feature codes.

import { h, rangeOf } from '../shared/dom.js';
import { number, t } from './i18n.js';
/** @import { Block, LayoutMap, Place } from 'offprint/full' */
/** @typedef {Place & { name: string }} Mark */

/** How many blocks in a row under one rule are shown if noise is shortened. */
const FEW = 5;
/** The most blocks that are shown. A page can have fifty thousand. */
const MOST = 1500;

export class Sheet {
  element = h('article.sheet');
  #title = h('h2', { dir: 'auto' });
  #blocks = h('div.blocks');
  #more = h('p.quiet');
  /** What each block was drawn from, so that only changed blocks are drawn again. */
  #drawn = /** @type {string[]} */ ([]);
  /** The paragraphs of the body: their places in the text, and their elements. */
  #paragraphs = /** @type {(Place & { element: Element })[]} */ ([]);

  constructor() {
    this.element.append(this.#title, this.#blocks, this.#more);
  }

  /**
   * @param {{ title: string, blocks?: Block[], language: string }} article
   * @param {LayoutMap | undefined} layoutMap of the article, if it is known
   * @param {boolean} isWhole whether the page was read to its end
   */
  draw({ title, blocks = [], language }, layoutMap, isWhole) {
    const shown = blocks.slice(0, MOST);
    this.element.lang = language;
    this.#title.textContent = title || (isWhole ? t('untitled') : '…');
    this.#title.classList.toggle('quiet', !title);
    const none = isWhole ? t('look.nothing') : t('look.reading');
    this.#more.textContent =
      blocks.length > MOST ? t('look.more', { n: blocks.length - MOST }) : blocks.length === 0 ? none : '';
    this.#paragraphs = [];
    const pieces = marks(layoutMap);
    let start = 0;
    let next = 0; // The first mark that may be in the paragraph: a page can have 450,000.
    let row = 0; // Consecutive blocks that one rule dropped.
    for (const [i, { text, rule }] of shown.entries()) {
      if (!rule) while ((pieces[next]?.end ?? Infinity) <= start) next += 1;
      const within = rule ? [] : inside(pieces, next, start, start + text.length);
      row = rule && shown[i - 1]?.rule === rule ? row + 1 : 1;
      const count = rule && shown[i + 1]?.rule !== rule ? row : 0;
      const rest = row > FEW;
      const made = JSON.stringify([text, rule, count, rest, within]);
      let element = this.#blocks.children[i];
      if (!element || this.#drawn[i] !== made) {
        const anew = rule ? dropped({ text, rule, count, rest }) : kept(text, within);
        if (element) element.replaceWith(anew);
        else this.#blocks.append(anew);
        element = anew;
        this.#drawn[i] = made;
      }
      if (!rule) {
        this.#paragraphs.push({ start, end: start + text.length, element });
        start += text.length + 1;
      }
    }
    while (this.#blocks.children.length > shown.length) this.#blocks.lastElementChild?.remove();
    this.#drawn.length = shown.length;
  }

  /** Highlights a place of the body; null removes the highlight. */
  point(/** @type {Place | null} */ place) {
    CSS.highlights?.delete('pointed');
    const paragraph = place && this.#paragraphs.find(({ end }) => place.start < end);
    if (!place || !paragraph || !globalThis.Highlight) return;
    const last = this.#paragraphs.find(({ end }) => place.end <= end) ?? paragraph;
    const [start, end] = [place.start - paragraph.start, place.end - last.start];
    const range = rangeOf(paragraph.element, start, last.element, end);
    CSS.highlights.set('pointed', new Highlight(range));
    const box = range.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight)
      paragraph.element.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }
}

/** The places of the parts of feature codes in order. @returns {Mark[]} */
function marks(/** @type {LayoutMap | undefined} */ layoutMap) {
  const all = (layoutMap?.codes ?? []).flatMap(({ before, after, kept }) => {
    const held = kept ? 'kept-code' : 'spare';
    return [
      { ...before, name: `${held} before` },
      { start: before.end, end: after.start, name: `${held} stop` },
      { ...after, name: `${held} after` },
    ];
  });
  return all.sort((a, b) => a.start - b.start);
}

/**
 * The marks from number `first` on that are in a paragraph, with places in it.
 * @param {Mark[]} marks @param {number} first @param {number} start @param {number} end
 */
function inside(marks, first, start, end) {
  const within = /** @type {Mark[]} */ ([]);
  for (let mark = marks[first]; mark && mark.start < end; mark = marks[++first]) {
    const cut = { ...mark, start: Math.max(mark.start, start) - start, end: Math.min(mark.end, end) - start };
    if (mark.end > start) within.push(cut);
  }
  return within;
}

/**
 * A dropped block. The last one in a row names the rule, and how many blocks it dropped.
 * @param {{ text: string, rule: string, count: number, rest: boolean }} block
 */
function dropped({ text, rule, count, rest }) {
  const lang = document.documentElement.lang;
  const name = count > 1 ? `${t(`rule.${rule}`)} × ${number(count)}` : t(`rule.${rule}`);
  return h(
    'p.dropped',
    { dir: 'auto', title: t(`rule.${rule}.why`) },
    h('del', { class: rest && 'rest' }, text),
    count > 0 ? h('span.chip.rule', { lang }, name) : null,
  );
}

/** A kept block. Its marks can overlap in short sentences, so the text is cut wherever one begins or ends. */
function kept(/** @type {string} */ text, /** @type {Mark[]} */ marks) {
  const cuts = [...new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  const pieces = cuts.slice(1).map((end, i) => {
    const start = cuts[i] ?? 0;
    const names = marks.filter((mark) => mark.start < end && mark.end > start).map(({ name }) => name);
    const piece = text.slice(start, end);
    return names.length > 0 ? h('span', { class: names.join(' ') }, piece) : piece;
  });
  return h('p.kept', { dir: 'auto' }, pieces);
}
