// The relation of two articles, in words and figures, for all views that compare.

import { h, scrollable, svg } from './dom.js';
import { dated, knows, learn, number, percent, t } from './i18n.js';
import { words as shared } from './relation-words.js';

export const words = {
  en: {
    one: 'The first',
    other: 'The second',
    swap: 'Swap',
    'evidence.caption': 'The evidence',
    'evidence.channel': 'What was measured',
    'evidence.value': 'Measured',
    'evidence.threshold': 'Suggests a copy',
    'evidence.least': '{value} or more',
    'evidence.most': '{value} or less',
    'evidence.of': '{some} of {all}',
    'evidence.fired': 'yes',
    'evidence.silent': 'no',
    'channel.long-coverage': 'Text that both have, in longer runs',
    'channel.larger-long-coverage': 'Longer runs, of the text that has less of its own',
    'channel.before-shared-end': 'Text before an end that both share',
    'channel.shared-shingles': 'Short runs that both have',
    'channel.shared-samples': 'Samples in common',
    'channel.shared-facts': 'Facts in common, to the other text: below, both are written by one form',
    'channel.same-facts': 'Facts in common, to the other text',
    'channel.unechoed-headlines': 'Texts that do not mention their headline',
    'channel.gated': 'Texts that are only a beginning, before a paywall',
    'channel.length-ratio': 'Longer to shorter',
    'channel.missing-inside': 'Missing inside',
    'channel.missing-tail': 'Missing at the tail',
    'channel.unedited': 'Unedited: the same in longer runs',
    'channel.edited-evenly': 'Edited evenly: the same in longer runs',
    'channel.even-coverage': 'Edited evenly: longer runs, of the text that has less of its own',
    'channel.clustering': 'Edited evenly: how far edits are clustered',
    'channel.facts': 'Likelihood that both report the same',
    'channel.weight': 'Facts of the one to those of the other, by weight',
    'channel.feature-codes': 'Sentence ends that agree, by their feature codes',
    'channel.feature-code': 'Characters of the code in common',
    'channel.source': 'One source is credited',
    'channel.headline': 'Headline in common',
    'channel.hours-apart': 'Hours apart',
    'channel.main-code': 'Main code in common',
    'channel.auxiliary-code': 'Auxiliary code in common',
    'channel.term-cosine': 'Cosine of the terms',
    'channel.position-spread': 'Spread of their positions',
    'channel.long-sentences': 'Long sentences: Jaccard index',
    'channel.contained-sentences': 'Long sentences contained',
    'channel.shared-concepts': 'Key concepts in common',
    'channel.cosine': 'Cosine of the concepts',
    'channel.spread': 'Spread of their positions',
    'channel.resemblance': 'Resemblance',
    'channel.containment': 'Containment',
    'channel.supershingles': 'Equal supershingles',
    'channel.terms-hash': 'Equal hash of the terms',
    'channel.hamming-distance': 'Bits that differ',
    'channel.jaccard': 'Equal minima',
    'channel.spots': 'Spot signatures: Jaccard index',
  },
  zh: {
    one: '甲',
    other: '乙',
    swap: '对调',
    'evidence.caption': '依据',
    'evidence.channel': '所测项目',
    'evidence.value': '测得',
    'evidence.threshold': '转载的标准',
    'evidence.least': '{value} 以上',
    'evidence.most': '{value} 以下',
    'evidence.of': '{all} 个中的 {some} 个',
    'evidence.fired': '是',
    'evidence.silent': '否',
    'channel.long-coverage': '两篇共有的文字，按较长的片段计',
    'channel.larger-long-coverage': '较长片段，独有文字较少的一篇',
    'channel.before-shared-end': '共有结尾之前的文字',
    'channel.shared-shingles': '共有的短片段',
    'channel.shared-samples': '共有的样本',
    'channel.shared-facts': '事实（数字、标题用词）与其余文字的共有率之比；过低则为同一格式的不同文章',
    'channel.same-facts': '事实与其余文字的共有率之比',
    'channel.unechoed-headlines': '正文未提及标题的篇数',
    'channel.gated': '付费阅读、仅有开头的篇数',
    'channel.length-ratio': '长短之比',
    'channel.missing-inside': '中间缺失',
    'channel.missing-tail': '结尾缺失',
    'channel.unedited': '未经改动：按较长的片段计',
    'channel.edited-evenly': '改动均匀：按较长的片段计',
    'channel.even-coverage': '改动均匀：共有较多的一篇，按较长的片段计',
    'channel.clustering': '改动均匀：改动集中的程度',
    'channel.facts': '两篇内容相同的可能性',
    'channel.weight': '两篇事实的权重比',
    'channel.feature-codes': '相同的句末（按特征码）',
    'channel.feature-code': '特征码中相同的字',
    'channel.source': '注明的来源相同',
    'channel.headline': '标题相同部分',
    'channel.hours-apart': '相隔小时',
    'channel.main-code': '主码相同的字',
    'channel.auxiliary-code': '辅码相同的字',
    'channel.term-cosine': '特征词的余弦',
    'channel.position-spread': '位置的离散程度',
    'channel.long-sentences': '长句的 Jaccard 系数',
    'channel.contained-sentences': '长句的包含度',
    'channel.shared-concepts': '共有的关键概念',
    'channel.cosine': '概念的余弦',
    'channel.spread': '位置的离散程度',
    'channel.resemblance': '相似度',
    'channel.containment': '包含度',
    'channel.supershingles': '相等的超片段',
    'channel.terms-hash': '词的散列相等',
    'channel.hamming-distance': '不同的位数',
    'channel.jaccard': '相等的最小值',
    'channel.spots': '落点签名的 Jaccard 系数',
  },
};

learn(words);
learn(shared);

/** The common name of a method. */
export const called = (name) => (knows(`method.${name}`) ? t(`method.${name}`) : name);

/** The verdict in a word and a sentence. */
export function judgement({ verdict, score }) {
  const exact = number(score, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return [
    h('p', { class: `verdict ${verdict}` }, t(`verdict.${verdict}`)),
    h('p', t(`meaning.${verdict}`), ' ', verdict !== 'unknown' && h('span.quiet', t('score', { score: exact }))),
  ];
}

/** How the first was changed in the second, as a sentence. */
export function changesSaid(changes) {
  if (!changes.length) return t('changes.none');
  const list = changes.map(({ kind, share }) => t(`change.${kind}`, { share: percent(share) })).join(t('changes.and'));
  return t('changes.some', { list });
}

/** Which one is the original, and every reason. */
export function originalSaid({ which, confidence, reasons }) {
  const sure = confidence > 0 && h('span.quiet', ` ${t('original.confidence', { confidence })}`);
  const list = reasons.map(({ ground, speaksFor, weight }) =>
    h(
      'li',
      { class: `reason ${speaksFor}` },
      h('span.whose', t(`for.${speaksFor}`)),
      ' ',
      t(`ground.${ground}`),
      h('span.quiet', ` ${weight}`),
    ),
  );
  return [h('p', t(`original.${which}`), sure), list.length > 0 && h('ul.reasons', list)];
}

/** The evidence as a table, with a gauge for each channel. */
export function evidenceTable(evidence) {
  const rows = evidence.map((entry) => {
    const { channel, atLeast, fired } = entry;
    const { value, threshold } = measured(entry);
    return h(
      'tr',
      { class: fired ? 'fired' : null },
      h('th', { scope: 'row' }, knows(`channel.${channel}`) ? t(`channel.${channel}`) : channel),
      h('td.gauge-cell', gauge(entry)),
      h('td', value),
      h('td.quiet', t(atLeast ? 'evidence.least' : 'evidence.most', { value: threshold })),
      h('td', t(fired ? 'evidence.fired' : 'evidence.silent')),
    );
  });
  const [channel, value, threshold] = ['channel', 'value', 'threshold'].map((name) => t(`evidence.${name}`));
  const head = [channel, h('td.gauge-cell'), value, threshold, h('td')];
  return scrollable(t('evidence.caption'), 'table.evidence', head, h('tbody', rows));
}

const short = (value) => number(value, { maximumFractionDigits: Number.isInteger(value) ? 0 : 2 });

/** A measured value and its limit; of feature codes, numbers of sentence ends, of which one that agrees is enough. */
export function measured({ channel, value, threshold }) {
  if (channel !== 'feature-codes') return { value: short(value), threshold: short(threshold) };
  const all = Math.round(1 / threshold);
  return { value: t('evidence.of', { some: Math.round(value * all), all }), threshold: 1 };
}

/** A value on its scale, and the threshold. */
function gauge({ channel, value, threshold, atLeast, fired }) {
  const least = channel.endsWith('length-ratio') ? 1 : 0;
  const most = Math.max(threshold <= 1 && least === 0 ? 1 : 2 * threshold - least, value);
  const x = (at) => (100 * (Math.min(Math.max(at, least), most) - least)) / (most - least || 1);
  const wanted = atLeast ? [x(threshold), 100] : [0, x(threshold)];
  const left = Math.min(Math.max(x(value) - 1, 0), 98);
  return svg(
    'svg.gauge',
    { viewBox: '0 0 100 12', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect.track', { x: 0, y: 4, width: 100, height: 4 }),
    svg('rect.wanted', { x: wanted[0], y: 4, width: wanted[1] - wanted[0], height: 4 }),
    svg('rect', { class: fired ? 'value fired' : 'value', x: left, y: 0, width: 2, height: 12 }),
  );
}

/**
 * A text as paragraphs, with ranges of it in separate elements. Where ranges overlap, the last one shows.
 *
 * @param {string} text
 * @param {{ start: number, end: number, attributes: object }[]} ranges in UTF-16 code units
 */
export function painted(text, ranges) {
  const paint = new Array(text.length).fill(null);
  for (const range of ranges) paint.fill(range, range.start, range.end);
  const paragraphs = [];
  let start = 0;
  for (const line of text.split('\n')) {
    paragraphs.push(h('p', stretches(line, start, paint)));
    start += line.length + 1;
  }
  return paragraphs;
}

function stretches(line, offset, paint) {
  const parts = [];
  for (let at = 0, from = 0; at < line.length; from = at) {
    const range = paint[offset + at];
    while (at < line.length && paint[offset + at] === range) at += 1;
    const part = line.slice(from, at);
    parts.push(range ? h('span', range.attributes, part) : part);
  }
  return parts;
}

/** The head of a text: its title and metadata. */
export function heading(article, side, { label = t(side), stamped = false } = {}) {
  const facts = [article.site, dated(article.published), t('letters', { n: article.length })].filter(Boolean);
  return h(
    'header',
    { class: `whose-${side}` },
    h('p.row', h('span.whose', label), stamped && h('span.chip.stamp', t('original.stamp'))),
    h('h2', { dir: 'auto', lang: article.language }, article.title || t('untitled')),
    h('p.small.quiet', { dir: 'auto' }, facts.join(' · ')),
  );
}
