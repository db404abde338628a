// Pay per crawl: what a client has to offer for a page, and the error that it gets until it has paid.

import { isProven } from '../asks/classes.js';
import { covers, isSamePrice, priceOf } from './price.js';

/**
 * Whether a client offers the price in a way that can be relied on; otherwise why it does not get the page: `code` for
 * programs, as pay per crawl has it, and `what` for people. Until the payment is confirmed, nobody gets it.
 * @param {import('./price.js').Price} price
 * @param {import('./visit.js').Visit} visit
 * @param {import('../settings.js').Settings} settings
 * @returns {{ status?: number, code?: string, what: string, isOffered?: boolean }}
 */
export function offerOf(price, { method, who, exactPrice = null, maxPrice = null, priceSigned }, { payments }) {
  if (!payments) return { what: 'Nothing can be paid here, and nothing is charged.' };
  if (method !== 'GET') return { what: 'Pages are paid for by GET.' };
  if (exactPrice === null && maxPrice === null) {
    const what = 'Offer it by crawler-exact-price, or more by crawler-max-price.';
    return { code: 'MissingCrawlerPrice', what };
  }
  if (exactPrice !== null && maxPrice !== null) {
    const what = 'Send crawler-exact-price or crawler-max-price, not both.';
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
  if (!isProven(who)) {
    const what = 'A name alone cannot pay: sign the request (Web Bot Auth).';
    return { status: 400, code: 'StrongAuthRequired', what };
  }
  if (who.by === 'signature' && !priceSigned) {
    const what = 'Your signature has to cover the header with the price.';
    return { status: 400, code: 'InvalidSignature', what };
  }
  const what = 'The payment was not confirmed, and nothing is charged.';
  return { code: 'PaymentFailed', what, isOffered: true };
}
