// Text of pages as a model may see it. What a page says is data: it is delimited, and has no characters that people do
// not see, since these can carry instructions past them.

import { randomBytes } from 'node:crypto';

/** Joiners, and selectors of how a character looks. Persian, Indic scripts and emoji need them. */
const JOINERS = '\u200C\u200D\uFE0E\uFE0F';

/**
 * Characters without an appearance: controls, marks of direction, spaces without width, tags, selectors and fillers;
 * but not line breaks, tabs, and a single joiner after a visible character that is not ASCII.
 */
const HIDDEN = new RegExp(
  [
    `(?<![^\\p{ASCII}\\p{DI}])[${JOINERS}]`,
    `[${JOINERS}](?=\\p{DI})`,
    `(?![\\t\\n${JOINERS}])[\\p{DI}\\p{Cc}\\uFFF9-\\uFFFB]`,
  ].join('|'),
  'gu',
);

/** @param {string} text */
const inLines = (text) => text.replace(/\r\n?|[\u2028\u2029]/g, '\n');

/** The text without hidden characters. @param {string} text */
export const visible = (text) => inLines(text).replace(HIDDEN, '');

/** How many hidden characters a text has. @param {string} text */
export const hiddenIn = (text) => inLines(text).match(HIDDEN)?.length ?? 0;

/** The beginning of a text, without half a character at its end. @param {string} text @param {number} most */
export const beginning = (text, most) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/**
 * The text in one line, cut if it is long.
 * @param {string} text
 * @param {number} [most] characters
 */
export function line(text, most = 200) {
  const one = visible(text).replace(/\s+/g, ' ').trim();
  return one.length > most ? `${beginning(one, most).trimEnd()}…` : one;
}

/**
 * The same data with every text in it visible.
 * @template T
 * @param {T} data
 * @returns {T}
 */
export function cleaned(data) {
  if (typeof data === 'string') return /** @type {T} */ (visible(data));
  if (Array.isArray(data)) return /** @type {T} */ (data.map(cleaned));
  if (data === null || typeof data !== 'object') return data;
  return /** @type {T} */ (Object.fromEntries(Object.entries(data).map(([name, value]) => [name, cleaned(value)])));
}

/**
 * What a page says, between two lines that no page can foresee.
 * @param {string} text
 */
export function delimited(text) {
  const mark = randomBytes(8).toString('hex');
  return `----- begin of page ${mark}\n${text}\n----- end of page ${mark}`;
}
