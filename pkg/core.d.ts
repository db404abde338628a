/// <reference lib="esnext.disposable" />

import type { ArticleFields, Block, Candidate, Facts, Relation, Structure } from './schema.js';

export type { BodyImage, PageLink, Block, Candidate, Facts } from './schema.js';
export type { Change, Comparison, Evidence, Original, Reason, Relation, Side, Verdict } from './schema.js';

declare global {
  // These merge with the declarations that a program already has. Node's types lack `Module`; without `dom`, TypeScript
  // lacks all three.
  namespace WebAssembly {
    interface Module {}
  }
  // biome-ignore lint/suspicious/noExplicitAny: as in what it is merged with
  interface ReadableStream<R = any> {}
  // biome-ignore lint/suspicious/noExplicitAny: as in what it is merged with
  interface WritableStream<W = any> {}
}

/** The part of a `ReadableStream` of bytes that this package uses. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/**
 * Loads the module; call it once before anything else. Later calls return the same promise, and a call after a failure
 * tries again. Without `input` the package finds its own module.
 */
export default function init(input?: ModuleSource | Promise<ModuleSource>): Promise<void>;

/** Loads a module that is already in memory, without waiting. */
export function initSync(module: WebAssembly.Module | ArrayBuffer | ArrayBufferView): void;

/**
 * Restarts the module after a `WebAssembly.RuntimeError` left it in an unknown state. Readers made before are lost.
 */
export function restart(): void;

export type ModuleSource = WebAssembly.Module | ArrayBuffer | ArrayBufferView | Fetched | Address;

/** A `Response` that brings a module. */
export interface Fetched {
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `URL`. */
export interface Address {
  readonly href: string;
  readonly searchParams: object;
}

/**
 * Every error of this package. `code` does not change between releases; the message, which says what to do, may.
 */
export interface OffprintError extends Error {
  code: string;
}

export interface ReaderOptions {
  /** The Content-Type header of the page. Its charset is used if the bytes confirm it. */
  contentType?: string | null;
  /** The address of the page. It is copied to the article, and makes its links absolute. */
  url?: string | null;
  /** Return the page without its noise from `write`, as UTF-8. */
  clean?: boolean;
  /** List every text that may be the headline, and every block of the page, and why each was dropped. */
  explain?: boolean;
  /** The most bytes of the page that are read; 8 MiB by default. */
  maxBytes?: number;
}

/** Whether an article has its structure, and which part of it. */
export interface MarkupChoices {
  /** False: do without Markdown, HTML and the lists of links and images, which saves about a tenth of the time. */
  markup?: boolean;
  /** What Markdown and HTML go without. The text of links stays; a cell of a table becomes a paragraph. */
  without?: Structure[];
}

/**
 * Reads one page in pieces of any size, as they arrive. For a page that is available as a whole or as a stream,
 * {@link read} is simpler.
 */
export class Reader {
  constructor(options?: ReaderOptions | null);
  /** Reads the next bytes; returns the finished part of the cleaned page, which is empty without `clean`. */
  write(bytes: Uint8Array): Uint8Array;
  /** Ends the page. Using the reader after this is an error with the code `finished`. */
  end(): Article;
  /**
   * Ends the page, and also judges it by what other pages of its site hold. Begin with empty bytes as the memory of a
   * site, and pass the `siteMemory` of each article to the next page. It holds hashes, 8 KB at most, and no text.
   */
  end(siteMemory: Uint8Array): Article & { siteMemory: Uint8Array };
  /** Drops a page that was not read to its end. Further calls do nothing. */
  free(): void;
  [Symbol.dispose](): void;
}

export interface Article extends ArticleFields {
  /** Empty without a fingerprint. */
  keys: Keys;
  /** With `explain`: every text that may state the headline, the authors, a day or the credit. */
  candidates?: Candidate[];
  /** With `explain`: every block of the page, in order. */
  blocks?: Block[];
  /** With `clean`: the last bytes of the cleaned page. */
  rest?: Uint8Array;
}

/** The keys by which a store looks a fingerprint up, `read`, and under which it keeps it, `write`. */
export interface Keys {
  read: string[];
  write: string[];
}

/**
 * Compares two articles, or their fingerprints; if either is null, the verdict is `unknown`, unless both are, and the
 * `text` and `title` of both articles are the same. Metadata decides which is the original, and whether both are on one
 * site, where `partial` requires more in common: pass the articles themselves, or the stored parts of them. `metadataA`
 * and `metadataB` replace the metadata of an article.
 */
export function compare(
  a: Known | string | null | undefined,
  b: Known | string | null | undefined,
  metadataA?: Facts | null,
  metadataB?: Facts | null,
): Relation;

/** An article, or what was kept of it: its fingerprint, and facts. */
export interface Known extends Facts {
  fingerprint: string | null;
  /** Counts without a fingerprint, unless some of it is missing: the article is `gated` or `truncated`. */
  text?: string | null;
  /** That of the text, in place of it, as an index keeps it. */
  digest?: string | null;
  gated?: boolean;
  truncated?: boolean;
}

/** The keys of a fingerprint. */
export function keys(fingerprint: string): Keys;

/** A random name for a record: 128 bits in hexadecimal. */
export function randomId(): string;
