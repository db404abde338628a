// Messages, numbers and dates in one language.

/** `head-cut` and `no-article` as they appear in the names of messages. */
export const camel = (code) => code.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const DAY = 24 * 3600 * 1000;

export class Words {
  #message;
  #locale;
  #plural;

  /**
   * @param {(key: string, parts: string[]) => string} message
   * @param {string} browser the language of the browser
   */
  constructor(message, browser) {
    this.#message = message;
    this.language = message('language', []);
    // One language has several ways to write a date, and the browser knows which one is preferred.
    const primary = (language) => language.split('-')[0];
    this.#locale = primary(browser) === primary(this.language) ? browser : this.language;
    this.#plural = new Intl.PluralRules(this.#locale);
  }

  say(key, ...parts) {
    return this.#message(key, parts.map(String));
  }

  /** A message with a form for each plural category; the number is its first part. */
  count(key, number, ...parts) {
    return this.say(`${key}_${this.#plural.select(number)}`, this.number(number), ...parts);
  }

  number(number) {
    return number.toLocaleString(this.#locale);
  }

  /** The year of this year goes without saying. */
  date(iso) {
    const [date, now] = [new Date(iso), new Date()];
    const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
    return date.toLocaleDateString(this.#locale, { year, month: 'long', day: 'numeric' });
  }

  /** A day; of today and yesterday also the time. */
  when(iso) {
    const midnight = (time) => new Date(time).setHours(0, 0, 0, 0);
    const days = Math.round((midnight(iso) - midnight(Date.now())) / DAY);
    if (days < -1 || days > 0) return this.date(iso);
    const day = new Intl.RelativeTimeFormat(this.#locale, { numeric: 'auto' }).format(days, 'day');
    return this.say('dayAndTime', day, this.clock(iso));
  }

  clock(iso) {
    return new Date(iso).toLocaleTimeString(this.#locale, { timeStyle: 'short' });
  }

  moment(iso) {
    return new Date(iso).toLocaleString(this.#locale, { dateStyle: 'long', timeStyle: 'short' });
  }

  /** In powers of ten, as in the settings. */
  size(bytes) {
    const [unit, power] = bytes >= 1e9 ? ['gigabyte', 1e9] : bytes >= 1e6 ? ['megabyte', 1e6] : ['kilobyte', 1e3];
    /** @type {any} */
    const form = { style: 'unit', unit, maximumFractionDigits: unit === 'kilobyte' ? 0 : 1 };
    return (bytes / Number(power)).toLocaleString(this.#locale, form).replace(' ', '\u00a0');
  }

  days(days) {
    const years = days / 365;
    const isYears = Number.isInteger(years);
    const [number, unit] = [isYears ? years : days, isYears ? 'year' : 'day'];
    return number.toLocaleString(this.#locale, { style: 'unit', unit, unitDisplay: 'long' });
  }

  /** Joins sentences as the language does. */
  join(sentences) {
    return sentences.filter(Boolean).join(this.language.startsWith('zh') ? '' : ' ');
  }
}
