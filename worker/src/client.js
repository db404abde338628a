// The network that a request comes from, which limits are counted by.

/**
 * The client's IPv4 address, or the /64 of its IPv6 address: whoever has one address of a /64 has all
 * 2⁶⁴ of them, so a limit by single addresses would limit nobody. Empty if there is no address.
 * @param {{ headers: Headers }} request
 * @returns {string} such as `192.0.2.7` or `2001:db8:0:1::/64`
 */
export function addressBlock({ headers }) {
  const address = headers.get('CF-Connecting-IP')?.trim() ?? '';
  if (/^[\d.]+$/.test(address)) return parsed(address) === address ? address : '';
  const groups = /^[\da-f:.]+$/i.test(address) ? groupsOf(parsed(`[${address}]`)) : [];
  if (groups.length !== 8) return '';
  // An IPv4 address that is written as IPv6 (`::ffff:192.0.2.7`) is the IPv4 address.
  if (groups.slice(0, 6).join() === '0,0,0,0,0,ffff') {
    return groups
      .slice(6)
      .map((group) => parseInt(group, 16))
      .map((pair) => `${pair >> 8}.${pair & 255}`)
      .join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** A host as the URL parser writes it, which is one way for each address; empty if it is none. */
function parsed(host) {
  const url = `http://${host}/`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** The eight groups of an IPv6 address as the URL parser writes it. */
function groupsOf(host) {
  const [left, right] = host
    .replace(/[[\]]/g, '')
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  if (!right) return left;
  return [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
}
