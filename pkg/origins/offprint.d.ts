import type { Change, Known } from '../core.js';

export { compare, default, initSync, keys, recordId, restart } from '../core.js';

/** The known facts about an article, such as the result of `read`. */
export type Addition = Known & {
  length?: number;
  /** Its facts, by `sketch` of `offprint/rewrites`, to find reports in other words. */
  sketch?: string | null;
};

/**
 * The independent origins of articles: forty pages with one agency's story have one. Takes articles, or their stored
 * facts; the answer refers to them by their places. Of articles with a `sketch` it also finds those that rewrite
 * another one; their origin is that of what they rewrite.
 */
export function origins(articles: Iterable<Addition>): Origins;

/** The origin of articles that are known to share their text, such as copies of one story; the same in any order. */
export function origin(articles: Iterable<Addition>): Origin;

/**
 * Folds a list of results, the best first: ten that are one article become one, with the others under it. A result is
 * an article, with its fingerprint, or what a list shows of a page that was not read: `url`, `title` and `snippet`.
 * With more of them read, the same list is folded more surely: call it again. The answer refers to results by their
 * places.
 */
export function fold(results: Iterable<Listed>): Folded;

/** An article, or what is known of a page that was not read. */
export type Listed = Addition & {
  text?: string;
  snippet?: string;
};

/** A folded list; results by their places. */
export interface Folded {
  /** The result in a sentence. */
  sentence: string;
  /** Groups of one publisher count once. */
  independentOrigins: number;
  /** In the order of their best results. */
  groups: Fold[];
  /** Results without a fingerprint, judged only by address, title and snippet. */
  unread: number[];
}

/** Results that are one article, or parts or versions of it. */
export interface Fold {
  /** The likely original if the pages suggest one, else the best result. */
  representative: number;
  /** The site of the original, or the credited source; null if unknown. */
  source: string | null;
  /** How sure that is, 0 to 100; 0 if unknown. */
  confidence: number;
  /** The others, the best first. */
  others: FoldedResult[];
}

/** A result under the representative of its group. */
export interface FoldedResult {
  result: number;
  /** The one that it resembles: the representative, unless only another of the group does. */
  of: number;
  /** `similar`: titles or snippets agree, and only reading both pages shows whether they hold the same article. */
  likeness: 'same' | 'partial' | 'rewritten' | 'similar';
  /** Similarity of the two, 0 to 1; how likely it is, if `rewritten`. */
  score: number;
}

/** Articles by their places. */
export interface Origins {
  /** The result in a sentence. */
  sentence: string;
  /** Independent origins, that of most pages first. */
  origins: Origin[];
  /** Articles that share their text: the largest first. */
  clusters: Cluster[];
  /** Articles in other words than an earlier one. */
  rewritings: RewritingLink[];
  /** Articles that share their text with no other, in the order of time. */
  alone: number[];
  /** Those without a fingerprint. */
  unknown: number[];
}

/** The common source of some pages. */
export interface Origin {
  /** The site of the original, or the credited source; null if unknown. */
  source: string | null;
  /** Null if unknown, or not among the pages. */
  original: number | null;
  /** How sure that is, 0 to 100; 0 if unknown. */
  confidence: number;
  /**
   * The grounds: pages state its address or site as their own, or credit it; the headlines of all others call them
   * reprints; it was published first; it holds others, and more; the others are most similar to its text; several
   * reports are of one publisher, and count once; or some pages have the report in other words.
   */
  grounds: ('canonical' | 'credit' | 'title' | 'published' | 'longer' | 'central' | 'publisher' | 'rewritten')[];
  /** In the order of time. */
  pages: number[];
}

/** An article in other words than an earlier one. */
export interface RewritingLink {
  /** The presumed rewriting: the later one. */
  rewriting: number;
  /** What it rewrites. */
  of: number;
  /** How likely that is, 0.95 to 1. */
  score: number;
}

/** Articles that share their text. */
export interface Cluster {
  /** The original, the same whatever the order of the articles; null if the pages do not show it. */
  original: number | null;
  /** How sure it is that this is the original, 0 to 100; 0 if it is missing. */
  confidence: number;
  /** The article that shares its text with each of the others. */
  representative: number;
  /** Share of the pairs of its members that share text, 0 to 1. Low: excerpts, or a digest. */
  density: number;
  /** All of them in the order of time, those of unknown time last; of equals the longest first. */
  members: number[];
  /** Each article with the nearest earlier one: one fewer than the members. */
  links: Link[];
}

/** Two articles that share their text. */
export interface Link {
  /** The article taken for the copy: the one that was published later, unless other evidence decides. */
  copy: number;
  /** The article taken for its source. */
  of: number;
  /** How sure it is which is the copy, 0 to 100; 0 if neither page shows it. */
  confidence: number;
  verdict: 'same' | 'partial';
  score: number;
  /** Whether the two are versions of one page, rather than a copy and its source. */
  version: boolean;
  /** How the source was changed in the copy. */
  changes: Change[];
}
