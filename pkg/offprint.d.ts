import type { Article, ByteStream, Facts, Keys, ReaderOptions, Relation } from './core.js';

export * from './core.js';
export { default } from './core.js';

/**
 * Reads a page to its end. Loads the module if nobody has.
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
export type Page = string | ArrayBuffer | ArrayBufferView | Message | Blobbed | ByteStream | AsyncIterable<Uint8Array>;

/** A `Response`, or a `Request` whose body is a page. */
export interface Message {
  readonly headers: { get(name: string): string | null };
  readonly body: ByteStream | null;
  readonly url?: string;
}

/** A `Blob`, or a `File`. */
export interface Blobbed {
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
 * Reads a page that a browser shows, as it stands now: what scripts have made of it too. What stands in
 * shadow trees and frames is not part of it, and is not read. Error: `document`.
 */
export function readDocument(document: LiveDocument, options?: ReadOptions | null): Promise<Article>;

/** A `Document`. */
export interface LiveDocument {
  readonly documentElement: { readonly outerHTML: string };
  readonly URL: string;
}

/**
 * Sets the sentences of two texts side by side: all of each, in order. A line break ends a sentence
 * too. It is for showing what differs; {@link compare} decides.
 */
export function align(a: string, b: string): [Sentence[], Sentence[]];

/** A sentence of a text, as seen from another text. */
export interface Sentence {
  /** Where it stands in its text, in UTF-16 code units, as `slice` takes them. */
  start: number;
  end: number;
  /** Whether it stands in the other text word for word, in other words, or not at all. */
  kind: 'same' | 'changed' | 'only';
  /** Its counterpart, as a place among the sentences of the other text; null if it has none. */
  other: number | null;
  /** Whether it stands at another place there, among the sentences that both have. */
  moved: boolean;
}

/**
 * Reads a page that passes: `response.body.pipeThrough(new OffprintStream())`. The bytes come out as
 * they went in, or without the page's noise, as UTF-8, if `clean` is set.
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

/** A fingerprint is text, as `article.fingerprint` has it. This is its form for a database. */
export const Fingerprint: {
  /** Its bytes: 766 at most, about 500 of an ordinary article. Errors: `fingerprint_…`, as of {@link keys}. */
  toBytes(fingerprint: string): Uint8Array;
  /** The text of what `toBytes` returned. Errors: `bytes`, and `fingerprint_…` if they are damaged. */
  fromBytes(bytes: ArrayBufferView): string;
};

/**
 * Articles seen before, in a store of any kind.
 *
 * An article is kept under up to 4 keys and found by up to 16. A key holds one article, the first that
 * took it: a copy is found as a copy of that one. Every method loads the module if nobody has, and
 * fails with the code `store_failed` if the store does; the `cause` says why.
 */
export class ArticleIndex {
  constructor(store: Store);
  /**
   * Keeps what is known of an article, not its text. Returns the number of keys it is found by now: none
   * if it has no fingerprint, or if all its keys are taken by others that it shares its text with.
   * The same article again takes the place of what was kept of it. Errors: `id` if it has none.
   */
  add(article: Addition): Promise<number>;
  /**
   * The articles that this one is the same as or partial to: first the {@link policy nearest}, then those it is the
   * same as. It is never found itself.
   */
  find(article: Sought | string): Promise<Match[]>;
  /** Removes an article, which takes its fingerprint; returns the number of its keys. Errors: `id`. */
  remove(article: Addition): Promise<number>;
  /** Removes everything from the store, including what other programs put there. */
  clear(): Promise<void>;
  /** Counts articles and keys. It reads the whole store, and so does `export`. */
  count(): Promise<{ articles: number; keys: number }>;
  /** All articles, for a file or another store. */
  export(): Promise<Exported[]>;
  /** Takes in what `export` returned; keys that are taken stay with who has them. */
  import(articles: Iterable<Exported>): Promise<void>;
}

/**
 * How to find an article among earlier ones, for a store of your own: the policy of this package's indexes and of all
 * other programs of Offprint. Look up what each of `keys.read` leads to, compare with the `candidates`, and let
 * the `nearest` decide. If it is `same`, the article joins the class of that one; else it begins a class, which goes by
 * its own number. Keep it under `keys.write`.
 */
export const policy: {
  /**
   * The numbers of the articles to compare with, ascending, of what each key leads to. Keys of boilerplate are left
   * out: those that lead to articles of more than 32 classes.
   */
  candidates(keys: Lead[][]): number[];
  /**
   * Which of the candidates, in the order of their arrival, decides, by its place among them; null if the article is
   * like none. The verdict is `partial` also where most of its class are not `same`.
   */
  nearest(compared: Compared[]): { place: number; verdict: 'same' | 'partial' } | null;
};

/** An article that a key leads to. Articles are numbered in the order of their arrival. */
export interface Lead {
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

/** An article to look for: one that was read, or what is known of it. */
export interface Sought extends Facts {
  /** Its `url` unless given. */
  id?: string;
  fingerprint: string | null;
}

/** An article to keep: it has an `id` or a `url`. */
export interface Addition extends Sought {
  /** Whatever you want back with a match; it must be fit for the store: JSON is for all. */
  data?: unknown;
}

/** What is kept of an article. */
export interface ArticleRecord extends Facts {
  id: string;
  fingerprint: string;
  /** When it was added, unless given; UTC, ISO 8601. */
  firstSeen: string;
  data?: unknown;
}

export interface Exported extends ArticleRecord {
  /** What it is found by. */
  keys: Keys['write'];
}

/** An article of the index beside the one that was looked for: `first` is the article of the index. */
export interface Match extends Relation {
  verdict: 'same' | 'partial';
  id: string;
  record: ArticleRecord;
}

/**
 * Where an index keeps its articles: values of plain data under keys of 10 hexadecimal digits. Neither
 * transactions nor an order are asked of it, and two processes may share it: if both take one key at a
 * time, either has it. `offprint/store-test` tests one.
 */
export interface Store {
  /** The values under these keys; those that have none are left out. At most 100 keys. */
  get(keys: string[]): Promise<Map<string, ArticleRecord>>;
  /** Puts values under keys, in the place of what is there. At most 100. */
  put(entries: [key: string, value: ArticleRecord][]): Promise<void>;
  /** At most 100 keys; some may have no value. */
  delete(keys: string[]): Promise<void>;
  /** All keys that have a value; asked for only by `count`, `export` and `clear`. */
  keys(): Promise<Iterable<string>>;
}
