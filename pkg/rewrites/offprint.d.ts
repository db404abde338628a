export { compare, default, initSync, keys, recordId, restart } from '../core.js';

/**
 * What is kept of the facts of an article: at most 400 bytes in base64url. The sketch is null, and there are no keys,
 * if it holds too few facts, or is neither Chinese nor English.
 */
export function sketch(article: { title?: string; text: string }): Sketched;

export interface Sketched {
  sketch: string | null;
  /** Keys to look it up by, at most 8. */
  readKeys: string[];
  /** Keys to store it under, at most 4 of those. */
  writeKeys: string[];
}

/**
 * Whether one of two articles is the other in other words, given the verdict on their fingerprints: articles that are
 * the same or partial share their very words, and are not rewritten. Null if it cannot be said.
 */
export function rewriting(
  a: Pick<Sketched, 'sketch'> | null,
  b: Pick<Sketched, 'sketch'> | null,
  verdict: 'same' | 'partial' | 'different' | 'unknown',
): Rewriting | null;

export interface Rewriting {
  rewritten: boolean;
  /** How likely that is, 0 to 1, where half of the pairs report on the same event independently. */
  score: number;
  /** Facts of the shorter article that were compared: a sample, if one of the two is long. */
  compared: number;
  /** How many of them the longer one holds. */
  shared: number;
  /** What was measured, and what it adds to the logarithm of the odds. */
  measures: { name: string; value: number; adds: number }[];
}

/** The facts of two texts: which both hold, and which only one. */
export function sharedFacts(a: string, b: string): SharedFacts;

export interface SharedFacts {
  /** In the order of the first text: where each first stands in either. */
  shared: [Fact, Fact][];
  onlyFirst: Fact[];
  onlySecond: Fact[];
}

export interface Fact {
  kind: 'word' | 'name' | 'number' | 'date';
  /** The form that all ways of writing it have in common. */
  form: string;
  /** How rare it is, 0 to 5. */
  rarity: number;
  /** Where it begins and ends in the text, in UTF-16 code units. */
  start: number;
  end: number;
  /** Whether it stands in a direct quotation. */
  quoted: boolean;
}
