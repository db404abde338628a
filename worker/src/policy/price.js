// Pay per crawl: prices, compared exactly, and what a client has to offer for a page.

import { isProven } from '../clients/classes.js';
import { PAY } from '../runtime/standards.js';

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

/**
 * Whether a client offers the price in a way that can be relied on; otherwise why it does not get the page: `code` for
 * programs, as pay per crawl specifies, and `what` for people. The page goes out only once the payment is confirmed.
 * @param {import('./price.js').Price} price
 * @param {import('./visit.js').Visit} visit
 * @param {Settings} settings
 * @returns {{ status?: number, code?: string, what: string, isOffered?: boolean }}
 */
export function offerOf(price, { method, client, exactPrice = null, maxPrice = null }, { payments }) {
  if (!payments) return { what: 'Nothing can be paid here, and nothing is charged.' };
  if (method !== 'GET') return { what: 'Pages are paid for by GET.' };
  if (exactPrice === null && maxPrice === null) {
    const what = `Offer it by ${PAY.exact}, or more by ${PAY.max}.`;
    return { code: 'MissingCrawlerPrice', what };
  }
  if (exactPrice !== null && maxPrice !== null) {
    const what = `Send ${PAY.exact} or ${PAY.max}, not both.`;
    return { status: 400, code: 'ConflictingPriceHeaders', what };
  }
  const offered = priceOf((exactPrice ?? maxPrice ?? '').trim());
  if (!offered) {
    const what = 'The price that you offer is not valid: write it as `USD 0.01`.';
    return { status: 400, code: 'InvalidCrawlerPriceValue', what };
  }
  if (exactPrice !== null && !isSamePrice(offered, price)) {
    return { code: 'InvalidCrawlerExactPrice', what: 'You offer another price.' };
  }
  if (!covers(offered, price)) return { code: 'InvalidCrawlerMaxPrice', what: 'You offer less.' };
  if (!isProven(client)) {
    const what = 'A name alone cannot pay: sign the request (Web Bot Auth).';
    return { status: 400, code: 'StrongAuthRequired', what };
  }
  if (client.by === 'signature' && !client.priceSigned) {
    const what = 'Your signature has to cover the header with the price.';
    return { status: 400, code: 'InvalidSignature', what };
  }
  const what = 'The payment was not confirmed, and nothing is charged.';
  return { code: 'PaymentFailed', what, isOffered: true };
}
