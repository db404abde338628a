import type { Change, Comparison, Reason, Verdict } from '../core.js';

export * from '../core.js';
export { default } from '../core.js';

/** What an edge worker decides by fingerprints: what a page is to the articles known, and which was the first. */
export const edge: {
  /** What is held of the keys of all articles. */
  Keys: new () => EdgeKeys;
  /** The name and the bytes of a pack of keys, or of a head, each with the number of its article. */
  pack(shard: string, extent: EdgeExtent, keys: Float64Array, numbers: Uint32Array): [name: string, bytes: Uint8Array];
  /** How many digits the keys of one pack end with, if there are so many articles. */
  digits(articles: number): number;
  /** The name of an article's record in the store. */
  recordName(shard: string, number: number): string;
  /** The shard of the register that a fingerprint belongs to. */
  shard(fingerprint: string): string;
  /** The keys to read from the register. */
  readKeys(fingerprint: string): string[];
  /** Judges a page. `found` holds the store's keys and values; `now` is in UTC, ISO 8601. */
  decide(page: EdgePage, found: [key: string, value: unknown][], now: string): EdgeDecision;
  /**
   * Settles a claim's record in the object of its shard: whether the page is the first of its text.
   * `held` holds those of its keys that are taken, `own` the records of its own address. `now` is
   * later than all of them.
   */
  settle(record: EdgeRecord, held: [key: string, record: EdgeRecord][], own: EdgeRecord[], now: string): EdgeSettled;
  /** A record that someone hands in, cut to what is kept, and the shard it belongs to. */
  bounded(record: unknown): [shard: string, record: EdgeRecord];
  /** A number that is drawn by an address, the same everywhere, in 16 digits. */
  rank(url: string): string;
  /** The names of all shards. */
  shards(): string[];
  /** An address without what is personal in it, or only tells where a visitor came from. */
  publicAddress(url: string): string;
  /** Whether two addresses lead to one page of one site, whatever scheme and edition (`www.`). */
  isSamePage(a: string, b: string): boolean;
};

/** The keys of all articles, as far as they are held; they are lost with the instance of the module. */
export interface EdgeKeys {
  /**
   * The name of the head; what has to be loaded before more can be told; and the names of the records that share keys
   * with a page, in the steps in which to ask for them: after one that leaves it `settled`, the rest need not be read.
   */
  lookUp(fingerprint: string): [head: [string], lacks: string[], first: string[], rest: string[]];
  /** Takes in a head or a pack by its name; tells whether it is whole and new enough. */
  load(name: string, bytes: Uint8Array): boolean;
  /** Remembers an article that the register told of, by the name of its record and its keys. */
  learn(record: string, keys: string[]): void;
}

/** What a pack of keys holds. */
export interface EdgeExtent {
  /** How many digits its keys end with, and these digits as a number; of a head neither. */
  digits?: number;
  ending?: number;
  /** In a head: how many digits the keys of each pack end with. */
  layout?: number;
  /** In a head: articles up to this number may be missing. */
  from?: number;
  /** Articles beyond this number may be missing. */
  upto: number;
}

/** What is found out about a page; it answers later visits for as long as the page does not change. */
export interface EdgeFinding {
  verdict: Verdict;
  score: number;
  /**
   * The stored article, seen before the page, which the page copies wholly or in part. One that was gated is named to a
   * whole one only if that one's page says so itself.
   */
  original: string | null;
  /**
   * The stored article, if it says itself that the page is its original, by its credit, canonical
   * address, or its headline and date. Then `original` is null.
   */
  copy: string | null;
  /** Whether that article stands on the page's own site. */
  place: 'same' | 'cross' | null;
  /** How sure the direction is, 0 to 100; 0 if it is open or reasons speak for the other way. */
  confidence: number;
  /** When that article was first seen. */
  seen: string | null;
  /** Whether the store holds this very page already. */
  known: boolean;
  /** Whether more than 15 % of the text is new or gone since; then the decision has a `version`. */
  changed: boolean;
  /** The address that the page states as its own, on whatever host. */
  stated: string | null;
  /** Whether that is another page's than `original`. */
  disowned: boolean;
  /** Whether only the beginning of its article could be read, before a paywall or a login. */
  gated: boolean;
  /** Changes with the article's text. */
  digest: string | null;
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
  /** As `Reader` of this module gives it beside the rest of the article. */
  digest?: string | null;
  /** The registrable domain of the address by the Public Suffix List. */
  domain?: string;
  /** Whether the page asks search engines to leave it out. */
  noindex?: boolean;
  /** The header `X-Robots-Tag` of the page. */
  robots?: string;
  /** Whether the request came through an access gate, or with a session. */
  restricted?: boolean;
  /** Whether the operator lists the host. */
  listed?: boolean;
  /** The site's own hosts, as `www.paper.example`, `https://www.paper.example` or `localhost:8080`. */
  hosts?: string[];
  /** Parameters of addresses that tell which page is meant. */
  parameters?: string[];
  /** Whether who gives the address vouches for it: then it is registered whatever the rest says. */
  trusted?: boolean;
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
  /** When it was imported, if it was: nobody here saw what it says of the time before. */
  imported?: string;
  /** Whether the register found nothing like it that came before. */
  alone?: true;
  /** The registrable domain of its address by the Public Suffix List, which is not stored. */
  domain?: string;
  fingerprint: string;
}

export interface EdgeDecision extends Comparison {
  /** What became of the stored article in the page. */
  changes: Change[];
  /** Why: `first` is the stored article, `second` the page. */
  reasons: Reason[];
  /** What the page is to itself as it was stored, if its text has changed; null if not, or if it is new. */
  version: { verdict: Verdict; score: number; changes: Change[] } | null;
  finding: EdgeFinding;
  /** Whether records under the page's other keys would hardly change this. */
  settled: boolean;
  /** Keys to write `record` under. */
  write: string[];
  record: EdgeRecord | null;
  /** What is to be brought to the register; null if there is nothing to bring. */
  claim: EdgeClaim | null;
  /** How many of the store's values were damaged. */
  damaged: number;
  /** The address that the page goes by. */
  url: string;
  /** Why the page is not registered; null if it may be. */
  withheld: EdgeWithheld | null;
}

export type EdgeWithheld = 'host' | 'canonical' | 'query' | 'personal' | 'home' | 'view' | 'noindex' | 'restricted';

export interface EdgeClaim {
  /** Which object settles it: a copy's is the same as its original's. */
  shard: string;
  record: EdgeRecord;
  /** Whether the store showed neither the page nor another article for it. */
  unseen: boolean;
}

export interface EdgeSettled {
  outcome: 'new' | 'copy' | 'known';
  /** Id of the article that the page is, or is a copy of. */
  article: string;
  /** What to register; null unless the page is new. */
  record: EdgeRecord | null;
  /** Keys to register it under: those that are not taken. */
  write: string[];
  /** The copy to enter, if one of the two pages is a copy of the other, wholly or in part. */
  link: EdgeLink | null;
}

export interface EdgeLink {
  /** Id of the article. */
  article: string;
  url: string;
  title: string;
  firstSeen: string;
  verdict: 'same' | 'partial';
  /** 0 to 1. */
  score: number;
}
