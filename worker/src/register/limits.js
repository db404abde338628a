// What the register bears, in one place: see `OFFPRINT_LIMITS` in docs/edge/register.md.

import { parsed, readFields, readOne, wholeNumber } from '../runtime/fields.js';

/**
 * @property {number} articles most articles in one object; larger: more is known, and the object nears the 10 GB
 *   that the platform gives it (some 3 KB an article). Strangers' visits may fill 80 % of it
 * @property {number} perHost new articles and copies in a day on one host; smaller: a new site is known later
 * @property {number} perClient the same by visits of one client, or one /64 of IPv6, that is no proven crawler
 */
const DEFAULTS = { articles: 2_000_000, perHost: 20_000, perClient: 1000 };

const LIMIT = wholeNumber(1, Number.MAX_SAFE_INTEGER);

let read;

/** @param {{ OFFPRINT_LIMITS?: string | object }} env */
export function limitsOf({ OFFPRINT_LIMITS }) {
  read ??= readLimits(OFFPRINT_LIMITS);
  return read.limits;
}

/**
 * The limits, and what is wrong with the setting; what is wrong stays at its default.
 * @param {unknown} setting
 * @returns {{ limits: typeof DEFAULTS, wrong: import('../settings.js').Fault[] }}
 */
export function readLimits(setting) {
  const place = 'OFFPRINT_LIMITS';
  /** @type {string[]} */
  const faults = [];
  const given = readFields(Object.keys(DEFAULTS), parsed(setting, place, faults) ?? {}, place, faults);
  const limits = Object.entries(DEFAULTS).map(([name, most]) => {
    const read = name in given && readOne(LIMIT, given[name], `${place}.${name}`, faults, `until then it is ${most}`);
    return [name, read || most];
  });
  return {
    limits: /** @type {typeof DEFAULTS} */ (Object.fromEntries(limits)),
    wrong: faults.map((message) => ({ setting: place, message })),
  };
}
