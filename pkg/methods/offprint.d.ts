import type { Article, Comparison } from '../core.js';
import type { Addition, Origins } from '../origins/offprint.js';

export * from '../core.js';
export { default } from '../core.js';
export * from '../origins/offprint.js';

/** Ways to compare two articles: Offprint's own, those of the papers it grew from, and the field's baselines. */
export const methods: {
  /** The methods, and what each compares. */
  list(): { name: string; about: string }[];
  /** The verdict of a method on two articles. An unknown name is an error with the code `method`. */
  compare(name: string, a: Comparable, b: Comparable): Comparison;
  /** The same, and what the method compares in the two. */
  explain(name: string, a: Comparable, b: Comparable): Explanation;
};

/** The verdict of a method on two articles, and why. */
export interface Explanation {
  verdict: Comparison;
  /** What it compares, in the first article and in the second; empty if it takes a text as a whole. */
  marks: [Mark[], Mark[]];
  /** Whether the signatures are equal, position by position; empty for methods that do not compare them so. */
  slots: boolean[];
}

/** Something that a method compares in an article. */
export interface Mark {
  /** Its role in the method. Offprint's own method has `sample`, `code`, and `kept-code` in the fingerprint. */
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
  /** Its text. */
  text: string;
  /** Its places in the text: beginnings and ends, in UTF-16 code units; empty if the text lacks it. */
  places: [start: number, end: number][];
  /** Whether the other article has it; `long` if it also has the text around it. */
  held: 'no' | 'yes' | 'long';
  /** Its weight; null if the method gives none. */
  weight: number | null;
}

/** Many articles, to find which of them are copies of one. */
export class Collection {
  constructor();
  /** Adds an article, or the known facts about it; the id is for `table`. */
  add(id: string, article: Addition): Placed;
  /** The groups of same articles, judged in the order of addition, as `offprint dedupe` does. */
  clusters(): Copies;
  /** Which article copied which: those that share text, wholly or in part, and their origins. */
  origins(): Origins;
  /** The origins as a table of all articles: CSV (RFC 4180), fit for spreadsheets, or JSON. */
  table(form: 'csv' | 'json'): string;
}

/** Articles by their places. */
export interface Copies {
  /** The largest first; among equals, the one that began first. The members are in the order of addition. */
  clusters: { members: number[] }[];
  /** Articles without a copy. */
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
 * The parts of a text that its fingerprint has, and their places, for display; takes the `fingerprint` and the `text`
 * of an article. Without a fingerprint, a text has only feature codes. Parts of another text have no place.
 * Errors: `text`, and `fingerprint_…`.
 */
export function anatomy(fingerprint: string | null, text: string): Anatomy;

export interface Anatomy {
  /** The units before and after each stop of the text; `kept` if the fingerprint has the code. */
  codes: { before: Place; after: Place; kept: boolean }[];
  /** In the order of the text; `written` if the article is stored under it. */
  keys: { key: string; written: boolean; place: Place | null }[];
  /** In the order of the text; of the hash there are 14 bits. `doubtful` if it may not belong to the article. */
  samples: { hash: number; place: Place | null; doubtful: boolean }[];
  /** What the bytes of the fingerprint are, part by part, and where each part ends. */
  parts: { name: 'header' | 'measures' | 'codes' | 'keys' | 'samples' | 'doubts'; end: number }[];
}

/** A place in a text, in UTF-16 code units, as `slice` takes them. */
export interface Place {
  start: number;
  end: number;
}
