// The relation of two articles in sentences, in the words of the site.

import { words } from '../../www/relation-words.js';

/**
 * Copies are missing: the verdict describes them.
 * @type {Partial<Record<import('offprint/full').Rewriting['verdict'], string>>}
 */
const RETOLD = {
  rewritten: 'One reports the other in other words',
  independent: 'Neither is the other in other words',
  unknown: 'Whether one is the other in other words is unknown',
};

/** @type {(key: keyof typeof words.en, values?: Record<string, string | number>) => string} */
const say = (key, values = {}) => words.en[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * @param {import('offprint').Relation} relation
 * @param {import('offprint/full').Rewriting | null} told
 */
export function ofComparison({ verdict, score, borderline, version, changes, original }, told) {
  const likelihood = `score ${score.toFixed(3)}${borderline ? ', borderline' : ''}`;
  const sentences = [`Verdict: ${verdict} (${likelihood}). ${say(`meaning.${verdict}`)}`];
  if (version) sentences.push('They have one address: the later one is a new version.');
  const list = changes.map(({ kind, share }) => say(`change.${kind}`, { share: `${Math.round(share * 100)} %` }));
  if (list.length > 0) sentences.push(say('changes.some', { list: list.join(say('changes.and')) }));
  if (original) sentences.push(ofOriginal(original));
  if (told && RETOLD[told.verdict]) {
    const score = told.score === undefined ? '' : ` (likelihood ${told.score.toFixed(3)})`;
    sentences.push(`${RETOLD[told.verdict]}${score}.`);
  }
  return sentences.join(' ');
}

/** @param {import('offprint').Original} original */
function ofOriginal({ which, confidence, reasons }) {
  if (which === null) return say('original.undetermined');
  const grounds = reasons.filter(({ favors }) => favors === which).map(({ evidence }) => say(`reason.${evidence}`));
  return `${say(`original.${which}`)} ${say('original.confidence', { confidence })}: ${grounds.join(', ')}.`;
}
