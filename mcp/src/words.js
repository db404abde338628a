// The relation of two articles in sentences, in the words of the site.

import { words } from '../../shared/relation-words.js';

/** @type {(key: keyof typeof words.en, values?: Record<string, string | number>) => string} */
const say = (key, values = {}) => words.en[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** The names in a group of phrases, such as the kinds of a `change`; a test compares them with the core's. */
export const namesOf = (/** @type {string} */ group) =>
  Object.keys(words.en).flatMap((key) => (key.startsWith(`${group}.`) ? [key.slice(group.length + 1)] : []));

/**
 * @param {import('offprint').Relation} relation
 * @param {import('offprint/full').Rewriting | null} rewriting
 */
export function ofComparison({ verdict, score, borderline, version, changes, original }, rewriting) {
  const likelihood = `score ${score.toFixed(3)}${borderline ? ', borderline' : ''}`;
  const sentences = [`Verdict: ${verdict} (${likelihood}). ${say(`meaning.${verdict}`)}`];
  if (version) sentences.push(say('changes.version'));
  const list = changes.map(({ kind, share }) => say(`change.${kind}`, { share: `${Math.round(share * 100)} %` }));
  if (list.length > 0) sentences.push(say('changes.some', { list: list.join(say('changes.and')) }));
  if (original) sentences.push(ofOriginal(original));
  // The verdict describes copies.
  if (rewriting && rewriting.verdict !== 'copied') {
    sentences.push(say(`rewritten.${rewriting.likelihood === 'medium' ? rewriting.likelihood : rewriting.verdict}`));
    if (rewriting.score !== undefined) sentences.push(`Likelihood ${rewriting.score.toFixed(3)}.`);
  }
  return sentences.join(' ');
}

/** @param {import('offprint').Original} original */
function ofOriginal({ which, confidence, reasons }) {
  if (which === null) return say('original.undetermined');
  const supporting = reasons.filter(({ favors }) => favors === which).map(({ evidence }) => say(`reason.${evidence}`));
  return `${say(`original.${which}`)} ${say('original.confidence', { confidence })}: ${supporting.join(', ')}.`;
}
