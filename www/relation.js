// The relation of two articles in words and figures, for all views that compare.

import { h, scrollable, svg } from '../shared/dom.js';
import { dated, knows, learn, number, percent, t } from './i18n.js';
import { words as shared } from '../shared/relation-words.js';
/** @import { Change, Evidence, Original } from 'offprint' */
/** @import { Shown } from './pages.js' */

/** @typedef {{ start: number, end: number, attributes: import('../shared/dom.js').Attributes }} Range */

/** @type {import('./i18n.js').Words} */
export const words = {
  en: {
    one: 'The first',
    other: 'The second',
    swap: 'Swap',
    'text.left': 'The last {n} letters are not shown.',
    'evidence.caption': 'The evidence',
    'evidence.metric': 'What was measured',
    'evidence.value': 'Measured',
    'evidence.threshold': 'Suggests a copy',
    'evidence.least': '{value} or more',
    'evidence.most': '{value} or less',
    'evidence.of': '{some} of {all}',
    'evidence.passed': 'yes',
    'evidence.silent': 'no',
    'metric.long-coverage': 'Text that both have, in longer runs',
    'metric.max-long-coverage': 'Longer runs, of the text that has less of its own',
    'metric.unique-before-shared-tail': 'Text before an end that both share',
    'metric.shared-shingles': 'Short runs that both have',
    'metric.shared-samples': 'Samples in common',
    'metric.shared-facts': 'Facts in common, to the other text: below, both are written by one form',
    'metric.same-facts': 'Facts in common, to the other text',
    'metric.headline-not-in-body': 'Texts that do not mention their headline',
    'metric.gated': 'Texts that are only a beginning, before a paywall',
    'metric.length-ratio': 'Longer to shorter',
    'metric.missing-inside': 'Missing inside',
    'metric.missing-tail': 'Missing at the tail',
    'metric.unedited': 'Unedited: the same in longer runs',
    'metric.edited-evenly': 'Edited evenly: the same in longer runs',
    'metric.even-coverage': 'Edited evenly: longer runs, of the text that has less of its own',
    'metric.clustering': 'Edited evenly: how far edits are clustered',
    'metric.feature-codes': 'Sentence ends that agree, by their feature codes',
  },
  zh: {
    one: '甲',
    other: '乙',
    swap: '对调',
    'text.left': '后面还有 {n} 个字符，不再显示。',
    'evidence.caption': '依据',
    'evidence.metric': '所测项目',
    'evidence.value': '测得',
    'evidence.threshold': '转载的标准',
    'evidence.least': '{value} 以上',
    'evidence.most': '{value} 以下',
    'evidence.of': '{all} 个中的 {some} 个',
    'evidence.passed': '是',
    'evidence.silent': '否',
    'metric.long-coverage': '两篇共有的文字，按较长的片段计',
    'metric.max-long-coverage': '较长片段，独有文字较少的一篇',
    'metric.unique-before-shared-tail': '共有结尾之前的文字',
    'metric.shared-shingles': '共有的短片段',
    'metric.shared-samples': '共有的样本',
    'metric.shared-facts': '事实（数字、标题用词）与其余文字的共有率之比；过低则为同一格式的不同文章',
    'metric.same-facts': '事实与其余文字的共有率之比',
    'metric.headline-not-in-body': '正文未提及标题的篇数',
    'metric.gated': '付费阅读、仅有开头的篇数',
    'metric.length-ratio': '长短之比',
    'metric.missing-inside': '中间缺失',
    'metric.missing-tail': '结尾缺失',
    'metric.unedited': '未经改动：按较长的片段计',
    'metric.edited-evenly': '改动均匀：按较长的片段计',
    'metric.even-coverage': '改动均匀：共有较多的一篇，按较长的片段计',
    'metric.clustering': '改动均匀：改动集中的程度',
    'metric.feature-codes': '相同的句末（按特征码）',
  },
};

learn(words);
learn(shared);

/** How the second changed the first, as a sentence. */
export function changesText(/** @type {Change[]} */ changes) {
  if (!changes.length) return t('changes.none');
  const list = changes.map(({ kind, share }) => t(`change.${kind}`, { share: percent(share) })).join(t('changes.and'));
  return t('changes.some', { list });
}

/** Which one is the original, and why. */
export function originalParts(/** @type {Original} */ { which, reasons }) {
  const reason = (/** @type {Original['reasons'][number]} */ { evidence, favors }) =>
    h('li', { class: `reason ${favors}` }, h('span.whose', t(`for.${favors}`)), ' ', t(`reason.${evidence}`));
  const list = reasons.length > 0 && h('ul.reasons', reasons.map(reason));
  return [h('p', t(`original.${which ?? 'undetermined'}`)), list];
}

/** The evidence as a table, with a gauge for each metric. */
export function evidenceTable(/** @type {Evidence[]} */ evidence) {
  const rows = evidence.map((entry) => {
    const { metric, atLeast, passed } = entry;
    const { value, threshold } = measured(entry);
    return h(
      'tr',
      { class: passed ? 'passed' : null },
      h('th', { scope: 'row' }, knows(`metric.${metric}`) ? t(`metric.${metric}`) : metric),
      h('td.gauge-cell', gauge(entry)),
      h('td', value),
      h('td.quiet', t(atLeast ? 'evidence.least' : 'evidence.most', { value: threshold })),
      h('td', t(passed ? 'evidence.passed' : 'evidence.silent')),
    );
  });
  const head = [t('evidence.metric'), h('td.gauge-cell'), t('evidence.value'), t('evidence.threshold'), h('td')];
  return scrollable(t('evidence.caption'), 'table.evidence', head, h('tbody', rows));
}

/** @param {number} value */
const short = (value) => number(value, { maximumFractionDigits: Number.isInteger(value) ? 0 : 2 });

/** A measured value and its threshold. Feature codes are counted by sentence end: one that agrees is enough. */
export function measured(/** @type {Pick<Evidence, 'metric' | 'value' | 'threshold'>} */ { metric, value, threshold }) {
  if (metric !== 'feature-codes') return { value: short(value), threshold: short(threshold) };
  const all = Math.round(1 / threshold);
  return { value: t('evidence.of', { some: Math.round(value * all), all }), threshold: 1 };
}

/** A value and its threshold on a scale. */
function gauge(/** @type {Evidence} */ { metric, value, threshold, atLeast, passed }) {
  const least = metric === 'length-ratio' ? 1 : 0;
  const most = Math.max(threshold <= 1 && least === 0 ? 1 : 2 * threshold - least, value);
  const x = (/** @type {number} */ at) => (100 * (Math.min(Math.max(at, least), most) - least)) / (most - least || 1);
  const [from, to] = atLeast ? [x(threshold), 100] : [0, x(threshold)];
  const left = Math.min(Math.max(x(value) - 1, 0), 98);
  return svg(
    'svg.gauge',
    { viewBox: '0 0 100 12', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect.track', { x: 0, y: 4, width: 100, height: 4 }),
    svg('rect.wanted', { x: from, y: 4, width: to - from, height: 4 }),
    svg('rect', { class: passed ? 'value passed' : 'value', x: left, y: 0, width: 2, height: 12 }),
  );
}

/** The most characters of a text that are shown: browsers freeze on millions of them in elements. */
export const LONGEST = 200_000;

/**
 * A text as paragraphs, with its ranges in elements. Where ranges overlap, the last one counts.
 * @param {string} text @param {Range[]} ranges in UTF-16 code units
 */
export function painted(text, ranges) {
  const shown = text.slice(0, LONGEST);
  const paint = /** @type {(Range | null)[]} */ (new Array(shown.length).fill(null));
  for (const range of ranges) paint.fill(range, range.start, range.end);
  const paragraphs = /** @type {HTMLElement[]} */ ([]);
  let start = 0;
  for (const line of shown.split('\n')) {
    paragraphs.push(h('p', stretches(line, start, paint)));
    start += line.length + 1;
  }
  return text === shown ? paragraphs : [...paragraphs, h('p.quiet', t('text.left', { n: text.length - LONGEST }))];
}

function stretches(/** @type {string} */ line, /** @type {number} */ offset, /** @type {(Range | null)[]} */ paint) {
  const parts = /** @type {(HTMLElement | string)[]} */ ([]);
  for (let at = 0, from = 0; at < line.length; from = at) {
    const range = paint[offset + at];
    while (at < line.length && paint[offset + at] === range) at += 1;
    const part = line.slice(from, at);
    parts.push(range ? h('span', range.attributes, part) : part);
  }
  return parts;
}

/** The head of a text: its title and metadata. @param {Shown} article @param {string} side */
export function heading(article, side, stamped = false) {
  const facts = [article.site, dated(article.published), t('letters', { n: article.length })].filter(Boolean);
  return h(
    'header',
    { class: `whose-${side}` },
    h('p.row', h('span.whose', t(side)), stamped && h('span.chip.stamp', t('original.stamp'))),
    h('h2', { dir: 'auto', lang: article.language }, article.title || t('untitled')),
    h('p.small.quiet', { dir: 'auto' }, facts.join(' · ')),
  );
}
