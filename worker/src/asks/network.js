// The network that a request comes from, by which limits are counted.

import { addressOf } from '../addresses/ip.js';

/**
 * The client's IPv4 address, or the /64 of its IPv6 address: a client usually has a whole /64 of 2⁶⁴ addresses, so a
 * limit by single addresses would limit nobody. Empty if there is no address.
 * @param {{ headers: Headers }} request
 * @returns {string} such as `192.0.2.7` or `2001:db8:0:1::/64`
 */
export function addressBlock({ headers }) {
  const address = addressOf(headers.get('CF-Connecting-IP')?.trim() ?? '');
  if (!address) return '';
  if (address.kind() === 'ipv4') return address.toString();
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
