// Pay per crawl: asks the till, a service of the operator's, whether a crawler has paid. price.js decides what has to
// be paid, and by which clients.

import { sha256, textWithin } from '../runtime/bytes.js';
import { failed, log, stats } from '../runtime/counts.js';

/** Longest answer, in bytes. */
const MAX_ANSWER = 4096;

/**
 * Whether there is a till: the service binding PAYMENTS, or the address OFFPRINT_PAYMENTS.
 * @param {Env} env
 */
export function takesPayments({ PAYMENTS, OFFPRINT_PAYMENTS }) {
  return typeof PAYMENTS?.fetch === 'function' || isPaymentAddress(OFFPRINT_PAYMENTS);
}

/** Whether it is an address over HTTPS, or one with its port written out. */
export function isPaymentAddress(text) {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, port } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && port !== '');
}

/**
 * Whether a price was paid. A payment that is not confirmed in time counts as not made.
 * @param {Request} request the crawler's
 * @param {string} price as `USD 0.01`
 * @param {Client} client
 * @param {Env} env
 * @param {import('../runtime/waiting.js').Budget} budget
 * @returns {Promise<boolean>}
 */
export async function isPaid(request, price, client, env, budget) {
  try {
    if (budget.left === 0) throw new Error('no time was left to ask');
    const { class: kind, by, signer = null } = client;
    const agent = { class: kind, by, signer, userAgent: request.headers.get('User-Agent') };
    const asked = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: await idOf(request), price, method: request.method, url: request.url, agent }),
      redirect: 'manual',
      signal: AbortSignal.timeout(budget.left),
    };
    const { OFFPRINT_PAYMENTS: address, OFFPRINT_PAYMENTS_TOKEN: token, PAYMENTS } = env;
    if (!PAYMENTS && token) asked.headers.Authorization = `Bearer ${token}`;
    const response = await (PAYMENTS ? PAYMENTS.fetch('https://payments.invalid/', asked) : fetch(address, asked));
    const answer = response.status === 200 && JSON.parse(await textWithin(response.body, MAX_ANSWER));
    if (response.status !== 200) await response.body?.cancel();
    if (answer?.paid !== true) return false;
    stats.charged++;
    log('charged', { price, agent });
    return true;
  } catch (error) {
    failed('payments', error);
    return false;
  }
}

/** The id of a payment: the same for a request that is sent again, so that it is not paid for twice. */
async function idOf({ url, headers }) {
  const signature = headers.get('Signature');
  if (signature === null) return crypto.randomUUID();
  return sha256(`${url}\n${signature}`);
}
