import type { Change, Comparison, Facts, MarkupChoices, ReaderOptions, Reason, Verdict } from '../core.js';
import { Reader as PlainReader } from '../core.js';

export * from '../core.js';
export { default } from '../core.js';

/** Reads one page in pieces; `markup` also writes the article as Markdown and HTML. */
export class Reader extends PlainReader {
  constructor(options?: (ReaderOptions & MarkupChoices) | null);
}

/** The decisions of an edge worker by fingerprints: which known article a page copies, and which page was first. */
export const edge: {
  /** The keys of all articles, for look-ups without the store. */
  Keys: new () => EdgeKeys;
  /** The name and the bytes of a pack of keys, or of a head, each with the number of its article. */
  pack(shard: string, extent: EdgeExtent, keys: Float64Array, numbers: Uint32Array): [name: string, bytes: Uint8Array];
  /** The number of final digits that the keys of one pack share, for this many articles. */
  digits(articles: number): number;
  /** The name of an article's record in the store. */
  recordName(shard: string, number: number): string;
  /** The shard of the register that a fingerprint belongs to. */
  shard(fingerprint: string): string;
  /**
   * The keys to read from the register: of a page's text, if it has a fingerprint, and of its address, whose
   * registrable domain is `domain`.
   */
  readKeys(fingerprint: string | undefined, url: string, domain?: string): string[];
  /** The address under which a page is known. */
  address(page: EdgePage): string;
  /** Judges a page. `found` holds the store's keys and values; `now` is in UTC, ISO 8601. */
  decide(page: EdgePage, found: [key: string, value: unknown][], now: string): EdgeDecision;
  /**
   * Settles a claim's record in the object of its shard: whether the page is the first of its text.
   * `held` has its taken keys with their records, `versions` the records of its own address. `now` is later
   * than all of them.
   */
  settle(
    record: EdgeRecord,
    held: [key: string, record: EdgeRecord][],
    versions: EdgeRecord[],
    now: string,
  ): EdgeSettled;
  /** A record from outside, cut to the stored fields, and the shard it belongs to. */
  bounded(record: unknown): [shard: string, record: EdgeRecord];
  /** A number of 16 digits that follows from an address, the same everywhere. */
  rank(url: string): string;
  /** The names of all shards. */
  shards(): string[];
  /** An address without its personal parts, and without parameters that only show where a visitor came from. */
  publicAddress(url: string): string;
  /** Whether two addresses lead to one page of one site, whatever scheme and edition (`www.`). */
  isSamePage(a: string, b: string): boolean;
};

/** The keys of all articles that were loaded; they are lost with the instance of the module. */
export interface EdgeKeys {
  /**
   * The name of the head; the packs to load for a complete answer; and the names of the records that share keys with a
   * page, in two steps: if the `first` leave the decision `settled`, the `rest` need not be read. The records of the
   * page itself, by its address, are among the first.
   */
  lookUp(
    fingerprint: string,
    url: string,
    domain?: string,
  ): [head: [string], lacks: string[], first: string[], rest: string[]];
  /** Loads a head or a pack by its name; returns whether it is intact and new enough. */
  load(name: string, bytes: Uint8Array): boolean;
  /** Remembers an article that the register returned, by the name of its record and its keys. */
  learn(record: string, keys: string[]): void;
}

/** The contents of a pack of keys. */
export interface EdgeExtent {
  /** The number of final digits that its keys share, and these digits as a number; a head has neither. */
  digits?: number;
  ending?: number;
  /** In a head: the number of final digits that the keys of each pack share. */
  layout?: number;
  /** In a head: articles up to this number may be missing. */
  from?: number;
  /** Articles beyond this number may be missing. */
  upto: number;
}

/** The result for a page; it answers later visits until the page changes. */
export interface EdgeFinding {
  verdict: Verdict;
  score: number;
  /**
   * The stored article, seen before the page, that the page copies wholly or in part. If that one is gated and the page
   * is whole, it is named only if the page itself states it.
   */
  original: string | null;
  /**
   * The stored article, if it states the page as its original: by its canonical address, or by a credit above its text.
   * Then `original` is null.
   */
  copy: string | null;
  /** Whether that article is on the page's own site. */
  site: 'same' | 'cross' | null;
  /** How sure the direction is, 0 to 100; 0 if it is undecided, or if reasons support the opposite. */
  confidence: number;
  /** When that article was first seen. */
  seen: string | null;
  /** Whether the store holds this very page already, with this text or one that agrees with it. */
  known: boolean;
  /** Whether more than 15 % of the text is new or gone since; then the decision has a `version`. */
  changed: boolean;
  /** The address that the page states as its own, on whatever host. */
  stated: string | null;
  /** Whether that is the address of another page than `original`. */
  canonicalConflict: boolean;
  /** Whether only the beginning of its article could be read, before a paywall or a login. */
  gated: boolean;
  /** Changes with the article's text. */
  digest: string | null;
}

export interface EdgePage {
  /** The requested address. */
  url: string;
  /** The address it states; taken if it is on the same host. */
  canonical?: string | null;
  title?: string;
  site?: string | null;
  credit?: string | null;
  creditPlace?: Facts['creditPlace'];
  published?: string | null;
  fingerprint: string | null;
  /** As `Reader` of this module returns it with the article. */
  digest?: string | null;
  /** The registrable domain of the address by the Public Suffix List. */
  domain?: string;
  /** Whether the page asks search engines to leave it out. */
  noindex?: boolean;
  /** Its rules for robots, if they state when to stop showing it, as `Reader` of this module returns them. */
  unavailableAfter?: string | null;
  /** The header `X-Robots-Tag` of the page. */
  robots?: string;
  /** Its header `Link`, which can state the canonical address that its head does not. */
  link?: string;
  /** Whether the request came through an access gate, or with a session. */
  restricted?: boolean;
  /** Whether the operator lists the host. */
  listed?: boolean;
  /** The site's own hosts, as `www.paper.example`, `https://www.paper.example` or `localhost:8080`. */
  hosts?: string[];
  /** Parameters of addresses that identify the page. */
  parameters?: string[];
  /** Whether the caller vouches for the address: then the page is registered in any case. */
  trusted?: boolean;
}

/** The versions of a page before a later one. */
export interface EdgeStory {
  /** The id of the first. */
  first: string;
  /** The number of the later one. */
  version: number;
  /** The first and the latest texts before it, and since when each has been known. */
  earlier: { since: string; derived?: true; fingerprint: string }[];
}

export interface EdgeRecord {
  id: string;
  url: string;
  title: string;
  /** The address it states, if that is on another host. */
  canonical?: string;
  site?: string;
  credit: string | null;
  creditPlace?: Facts['creditPlace'];
  published: string | null;
  firstSeen: string;
  /** When it was imported, if it was: its earlier times were not observed here. */
  imported?: string;
  /** Whether the register found no earlier article with its text. */
  unique?: true;
  /** Whether, at its registration, it had much of an earlier article of another site. */
  derived?: true;
  /** Whether its page states its address as its own. */
  statesItself?: true;
  /** Of a later version of a page: the versions before it. */
  story?: EdgeStory;
  /** The registrable domain of its address by the Public Suffix List, which is not stored. */
  domain?: string;
  fingerprint: string;
}

export interface EdgeDecision extends Comparison {
  /** How the stored article was changed in the page. */
  changes: Change[];
  /** The reasons: `first` is the stored article, `second` the page. */
  reasons: Reason[];
  /** The comparison with the page's stored version, if its text has changed; null if not, or if the page is new. */
  version: { verdict: Verdict; score: number; changes: Change[] } | null;
  finding: EdgeFinding;
  /** Whether records under the page's other keys are unlikely to change this. */
  settled: boolean;
  /** Keys to write `record` under. */
  write: string[];
  record: EdgeRecord | null;
  /** The claim to send to the register; null if none is needed. */
  claim: EdgeClaim | null;
  /** The number of damaged values from the store. */
  damaged: number;
  /** The address of the page. */
  url: string;
  /** Why the page is not registered; null if it may be. */
  withheld: EdgeWithheld | null;
}

export type EdgeWithheld = 'host' | 'canonical' | 'query' | 'personal' | 'home' | 'view' | 'noindex' | 'restricted';

export interface EdgeClaim {
  /** The object that settles it: the same for a copy and its original. */
  shard: string;
  record: EdgeRecord;
  /** Whether the store showed neither the page nor another article for it. */
  unseen: boolean;
}

export interface EdgeSettled {
  outcome: 'new' | 'copy' | 'known';
  /** Id of the article that the page is, or is a copy of. */
  article: string;
  /** The record to register; null unless the page or its text is new. */
  record: EdgeRecord | null;
  /** Keys to register it under, also where another record has them. */
  write: string[];
  /** Ids of records of the same article at other addresses of its host, which get this page's address. */
  renamed: string[];
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
