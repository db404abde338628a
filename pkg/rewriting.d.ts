import type { Keys, Verdict } from './core.js';
import type { FactKind, Likelihood, MeasureName, RewriteVerdict } from './schema.js';

/**
 * A sketch of the facts of an article: at most 400 bytes in base64url, and with its fingerprint at most 1,024. The day
 * of "yesterday" follows from when it was `published`. Null if the article has too few facts, or is neither Chinese nor
 * English.
 */
export function sketch(article: {
  title?: string;
  text: string;
  published?: string | null;
  fingerprint?: string | null;
}): string | null;

/**
 * The keys of a fingerprint, and behind them those of a sketch: at most 8 to look it up by, and 4 of those to store it
 * under. Errors are those of a damaged fingerprint.
 */
export function keys(fingerprint: string | null, sketch?: string | null): Keys;

/**
 * Whether one of two articles rewrites the other: articles that are the same or partial share their wording, and are
 * `copied`. Sketch and fingerprint of an article are those of its `text` unless given. If both have their `text`, the
 * result lists their facts, for people to check.
 * @param verdict that of their fingerprints unless given
 */
export function rewriting(a: ArticleFacts | null, b: ArticleFacts | null, verdict?: Verdict): Rewriting;

/** An article, or what was kept of it: its text, or its sketch; and its fingerprint for the verdict. */
export interface ArticleFacts {
  fingerprint?: string | null;
  sketch?: string | null;
  title?: string;
  text?: string | null;
  published?: string | null;
}

export interface Rewriting {
  /** `unknown` if there are too few facts, or if they are inconclusive. */
  verdict: RewriteVerdict;
  /**
   * How likely one rewrites the other, 0 to 1, if half of the pairs are independent reports of one event. Missing if
   * nothing could be measured.
   */
  score?: number;
  /**
   * The same in steps: `high` from 0.95, `medium` from 0.5, which reports of one event often reach, otherwise `low`.
   * Only what is `high` is `rewritten`.
   */
  likelihood?: Likelihood;
  /** Facts of the shorter article that were compared: a sample, if one of the two is long. */
  compared: number;
  /** How many of them the longer one has. */
  shared: number;
  /** What was measured. */
  measures: Measure[];
  /** Missing without both texts, and if nothing was measured. */
  facts?: SharedFacts;
}

export interface Measure {
  name: MeasureName;
  value: number;
  /** What it adds to the logarithm of the odds. */
  adds: number;
}

/** The facts of two texts: those of both, and those of only one. */
export function sharedFacts(a: string, b: string): SharedFacts;

export interface SharedFacts {
  /** In the order of the first text: the first place of each in both texts. */
  shared: [Fact, Fact][];
  /** The longest series of these, by their places in `shared`, that both texts have in the same order. */
  inOrder: number[];
  onlyFirst: Fact[];
  onlySecond: Fact[];
  /**
   * Figures, days and names that the second text has in place of the first one's: at most 20. Of `rewriting`, only if
   * the verdict is `rewritten`.
   */
  altered: [Fact, Fact][];
}

export interface Fact {
  kind: FactKind;
  /** Its normal form, the same for all ways of writing it. */
  form: string;
  /** How rare it is, 0 to 5. */
  rarity: number;
  /** Where it begins and ends in the text, in UTF-16 code units. */
  start: number;
  end: number;
  /** Whether its text has it in a direct quotation, here or elsewhere. */
  quoted: boolean;
}
