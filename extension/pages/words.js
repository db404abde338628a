// Messages, numbers and dates in one language.

/** `headCut` for `head-cut`, as in the names of messages. @param {string} code */
export const camel = (code) => code.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const DAY = 24 * 3600 * 1000;
/** @typedef {string | number} Part of a message */

export class Words {
  #message;
  #locale;
  #plural;

  /** @param {(key: string, parts: string[]) => string} message @param {string} browser the language of the browser */
  constructor(message, browser) {
    this.#message = message;
    this.language = message('language', []);
    // A language has several ways to write dates. The browser knows which one the user prefers.
    const primary = (/** @type {string} */ language) => language.split('-')[0];
    this.#locale = primary(browser) === primary(this.language) ? browser : this.language;
    this.#plural = new Intl.PluralRules(this.#locale);
  }

  /** @param {string} key @param {Part[]} parts */
  say(key, ...parts) {
    return this.#message(key, parts.map(String));
  }

  /**
   * A message with a form for each plural category. The number is its first part.
   * @param {string} key @param {number} number @param {Part[]} parts
   */
  count(key, number, ...parts) {
    return this.say(`${key}_${this.#plural.select(number)}`, this.number(number), ...parts);
  }

  number(/** @type {number} */ number) {
    return number.toLocaleString(this.#locale);
  }

  /** A day in words, without the current year. */
  date(/** @type {string} */ iso) {
    const [date, now] = [new Date(iso), new Date()];
    const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
    return date.toLocaleDateString(this.#locale, { year, month: 'long', day: 'numeric' });
  }

  /** A day; for today and yesterday also the time. */
  when(/** @type {string} */ iso) {
    const midnight = (/** @type {string | number} */ time) => new Date(time).setHours(0, 0, 0, 0);
    const days = Math.round((midnight(iso) - midnight(Date.now())) / DAY);
    if (days < -1 || days > 0) return this.date(iso);
    const day = new Intl.RelativeTimeFormat(this.#locale, { numeric: 'auto' }).format(days, 'day');
    return this.say('dayAndTime', day, this.clock(iso));
  }

  clock(/** @type {string} */ iso) {
    return new Date(iso).toLocaleTimeString(this.#locale, { timeStyle: 'short' });
  }

  moment(/** @type {string} */ iso) {
    return new Date(iso).toLocaleString(this.#locale, { dateStyle: 'long', timeStyle: 'short' });
  }

  /** A size in powers of ten, as in the settings. */
  size(/** @type {number} */ bytes) {
    const [unit, power] = bytes >= 1e9 ? ['gigabyte', 1e9] : bytes >= 1e6 ? ['megabyte', 1e6] : ['kilobyte', 1e3];
    /** @type {Intl.NumberFormatOptions} */
    const form = { style: 'unit', unit, maximumFractionDigits: unit === 'kilobyte' ? 0 : 1 };
    return (bytes / Number(power)).toLocaleString(this.#locale, form).replace(' ', '\u00a0');
  }

  days(/** @type {number} */ days) {
    const years = days / 365;
    const isYears = Number.isInteger(years);
    const [number, unit] = [isYears ? years : days, isYears ? 'year' : 'day'];
    return number.toLocaleString(this.#locale, { style: 'unit', unit, unitDisplay: 'long' });
  }

  /** Joins sentences as the language does. @param {(string | null | undefined | false)[]} sentences */
  join(sentences) {
    return sentences.filter(Boolean).join(this.language.startsWith('zh') ? '' : ' ');
  }
}
