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
   * Reads the page in a tab now, remembers it if it is an article, and returns its state. `override` reads it despite a
   * refusal, as far as `PageState.override` allows.
   */
  read: { ask: { tabId: number; override?: boolean }; value: PageState };
  /** Marks in the page what differs from another article. */
  mark: { ask: { tabId: number; other: number }; value: Marks };
  /** Dims links in the page to articles that were read, if the settings allow it. */
  markLinks: { ask: { tabId: number }; value: undefined };
  /** Compares two remembered articles, or one with its earlier version, sentence by sentence. Error `no_text`. */
  difference: { ask: { id: number; other: number } | { id: number; version: number }; value: Difference };
  /** Forgets an article. The value is for `restore`. */
  forget: { ask: { id: number }; value: Forgotten };
  /** Reverses a `forget`. The article gets a new id if its old one is taken. */
  restore: { ask: { forgotten: Forgotten }; value: Entry };
  /** Forgets all articles of a site; the value is their number. */
  forgetSite: { ask: { site: string }; value: number };
  forgetAll: { ask: Record<never, never>; value: null };
  /** Puts a site on a list of the settings, or takes it off. Remembered articles stay. */
  listSite: { ask: { site: string; list: 'blocklist' | 'override' | 'undimmed'; stands: boolean }; value: Settings };
  /**
   * Starts or stops reading a site automatically. Without the browser's permission the site is only noted, and read
   * once that is granted: the permission dialog may close the popup that sent this.
   */
  automaticSite: { ask: { site: string; automatic: boolean }; value: Settings };
  /** Notes that two articles are not copies of each other, or withdraws that. */
  notACopy: { ask: { id: number; other: number; not: boolean }; value: null };
  /**
   * Articles with all words of the query in their title, earlier titles, site, source, authors, address or stored text;
   * all articles if the query is empty. The latest come first.
   */
  search: { ask: { query: string } & Piece; value: { entries: Found[]; next: Cursor | null } };
  /** An article with its copies. Error `gone`. */
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
   * Changes the given settings. Errors: `settings`, whose message names the invalid one; `permission` if the browser
   * has not granted `readingOrigins(settings)` (`shared/origins.js`). Pages ask for these first: it takes a click.
   */
  changeSettings: { ask: { changes: Partial<Settings> }; value: Settings };
}

/** By the type of a message of the script in a page: its data. */
export interface PageMessages {
  canRead: object;
  loaded: { page: TakenPage };
  /** The page's program has gone to another address. `how` is the browser's name for it. */
  navigated: { url: string; document: number; how: string; follows?: boolean };
  unchanged: { page: TakenPage };
  urlReplaced: { page: TakenPage };
  unmarked: object;
  links: { links: { url: string; title: string }[] };
}

/** The rules for the script in a page, and the page as it returns it; see `Page.take` in `content/page.js`. */
export type Rules = { doubt: WhyNever | null; forms: string[]; whole?: boolean };
export type TakenPage = { url: string; html: string; why?: WhyNever; document?: number; type?: string } & {
  [flag in 'reloaded' | 'unchanged' | 'replaced' | 'again']?: boolean;
};

/** What to mark in a page: its article's text and sentences, and the passages that only the other article has. */
export type Differing = { text: string; sentences: Sentence[]; gaps: Gap[] };
/** A passage that only the other article has, `after` this sentence of the page; -1 at the start. */
export type Gap = { after: number; text: string };

/** Sent to all pages of the extension when the data that they show may have changed. */
export interface Changed {
  type: 'changed';
  what: 'page' | 'history' | 'settings';
  /** The tab, if `what` is `page`. */
  tabId?: number;
}

/** The message is in English, for bug reports. The code selects the message for users. */
export type Failure = { code: ErrorCode; message: string };

export type ErrorCode =
  /** No space is left. Earlier articles stay, the new one is not stored. */
  | 'quota'
  /** The browser does not let the extension store anything, or another version of it holds the database. */
  | 'blocked'
  /** A newer version of the extension stored the history. */
  | 'newer'
  /** The database failed for another reason. */
  | 'database'
  /** One record cannot be read and is left out. */
  | 'corrupt'
  /** The article was forgotten. */
  | 'gone'
  /** One of the two texts is not stored. */
  | 'no_text'
  /** The page cannot be reached: it belongs to the browser, is closed, or is not permitted. */
  | 'page'
  /** Offprint does not read the page, for the reason in `PageState.why`. */
  | 'never'
  /** The imported file was not exported here. */
  | 'import'
  | 'settings'
  | 'permission'
  /** A message that the background does not know. */
  | 'question'
  /** Any other error: a bug. */
  | 'internal';

export interface PageState {
  tabId: number;
  /** Null if the browser hides it: on its own pages, and before a page is read on a click. */
  url: string | null;
  /** Its host, without `www.`, as `listSite` takes it. */
  site: string | null;
  /**
   * `unread`: not read yet. `not-article` and `never`: for the reason `why`. `new`: an article that was not seen
   * before. `seen`: this page was read before, and no copy of it. `changed`: its text was edited since then, see
   * `versions`. `same`, `partial`: the verdict on the page and its most similar copy. `unchanged`: its program has
   * gone to another address, but shows the same. `failed`: with `error`.
   */
  status:
    | ('unread' | 'reading' | 'not-article' | 'never' | 'unchanged' | 'failed')
    | ('new' | 'changed' | 'seen' | 'same' | 'partial');
  why: WhyNotArticle | WhyNever | null;
  /** What the user can have read despite the refusal: this page, or its whole site; null if neither. */
  override: 'page' | 'site' | null;
  error: Failure | null;
  /** The article in the page as it is stored; null if the page is no article. */
  entry: Entry | null;
  /** False if the article could not be stored, for the reason in `error`. */
  remembered: boolean;
  /** Copies on other pages, the earliest first. */
  copies: Copy[];
  /** The id of the most similar copy. */
  mostSimilar: number | null;
  /** Null if there are no copies. */
  original: Original | null;
  /** Articles that the user marked as different. */
  denied: Entry[];
  /** Earlier versions of the article, the latest first. */
  versions: Version[];
  /** The current marks in the page. */
  marks: Marks | null;
}

/** The values of `Article.noFingerprintReason`, `gated` for a short beginning before a paywall, and kinds of files. */
export type WhyNotArticle =
  | ('unreadable' | 'list' | 'no-article' | 'boilerplate' | 'short' | 'gated')
  | ('pdf' | 'plain' | 'file');

export type WhyNever =
  /** A private window. */
  | 'incognito'
  /** Not a web page: an empty tab, the source of a page, a local file, or a page of the browser. */
  | 'blank'
  | 'source'
  | 'file'
  | 'scheme'
  /** The browser hides the address. The popup sets this: its button was clicked on the page. */
  | 'unseen'
  /** This machine, or a private network. */
  | 'private-address'
  /** By the address, unless the page states that it is an article: mail, banks and payment, accounts, health. */
  | 'mail'
  | 'bank'
  | 'account'
  | 'health'
  /** A form that asks for a password or a card. */
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
  /** Earlier headlines, the earliest first. */
  headlines: string[];
  /** The name of the site, as the page states it. */
  site: string | null;
  /** The source that the page credits. */
  credit: string | null;
  /** Where in the page the credit is; null if unknown. */
  creditPlace: Article['creditPlace'];
  authors: string[];
  /** As the page writes it. */
  published: string | null;
  canonical: string | null;
  /** UTC, ISO 8601. */
  firstSeen: string;
  lastSeen: string;
  visits: number;
  /** When the current text was first seen, if it was edited; null if not. */
  since: string | null;
  /** Letters and digits in the body. */
  length: number;
  /** Whether the body is only the beginning of an article, before a paywall or a login. */
  gated: boolean;
  /** Whether the last visit completed it: earlier ones only had the beginning. */
  completed: boolean;
  /** A BCP 47 primary tag; `und` if unknown. */
  language: string;
  /** The number of its cluster, the articles that share their text; null if it has no copies. */
  cluster: number | null;
  /** Whether its text is stored, which `mark` and `difference` need. */
  hasText: boolean;
}

/** With the place of a word of the query that is only in the text: text before, word, text after. */
export type Found = Entry & { passage: [string, string, string] | null };

/** An earlier version of an article. Its text is stored. */
export interface Version {
  id: number;
  title: string;
  length: number;
  /** When it was first and last seen in this version; UTC, ISO 8601. */
  firstSeen: string;
  lastSeen: string;
}

/** Another article with the same text or part of it, and how this article changed it. */
export type Copy = { entry: Entry; verdict: 'same' | 'partial'; changes: Change[] };

/** Which of an article and its copies counts as the original. */
export interface Original {
  /** Null if it is undecided. */
  id: number | null;
  /** In the state of a page: the article, even if it is not one of the copies. */
  entry?: Entry | null;
  /** The evidence for it (`first`) and for the other articles (`second`). */
  reasons: { evidence: Reason['evidence'] | 'central'; favors: Reason['favors']; weight: number }[];
}

export interface Marks {
  /** The id of the article that the page is compared with. */
  other: number;
  /** Changed sentences. */
  changed: number;
  /** Sentences that only this page has. */
  added: number;
  /** Passages that only the other article has. */
  missing: number;
  /** Differences, to which `jump` goes. */
  stops: number;
  /** Sentences of the article that are not found in the page as it is shown. */
  lost: number;
}

export interface Difference {
  /** The article `id`, then the `other` or the `version`. Each line is a paragraph. */
  texts: [string, string];
  /** All sentences of each. */
  sentences: [Sentence[], Sentence[]];
  /** What the first lacks of the other text, and what it adds. */
  missing: Amount;
  added: Amount;
  /** Sentences. */
  changed: number;
  moved: number;
}

/** A number of sentences, and of paragraphs with only such sentences. */
type Amount = { paragraphs: number; sentences: number };

/** An opaque value to continue a list. */
export type Cursor = string;

/**
 * Part of a list. `after` is `next` from the previous answer, null at first. An answer may have fewer items than the
 * limit, or none; the list ends when `next` is null.
 */
export type Piece = { after: Cursor | null; limit: number };

/** An opaque value for `restore`. */
export type Forgotten = ExportedArticle & { id: number };

export interface Usage {
  articles: number;
  /** The browser's estimate of stored bytes; null if unknown. */
  bytes: number | null;
  /** Bytes that the extension may store; null if unknown. */
  quota: number | null;
  /** Stored texts and their bytes; `limit` is the setting. */
  texts: { count: number; bytes: number; limit: number };
}

/** An article in a file: {@link Entry} without `id` and `hasText`, with its fingerprint and its versions with texts. */
export interface ExportedArticle extends Partial<Record<'lastSeen' | 'since' | 'text', string>> {
  url: string;
  /** Missing if the article is damaged. Files have no such articles. */
  fingerprint?: string | null;
  firstSeen: string;
  versions?: ExportedVersion[];
  /** Addresses of articles that the user marked as different. */
  notCopies?: string[];
  [fact: string]: unknown;
}
export type ExportedVersion = { firstSeen: string; lastSeen: string; text: string; title?: unknown; length?: unknown };

/** Articles that were `known` keep the earlier date and the larger number of visits. Damaged ones are `refused`. */
export type Imported = { added: number; known: number; refused: number };

export interface Settings {
  /** When pages are read: on a click, or automatically on `sites` or everywhere. */
  when: 'clicked' | 'chosen' | 'everywhere';
  /** Hosts, without `www.`; each includes its subdomains. */
  sites: string[];
  /** Hosts that are never read. */
  blocklist: string[];
  /** Hosts that are read even if addresses or sign-in forms look private. */
  override: string[];
  /** Whether texts are stored, to show what differs. Turning it off deletes them. */
  keepText: boolean;
  /** The most megabytes (10⁶ bytes) of texts. The oldest are deleted first. */
  textLimit: number;
  /** Whether links to read articles are dimmed. */
  links: boolean;
  /** Hosts where links are not dimmed. */
  undimmed: string[];
  /** Days after which articles that were not seen again are forgotten; null for never. */
  retention: number | null;
}
