// How much visits may write, how much is read for persons, and how long articles are kept: `OFFPRINT_LIMITS` and
// `OFFPRINT_KEEP_DAYS`, see docs/edge/register.md.

import { parsed, readFields, readOne, wholeNumber } from '../runtime/fields.js';

/**
 * @property {number} articles most articles in one object; larger: more is known, and the object nears the 10 GB
 *   that the platform gives it (some 3 KB an article). Visits may fill 80 % of it
 * @property {number} perHost most writes for one host in a day, counted apart for new articles that state their own
 *   address, for other new articles, and for copies and other pages with known text; and each of these apart for proven
 *   clients and for others; smaller: a new site is known later
 * @property {number} perClient the same for one IPv4 address, or one /48 of IPv6, whose client nothing proves
 * @property {number} personsPerSecond pages that an isolate reads for persons in a second; larger: pages that only
 *   persons visit are known sooner; smaller: persons wait less under load
 */
const DEFAULTS = { articles: 2_000_000, perHost: 20_000, perClient: 1000, personsPerSecond: 5 };

const LIMIT = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** Days that an article is kept by default. Larger: copies of older articles are recognised. */
export const KEEP_DAYS = 365;
/** Most days that an article can be kept: a hundred years. */
export const MOST_DAYS = 36_500;

/** @type {typeof DEFAULTS | undefined} */
let read;

/** @param {Env} env */
export function limitsOf({ OFFPRINT_LIMITS }) {
  read ??= readLimits(parsed(OFFPRINT_LIMITS, '', []), '', []);
  return read;
}

/**
 * The limits; an invalid one stays at its default.
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults is added to
 * @returns {typeof DEFAULTS}
 */
export function readLimits(value, place, faults) {
  const given = readFields(Object.keys(DEFAULTS), value ?? {}, place, faults);
  const limits = Object.entries(DEFAULTS).map(([name, most]) => {
    const read = name in given && readOne(LIMIT, given[name], `${place}.${name}`, faults, `until then it is ${most}`);
    return [name, read || most];
  });
  return /** @type {typeof DEFAULTS} */ (Object.fromEntries(limits));
}

/** Days that an article is kept; 0 for ever. @param {Env} env */
function keepDays({ OFFPRINT_KEEP_DAYS: days }) {
  return isDays(days) ? Number(days) : KEEP_DAYS;
}

/**
 * When an article that is seen now expires, in ms; null if it is kept for ever. Up to a sixth later than the days say,
 * at random: a scraper that could work out the day would be first after it.
 * @param {Env} env
 */
export function endOf(env) {
  const days = keepDays(env);
  return days > 0 ? Math.round(Date.now() + days * 864e5 * (1 + (1 + Math.random()) / 12)) : null;
}

/**
 * Whether to note that an article was seen again: if it was missing, or if it would expire before its days are over.
 * That happens once in a twelfth to a sixth of the days.
 * @param {Env} env
 * @param {{ expires?: number | null, missing?: boolean }} article
 */
export function isRenewed(env, { expires, missing }) {
  const days = keepDays(env);
  return missing || (expires != null && (days === 0 || expires < Date.now() + days * 864e5));
}

/** @param {unknown} value */
export function isDays(value) {
  return /^\d{1,5}(\.\d+)?$/.test(String(value)) && Number(value) <= MOST_DAYS;
}
