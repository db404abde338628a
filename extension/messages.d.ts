// What the extension's pages and its background say to each other.
//
// A page sends `{ type, ...ask }` by `runtime.sendMessage` and gets `{ ok: true, value }` or
// `{ ok: false, error }`; `ask(type, data)` in `shared/ask.js` returns the value or throws the error.
// Only the background reads and writes what is kept. It tells open pages of changes by `Changed`.

/** By the type of a message: what it brings, and what the value of the answer is. */
export interface Messages {
  /** What is known of the page in a tab, as far as it was read. Never reads it. */
  page: { ask: { tabId: number }; value: PageState };
  /**
   * Reads the page in a tab now, remembers it if it is an article, and says what it is; `anyway`: though it would not
   * be read, as far as `PageState.anyway` allows.
   */
  read: { ask: { tabId: number; anyway?: boolean }; value: PageState };

  /** Lights in the page what it shares with another article, and marks what differs. */
  mark: { ask: { tabId: number; other: number }; value: Marks };
  unmark: { ask: { tabId: number }; value: null };
  /** Goes to the next or the previous mark; `at` of the value counts from 0. */
  jump: { ask: { tabId: number; direction: 'next' | 'previous' }; value: { at: number; of: number } };
  /** Two remembered articles, or one and an earlier version of it, sentence by sentence. Error `no_text`. */
  difference: { ask: { id: number; other: number } | { id: number; version: number }; value: Difference };

  /** Forgets an article; the value is for `restore`. */
  forget: { ask: { id: number }; value: Forgotten };
  /** Takes a `forget` back. The article has a new id afterwards if its old one is taken. */
  restore: { ask: { forgotten: Forgotten }; value: Entry };
  /** Forgets all articles of a site; the value is how many they were. */
  forgetSite: { ask: { site: string }; value: number };
  forgetAll: { ask: Record<never, never>; value: null };
  /** Never to read a site and what is below it, or to read it again. What is remembered of it stays. */
  neverSite: { ask: { site: string; never: boolean }; value: Settings };
  /** To read a site and what is below it whatever its addresses and sign-in boxes look like, or no longer. */
  anywaySite: { ask: { site: string; anyway: boolean }; value: Settings };
  /**
   * To read a site automatically, or no longer. As long as the browser has not granted the site, it is only noted that
   * it is wanted, and done once it has: the question may close the popup that asked.
   */
  automaticSite: { ask: { site: string; automatic: boolean }; value: Settings };
  /** That two articles are no copies of each other, or to take that back. */
  notACopy: { ask: { id: number; other: number; not: boolean }; value: null };

  /**
   * Articles whose title, site, source, author, address or kept text have all words of the query; all of them
   * without one. Those seen last come first. `after` is the `next` of the last answer, null at first. An answer
   * may hold fewer than the limit, or none, though there are more: all have come when `next` is null.
   */
  search: {
    ask: { query: string; after: Cursor | null; limit: number };
    value: { entries: Found[]; next: Cursor | null };
  };
  /** Articles with copies; those that grew last come first. */
  clusters: { ask: { after: Cursor | null; limit: number }; value: { clusters: Cluster[]; next: Cursor | null } };
  /** One article with its copies, for a page about it. Error `gone`. */
  entry: {
    ask: { id: number };
    value: {
      entry: Entry;
      copies: Copy[];
      original: Original | null;
      denied: Entry[];
      versions: Version[];
      retold: Retold[];
    };
  };
  /** What is known of articles, as `origins` of the package takes it; those that were forgotten are left out. */
  known: { ask: { ids: number[] }; value: (Known & { id: number })[] };
  usage: { ask: Record<never, never>; value: Usage };

  /** A piece of the history, for `exportHistory` in `shared/transfer.js`, which makes the file. */
  export: { ask: { after: Cursor | null; limit: number }; value: { articles: ExportedArticle[]; next: Cursor | null } };
  /** Takes in a piece of such a file, for `importHistory` in `shared/transfer.js`. */
  import: { ask: { articles: ExportedArticle[] }; value: Imported };

  settings: { ask: Record<never, never>; value: Settings };
  /**
   * Changes those that are given. Errors: `settings` says which one is wrong and how; `permission` if
   * the browser has not granted what `originsOf(settings)` in `shared/origins.js` lists. Pages ask for
   * that first, by `permissions.request({ origins })`, since only a click can.
   */
  changeSettings: { ask: { changes: Partial<Settings> }; value: Settings };
  /** Fetches from the shared index what it has on the article it found. That tells it which one. */
  sharedArticle: { ask: { tabId: number }; value: PageState };
}

export type Question = { [Type in keyof Messages]: { type: Type } & Messages[Type]['ask'] }[keyof Messages];
export type Answer<Type extends keyof Messages> =
  | { ok: true; value: Messages[Type]['value'] }
  | { ok: false; error: Failure };

/** Sent to all pages of the extension when what they show may have changed. */
export interface Changed {
  type: 'changed';
  what: 'page' | 'history' | 'settings';
  /** The tab, if `what` is `page`. */
  tabId?: number;
}

export interface Failure {
  code: ErrorCode;
  /** In English, for a report. What a person reads is told by the code. */
  message: string;
}

export type ErrorCode =
  /** No room is left: what was there is kept, what is new is not. */
  | 'quota'
  /** The browser does not let the extension keep anything, or another version of it holds the database. */
  | 'blocked'
  /** The database failed otherwise. */
  | 'database'
  /** One record cannot be read; it is left out, and the rest is there. */
  | 'corrupt'
  /** There is no such article any more. */
  | 'gone'
  /** The text of one of the two was not kept, or is no longer. */
  | 'no_text'
  /** The page cannot be reached: it is one of the browser's own, or it was closed or not permitted. */
  | 'page'
  /** The page is not one to be read; `PageState.why` says why. */
  | 'never'
  /** Nothing was marked in this page. */
  | 'unmarked'
  /** What was imported is not a file of ours. */
  | 'import'
  | 'settings'
  | 'permission'
  /** The shared index did not answer, or not as it should. */
  | 'shared'
  /** A question that the background does not know. */
  | 'question'
  /** Everything else: a fault of ours. */
  | 'internal';

export interface PageState {
  tabId: number;
  /** Null where the browser does not tell it: a page of its own, or one not yet read on a click. */
  url: string | null;
  /** Its host, without `www.`: what `neverSite` takes. */
  site: string | null;
  /**
   * `unread`: not read, and it may be. `not-article` and `never`: `why` says why. `new`: an article not
   * seen before. `seen`: this very page was read before, and no copy of it. `changed`: its text was edited since an
   * earlier visit, see `versions`. `same`, `partial`: how the page relates to the nearest of `copies`. `unchanged`: its
   * program has gone to another address, and shows there what it showed before. `failed`: `error` says why.
   */
  status:
    | 'unread'
    | 'reading'
    | 'not-article'
    | 'never'
    | 'unchanged'
    | 'new'
    | 'changed'
    | 'seen'
    | 'same'
    | 'partial'
    | 'failed';
  why: WhyNotArticle | WhyNever | null;
  /** What a person may have read all the same: this page, or besides all of its site; null if neither. */
  anyway: 'page' | 'site' | null;
  error: Failure | null;
  /** The article in the page, as it is remembered; null unless it is an article. */
  entry: Entry | null;
  /** False if the article was judged and could not be kept; `error` says why. */
  remembered: boolean;
  /** The copies seen elsewhere, the earliest first. */
  copies: Copy[];
  /** Id of the most similar of them. */
  mostSimilar: number | null;
  /** Null without copies. */
  original: Original | null;
  /** Those of which it was said that they are no copies. */
  denied: Entry[];
  /** What the article was before it was edited, the latest first. */
  versions: Version[];
  /** Those that probably tell the same in other words, the likeliest first; none unless that is asked for. */
  retold: Retold[];
  /** What is marked in the page now. */
  marks: Marks | null;
  /** Null unless the shared index is asked. */
  shared: Shared | null;
}

/**
 * Those of `Article.abstention`, `gated` if it is `short` for that, those of `Article.pageType` that are not
 * remembered, and documents that are no pages.
 */
export type WhyNotArticle =
  | 'unreadable'
  | 'list'
  | 'no-article'
  | 'boilerplate'
  | 'short'
  | 'gated'
  | 'forum'
  | 'product'
  | 'other'
  | 'pdf'
  | 'plain'
  | 'file';

export type WhyNever =
  /** A private window. */
  | 'incognito'
  /** Not a page of the web: an empty one, the source of a page, a file of this machine, or one of the browser's. */
  | 'blank'
  | 'source'
  | 'file'
  | 'scheme'
  /** The browser does not even tell an extension which it is; so says the popup, whose button was clicked on it. */
  | 'unseen'
  /** This machine, or one in a private network. */
  | 'private-address'
  /** By its address: mail and messages, a bank or payment, an account, health; and it states no article. */
  | 'mail'
  | 'bank'
  | 'account'
  | 'health'
  /** It is a form that asks for a password, or for a card. */
  | 'password'
  | 'card'
  /** You said so. */
  | 'site';

/** A remembered article. */
export interface Entry {
  id: number;
  url: string;
  /** Its host, without `www.`. */
  host: string;
  title: string;
  /** The name that the site gives itself. */
  site: string | null;
  /** The source that it credits. */
  credit: string | null;
  author: string | null;
  /** As the page writes it. */
  published: string | null;
  canonical: string | null;
  /** UTC, ISO 8601. */
  firstSeen: string;
  lastSeen: string;
  visits: number;
  /** When its text as it is now was first seen, if it was edited; else null. */
  since: string | null;
  /** Letters and digits in its body. */
  length: number;
  /** Whether its body is only the beginning of an article, before a paywall or a login. */
  gated: boolean;
  /** A BCP 47 primary tag; `und` if unknown. */
  language: string;
  /** A `data:` address of its site's icon; null if there is none: draw a letter. */
  icon: string | null;
  /** Whether its text is kept, so that `mark` and `difference` can work. */
  hasText: boolean;
}

/** An article that a search has found. */
export interface Found extends Entry {
  /** Where its text has a word of the query that stands in nothing else: before it, the word, after it. */
  passage: [string, string, string] | null;
}

/** What an article was before it was edited; its text is kept. */
export interface Version {
  id: number;
  title: string;
  length: number;
  /** When it was first and last seen so; UTC, ISO 8601. */
  firstSeen: string;
  lastSeen: string;
}

/** Another article, beside the one in question. */
export interface Copy {
  entry: Entry;
  verdict: 'same' | 'partial';
  /** 0 to 1. */
  score: number;
  /** What became of the other article in this one. */
  changes: Change[];
  /** The other seen from this one, then this one seen from the other. */
  sides: [Side, Side];
  /** Which of the two is the original: `first` is the other. */
  original: PairOriginal;
}

/** Another article that probably tells what the one in question tells, in other words. It is no copy. */
export interface Retold {
  entry: Entry;
  /** 0.95 to 1. */
  likelihood: number;
  /** Null unless both texts are kept. */
  facts: SharedFacts | null;
}

/** Facts that two articles share. */
export interface SharedFacts {
  /** Facts of the shorter that were compared, and how many of them stand in the longer. */
  compared: number;
  shared: number;
  /** Names and rare words, and figures and days, as the article in question writes them: a few of each. */
  names: string[];
  figures: string[];
}

/** As the package has them: see its types. */
type Sentence = import('offprint').Sentence;
type Change = import('offprint').Change;
type Side = import('offprint').Side;
type PairOriginal = import('offprint').Original;
type Known = import('offprint').Known;
type Ground = import('offprint').Reason['ground'];

/** Which of an article and its copies is held for the original. */
export interface Original {
  /** Null if it cannot be said. */
  id: number | null;
  /** The setting by which it was chosen. */
  by: Settings['original'];
  /** 0 to 100; 100 if the setting alone decides. */
  confidence: number;
  /** With `evidence`: what speaks for it, and what against. Empty otherwise. */
  reasons: { ground: Ground; for: boolean; weight: number }[];
}

export interface Marks {
  /** Id of the article that the page is compared with. */
  other: number;
  /** Sentences. */
  same: number;
  changed: number;
  /** Only in this page. */
  added: number;
  /** Only in the other, in so many places. */
  missing: number;
  /** Marks that `jump` goes to: each place where something differs, or that is the same if none does. */
  stops: number;
  /** Sentences of the article that were not found in the page as it is shown now. */
  lost: number;
}

export interface Difference {
  /** The article asked for as `id`, then the `other` or the `version`. A line of a text is a paragraph. */
  texts: [string, string];
  /** All sentences of each. */
  sentences: [Sentence[], Sentence[]];
  /** What the first lacks of the other, and what it has besides. */
  missing: Amount;
  added: Amount;
  /** Sentences. */
  changed: number;
  moved: number;
}

export interface Amount {
  /** Paragraphs of which every sentence is. */
  paragraphs: number;
  sentences: number;
}

export interface Cluster {
  /** At least two, the earliest first. */
  entries: Entry[];
  original: Original;
}

/** What a page shall hand back to continue, and not look into. */
export type Cursor = string;

/** What a page shall hand back to `restore`, and not look into. */
export interface Forgotten {
  title: string;
  [hidden: string]: unknown;
}

export interface Usage {
  articles: number;
  /** Bytes of all the browser keeps for the extension, as it estimates them; null if it does not tell. */
  bytes: number | null;
  /** Bytes that it would let the extension keep. */
  quota: number | null;
  /** Texts that are kept, and their bytes; `limit` is the setting. */
  texts: { count: number; bytes: number; limit: number };
  /** When the oldest was first seen. */
  oldest: string | null;
}

/** An article in a file: {@link Entry} without `id` and `hasText`, with its fingerprint and its versions with texts. */
export interface ExportedArticle {
  url: string;
  fingerprint: string;
  firstSeen: string;
  text?: string;
  versions?: (Omit<Version, 'id'> & { text: string })[];
  [fact: string]: unknown;
}

export interface Imported {
  added: number;
  /** Known before: the earlier date and the larger number of visits stand. */
  known: number;
  /** Left out since they are damaged. */
  refused: number;
}

export interface Settings {
  /** When pages are read: on a click, by themselves on `sites`, or by themselves everywhere. */
  when: 'clicked' | 'chosen' | 'everywhere';
  /** Hosts, without `www.`; each stands for what is below it too. */
  sites: string[];
  /** Hosts that are never read. */
  never: string[];
  /** Hosts that are read though addresses or sign-in boxes look like those of private pages. */
  anyway: string[];
  /** What makes an article the original: what the pages tell (`evidence`), or one thing alone. */
  original: 'evidence' | 'first-seen' | 'longest' | 'preferred';
  /** For `preferred`: hosts or names of sources, the most trusted first. Without one of them: `evidence`. */
  preferred: string[];
  /** How much of the shorter text two articles must share to be shown as copies: 0 to 1; 0: as the core decides. */
  threshold: number;
  /** Whether texts are kept, so that what differs can be shown. Off: those kept are deleted. */
  keepText: boolean;
  /** Megabytes (10⁶ bytes) of texts; the oldest make room. */
  textLimit: number;
  /** Whether articles are told that tell the same in other words. Off: what is kept for that is deleted. */
  rewrites: boolean;
  /** Days after which an article that was not seen again is forgotten; null: never. */
  retention: number | null;
  /** The shared index: `https` address of an Offprint worker, and whether it is asked. */
  shared: { address: string; on: boolean };
}

/** What the shared index said. */
export interface Shared {
  status: 'asking' | 'nothing' | 'found' | 'failed';
  error: Failure | null;
  /** How many endings of keys were sent, 4 digits each. */
  asked: number;
  verdict: 'same' | 'partial' | null;
  score: number | null;
  /** What it has on the article, after `sharedArticle`. */
  article: { url: string; title: string | null; firstSeen: string | null; copies: number } | null;
}

/**
 * The strings of the background and of what it shows in pages, in `_locales`. The badge has room for two Han
 * characters or four letters.
 */
export type Strings =
  | 'extensionName'
  | 'extensionDescription'
  /** On the badge. */
  | 'badgeNew'
  | 'badgeChanged'
  | 'badgeSeen'
  | 'badgeSame'
  | 'badgePartial'
  | 'badgeFailed'
  /** Title of the button: in `Same` and `Partial`, $TITLE$ and $SITE$ of the nearest, $DATE$ of the first visit. */
  | 'titleUnread'
  | 'titleReading'
  | 'titleNotArticle'
  | 'titleNever'
  | 'titleUnchanged'
  | 'titleNew'
  | 'titleChanged'
  | 'titleSeen'
  | 'titleSame'
  | 'titlePartial'
  | 'titleFailed'
  /** The bar in a marked page: its name, its buttons, and its counts ($N$), `marksAt` with $AT$ and $OF$. */
  | 'marksName'
  | 'marksNext'
  | 'marksPrevious'
  | 'marksClose'
  | 'marksAt'
  | 'marksSame'
  | 'marksChanged'
  | 'marksAdded'
  | 'marksMissing'
  | 'marksLost'
  /** Heading of a passage that the page lacks, shown where it would stand. */
  | 'marksMissingHere'
  /** Names of the keyboard commands. */
  | 'commandNext'
  | 'commandPrevious';
