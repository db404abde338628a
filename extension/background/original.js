// Which article of a cluster is the original. The order in which they were read does not matter; the core weighs the
// evidence.
import { findOrigin, relate } from '../history/core.js';

/** @import { Original } from '../messages.js' */
/** @import { ArticleRecord } from '../history/records.js' */

/** @type {Original} */
export const NO_ORIGINAL = { id: null, reasons: [] };

/** @param {ArticleRecord[]} records at least two @returns {Original} */
export function originalOf(records) {
  const { original, evidence } = findOrigin(records);
  const best = records[original ?? -1];
  if (!best) return NO_ORIGINAL;
  const others = records.filter((other) => other !== best);
  const reasons = reasonsOf(others.flatMap((other) => relate(best, other)?.original?.reasons ?? []));
  if (evidence.includes('central')) reasons.push({ evidence: 'central', favors: 'first', weight: 0 });
  return { id: best.id ?? 0, reasons };
}

/** Each reason once, with its greatest weight. @param {Original['reasons']} reasons */
function reasonsOf(reasons) {
  const strongest = /** @type {Map<string, Original['reasons'][number]>} */ (new Map());
  for (const { evidence, favors, weight } of reasons) {
    const name = `${evidence} ${favors}`;
    if (weight > (strongest.get(name)?.weight ?? 0)) strongest.set(name, { evidence, favors, weight });
  }
  const inOrder = [...strongest].sort(([a, one], [b, other]) => other.weight - one.weight || (a < b ? -1 : 1));
  return inOrder.map(([, one]) => one);
}
