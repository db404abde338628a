import type { Article, ByteStream, Facts, Keys, Known, ReaderOptions, Relation, Verdict } from './core.js';
import type { SentenceKind } from './schema.js';

export * from './core.js';
export { default } from './core.js';

/**
 * Reads a page to its end. Loads the module if necessary.
 *
 * Errors: `page` if it is nothing that can be read, `page_address` if it is the address of a page (pass
 * `await fetch(address)`), `page_used` if it is a stream that was read before, `page_failed` if it broke off
 * (the `cause` says why), `aborted` by the signal, `options`, `bytes`.
 */
export function read(page: Page, options?: ReadOptions | null): Promise<Article>;

/**
 * Text, whose charset is known; bytes, whose charset is found; a Response or another message, which brings its
 * Content-Type and its address; a Blob or a File, which brings its type; or a stream, of the web or of Node.
 */
export type Page = string | ArrayBuffer | ArrayBufferView | Message | BlobLike | ByteStream | AsyncIterable<Uint8Array>;

/** A `Response`, or a `Request` whose body is a page. */
export interface Message {
  readonly headers: { get(name: string): string | null };
  readonly body: ByteStream | null;
  readonly url?: string;
}

/** A `Blob`, or a `File`. */
export interface BlobLike {
  readonly type: string;
  stream(): ByteStream;
}

/** An `AbortSignal`. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface ReadOptions extends Omit<ReaderOptions, 'clean'> {
  /** Gives up the page: the promise is rejected with the code `aborted`. */
  signal?: Signal | null;
}

/**
 * Reads a page as the browser shows it now, including what scripts have added. Text in shadow trees and frames is
 * not read. Error: `document`.
 */
export function readDocument(document: DocumentLike, options?: ReadOptions | null): Promise<Article>;

/** A `Document`. */
export interface DocumentLike {
  readonly documentElement: { readonly outerHTML: string };
  readonly URL: string;
}

/**
 * Aligns the sentences of two texts: all of each, in order. A line break also ends a sentence. It is for showing what
 * differs; {@link compare} decides.
 */
export function align(a: string, b: string): [Sentence[], Sentence[]];

/** A sentence of a text, as seen from another text. */
export interface Sentence {
  /** Its place in its text, in UTF-16 code units, as `slice` takes them. */
  start: number;
  end: number;
  /** Whether the other text has it word for word, in other words, or not at all. */
  kind: SentenceKind;
  /** Its counterpart, as a place among the sentences of the other text; null if it has none. */
  other: number | null;
  /** Whether it is at another place there, among the sentences that both have. */
  moved: boolean;
}

/**
 * Reads a page that passes: `response.body.pipeThrough(new OffprintStream())`. The bytes come out as they went in, or
 * without the page's noise, as UTF-8, if `clean` is set. Scripts are removed then, attributes that run code are not:
 * show the page of a stranger in a sandboxed frame.
 *
 * It takes in no more than is taken out. Whatever goes wrong in reading, the page passes; only one that is to be
 * cleaned fails with it.
 */
export class OffprintStream {
  constructor(options?: ReaderOptions | null);
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  /**
   * The article, once the page has passed. Rejected with the code `aborted` if it does not pass to its end, and with
   * the error if it cannot be read. It may be ignored.
   */
  readonly article: Promise<Article>;
}

/** A fingerprint is text, as `article.fingerprint` has it; in bytes it takes three quarters of that. */
export const Fingerprint: {
  /** The bytes of a fingerprint: 766 at most, about 500 of an ordinary article. Errors: `fingerprint_…`. */
  toBytes(fingerprint: string): Uint8Array;
  /** The text of a fingerprint in bytes. Errors: `bytes`, and `fingerprint_…` if they are damaged. */
  fromBytes(bytes: ArrayBufferView): string;
};

/**
 * Articles seen before, in a store of any kind, with the {@link policy} and the answers of all indexes of Offprint.
 * Copies are also kept. For a text that is too short for a fingerprint, only an equal one is found, if both have their
 * `text`.
 *
 * Every method loads the module if necessary, and fails with the code `store_failed` if the store does; the `cause`
 * says why. What an instance writes, it writes in the order of the calls.
 */
export class ArticleIndex {
  constructor(store: Store);
  /**
   * Judges an article among the earlier ones, and keeps its data without its text. If its id is there with this text,
   * the judgement stays, and what is given replaces the data; with another text, the article arrives anew. Errors: `id`
   * if it is missing.
   */
  add(article: NewArticle): Promise<Insertion>;
  /**
   * The articles that this one, given itself or by its fingerprint, is the same as or partial to: first the one that
   * `add` would name, then the most similar. It is never found itself.
   */
  find(article: Query | string): Promise<Match[]>;
  /** Forgets an article, by its id; returns whether it was there. Errors: `id`. */
  remove(article: string | Pick<Query, 'id' | 'url'>): Promise<boolean>;
  /** Removes all articles. */
  clear(): Promise<void>;
  /** Counts articles, their classes and their keys. It reads the whole store, and so does `export`. */
  stats(): Promise<{ stored: number; classes: number; keys: number }>;
  /** All articles, the earliest first, for a file or another store. */
  export(): Promise<ArticleRecord[]>;
  /** Adds articles that `export` returned, without judging them again, unless their ids are there. */
  import(articles: Iterable<ArticleRecord>): Promise<void>;
}

/**
 * How to find an article among earlier ones, for a store of your own: the policy of this package's indexes and of all
 * other programs of Offprint. Look up each of its `keys` to read, compare with the `candidates`, and let the first that
 * `judge` returns decide. If it is `same`, the article joins the class of that one; otherwise it begins a class, which
 * has the article's own number. Keep it under its keys to write, with its digest.
 */
export const policy: {
  /**
   * The keys of an article, those of its fingerprint and one of its digest: at most 17 to look it up by, and 5 of those
   * to keep it under. The digest covers title and text; it is missing if some of the text is.
   */
  keys(article: Known | string): Keys & { digest?: string };
  /**
   * The numbers of the articles to compare with, ascending and at most 256, given the articles under each key, the
   * earliest first. Keys of boilerplate, which lead to articles of more than 32 classes, are left out, and more than 64
   * articles of a class under one key.
   */
  candidates(keys: Posting[][]): number[];
  /**
   * The relations of an article to those of the candidates, given in the order of arrival, that it is similar to, with
   * their places: first the one that decides, then the most similar. The verdict of the first is `partial` also where
   * most of its class are not `same`. A candidate without a class decides nothing; one that is damaged is left out.
   */
  judge(article: Known | string, candidates: (Known & { class?: number })[]): (Relation & { place: number })[];
};

/** An article that a key leads to. */
export interface Posting {
  /** Articles are numbered in the order of their arrival. */
  number: number;
  /** Articles that are the same: the number of the first of them. */
  class: number;
}

/** An index that ends with the program. */
export class MemoryIndex extends ArticleIndex {
  constructor();
}

/** An index that a browser keeps for an origin. Its store fails with the code `no_indexed_db` elsewhere. */
export class IndexedDbIndex extends ArticleIndex {
  /** @param name the database; `offprint` unless given */
  constructor(name?: string);
  /** Closes the database; the next call opens it again. */
  close(): Promise<void>;
}

/** An article to look for: one that was read, or the data kept about it. */
export interface Query extends Known {
  /** Its `url` unless given. */
  id?: string;
}

/** An article to keep: it has an `id` or a `url`. */
export interface NewArticle extends Query {
  /** Any value that a match should return; the store must accept it, as all accept JSON. */
  data?: unknown;
}

/** What is kept of an article: plain data, fit for JSON if its `data` are. */
export interface ArticleRecord extends Facts, Posting {
  id: string;
  fingerprint: string | null;
  digest?: string;
  /** When it was added, unless given; UTC, ISO 8601. */
  firstSeen: string;
  data?: unknown;
  /** The keys that lead to it. */
  keys: string[];
  judgement: Judgement;
}

/** The verdict on an article when it arrived. */
export interface Judgement {
  /** `new` if it is similar to no earlier one. */
  verdict: Exclude<Verdict, 'different'> | 'new';
  /** The id of the earlier article that it is the same as or partial to. */
  of: string | null;
  /** Similarity of the two, 0 to 1. */
  score: number;
}

/** The answer on an article that was added. */
export interface Insertion extends Judgement {
  /** The id under which it is kept: `#` and a number are added to one that another text has. */
  id: string;
  /** Whether the index had this text under this id. */
  known: boolean;
  /** The keys that lead to it: 0 if it has none, or if all of them are those of boilerplate. */
  keys: number;
}

/** An article of the index, and its relation to the one that was looked for: `first` is the article of the index. */
export interface Match extends Relation {
  verdict: 'same' | 'partial';
  id: string;
  record: ArticleRecord;
}

/**
 * Where an index keeps its articles: a record for each, which is found by its id and by any of its keys. These are at
 * most 5, of 10 or 16 hexadecimal digits; one of boilerplate leads to some 33 records, another to 2,048 at most. It
 * needs neither transactions nor an order, and several processes may share it. `offprint/store-test` tests one.
 */
export interface Store {
  /** The record with this id, if there is one. */
  get(id: string): Promise<ArticleRecord | null | undefined>;
  /** The records that have any of these keys, at most 17, in any order; one may be there more than once. */
  find(keys: string[]): Promise<Iterable<ArticleRecord>>;
  /** Puts a record, in place of the one with its id, whose keys no longer lead to it. */
  put(record: ArticleRecord): Promise<void>;
  /** Removes the records with these ids; some may not be there. */
  delete(ids: string[]): Promise<void>;
  /** All records, in any order; asked for only by `stats`, `export` and `clear`. */
  all(): Promise<Iterable<ArticleRecord>>;
}
