// Records of articles: the data kept about one that was read, or that comes from a file.
import { hostOf } from '../shared/address.js';
import { Fingerprint, keys, numeric, pageAddress } from './core.js';
import { VERSIONS } from './stored-texts.js';

/** The most characters of one fact: a page may state whole paragraphs. */
const FACT = 500;
/** Milliseconds after which an open page that has changed was not changed by its own scripts. */
export const VISIT = 30 * 60 * 1000;
/** The most addresses of one article that are kept, by which its page replaced its own. */
export const REPLACED = 8;
/**
 * The texts about a page that are stored unchanged. The address and the times are stored in another form.
 * @typedef {'authors' | 'url' | 'firstSeen' | 'publishedText'} Left
 * @typedef {Exclude<keyof import('offprint').Facts, Left> | 'pageType'} Kept
 * @satisfies {Record<Kept, true>}
 */
const KEPT = {
  title: true,
  language: true,
  credit: true,
  creditPlace: true,
  site: true,
  published: true,
  canonical: true,
  pageType: true,
};

/** The record of an article that was read at this time. */
export function recordOf(article, now = new Date()) {
  const seen = now.toISOString();
  return {
    ...Object.fromEntries(Object.keys(KEPT).map((name) => [name, fact(article[name])])),
    title: fact(article.title) ?? '',
    authors: facts(article.authors),
    url: pageAddress(article.url),
    host: hostOf(article.url),
    length: article.length,
    gated: article.gated === true,
    firstSeen: seen,
    lastSeen: seen,
    ...printed(article.fingerprint),
  };
}

/** A fingerprint as it is stored, with its keys. */
export const printed = (fingerprint) => ({
  fingerprint: Fingerprint.toBytes(fingerprint),
  keys: keys(fingerprint).write.map(numeric),
});

export const byFirstSeen = (a, b) => (a.firstSeen < b.firstSeen ? -1 : 1);

const fact = (value) => (typeof value === 'string' && value !== '' ? value.slice(0, FACT) : null);

const facts = (values) => (Array.isArray(values) ? values.map(fact).filter(Boolean) : []);

/** The record of an article from a file; null if it is damaged. */
export function imported(article) {
  try {
    const { protocol } = new URL(article.url);
    const { firstSeen, lastSeen } = timesOf({ ...article, lastSeen: article.lastSeen ?? article.firstSeen });
    if (!/^https?:$/.test(protocol)) return null;
    const isAddress = (url) => typeof url === 'string' && URL.canParse(url);
    const replaced = Array.isArray(article.replaced) ? article.replaced.filter(isAddress) : [];
    const headlines = facts(article.headlines).slice(-VERSIONS);
    return {
      ...recordOf({ ...article, length: count(article.length, 0) }),
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

/** In one form; an error if they are no times. */
const timesOf = ({ firstSeen, lastSeen }) => ({
  firstSeen: new Date(firstSeen).toISOString(),
  lastSeen: new Date(lastSeen).toISOString(),
});

const count = (value, least) => (Number.isSafeInteger(value) && value >= least ? value : least);

/** A record after its page was opened once more; or `again` after scripts changed what was opened. */
export function visited(known, now, again) {
  const opened = again ? {} : { visits: known.visits + 1, opened: now.lastSeen };
  return { ...known, ...now, firstSeen: known.firstSeen, ...opened };
}

/** A record and one of the same page from a file. */
export const joined = (known, other) => ({
  ...known,
  firstSeen: [known.firstSeen, other.firstSeen].sort()[0],
  lastSeen: [known.lastSeen, other.lastSeen].sort()[1],
  visits: Math.max(known.visits, other.visits),
});

/** The facts of a record that are stored with its earlier text. */
export function versionOf({ title, length, firstSeen, lastSeen, since }) {
  return { title, length, firstSeen: since ?? firstSeen, lastSeen };
}

/** An earlier version from a file; null if it is damaged. */
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

/** Whether the article was first seen as it is now when it was opened last, and was another before. */
export const hasChanged = ({ since, opened }) => since !== undefined && since >= opened;
