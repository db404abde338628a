// What the register bears, in one place: see `OFFPRINT_LIMITS` in docs/edge/register.md.

/**
 * @property {number} articles most articles in one object; larger: more is known, and the object nears the 10 GB
 *   that the platform gives it (some 3 KB an article). Strangers' visits may fill 80 % of it
 * @property {number} perHost new articles and copies in a day on one host; smaller: a new site is known later
 * @property {number} perClient the same by visits of one client, or one /64 of IPv6, that is no proven crawler
 */
const DEFAULTS = { articles: 2_000_000, perHost: 20_000, perClient: 1000 };

let read;

/** @param {{ OFFPRINT_LIMITS?: string | object }} env */
export function limitsOf({ OFFPRINT_LIMITS }) {
  read ??= readLimits(OFFPRINT_LIMITS);
  return read.limits;
}

/**
 * The limits, and what is wrong with the setting; what is wrong stays at its default.
 * @param {string | object | undefined} setting
 */
export function readLimits(setting) {
  const limits = { ...DEFAULTS };
  const wrong = [];
  let given = {};
  try {
    given = (typeof setting === 'string' && setting !== '' ? JSON.parse(setting) : setting) || {};
  } catch {
    wrong.push('OFFPRINT_LIMITS: this is no JSON');
  }
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULTS, name))
      wrong.push(`OFFPRINT_LIMITS.${name}: there is no such limit, only ${Object.keys(DEFAULTS).join(', ')}`);
    else if (!Number.isInteger(value) || value < 1)
      wrong.push(`OFFPRINT_LIMITS.${name}: write a whole number from 1 on; until then it is ${DEFAULTS[name]}`);
    else limits[name] = value;
  }
  return { limits, wrong: wrong.map((message) => ({ setting: 'limits', message })) };
}
