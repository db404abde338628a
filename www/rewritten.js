// Whether one of two articles rewrites the other, with their common facts highlighted in the texts.

import { full } from './core.js';
import { h, present } from '../shared/dom.js';
import { learn, t } from './i18n.js';
import { painted } from './relation.js';

learn(
  {
    en: {
      title: 'In other words?',
      ask: 'Compare their facts',
      counted:
        '{shared} facts agree, {order} of them in the same order. Only the first has {first}, only the other {second}.',
      lit: 'Names, figures, days and rare words that both texts have are highlighted.',
      altered: 'Given differently in the same place, first → second: {list}.',
      comma: ', ',
      failed: 'The module for this could not be loaded. Try again.',
    },
    zh: {
      title: '是否换了说法？',
      ask: '比较事实',
      counted: '有 {shared} 项事实一致，其中 {order} 项先后次序相同。{first} 项仅甲有，{second} 项仅乙有。',
      lit: '标出的是两篇共有的人名、数字、日期和少见的词。',
      altered: '同一处说法不同（甲 → 乙）：{list}。',
      comma: '、',
      failed: '所需模块未能载入，请重试。',
    },
  },
  'rewritten',
);

/** @import { Rewriting, Verdict } from 'offprint/full' */
/** @import { Shown, Two } from './pages.js' */
/** @typedef {{ start: number, end: number }} Stretch */

/** Words are highlighted from this rarity on; names and figures always. */
const RARE = 3;

/**
 * The places of common facts in the order of the text. Overlapping places are joined.
 * @param {{ shared: Two<Stretch & { kind: string, rarity: number }>[] }} facts @param {0 | 1} side
 */
export function lit({ shared }, side) {
  const telling = shared.map((pair) => pair[side]).filter(({ kind, rarity }) => kind !== 'word' || rarity >= RARE);
  const stretches = /** @type {Stretch[]} */ ([]);
  for (const { start, end } of telling.sort((a, b) => a.start - b.start)) {
    const last = stretches.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  return stretches;
}

/** A section that offers to compare the facts of two articles. It loads the module on request. */
export function rewritten(/** @type {Two<Shown>} */ articles, /** @type {Verdict} */ verdict) {
  const ask = h('button', { type: 'button', onclick: answer }, t('rewritten.ask'));
  const result = h('div', { 'aria-live': 'polite' }, ask);
  async function answer() {
    ask.disabled = true;
    try {
      const { rewriting } = await full();
      result.replaceChildren(...summaryOf(rewriting(articles[0], articles[1], verdict), articles));
    } catch {
      ask.disabled = false;
      result.replaceChildren(h('p', t('rewritten.failed')), ask);
    }
  }
  return h('section.rewritten', h('h2', t('rewritten.title')), result);
}

/**
 * The places where a text has other figures, days and names than the other text.
 * @param {{ altered: Two<Stretch>[] }} facts @param {0 | 1} side
 */
export const differing = ({ altered }, side) => altered.map((pair) => pair[side]);

function summaryOf(/** @type {Rewriting} */ { verdict, likelihood, facts }, /** @type {Two<Shown>} */ [one, other]) {
  const parts = [h('p', t(`rewritten.${verdict === 'unknown' && likelihood === 'medium' ? likelihood : verdict}`))];
  if (!facts) return parts;
  const { shared, inOrder, onlyFirst, onlySecond, altered } = facts;
  const counts = { shared: shared.length, order: inOrder.length, first: onlyFirst.length, second: onlySecond.length };
  const text = (/** @type {Shown} */ { text, language }, /** @type {0 | 1} */ side) => {
    /** @param {Stretch[]} stretches @param {string} name */
    const painting = (stretches, name) => stretches.map((stretch) => ({ ...stretch, attributes: { class: name } }));
    const ranges = [...painting(lit(facts, side), 'fact'), ...painting(differing(facts, side), 'fact altered')];
    const running = h('div.running', painted(text, ranges));
    return h('article', { class: `text whose-${side ? 'other' : 'one'}`, lang: language }, running);
  };
  const given = altered.map(
    ([here, there]) => `${one.text.slice(here.start, here.end)} → ${other.text.slice(there.start, there.end)}`,
  );
  const list = given.join(t('rewritten.comma'));
  return present([
    ...parts,
    h('p', t('rewritten.counted', counts)),
    list && h('p', t('rewritten.altered', { list })),
    h('p.small', t('rewritten.lit')),
    h('div.texts', text(one, 0), text(other, 1)),
  ]);
}
