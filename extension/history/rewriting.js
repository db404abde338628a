// Whether one article rewrites another. This is tested only if the user turns it on; if it fails, the page is read
// without it.
import { keys, rewriting, sketch } from 'offprint/full';
import { fingerprintOf, load, numeric, recover } from './core.js';

/** Rarity from which a word that both have is shown; names and figures are always shown. */
const RARE = 3;
const RAREST = 5;
/** The most names of two articles that are shown, and the most figures. */
const SHOWN = 8;

/**
 * The stored facts of an article beside its fingerprint: a sketch, and the keys that lead to it; empty if the article
 * has too few facts.
 * @returns {Promise<{ sketch?: string, factKeys?: number[] }>}
 */
export const factsOf = (article) => guarded(() => kept(sketch(article)), {});

/** The same for a sketch that was stored elsewhere; empty if it is damaged. */
export const factsIn = (text) => guarded(() => kept(text), {});

/** The keys by which to search for articles that share the facts of a sketch. */
export const queryKeys = (text) => guarded(() => keys(null, text).read.map(numeric), []);

const between = (...records) => {
  const [a, b] = records.map((record) => ({ ...record, fingerprint: fingerprintOf(record.fingerprint) }));
  return rewriting(a, b, 'different');
};

/**
 * Whether one of two records without common words rewrites the other: likely, or perhaps; null if it does not.
 * @returns {Promise<Pick<import('../messages.js').Rewriting, 'likelihood' | 'score'> | null>}
 */
export const rewriteLikelihood = (a, b) =>
  guarded(() => {
    const { likelihood, score } = between(a, b);
    return likelihood === 'high' || likelihood === 'medium' ? { likelihood, score } : null;
  }, null);

/**
 * The facts that two records share, in the words of the first one's text; null if a text is not stored.
 * @returns {Promise<import('../messages.js').SharedFacts | null>}
 */
export async function sharedBy(a, b) {
  if (a.text === null || b.text === null) return null;
  return guarded(() => {
    const result = between(a, b);
    const here = result.facts.shared.map(([fact]) => fact);
    const names = passages(
      a.text,
      here.filter((fact) => fact.kind === 'name' || (fact.kind === 'word' && fact.rarity >= RARE)),
    );
    return {
      compared: result.compared,
      shared: result.shared,
      // A person whose full name is listed need not be listed again.
      names: shown(names.filter(([name]) => !names.some(([other]) => other !== name && other.includes(name)))),
      figures: shown(passages(a.text, here.filter(isFigure))),
    };
  }, null);
}

const kept = (sketch) => (sketch === null ? {} : { sketch, factKeys: keys(null, sketch).write.map(numeric) });

const isFigure = ({ kind }) => kind === 'number' || kind === 'date';

/**
 * The passages at the places of facts, each once, with its weight. Facts that overlap or adjoin are one passage, and so
 * are adjacent capitalised words.
 * @returns {[passage: string, weight: number][]}
 */
function passages(text, facts) {
  const found = [];
  const isCapital = (place) => /\p{Lu}/u.test(text[place]);
  for (const { kind, rarity, start, end } of [...facts].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    // A name weighs more than any word.
    const weight = rarity + (kind === 'name' ? RAREST : 0);
    const isOneName = last && text.slice(last.end, start) === ' ' && [last.start, start].every(isCapital);
    if (last && (start <= last.end || isOneName)) {
      last.end = Math.max(last.end, end);
      last.weight = Math.max(last.weight, weight);
    } else found.push({ start, end, weight });
  }
  const weights = new Map();
  for (const { start, end, weight } of found) {
    const passage = text.slice(start, end).trim();
    weights.set(passage, Math.max(weight, weights.get(passage) ?? 0));
  }
  return [...weights];
}

/** The passages of greatest weight, in their order. */
function shown(passages) {
  const most = new Set([...passages].sort(([, a], [, b]) => b - a).slice(0, SHOWN));
  return passages.filter((passage) => most.has(passage)).map(([passage]) => passage);
}

async function guarded(work, otherwise) {
  try {
    await load();
    return work();
  } catch (error) {
    recover(error);
    return otherwise;
  }
}
