import type { Article, Comparison } from '../core.js';
import type { Addition, Origins } from '../origins/offprint.js';

export * from '../core.js';
export { default } from '../core.js';
export * from '../origins/offprint.js';

/** Ways to compare two articles: Offprint's own, those of the papers it grew from, and the field's baselines. */
export const methods: {
  /** What there is, and what each looks at. */
  list(): { name: string; about: string }[];
  /** What a method says of two articles. An unknown name is an error with the code `method`. */
  compare(name: string, a: Comparable, b: Comparable): Comparison;
  /** The same, and what the method looks at in the two. */
  explain(name: string, a: Comparable, b: Comparable): Explanation;
};

/** What a method says of two articles, and why. */
export interface Explanation {
  verdict: Comparison;
  /** What it looks at in the articles, the first one first; empty where it takes a text as a whole. */
  marks: [Mark[], Mark[]];
  /** For each place of the signatures whether they are equal there; empty unless they are compared so. */
  slots: boolean[];
}

/** Something that a method looks at in an article. */
export interface Mark {
  /** What it is to the method: of Offprint's own a `sample`, a `code`, or a `kept-code` in the fingerprint. */
  role:
    | 'sample'
    | 'code'
    | 'kept-code'
    | 'source'
    | 'headline'
    | 'time'
    | 'term'
    | 'concept'
    | 'sentence'
    | 'shingle'
    | 'spot';
  /** What it reads. */
  text: string;
  /** Where it stands in the text: beginnings and ends, in UTF-16 code units; none if it is not of the text. */
  places: [start: number, end: number][];
  /** Whether the other article has it; `long` if it also has what stands around it. */
  held: 'no' | 'yes' | 'long';
  /** How much it counts, where that differs. */
  weight: number | null;
}

/** Many articles, to find which of them are copies of one. */
export class Collection {
  constructor();
  /** Takes in an article, or what is known of it; the id is for `table`. */
  add(id: string, article: Addition): Placed;
  /** Which of them are the same, judged in the order in which they were added, as `offprint dedupe` judges them. */
  clusters(): Copies;
  /** Who took it from whom: articles that share text, though one has only a part of the other, and their origins. */
  origins(): Origins;
  /** The origins as a table of all articles: CSV (RFC 4180), fit for spreadsheets, or JSON. */
  table(form: 'csv' | 'json'): string;
}

/** Articles by their places. */
export interface Copies {
  /** The largest first, of equals that which began first; the members in the order of their arrival. */
  clusters: { members: number[] }[];
  /** Those of which there is no copy. */
  alone: number[];
  /** Those without a fingerprint. */
  unknown: number[];
}

/** An article in a collection. */
export interface Placed {
  /** Its number among the others, from 0. */
  place: number;
  /** When it was published, in minutes since the beginning of 1970. */
  minutes: number | null;
  /** Its site, by its name or its host. */
  source: string | null;
}

/** An article, or as much of it as is known. */
export type Comparable = Partial<Pick<Article, 'title' | 'text' | 'site' | 'credit' | 'published'>>;

/**
 * What of a text is in its fingerprint, and where, for showing it: of an article, its `fingerprint` and its `text`.
 * A text without a fingerprint has feature codes at the most. What a fingerprint holds of another text has no place.
 * Errors: `text`, and `fingerprint_…`.
 */
export function anatomy(fingerprint: string | null, text: string): Anatomy;

export interface Anatomy {
  /** The units before and after each stop of the text; `kept` if the fingerprint has the code. */
  codes: { before: Place; after: Place; kept: boolean }[];
  /** In the order of the text; `written` if the article is stored under it. */
  keys: { key: string; written: boolean; place: Place | null }[];
  /** In the order of the text; of the hash there are 14 bits. `doubtful` if it may be no part of the article. */
  samples: { hash: number; place: Place | null; doubtful: boolean }[];
  /** What the bytes of the fingerprint are, part by part, and where each part ends. */
  parts: { name: 'header' | 'measures' | 'codes' | 'keys' | 'samples' | 'doubts'; end: number }[];
}

/** A place in a text, in UTF-16 code units, as `slice` takes them. */
export interface Place {
  start: number;
  end: number;
}
