// What an agent gives to the tools, an address or a text, and the articles that it becomes.

import { z } from 'zod';
import { limited } from '../../shared/fetching/limits.js';
import { Refused } from '../../shared/fetching/follow.js';
import { pageOf } from '../../shared/text-page.js';
import { turns } from '../../shared/turns.js';
import { read, ready, recover } from './core.js';
import { MAX_BYTES, PAGE_TIME } from './fetch.js';
import { line } from './visible.js';

/** Longest time for a call, in ms: clients usually give up after a minute. What is not read by then is left out. */
export const CALL_TIME = 50_000;
/** Pages that are fetched at once, for all calls. Larger: faster, with more memory. */
const AT_ONCE = 8;

export const ADDRESS = z.string().max(2048).describe('Address of a page, such as https://news.example/1');

/** An address or a text, with what is known of it. */
export const ITEM = z.strictObject({
  address: ADDRESS.optional(),
  text: z
    .string()
    .max(200_000)
    .optional()
    .describe('Plain text of the article, one paragraph a line, if you have it: nothing is then fetched'),
  title: z.string().max(500).optional().describe('Its headline, if known'),
});

/** @typedef {import('offprint/full').ArticleWithMarkup} Article */
/** @typedef {{ address?: string, text?: string, title?: string, snippet?: string }} Item */
/** @typedef {{ code: string, message: string }} Fault */
/** @typedef {ReturnType<typeof named>} Named */
/** @typedef {{ article: Article, fault?: undefined } | { article?: undefined, fault: Fault }} Outcome of an item */

/**
 * @param {(address: string, signal: AbortSignal) => Promise<import('./fetch.js').Page>} fetchPage
 * @returns {(item: Item, signal: AbortSignal) => Promise<Outcome>} never rejects
 */
export function reader(fetchPage) {
  const limit = turns(AT_ONCE);

  /** @param {string} address @param {AbortSignal} signal @returns {Promise<Article>} */
  async function fetched(address, signal) {
    const { url, ...page } = await fetchPage(address, signal);
    // The limit of `fetchPage` comes first, so a page is never cut without notice.
    const article = await read(page, { url, signal, maxBytes: MAX_BYTES + 1, without: ['images'] });
    if (!article.mediaType) return article;
    throw new Refused({ code: 'media_type', message: `this is ${article.mediaType}, and not a page` });
  }

  return async (item, call) => {
    try {
      await ready();
      if (item.text !== undefined)
        return { article: await read(pageOf(item.title ?? '', item.text), { url: item.address ?? null }) };
      const { address } = item;
      if (address === undefined) throw new Refused({ code: 'item', message: 'give an `address` or a `text`' });
      return { article: await limit(() => limited(call, PAGE_TIME, (signal) => fetched(address, signal))) };
    } catch (error) {
      recover(error);
      if (!call.aborted) return { fault: faultOf(error) };
      return { fault: { code: 'too_slow', message: `not read: the ${CALL_TIME / 1000} s for one call were over` } };
    }
  };
}

/** @param {unknown} error @returns {Fault} */
function faultOf(error) {
  const { code, message } = /** @type {Partial<import('offprint').OffprintError>} */ (error ?? {});
  if (code === 'aborted') return { code: 'too_slow', message: `not read within ${PAGE_TIME / 1000} s` };
  return { code: String(code ?? 'failed'), message: line(String(message ?? error), 500) };
}

/**
 * An item as answers name it: its number, from 1, and what is known of it.
 * @param {Item} item
 * @param {number} place
 * @param {Partial<Outcome>} outcome empty if it was not read
 */
export function named(item, place, { article, fault }) {
  const address = article?.url ?? item.address ?? null;
  const title = line(article?.title || item.title || '') || null;
  return {
    item: place + 1,
    address,
    title,
    site: article?.site ? line(article.site) : null,
    published: article?.published ?? null,
    judgedBy: /** @type {'page' | 'text' | 'listing' | 'nothing'} */ (judgedBy(item, article)),
    fault: fault ?? reasonOf(article) ?? null,
  };
}

/** @param {Item} item @param {Article} [article] */
function judgedBy({ text, title, snippet }, article) {
  if (article?.fingerprint) return text === undefined ? 'page' : 'text';
  return article?.title || title || snippet ? 'listing' : 'nothing';
}

/**
 * Why there is too little to judge an article by.
 * @type {Record<NonNullable<Article['noFingerprintReason']>, string>}
 */
const NO_FINGERPRINT = {
  unreadable: 'nothing on the page can be read',
  list: 'this is a list of articles, and not one article',
  'no-article': 'there is no article, or too little of one',
  boilerplate: 'there is only a notice, and no article',
  short: 'the text is too short to compare',
};

/** @param {Article} [article] @returns {Fault | undefined} */
function reasonOf(article) {
  const why = article?.noFingerprintReason;
  return why ? { code: why, message: NO_FINGERPRINT[why] } : undefined;
}

export const NAMED = z.object({
  item: z.number().describe('Its number in the call, from 1'),
  address: z.string().nullable().describe('After redirects'),
  title: z.string().nullable(),
  site: z.string().nullable(),
  published: z.string().nullable().describe('ISO 8601'),
  judgedBy: z
    .enum(['page', 'text', 'listing', 'nothing'])
    .describe('`page` and `text` are sure, `listing` (title and snippet) is a guess, `nothing` is left out'),
  fault: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why the page could not be read or compared'),
});

/** An item in a line of an answer. What comes from its page is in quotes. @param {Named} item */
export function itemLine({ item, address, title, site, published }) {
  const about = [title && JSON.stringify(title), site && JSON.stringify(site), published?.slice(0, 10)];
  return [`${item}.`, address && line(address, 300), ...about].filter(Boolean).join(' ');
}
