import type { Change, Known } from '../core.js';

export { compare, default, initSync, keys, recordId, restart } from '../core.js';

/** What is known of an article: what `read` gives is such. */
export type Addition = Known & { length?: number };

/**
 * How many independent origins articles have: forty pages with one agency's story have one. Each is an article, or
 * what was kept of it; the answer calls them by their places.
 */
export function origins(articles: Iterable<Addition>): Origins;

/** Articles by their places. */
export interface Origins {
  /** What was found, in a sentence. */
  sentence: string;
  /** Independent origins, that of most pages first. */
  origins: Origin[];
  /** Articles that share their text: the largest first. */
  clusters: Cluster[];
  /** Articles that nobody copies, in the order of time. */
  alone: number[];
  /** Those without a fingerprint. */
  unknown: number[];
}

/** What a number of pages go back to. */
export interface Origin {
  /** Who it is by: the site of the original, or the source that is credited; null if it cannot be said. */
  source: string | null;
  /** Null if it cannot be said, or is not among the pages. */
  original: number | null;
  /** How sure that is, 0 to 100; 0 if nothing is said. */
  confidence: number;
  /**
   * What it rests on: pages state its address or site as their own, or credit it; it was published or seen first; all
   * others come closest to its text; or several reports are of one publisher, and count once.
   */
  grounds: ('canonical' | 'credit' | 'published' | 'first-seen' | 'central' | 'publisher')[];
  /** In the order of time. */
  pages: number[];
}

/** Articles that share their text. */
export interface Cluster {
  /** The one that none of the links calls a copy. */
  original: number;
  /** How sure it is that this is the original, 0 to 100; 0 if only the order tells. */
  confidence: number;
  /** The one that each of the others was compared with, and shares its text with. */
  representative: number;
  /** Share of the pairs of its members that share text, 0 to 1. Low: excerpts, or a digest. */
  density: number;
  /** All of them in the order of time, those of unknown time last. */
  members: number[];
  /** Each article with the nearest earlier one: one less than there are members. */
  links: Link[];
}

/** Two articles that share their text. */
export interface Link {
  /** The one taken for the copy: the later one, if nothing else tells. */
  copy: number;
  /** The one taken for its source. */
  of: number;
  /** How sure it is which is the copy, 0 to 100; 0 if only the order tells. */
  confidence: number;
  verdict: 'same' | 'partial';
  score: number;
  /** Whether the two are versions of one page, rather than a copy and its source. */
  version: boolean;
  /** What became of the source in the copy. */
  changes: Change[];
}
