// The relation of two articles, in words and figures, for all views that compare.

import { h, scrollable, svg } from './dom.js';
import { knows, learn, number, percent, t } from './i18n.js';

export const words = {
  en: {
    one: 'One',
    other: 'The other',
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
    'change.head-cut': 'the beginning is missing ({share} of the first)',
    'change.middle-cut': 'passages in the middle are missing ({share} of the first)',
    'change.tail-cut': 'the end is missing ({share} of the first)',
    'change.head-added': 'a beginning was added ({share} of the other)',
    'change.inserted': 'passages were inserted ({share} of the other)',
    'change.tail-added': 'an end was added ({share} of the other)',
    'change.doubtful-cut': 'text that may not belong to the article is missing ({share} of the first; not counted)',
    'change.doubtful-added': 'text that may not belong to the article was added ({share} of the other; not counted)',
    'change.contained': 'the first contains {share} of it',
    'change.contains': 'it contains {share} of the first',
    'change.overlap': 'the two overlap ({share} of one of them)',
    'change.one-form': 'written by the same form, with other facts: they agree {share} as often as the other text',
    'changes.none': 'Neither has a long stretch of its own.',
    'changes.some': 'In the other: {list}.',
    'changes.and': '; ',
    'original.first': 'The first looks like the original',
    'original.second': 'The other looks like the original',
    'original.unsaid': 'The pages do not say which is the original.',
    'original.confidence': '(confidence {confidence} of 100)',
    'original.stamp': 'looks like the original',
    'for.first': 'For the first',
    'for.second': 'For the other',
    'ground.canonical-address': 'the other page gives this address as its canonical one',
    'ground.canonical-site': 'the other page gives an address on this site as its canonical one',
    'ground.credit': 'the other page credits this site',
    'ground.title': 'the other headline says that it is a reprint',
    'ground.published': 'it was published earlier',
    'ground.longer': 'it contains all of the other page, and more',
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
    'change.head-cut': '删去了甲的开头（{share}）',
    'change.middle-cut': '删去了甲中间的段落（{share}）',
    'change.tail-cut': '删去了甲的结尾（{share}）',
    'change.head-added': '开头有自己的文字（占乙的 {share}）',
    'change.inserted': '中间插入了自己的文字（占乙的 {share}）',
    'change.tail-added': '结尾添了自己的文字（占乙的 {share}）',
    'change.doubtful-cut': '少了甲中可能不属于正文的文字（{share}，不计入比较）',
    'change.doubtful-added': '多了可能不属于正文的文字（占乙的 {share}，不计入比较）',
    'change.contained': '全篇包含在甲之中（{share}）',
    'change.contains': '包含了甲的全篇（{share}）',
    'change.overlap': '两篇互有重叠（其中一篇的 {share}）',
    'change.one-form': '按同一格式写成，事实不同（相符的比例只有其余文字的 {share}）',
    'changes.none': '两篇都没有大段独有的文字。',
    'changes.some': '乙{list}。',
    'changes.and': '，',
    'original.first': '甲看来是原文',
    'original.second': '乙看来是原文',
    'original.unsaid': '哪篇是原文，网页没有说明。',
    'original.confidence': '（可信度 {confidence}，满分 100）',
    'original.stamp': '看来是原文',
    'for.first': '甲',
    'for.second': '乙',
    'ground.canonical-address': '对方声明的规范地址就是它的地址',
    'ground.canonical-site': '对方声明的规范地址在它的网站上',
    'ground.credit': '对方注明来源是它的网站',
    'ground.title': '对方的标题说明是转载',
    'ground.published': '发布得更早',
    'ground.longer': '包含对方全篇，而且更长',
  },
};

learn(words);

/** The common name of a method. */
export const called = (name) => (knows(`method.${name}`) ? t(`method.${name}`) : name);

/** The verdict in a word and a sentence. */
export function judgement({ verdict, score }) {
  return [
    h('p', { class: `verdict ${verdict}` }, t(`verdict.${verdict}`)),
    h(
      'p',
      t(`meaning.${verdict}`),
      ' ',
      h('span.quiet', number(score, { minimumFractionDigits: 3, maximumFractionDigits: 3 })),
    ),
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
  return svg(
    'svg.gauge',
    { viewBox: '0 0 100 12', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect.track', { x: 0, y: 4, width: 100, height: 4 }),
    svg('rect.wanted', { x: wanted[0], y: 4, width: wanted[1] - wanted[0], height: 4 }),
    svg('rect', {
      class: fired ? 'value fired' : 'value',
      x: Math.min(Math.max(x(value) - 1, 0), 98),
      y: 0,
      width: 2,
      height: 12,
    }),
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
  const facts = [article.site, article.published, t('letters', { n: article.length })].filter(Boolean);
  return h(
    'header',
    { class: `whose-${side}` },
    h('p.row', h('span.whose', label), stamped && h('span.chip.stamp', t('original.stamp'))),
    h('h2', { dir: 'auto', lang: article.language }, article.title || t('untitled')),
    h('p.small.quiet', { dir: 'auto' }, facts.join(' · ')),
  );
}
