// Internet addresses: ranges of them, and which ones are public.

import ipaddr from 'ipaddr.js';

/** @typedef {import('ipaddr.js').IPv4 | import('ipaddr.js').IPv6} Address */
/** @typedef {[start: Address, length: number]} Range */

/**
 * An address as it is written, without its zone; an IPv4 address that is written as IPv6 is the IPv4 address.
 * @param {string} text
 * @returns {Address | undefined}
 */
export function addressOf(text) {
  // The library takes `127.1` and `0x7f.0.0.1`, too.
  const isAddress = text.includes(':')
    ? !text.includes('%') && ipaddr.IPv6.isValid(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text);
  return isAddress ? ipaddr.process(text) : undefined;
}

/**
 * A range such as `66.249.64.0/19` or `2001:4860:4801::/48`; one address alone is a range, too.
 * @param {string} text
 * @returns {Range | undefined}
 */
export function rangeOf(text) {
  const [written, length, ...more] = text.split('/').map((part) => part.trim());
  const start = addressOf(written);
  if (!start || more.length > 0) return undefined;
  const width = start.kind() === 'ipv4' ? 32 : 128;
  if (length === undefined) return [start, width];
  return /^\d{1,3}$/.test(length) && Number(length) <= width ? [start, Number(length)] : undefined;
}

/**
 * Whether an address is in a range.
 * @param {Range} range
 * @param {Address} address
 * @returns {boolean}
 */
export function isWithin([start, length], address) {
  return start.kind() === address.kind() && address.match(start, length);
}

/** What of IPv6 is given out for the Internet, and documents' part of it, which the library lacks. */
const GLOBAL = ipaddr.parseCIDR('2000::/3');
const DOCUMENTS = ipaddr.parseCIDR('3fff::/20');

/**
 * Whether an address is one of the public Internet: not this machine, a private network, or nowhere (RFC 6890). An
 * IPv6 address that leads to an IPv4 address is not, either, such as one that NAT64 translates.
 * @param {Address} address
 * @returns {boolean}
 */
export function isPublic(address) {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (isWithin(GLOBAL, address) && !isWithin(DOCUMENTS, address));
}
