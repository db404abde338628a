import type { Change, Reason, Verdict } from '../core.js';

export * from '../core.js';
export { default } from '../core.js';

/** Everything that an edge worker has to decide. */
export const edge: {
  /**
   * Takes the operator's settings, for all calls that follow. What is wrong has no effect, and is returned, each with
   * the path of what is wrong, as `policy.rules[2].action`; the rest holds.
   */
  configure(settings: EdgeSettings): { setting: string; message: string }[];
  /** Who asks. */
  classify(asker: EdgeAsker): EdgeWho;
  /**
   * The Web Bot Auth signature of a request, if its agent is one that the operator trusts; null if it has none.
   * Throws an error with code `signature` for one that cannot be valid.
   */
  signature(request: EdgeSignedRequest): EdgeSignature | null;
  /** What is to be done with a response before its body is known. */
  plan(request: EdgeRequest, response: EdgeResponse): EdgePlan;
  /** The longest page that is held back for a crawler, in bytes. */
  holdBytes(): number;
  /** The keys to read from the store. */
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
  /** How a page that was read is answered. */
  answer(finding: EdgeFinding, visit: EdgeVisit): EdgeAnswer;
  /**
   * How a client is answered that is kept out whatever the page is; null if it is not. `unread` tells that the page was
   * asked for, and that nobody knows what it is.
   */
  outright(visit: EdgeVisit, unread: boolean): EdgeAnswer | null;
  /** Whether anybody is kept out whatever the page is. */
  hasOutright(): boolean;
  /** The `If-None-Match` that the origin is asked with; undefined if none is left of the client's. */
  toOrigin(ifNoneMatch: string): string | undefined;
  /** The ETag of `answer` that a client has of a page of which the origin says by 304 that it did not change. */
  unchanged(ifNoneMatch: string, etag?: string): string | undefined;
  /** An address without what is personal in it, or only tells where a visitor came from. */
  publicAddress(url: string): string;
  /** Whether two addresses lead to one page of one site, whatever scheme and edition (`www.`). */
  isSamePage(a: string, b: string): boolean;
  /** The gateway's settings; null if there is none. */
  gateway(): EdgeGateway | null;
  /** Whether the gateway keeps a page back and names its original instead. */
  withholds(finding: EdgeFinding): boolean;
  /** Why the gateway does not fetch an address, as the URL parser writes it; null if it does. */
  refusal(url: string): { code: string; message: string } | null;
  /** Why the gateway does not forward a page with this `Content-Type`; null if it does. */
  typeRefusal(contentType?: string): { code: string; message: string } | null;
  /** The longest robots.txt that is read, in bytes. */
  robotsBytes(): number;
  /** Whether a robots.txt allows an address, as the URL parser writes it, to the crawler of a user agent. */
  robotsAllow(robots: string, userAgent: string, url: string): boolean;
};

export type EdgeClass = 'search' | 'ai-training' | 'ai-assistant' | 'archive' | 'other-bot' | 'person';
export type EdgeAction = 'annotate' | 'forward' | 'not-modified' | 'redirect' | 'refuse' | 'charge';
type OneOrMore<T> = T | T[];

/** All may be left out; objects may be given as text in JSON. */
export interface EdgeSettings {
  policy?: string | { rules: EdgeRule[] };
  agents?:
    | string
    | {
        signed?: Record<string, EdgeClass>;
        ranges?: { name: string; class: EdgeClass; addresses: string[] }[];
        agents?: Record<string, EdgeClass>;
      };
  gateway?:
    | string
    | {
        targets?: string[];
        hosts?: Record<string, string>;
        access?: 'token' | 'public';
        withhold?: Verdict['verdict'][];
        maxBytes?: number;
        timeout?: number;
      };
  /** Names of session cookies, with commas between them. */
  cookies?: string;
  /** The site's own hosts, with commas between them. */
  hosts?: string;
  /** Parameters of addresses that tell which page is meant, with commas between them. */
  parameters?: string;
  dryRun?: boolean;
  /** Whether there is anybody who confirms that a price was paid. */
  payments?: boolean;
}

/** How a client's class is known, the surest first. */
export type EdgeProof = 'signature' | 'platform' | 'address' | 'agent';

/** The first rule that fits decides; what is left out, it takes anything for. */
export interface EdgeRule {
  class?: OneOrMore<EdgeClass>;
  /** How the class has to be known. Left out: in any way; for `redirect` and `noindex` not by `agent` alone. */
  by?: OneOrMore<EdgeProof>;
  verdict?: OneOrMore<Verdict['verdict']>;
  /** Where the original stands. */
  site?: 'same' | 'cross';
  /** How sure it has to be which page is the original: 0 to 100, 60 if it is left out. */
  minConfidence?: number;
  action: EdgeAction;
  /** Of a redirect. */
  status?: 301 | 308;
  /** Of `charge`, such as `USD 0.01`. */
  price?: string;
  /** Whether `annotate` and `not-modified` hide a copy of another site's page from search engines. */
  noindex?: boolean;
}

export interface EdgeAsker {
  userAgent?: string;
  /** Whether lists of user agents have it. */
  bot?: boolean;
  listed?: { pattern: string; description: string; tags: string[] }[];
  /** Cloudflare's `verifiedBotCategory`, and `verifiedBot` and `score` of its `botManagement`. */
  category?: string | null;
  verified?: boolean | null;
  score?: number | null;
  address?: string | null;
  /** The agent that its signature names, and whether it signed. */
  signer?: string;
  signed?: boolean;
}

export interface EdgeWho {
  class: EdgeClass;
  /** How that is known; null for a person. */
  by: EdgeProof | null;
  /** What it claims to be, if a stronger proof contradicts that. */
  claim: string | null;
}

export interface EdgeSignedRequest {
  method: string;
  url: string;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  /** In seconds since 1970. */
  now: number;
}

export interface EdgeSignature {
  agent: string;
  /** Thumbprint of the JWK. */
  keyId: string;
  /** The text that was signed. */
  base: string;
  /** In base64. */
  signature: string;
  /** Whether it covers the price that the client offers. */
  priceSigned: boolean;
}

export interface EdgeRequest {
  method: string;
  class?: EdgeClass;
  by?: EdgeProof | null;
  /** Whether it has an `Authorization` header. */
  authorization?: boolean;
  cookie?: string | null;
  /** Whether only a range is asked for. */
  range?: boolean;
  /** Whether it comes through the gateway. */
  gateway?: boolean;
}

export interface EdgeResponse {
  status: number;
  contentType?: string | null;
  cacheControl?: string | null;
  vary?: string | null;
  setsCookie?: boolean;
  contentLength?: number | null;
  contentEncoding?: string | null;
  etag?: string | null;
  lastModified?: string | null;
}

export interface EdgePlan {
  /** How it is read: before it is forwarded, beside that, or not at all. */
  reading: 'before' | 'beside' | 'not';
  /** Why it is not read; null if it is. */
  reason:
    | 'type'
    | 'authorization'
    | 'cookie'
    | 'vary'
    | 'private'
    | 'sets-cookie'
    | 'method'
    | 'range'
    | 'status'
    | 'coding'
    | 'length'
    | null;
  /** Whether what was found at an earlier visit answers this one, if the validator is the same. */
  recall: boolean;
  validator: string | null;
}

/** What is found out about a page; it answers later visits for as long as the page does not change. */
export interface EdgeFinding {
  verdict: Verdict['verdict'];
  score: number;
  /** The stored article, seen before the page, which the page copies wholly or in part. */
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
  /** The address that the page states as its own, on whatever host. */
  stated: string | null;
  /** Changes with the article's text. */
  digest: string | null;
}

export interface EdgeVisit {
  url: string;
  method: string;
  who: EdgeWho;
  ifNoneMatch?: string | null;
  /** `crawler-exact-price` and `crawler-max-price`, and whether a signature covers the one that was sent. */
  exactPrice?: string | null;
  maxPrice?: string | null;
  priceSigned?: boolean;
  /** Of the origin's response, as are the next three; none before it was asked. */
  status?: number;
  etag?: string | null;
  vary?: string | null;
  link?: string | null;
  /** Whether the price was paid. */
  paid?: boolean;
  /** Whether the original was asked for and is not there. */
  gone?: boolean;
  /** Whether it comes through the gateway. */
  gateway?: boolean;
}

export interface EdgeAnswer {
  action: EdgeAction;
  /** Status of the answer that replaces the page; null forwards the page. */
  status: number | null;
  /** Headers in the place of those of the same name, beside them, and to leave out. */
  set: [name: string, value: string][];
  append: [name: string, value: string][];
  remove: string[];
  body: string | null;
  /** Whether it is sure enough that the page seen first is the original to call it so. */
  sure: boolean;
  /** What the client offers to pay and has to: once that is confirmed, ask anew with `paid`. */
  price: string | null;
}

export interface EdgeGateway {
  /** Whether anybody may have pages fetched, and not only who has a token. */
  public: boolean;
  hosts: [host: string, origin: string][];
  maxBytes: number;
  /** In ms. */
  timeout: number;
  maxRedirects: number;
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
  /** Whether the request came through an access gate. */
  access?: boolean;
  /** `Cookie` of the request. */
  cookie?: string;
  /** Whether the operator lists the host. */
  listed?: boolean;
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
  /** The registrable domain of its address by the Public Suffix List, which is not stored. */
  domain?: string;
  fingerprint: string;
}

export interface EdgeDecision extends Verdict {
  /** What became of the stored article in the page. */
  changes: Change[];
  /** Why: `first` is the stored article, `second` the page. */
  reasons: Reason[];
  finding: EdgeFinding;
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
