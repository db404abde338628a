import type { Article, Verdict } from '../core.js';

export * from '../core.js';
export { default } from '../core.js';

/** Ways to compare two articles: Offprint's own, those of the papers it grew from, and the field's baselines. */
export const methods: {
  /** What there is, and what each looks at. */
  list(): { name: string; about: string }[];
  /** What a method says of two articles. An unknown name is an error with the code `method`. */
  compare(name: string, a: Comparable, b: Comparable): Verdict;
};

/** An article, or as much of it as is known. */
export type Comparable = Partial<Pick<Article, 'title' | 'text' | 'site' | 'credit' | 'published'>>;
