// Prices of pages, compared exactly.

/** @typedef {{ currency: string, millionths: bigint }} Price */

/**
 * A price as pay per crawl writes it: three capital letters, a space, and a decimal number, such as `USD 0.01`.
 * @param {string} text
 * @returns {Price | undefined}
 */
export function priceOf(text) {
  const [, currency, whole, fraction = ''] = /^([A-Z]{3}) (\d{1,12})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return currency === undefined ? undefined : { currency, millionths: BigInt(whole + fraction.padEnd(6, '0')) };
}

/**
 * Whether an offer is at least the price asked.
 * @param {Price} offered
 * @param {Price} asked
 * @returns {boolean}
 */
export function covers(offered, asked) {
  return offered.currency === asked.currency && offered.millionths >= asked.millionths;
}

/**
 * Whether two prices are the same.
 * @param {Price} a
 * @param {Price} b
 * @returns {boolean}
 */
export function isSamePrice(a, b) {
  return covers(a, b) && covers(b, a);
}

/**
 * The price as text, always with cents.
 * @param {Price} price
 * @returns {string}
 */
export function written({ currency, millionths }) {
  const digits = String(millionths).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${currency} ${digits.slice(0, -6)}.${fraction}`;
}
