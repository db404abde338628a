import type { Change, Reason, Verdict } from '../core.js';

export * from '../core.js';
export { default } from '../core.js';

/** Everything that an edge worker has to decide. */
export const edge: {
  /** How a page is read: before it is forwarded, beside that, or not at all. */
  reading(request: EdgeRequest, response: EdgeResponse): 'before' | 'beside' | 'not';
  /** The longest page that is held back for a crawler, in bytes. */
  holdBytes(): number;
  /** The keys to read from the store. */
  readKeys(fingerprint: string): string[];
  /** Judges a page. `found` holds the store's keys and values; `now` is in UTC, ISO 8601. */
  decide(
    page: EdgePage,
    found: [key: string, value: unknown][],
    policy: 'annotate' | 'answer' | undefined,
    now: string,
  ): EdgeDecision;
};

export interface EdgeRequest {
  method: string;
  crawler?: boolean;
  /** Whether it has an `Authorization` or `Cookie` header. */
  personal?: boolean;
  /** Whether only a range is asked for. */
  range?: boolean;
}

export interface EdgeResponse {
  status: number;
  contentType?: string | null;
  cacheControl?: string | null;
  setsCookie?: boolean;
  contentLength?: number | null;
  contentEncoding?: string | null;
}

export interface EdgePage {
  /** The address it was asked for. */
  url: string;
  /** The address it states; taken if it is on the same host. */
  canonical?: string | null;
  title?: string;
  site?: string | null;
  credit?: string | null;
  published?: string | null;
  fingerprint: string | null;
}

export interface EdgeRecord {
  id: string;
  url: string;
  title: string;
  /** The address it states, if that is on another host. */
  canonical?: string;
  site?: string;
  credit: string | null;
  published: string | null;
  firstSeen: string;
  fingerprint: string;
}

export interface EdgeDecision extends Verdict {
  /** What became of the stored article in the page. */
  changes: Change[];
  /** The stored article, seen before the page, which the page copies wholly or in part. */
  original: string | null;
  /**
   * The stored article, if it says itself that the page is its original, by its credit, canonical
   * address, or its headline and date. Then `original` is null, and the page is not hidden from search engines.
   */
  copy: string | null;
  /** How sure the direction is, 0 to 100; 0 if it is open or reasons speak for the other way. */
  confidence: number;
  /** Why: `first` is the stored article, `second` the page. */
  reasons: Reason[];
  /** Whether the store holds this very page already. */
  known: boolean;
  /** Status of the answer that replaces the page; null forwards the page. */
  status: number | null;
  headers: [name: string, value: string][];
  /** Keys to write `record` under. */
  write: string[];
  record: EdgeRecord | null;
  /** How many of the store's values were damaged. */
  damaged: number;
}
