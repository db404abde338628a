// The messages between the extension's pages and its background.
//
// A page sends `{ type, ...ask }` by `runtime.sendMessage` and gets `{ ok: true, value }` or `{ ok: false, error }`;
// `ask(type, data)` in `shared/ask.js` returns the value or throws the error. Only the background reads and writes the
// stored data. It sends `Changed` to open pages.

declare global {
  /** The colours of the site that scripts use, by name; see `build.mjs`. */
  const COLOURS: Record<Colour, { value: string; light: string }>;
  type Colour = 'quiet' | 'both' | 'partial' | 'other' | 'struck' | 'both-tint' | 'ink';
}

import type { Article, Change, Reason, Sentence } from 'offprint';

/** By the type of a message: its data, and the value of the answer. */
export interface Messages {
  /** The state of the page in a tab, without reading it. */
  page: { ask: { tabId: number }; value: PageState };
  /**
   * Reads the page in a tab now, remembers it if it is an article, and returns its state; `override`: despite a
   * refusal, as far as `PageState.override` allows.
   */
  read: { ask: { tabId: number; override?: boolean }; value: PageState };
  /** Highlights in the page what it shares with another article, and marks what differs. */
  mark: { ask: { tabId: number; other: number }; value: Marks };
  /** Dims the links in the page to what was read, if the settings say so. */
  markLinks: { ask: { tabId: number }; value: undefined };
  /** Compares two remembered articles, or one and its earlier version, by sentences. Error `no_text`. */
  difference: { ask: { id: number; other: number } | { id: number; version: number }; value: Difference };
  /** Forgets an article; `restore` takes the value. */
  forget: { ask: { id: number }; value: Forgotten };
  /** Reverses a `forget`. The article gets a new id if its old one is taken. */
  restore: { ask: { forgotten: Forgotten }; value: Entry };
  /** Forgets all articles of a site; the value is their number. */
  forgetSite: { ask: { site: string }; value: number };
  forgetAll: { ask: Record<never, never>; value: null };
  /** Puts a site on a list of the settings, or takes it off; remembered articles stay. */
  listSite: { ask: { site: string; list: 'blocklist' | 'override' | 'undimmed'; stands: boolean }; value: Settings };
  /**
   * Reads a site automatically, or stops that. Without the browser's permission the site is only noted, and read once
   * the permission is granted: the browser's question may close the popup that sent this.
   */
  automaticSite: { ask: { site: string; automatic: boolean }; value: Settings };
  /** Notes that two articles are not copies of each other, or withdraws that. */
  notACopy: { ask: { id: number; other: number; not: boolean }; value: null };
  /**
   * Articles that have all words of the query in title, earlier titles, site, source, authors, address or stored text;
   * all articles for an empty query. The last seen come first.
   */
  search: { ask: { query: string } & Piece; value: { entries: Found[]; next: Cursor | null } };
  /** One article with its copies. Error `gone`. */
  entry: {
    ask: { id: number };
    value: { entry: Entry } & Pick<PageState, 'copies' | 'original' | 'denied' | 'versions'>;
  };
  usage: { ask: Record<never, never>; value: Usage };
  /** A part of the history, for `exportHistory` in `shared/transfer.js`. */
  export: { ask: Piece; value: { articles: ExportedArticle[]; next: Cursor | null } };
  /** Imports a part of such a file, for `importHistory` in `shared/transfer.js`. */
  import: { ask: { articles: ExportedArticle[] }; value: Imported };
  settings: { ask: Record<never, never>; value: Settings };
  /**
   * Changes the given settings. Errors: `settings`, whose message names the wrong one; `permission` if the browser has
   * not granted the `readingOrigins(settings)` in `shared/origins.js`, which pages request first: only a click can.
   */
  changeSettings: { ask: { changes: Partial<Settings> }; value: Settings };
}

/** By the type of a message of the script in a page: its data. */
export interface PageMessages {
  canRead: object;
  loaded: { page: TakenPage };
  /** Its program has gone to another address; `how` as the browser names it. */
  navigated: { url: string; document: number; how: string; follows?: boolean };
  unchanged: { page: TakenPage };
  urlReplaced: { page: TakenPage };
  unmarked: object;
  links: { links: { url: string; title: string }[] };
}

/** What the script in a page must observe; see `Page.take` in `content/page.js`, which returns the page. */
export type Rules = { doubt: WhyNever | null; forms: string[]; whole?: boolean };
export type TakenPage = { url: string; html: string; why?: WhyNever; document?: number; type?: string } & {
  [flag in 'reloaded' | 'unchanged' | 'replaced' | 'again']?: boolean;
};

/** What is marked in a page: its article, the sentences of that, and passages that only the other article has. */
export type Differing = { text: string; sentences: Sentence[]; gaps: Gap[] };
/** Behind which sentence of the page it would stand; -1 at the start. */
export type Gap = { after: number; text: string };

/** Sent to all pages of the extension when what they show may have changed. */
export interface Changed {
  type: 'changed';
  what: 'page' | 'history' | 'settings';
  /** The tab, if `what` is `page`. */
  tabId?: number;
}

/** The message is in English, for a report; the code selects the one that users read. */
export type Failure = { code: ErrorCode; message: string };

export type ErrorCode =
  /** No space is left: earlier articles are kept, the new one is not. */
  | 'quota'
  /** The browser does not let the extension store anything, or another version of it holds the database. */
  | 'blocked'
  /** A newer version of the extension has stored the history. */
  | 'newer'
  /** The database failed otherwise. */
  | 'database'
  /** One record cannot be read and is left out. */
  | 'corrupt'
  /** The article was forgotten. */
  | 'gone'
  /** The text of one of the two is not stored. */
  | 'no_text'
  /** The page cannot be reached: it belongs to the browser, was closed, or is not permitted. */
  | 'page'
  /** Offprint does not read the page, for the reason in `PageState.why`. */
  | 'never'
  /** The imported file was not exported here. */
  | 'import'
  | 'settings'
  | 'permission'
  /** A message that the background does not know. */
  | 'question'
  /** Everything else: a bug. */
  | 'internal';

export interface PageState {
  tabId: number;
  /** Null where the browser hides it: on its own pages, and before a page is read on a click. */
  url: string | null;
  /** Its host, without `www.`, as `listSite` takes it. */
  site: string | null;
  /**
   * `unread`: not read yet. `not-article` and `never`: for the reason `why`. `new`: an article not seen before. `seen`:
   * this very page was read before, and no copy of it. `changed`: its text was edited since an earlier visit, see
   * `versions`. `same`, `partial`: the verdict on the page and the nearest of `copies`. `unchanged`: its program has
   * gone to another address, but still shows what it showed before. `failed`: with `error`.
   */
  status:
    | ('unread' | 'reading' | 'not-article' | 'never' | 'unchanged' | 'failed')
    | ('new' | 'changed' | 'seen' | 'same' | 'partial');
  why: WhyNotArticle | WhyNever | null;
  /** What the user can have read despite the refusal: this page, or also its whole site; otherwise null. */
  override: 'page' | 'site' | null;
  error: Failure | null;
  /** The article in the page, as it is stored; null unless it is an article. */
  entry: Entry | null;
  /** False if the article was judged but could not be stored, for the reason in `error`. */
  remembered: boolean;
  /** The copies seen elsewhere, the earliest first. */
  copies: Copy[];
  /** Id of the most similar of them. */
  mostSimilar: number | null;
  /** Null without copies. */
  original: Original | null;
  /** Articles that the user called different. */
  denied: Entry[];
  /** Earlier versions of the article, the latest first. */
  versions: Version[];
  /** What is marked in the page now. */
  marks: Marks | null;
}

/** The values of `Article.noFingerprintReason` (`gated`: a short beginning before a paywall), and kinds of file. */
export type WhyNotArticle =
  | ('unreadable' | 'list' | 'no-article' | 'boilerplate' | 'short' | 'gated')
  | ('pdf' | 'plain' | 'file');

export type WhyNever =
  /** A private window. */
  | 'incognito'
  /** Not a web page: an empty tab, the source of a page, a file on this machine, or a page of the browser. */
  | 'blank'
  | 'source'
  | 'file'
  | 'scheme'
  /** The browser hides its address from extensions: set by the popup, whose button was clicked on it. */
  | 'unseen'
  /** This machine, or one in a private network. */
  | 'private-address'
  /** By its address, unless the page states that it is an article: mail, a bank or payment, an account, health. */
  | 'mail'
  | 'bank'
  | 'account'
  | 'health'
  /** A form that asks for a password, or for a card. */
  | 'password'
  | 'card'
  /** The user forbade the site. */
  | 'site';

/** A remembered article. */
export interface Entry {
  id: number;
  url: string;
  /** Its host, without `www.`. */
  host: string;
  title: string;
  /** What its headline was before, the earliest first. */
  headlines: string[];
  /** The name that the site gives itself. */
  site: string | null;
  /** The source that it credits. */
  credit: string | null;
  /** Where the credit is; null if unknown. */
  creditPlace: Article['creditPlace'];
  authors: string[];
  /** As the page writes it. */
  published: string | null;
  canonical: string | null;
  /** UTC, ISO 8601. */
  firstSeen: string;
  lastSeen: string;
  visits: number;
  /** When its present text was first seen, if it was edited; otherwise null. */
  since: string | null;
  /** Letters and digits in its body. */
  length: number;
  /** Whether its body is only the beginning of an article, before a paywall or a login. */
  gated: boolean;
  /** Whether only its beginning had been read before its page was opened last. */
  completed: boolean;
  /** A BCP 47 primary tag; `und` if unknown. */
  language: string;
  /** The number of its cluster: those that share their text; null if it has no copies. */
  cluster: number | null;
  /** Whether its text is stored, which `mark` and `difference` need. */
  hasText: boolean;
}

/** With the place of a word of the query that only the text has: before it, the word, after it. */
export type Found = Entry & { passage: [string, string, string] | null };

/** An earlier version of an article, whose text is stored. */
export interface Version {
  id: number;
  title: string;
  length: number;
  /** When it was first and last seen in this version; UTC, ISO 8601. */
  firstSeen: string;
  lastSeen: string;
}

/** Another article with the same text, or part of it, and how it was changed in this one. */
export type Copy = { entry: Entry; verdict: 'same' | 'partial'; changes: Change[] };

/** Which of an article and its copies counts as the original. */
export interface Original {
  /** Null if it is undecided. */
  id: number | null;
  /** Of the state of a page: the article, whether it is among the copies or not. */
  entry?: Entry | null;
  /** The evidence for it, `first`, and for the other articles, `second`. */
  reasons: { evidence: Reason['evidence'] | 'central'; favors: Reason['favors']; weight: number }[];
}

export interface Marks {
  /** Id of the article that the page is compared with. */
  other: number;
  /** Sentences. */
  changed: number;
  /** Only in this page. */
  added: number;
  /** The number of passages that only the other has. */
  missing: number;
  /** Marks that `jump` goes to: every difference. */
  stops: number;
  /** Sentences of the article that the page, as shown now, lacks. */
  lost: number;
}

export interface Difference {
  /** The article `id`, then the `other` or the `version`. A line of a text is a paragraph. */
  texts: [string, string];
  /** All sentences of each. */
  sentences: [Sentence[], Sentence[]];
  /** The text of the other that the first lacks, and its additional text. */
  missing: Amount;
  added: Amount;
  /** Sentences. */
  changed: number;
  moved: number;
}

/** Sentences, and paragraphs with nothing but such sentences. */
type Amount = { paragraphs: number; sentences: number };

/** An opaque value with which a page continues. */
export type Cursor = string;

/**
 * Part of a list: `after` is the `next` of the previous answer, null at first. An answer may have fewer items than the
 * limit, or none: there are more until `next` is null.
 */
export type Piece = { after: Cursor | null; limit: number };

/** An opaque value for `restore`. */
export type Forgotten = ExportedArticle & { id: number };

export interface Usage {
  articles: number;
  /** The browser's estimate of the bytes that the extension stores; null if unknown. */
  bytes: number | null;
  /** Bytes that the extension may store; null if unknown. */
  quota: number | null;
  /** Stored texts and their bytes; `limit` is the setting. */
  texts: { count: number; bytes: number; limit: number };
}

/** An article in a file: {@link Entry} without `id` and `hasText`, with its fingerprint and its versions with texts. */
export interface ExportedArticle extends Partial<Record<'lastSeen' | 'since' | 'text', string>> {
  url: string;
  /** Missing from one that is damaged, which is in no file. */
  fingerprint?: string | null;
  firstSeen: string;
  versions?: ExportedVersion[];
  /** The addresses of articles that the user called different. */
  notCopies?: string[];
  [fact: string]: unknown;
}
export type ExportedVersion = { firstSeen: string; lastSeen: string; text: string; title?: unknown; length?: unknown };

/** Those `known` before keep the earlier date and the larger number of visits; damaged ones are `refused`. */
export type Imported = { added: number; known: number; refused: number };

export interface Settings {
  /** When pages are read: on a click, automatically on `sites`, or automatically everywhere. */
  when: 'clicked' | 'chosen' | 'everywhere';
  /** Hosts, without `www.`; each includes its subdomains. */
  sites: string[];
  /** Hosts that are never read. */
  blocklist: string[];
  /** Hosts that are read even if addresses or sign-in boxes look private. */
  override: string[];
  /** Whether texts are stored, to show what differs. Turned off, stored texts are deleted. */
  keepText: boolean;
  /** The most megabytes (10⁶ bytes) of texts; the oldest are deleted first. */
  textLimit: number;
  /** Whether links to articles that were read are dimmed in pages. */
  links: boolean;
  /** Hosts on whose pages they are not. */
  undimmed: string[];
  /** Days after which an article that was not seen again is forgotten; null for never. */
  retention: number | null;
}
