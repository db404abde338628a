import type { Article, BodyImage, Change, Known, DocumentLike, MarkupChoices, Page, PageLink } from '../offprint.js';
import { OffprintStream as PlainStream, Reader as PlainReader } from '../offprint.js';
import type { ReaderOptions, ReadOptions } from '../offprint.js';
import type { BytesPart, ClusterEvidence, Likeness } from '../schema.js';

export * from '../offprint.js';
export { default } from '../offprint.js';
export * from '../rewriting.js';
export { keys } from '../rewriting.js';

/** An article with its structure. */
export type ArticleWithMarkup = Article & {
  markdown: string;
  html: string;
  links: PageLink[];
  images: BodyImage[];
  comments: string;
};

export interface MarkupOptions extends ReadOptions, MarkupChoices {}

/** `Reader` of `offprint`, with the structure of the article. */
export class Reader extends PlainReader {
  constructor(options?: (ReaderOptions & MarkupChoices) | null);
}

/** `OffprintStream` of `offprint`, with the structure of the article. */
export class OffprintStream extends PlainStream {
  constructor(options?: (ReaderOptions & MarkupChoices) | null);
}

/** Reads a page to its end, as `read` of `offprint` does, and also writes the body as Markdown and HTML. */
export function read(page: Page, options?: MarkupOptions | null): Promise<ArticleWithMarkup>;

/** The same for a page that a browser shows. */
export function readDocument(document: DocumentLike, options?: MarkupOptions | null): Promise<ArticleWithMarkup>;

/** The known facts about an article, such as the result of `read`. */
export type NewArticle = Known & {
  length?: number;
  /** Its facts, by `sketch`, to find reports in other words. */
  sketch?: string | null;
};

/**
 * The independent origins of articles: forty pages with one agency's story have one. Takes articles, or their stored
 * facts; the answer refers to them by their places. Of articles with a `sketch` it also finds those that rewrite
 * another one; they have the origin of what they rewrite.
 */
export function origins(articles: Iterable<NewArticle>): Origins;

/** The origin of articles that are known to share their text, such as copies of one story; the same in any order. */
export function origin(articles: Iterable<NewArticle>): Origin;

/**
 * Folds a list of results, the best first: ten that are one article become one, with the others under it. A result is
 * an article, with its fingerprint, or what a list shows of a page that was not read: `url`, `title` and `snippet`.
 * With more of them read, the same list is folded more surely: call it again. The answer refers to results by their
 * places.
 */
export function fold(results: Iterable<SearchResult>): FoldedResults;

/**
 * The address of a page to show and to store: as it is written, without parameters that only count visits, and without
 * a fragment that names a place in the page.
 */
export function pageAddress(url: string): string;

/**
 * One key for all addresses of a page, without what differs between them: scheme, edition (`www.`), default port,
 * slashes at the end, parameters that only count visits, a fragment that names a place in the page, and escapes that
 * need not be.
 */
export function pageKey(url: string): string;

/** An article, or what is known of a page that was not read. */
export type SearchResult = Partial<NewArticle> & {
  /** The same as `url`. */
  address?: string;
  snippet?: string;
  /** The body; without a fingerprint, it gives one. */
  text?: string | null;
  /** The page, which is read if neither of the others is known. */
  html?: string;
  /** An article that was read, if its fields are not here. */
  article?: SearchResult;
};

/** A folded list; results by their places. */
export interface FoldedResults {
  /** The result in a sentence. */
  sentence: string;
  /** Groups of one publisher count once. */
  independentOrigins: number;
  /** In the order of their best results. */
  groups: ResultGroup[];
  /** Results without a fingerprint, judged only by address, title and snippet. */
  unread: number[];
}

/** Results that are one article, or parts or versions of it. */
export interface ResultGroup {
  /** The likely original if the pages suggest one, otherwise the best result. */
  representative: number;
  /** The site of the original, or the credited source; null if unknown. */
  source: string | null;
  /** How sure that is, 0 to 100; 0 if unknown. */
  confidence: number;
  /** The others, the best first. */
  others: GroupedResult[];
}

/** A result under the representative of its group. */
export interface GroupedResult {
  result: number;
  /** The one that it resembles: the representative, unless only another of the group does. */
  of: number;
  /** `similar`: titles or snippets agree, and only reading both pages shows whether they hold the same article. */
  likeness: Likeness;
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
  unique: number[];
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
   * The evidence: pages state its address or site as their own, or credit it; the headlines of all others call them
   * reprints; it was published first; it holds others, and more; the others are most similar to its text; several
   * reports are of one publisher, and count once; or some pages have the report in other words.
   */
  evidence: ClusterEvidence[];
  /** In the order of time. */
  pages: number[];
}

/** An article in other words than an earlier one. */
export interface RewritingLink {
  /** The presumed rewriting: the later one. */
  rewriting: number;
  /** What it rewrites. */
  source: number;
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
  source: number;
  /** How sure it is which is the copy, 0 to 100; 0 if neither page shows it. */
  confidence: number;
  verdict: 'same' | 'partial';
  score: number;
  /** Whether the two are versions of one page, rather than a copy and its source. */
  version: boolean;
  /** How the source was changed in the copy. */
  changes: Change[];
}

/** Many articles, to find which of them are copies of one. */
export class Collection {
  constructor();
  /** Adds an article, or the known facts about it; the id is for `table`. */
  add(id: string, article: NewArticle): Placed;
  /** The groups of same articles, judged in the order of addition, as `offprint dedupe` does. */
  dedupe(): Copies;
  /** Which article copied which: those that share text, wholly or in part, and their origins. */
  origins(): Origins;
  /** The origins as a table of all articles: CSV (RFC 4180), fit for spreadsheets, or JSON. */
  table(form: 'csv' | 'json'): string;
}

/** Articles by their places. */
export interface Copies {
  /** The largest first; among equals, the one that began first; each in the order of addition. */
  clusters: number[][];
  /** Articles without a copy. */
  unique: number[];
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

/**
 * The parts of a text that its fingerprint has, and their places, for display; takes the `fingerprint` and the `text`
 * of an article. Without a fingerprint, a text has only feature codes. Parts of another text have no place.
 * Errors: `text`, and `fingerprint_…`.
 */
export function layoutMap(fingerprint: string | null, text: string): LayoutMap;

export interface LayoutMap {
  /** The units before and after each stop of the text; `kept` if the fingerprint has the code. */
  codes: { before: Place; after: Place; kept: boolean }[];
  /** In the order of the text; `written` if the article is stored under it. */
  keys: { key: string; written: boolean; place: Place | null }[];
  /** In the order of the text; 14 bits of each hash. `uncertain` if it may not belong to the article. */
  samples: { hash: number; place: Place | null; uncertain: boolean }[];
  /** What the bytes of the fingerprint are, part by part, and where each part ends. */
  parts: { name: BytesPart; end: number }[];
}

/** A place in a text, in UTF-16 code units, as `slice` takes them. */
export interface Place {
  start: number;
  end: number;
}
