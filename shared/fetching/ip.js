// IP addresses and ranges, which addresses are public, and the network that a request comes from.

import ipaddr from 'ipaddr.js';

/** @typedef {import('ipaddr.js').IPv4 | import('ipaddr.js').IPv6} Address */
/** @typedef {[start: Address, length: number]} Range */

/**
 * Parses an address without a zone; an IPv4-mapped IPv6 address becomes the IPv4 address.
 * @param {string} text
 * @returns {Address | undefined}
 */
export function addressOf(text) {
  // The library also accepts `127.1` and `0x7f.0.0.1`.
  const isAddress = text.includes(':')
    ? !text.includes('%') && ipaddr.IPv6.isValid(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text);
  return isAddress ? ipaddr.process(text) : undefined;
}

/**
 * Parses a range such as `66.249.64.0/19` or `2001:4860:4801::/48`; a single address is a range of one.
 * @param {string} text
 * @returns {Range | undefined}
 */
export function rangeOf(text) {
  const [written = '', length, ...more] = text.split('/').map((part) => part.trim());
  const start = addressOf(written);
  if (!start || more.length > 0) return undefined;
  const width = start.kind() === 'ipv4' ? 32 : 128;
  if (length === undefined) return [start, width];
  return /^\d{1,3}$/.test(length) && Number(length) <= width ? [start, Number(length)] : undefined;
}

/** Whether an address is in a range. @param {Range} range @param {Address} address */
export function isWithin([start, length], address) {
  return start.kind() === address.kind() && address.match(start, length);
}

/**
 * The part of IPv6 that is allocated for the Internet, and the part of it for documentation, which the library lacks.
 */
const GLOBAL = ipaddr.parseCIDR('2000::/3');
const DOCUMENTS = ipaddr.parseCIDR('3fff::/20');

/**
 * Whether an address is on the public Internet, and not loopback, private or reserved (RFC 6890). An IPv6 address that
 * leads to an IPv4 address, for instance by NAT64, is not public.
 * @param {Address} address
 */
export function isPublic(address) {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (isWithin(GLOBAL, address) && !isWithin(DOCUMENTS, address));
}

/**
 * The network that a request comes from, by which limits are counted: the client's IPv4 address, or the /48 of its IPv6
 * address. A client has at least a /64, and anybody gets a /48 of 65,536 of them for nothing, so narrower limits would
 * limit nobody. Empty if there is no address.
 * @param {{ headers: Headers }} request
 * @returns {string} such as `192.0.2.7` or `2001:db8:1::/48`
 */
export function networkOf({ headers }) {
  const address = addressOf(headers.get('CF-Connecting-IP')?.trim() ?? '');
  if (!address) return '';
  if (address.kind() === 'ipv4') return address.toString();
  return `${address.toNormalizedString().split(':').slice(0, 3).join(':')}::/48`;
}
