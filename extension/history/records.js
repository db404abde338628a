// Records of articles: what is kept about an article that was read, or that comes from a file.
import { hostOf } from '../shared/site.js';
import { Fingerprint, keys, numeric, pageAddress } from './core.js';
import { VERSIONS } from './stored-texts.js';
/** @import { Entry, ExportedArticle, ExportedVersion } from '../messages.js' */
/** @import { Article, Facts } from 'offprint' */

/**
 * @typedef {Exclude<keyof Facts, 'authors' | 'url' | 'firstSeen' | 'publishedText'>} Kept facts that are stored
 *   unchanged; the address and the times have another form
 * @typedef {'authors' | 'url' | 'host' | 'length' | 'gated' | 'firstSeen' | 'lastSeen'} OfEntry
 * @typedef {Pick<Article, Kept> & Pick<Entry, OfEntry> & { pageType: string | null }} Read
 * @typedef {{ [time in 'opened' | 'since' | 'completed']?: string }} Moments `opened`: when its page was last opened
 * @typedef {{ [list in 'headlines' | 'replaced' | 'addresses']?: string[] }} Lists `replaced`: addresses to which
 *   its page changed
 * @typedef {{ [name in 'id' | 'visits' | 'cluster' | 'class']?: number }} Numbers
 * @typedef {Read & Moments & Lists & Numbers & { fingerprint: Uint8Array, keys: number[] }} ArticleRecord what is kept
 *   of an article; one that was just read has no id
 * @typedef {ArticleRecord & { id: number, visits: number }} Stored
 *
 * @typedef {{ [Name in keyof Facts | 'pageType' | 'gated']?: unknown }} Stated
 * @typedef {Stated & { url: string, fingerprint: string, length: number }} Source what a record is made from: a page,
 *   or a file, which may contain anything
 *
 * @typedef {Pick<ArticleRecord, 'title' | 'length' | 'firstSeen' | 'lastSeen'>} VersionFacts
 * @typedef {VersionFacts & { bytes: Uint8Array<ArrayBuffer> }} NewVersion an earlier version with its text
 * @typedef {NewVersion & { id: number, of: number }} StoredVersion of the article `of`
 */

/** The most characters of one fact: a page may state whole paragraphs. */
const FACT = 500;
/** Milliseconds after which a change of an open page counts as an edit, and not as the work of its scripts. */
export const VISIT = 30 * 60 * 1000;
/** The most addresses per article to which its page changed. */
export const REPLACED = 8;

/** The record of an article that was read at this time. @param {Source} article @returns {ArticleRecord} */
export function recordOf(article, now = new Date()) {
  const seen = now.toISOString();
  return {
    title: fact(article.title) ?? '',
    language: fact(article.language) ?? 'und',
    credit: fact(article.credit),
    creditPlace: /** @type {ArticleRecord['creditPlace']} */ (fact(article.creditPlace)),
    site: fact(article.site),
    published: fact(article.published),
    canonical: fact(article.canonical),
    pageType: fact(article.pageType),
    authors: facts(article.authors),
    url: pageAddress(article.url),
    host: hostOf(article.url) ?? '',
    length: article.length,
    gated: article.gated === true,
    firstSeen: seen,
    lastSeen: seen,
    ...printed(article.fingerprint),
  };
}

/** A fingerprint as it is stored, with its keys. @param {string} fingerprint */
export const printed = (fingerprint) => ({
  fingerprint: Fingerprint.toBytes(fingerprint),
  keys: keys(fingerprint).write.map(numeric),
});

/** @typedef {Pick<ArticleRecord, 'firstSeen' | 'lastSeen'>} Times */
export const byFirstSeen = (/** @type {Times} */ a, /** @type {Times} */ b) => (a.firstSeen < b.firstSeen ? -1 : 1);

/** @param {unknown} value */
const fact = (value) => (typeof value === 'string' && value !== '' ? value.slice(0, FACT) : null);

/** @param {unknown} values */
const facts = (values) => (Array.isArray(values) ? values.map(fact).filter((value) => value !== null) : []);

/** The record of an article from a file; null if it is damaged. @param {ExportedArticle} article */
export function imported(article) {
  try {
    const { fingerprint, url } = article;
    const { protocol } = new URL(url);
    const { firstSeen, lastSeen } = timesOf({ ...article, lastSeen: article.lastSeen ?? article.firstSeen });
    if (!/^https?:$/.test(protocol) || !fingerprint) return null;
    const isAddress = (/** @type {unknown} */ url) => typeof url === 'string' && URL.canParse(url);
    const replaced = Array.isArray(article.replaced) ? article.replaced.filter(isAddress) : [];
    const headlines = facts(article.headlines).slice(-VERSIONS);
    return {
      ...recordOf({ ...article, url, fingerprint, length: count(article.length, 0) }),
      firstSeen,
      lastSeen,
      visits: count(article.visits, 1),
      ...(article.since === undefined ? {} : { since: new Date(article.since).toISOString() }),
      ...(replaced.length ? { replaced: replaced.slice(-REPLACED) } : {}),
      ...(headlines.length ? { headlines } : {}),
    };
  } catch {
    return null;
  }
}

/** Times in one form; an error if they are not times. @param {Times} times */
const timesOf = ({ firstSeen, lastSeen }) => ({
  firstSeen: new Date(firstSeen).toISOString(),
  lastSeen: new Date(lastSeen).toISOString(),
});

/** @param {unknown} value @param {number} least */
const count = (value, least) => (isCount(value) && value >= least ? value : least);
const isCount = /** @type {(value: unknown) => value is number} */ (Number.isSafeInteger);

/**
 * A record after its page was opened once more; with `again`, after scripts changed the open page.
 * @param {Stored} known @param {ArticleRecord} now @param {boolean} again @returns {Stored}
 */
export function visited(known, now, again) {
  const opened = again ? {} : { visits: known.visits + 1, opened: now.lastSeen };
  return { ...known, ...now, firstSeen: known.firstSeen, ...opened };
}

/**
 * A record joined with one of the same page from a file. @param {Stored} known
 * @param {ArticleRecord & { visits: number }} other @returns {Stored}
 */
export const joined = (known, other) => ({
  ...known,
  firstSeen: known.firstSeen < other.firstSeen ? known.firstSeen : other.firstSeen,
  lastSeen: known.lastSeen > other.lastSeen ? known.lastSeen : other.lastSeen,
  visits: Math.max(known.visits, other.visits),
});

/** The facts that are stored with an earlier text. @param {ArticleRecord} record @returns {VersionFacts} */
export function versionOf({ title, length, firstSeen, lastSeen, since }) {
  return { title, length, firstSeen: since ?? firstSeen, lastSeen };
}

/** An earlier version from a file; null if it is damaged. @param {ExportedVersion} version */
export function importedVersion(version) {
  try {
    const { firstSeen, lastSeen } = timesOf(version);
    if (typeof version.text !== 'string' || version.text === '') return null;
    const [title, length] = [fact(version.title) ?? '', count(version.length, 0)];
    return { title, length, firstSeen, lastSeen, text: version.text };
  } catch {
    return null;
  }
}

/**
 * Whether the article was edited before it was last opened, and then seen in this version for the first time.
 * @param {Pick<ArticleRecord, 'since' | 'opened'>} record
 */
export const hasChanged = ({ since, opened }) => Boolean(since && opened && since >= opened);
