import type { Article, Comparison } from '../core.js';

export { default } from '../core.js';

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

/** An article, or as much of it as is known. */
export type Comparable = Partial<Pick<Article, 'title' | 'text' | 'site' | 'credit' | 'published'>>;
