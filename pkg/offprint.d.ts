import type { Article, ByteStream, Facts, Keys, ReaderOptions, Relation, Verdict } from './core.js';

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
 * Text, whose charset is known; bytes, whose charset is found; a Response or another message, which
 * brings its Content-Type and its address; a Blob or a File, which brings its type; or a stream, be it of
 * the web or of Node.
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
  /** Gives the page up: the promise is rejected with the code `aborted`. */
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
 * Aligns the sentences of two texts: all of each, in order. A line break ends a sentence
 * too. It is for showing what differs; {@link compare} decides.
 */
export function align(a: string, b: string): [Sentence[], Sentence[]];

/** A sentence of a text, as seen from another text. */
export interface Sentence {
  /** Its place in its text, in UTF-16 code units, as `slice` takes them. */
  start: number;
  end: number;
  /** Whether the other text has it word for word, in other words, or not at all. */
  kind: 'same' | 'changed' | 'only';
  /** Its counterpart, as a place among the sentences of the other text; null if it has none. */
  other: number | null;
  /** Whether it is at another place there, among the sentences that both have. */
  moved: boolean;
}

/**
 * Reads a page that passes: `response.body.pipeThrough(new OffprintStream())`. The bytes come out as
 * they went in, or without the page's noise, as UTF-8, if `clean` is set. Scripts are removed then, attributes
 * that run code are not: show the page of a stranger in a sandboxed frame.
 *
 * It takes in no more than is taken out. Whatever goes wrong in reading, the page passes; only one
 * that is to be cleaned fails with it.
 */
export class OffprintStream {
  constructor(options?: ReaderOptions | null);
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  /**
   * The article, once the page has passed. Rejected with the code `aborted` if it does not pass to its
   * end, and with that of the error if it cannot be read; one may leave it alone.
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
 * Articles seen before, in a store of any kind.
 *
 * An article is stored under up to 4 keys and looked up by up to 16. A key holds one article, the first stored
 * under it: later copies are found as copies of that one. Every method loads the module if necessary, and
 * fails with the code `store_failed` if the store does; the `cause` says why.
 */
export class ArticleIndex {
  constructor(store: Store);
  /**
   * Judges an article among the earlier ones, and stores its data without its text. An article with the same id is
   * replaced. Errors: `id` if it is missing.
   */
  add(article: NewArticle): Promise<Insertion>;
  /**
   * The articles that this one is the same as or partial to: first the {@link policy nearest}, then those it is the
   * same as. It is never found itself.
   */
  find(article: Query | string): Promise<Match[]>;
  /** Forgets an article, which takes its fingerprint; returns whether it was there. Errors: `id`. */
  remove(article: NewArticle): Promise<boolean>;
  /** Removes everything from the store, including what other programs put there. */
  clear(): Promise<void>;
  /** Counts articles and keys. It reads the whole store, and so does `export`. */
  stats(): Promise<{ stored: number; keys: number }>;
  /** All articles, for a file or another store. */
  export(): Promise<Exported[]>;
  /** Adds the articles that `export` returned; a key that is taken keeps its article. */
  import(articles: Iterable<Exported>): Promise<void>;
}

/**
 * How to find an article among earlier ones by the keys of its fingerprint, for a store of your own: the policy of this
 * package's indexes and of all other programs of Offprint. Look up each of `keys.read`, compare with the `candidates`,
 * and let the `nearest` decide. If it is `same`, the article joins the class of that one; otherwise it begins a class,
 * which has the article's own number. Store it under `keys.write`.
 */
export const policy: {
  /**
   * The numbers of the articles to compare with, ascending, given the articles under each key. Keys of boilerplate,
   * which lead to articles of more than 32 classes, are left out.
   */
  candidates(keys: Posting[][]): number[];
  /**
   * The place of the candidate that decides, among the candidates in order of arrival; null if the article is similar
   * to no candidate. The verdict is `partial` also where most of its class are not `same`.
   */
  nearest(compared: Compared[]): { place: number; verdict: 'same' | 'partial' } | null;
};

/** An article that a key leads to. Articles are numbered in the order of their arrival. */
export interface Posting {
  number: number;
  class: number;
}

/** A candidate after it was compared. */
export interface Compared extends Pick<Relation, 'verdict' | 'score'> {
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
export interface Query extends Facts {
  /** Its `url` unless given. */
  id?: string;
  fingerprint: string | null;
}

/** An article to keep: it has an `id` or a `url`. */
export interface NewArticle extends Query {
  /** Any value that a match should return; the store must accept it, as all accept JSON. */
  data?: unknown;
}

/** The data kept about an article. */
export interface ArticleRecord extends Facts {
  id: string;
  fingerprint: string;
  /** When it was added, unless given; UTC, ISO 8601. */
  firstSeen: string;
  data?: unknown;
}

export interface Exported extends ArticleRecord {
  /** The keys under which it is stored. */
  keys: Keys['write'];
}

/** The answer on an article that was added. */
export interface Insertion {
  id: string;
  verdict: Verdict;
  /** The id of the earlier article that it is the same as or partial to: the {@link policy nearest}. */
  of: string | null;
  /** Similarity of the two, 0 to 1. */
  score: number;
  /** Whether the index had an article with this id. */
  known: boolean;
  /** The keys under which it is stored: 0 without a fingerprint, or if articles that share its text hold all. */
  keys: number;
}

/** An article of the index beside the one that was looked for: `first` is the article of the index. */
export interface Match extends Relation {
  verdict: 'same' | 'partial';
  id: string;
  record: ArticleRecord;
}

/**
 * Where an index keeps its articles: values of plain data under keys of 10 hexadecimal digits. It needs neither
 * transactions nor an order, and two processes may share it: if both write one key at the same
 * time, either value may stay. `offprint/store-test` tests one.
 */
export interface Store {
  /** The values under these keys; keys without a value are left out. At most 100 keys. */
  get(keys: string[]): Promise<Map<string, ArticleRecord>>;
  /** Puts values under keys, replacing earlier ones. At most 100. */
  put(entries: [key: string, value: ArticleRecord][]): Promise<void>;
  /** At most 100 keys; some may have no value. */
  delete(keys: string[]): Promise<void>;
  /** All keys that have a value; asked for only by `stats`, `export` and `clear`. */
  keys(): Promise<Iterable<string>>;
}
