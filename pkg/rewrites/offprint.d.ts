export { compare, default, initSync, keys, recordId, restart } from '../core.js';

/**
 * What is kept of the facts of an article: at most 400 bytes in base64url, and no more than its fingerprint leaves of
 * 1,024. When it was `published` tells which day "yesterday" is. The sketch is null, and there are no keys, if it holds
 * too few facts, or is neither Chinese nor English.
 */
export function sketch(article: {
  title?: string;
  text: string;
  published?: string | null;
  fingerprint?: string | null;
}): Sketched;

/** A sketch that was kept, with its keys. Errors are those of a damaged fingerprint. */
export function sketched(sketch: string): Sketched;

export interface Sketched {
  sketch: string | null;
  /** Keys to look it up by, at most 8. */
  readKeys: string[];
  /** Keys to store it under, at most 4 of those. */
  writeKeys: string[];
}

/**
 * Whether one of two articles is the other in other words, given the verdict on their fingerprints: articles that are
 * the same or partial share their very words, and are `copied`. Where both have their `text`, their facts are set side
 * by side, for people to check.
 */
export function rewriting(
  a: SketchedText | null,
  b: SketchedText | null,
  verdict: 'same' | 'partial' | 'different' | 'unknown',
): Rewriting;

export interface SketchedText extends Pick<Sketched, 'sketch'> {
  text?: string;
  published?: string | null;
}

export interface Rewriting {
  /** `unknown` if there are too few facts, or if they do not decide it. */
  verdict: 'rewritten' | 'independent' | 'copied' | 'unknown';
  /**
   * How likely one is the other in other words, 0 to 1, where half of the pairs report on the same event
   * independently. It is missing if nothing could be measured.
   */
  score?: number;
  /** Facts of the shorter article that were compared: a sample, if one of the two is long. */
  compared: number;
  /** How many of them the longer one holds. */
  shared: number;
  /** What was measured, and what it adds to the logarithm of the odds. */
  measures: { name: string; value: number; adds: number }[];
  /** Missing without both texts, and if nothing was measured. */
  facts?: SharedFacts;
}

/** The facts of two texts: which both hold, and which only one. */
export function sharedFacts(a: string, b: string): SharedFacts;

export interface SharedFacts {
  /** In the order of the first text: where each first stands in either. */
  shared: [Fact, Fact][];
  /** Which of these come in one order in both texts, by their places in `shared`: the longest such row. */
  inOrder: number[];
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
  /** Whether it stands in a direct quotation, here or elsewhere in its text. */
  quoted: boolean;
}
