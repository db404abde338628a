// Pages that are never read. The words that identify them are data: `never.json`.
import { hostOf } from '../shared/address.js';
import rules from './never.json' with { type: 'json' };

/** Addresses that are not web pages, by their beginnings. */
/** @type {[import('../messages.js').WhyNever, RegExp][]} */
const SCHEMES = [
  ['blank', /^about:(blank|newtab|home)?$/i],
  ['source', /^view-source:/i],
  ['file', /^file:/i],
];
/** Names that exist only in a private network. */
const PRIVATE_NAMES = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'home.arpa',
  'onion',
  'test',
];
/** Private address ranges: RFC 1918, 3927, 6598, and the machine itself. */
const PRIVATE_NETWORKS = [
  /^(0|10|127)\./,
  /^169\.254\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
];
const PRIVATE_NETWORKS_6 = [/^::1?$/, /^f[cd]/, /^fe[89ab]/, /^::ffff:/];

/**
 * Why a page must not be read, judged by its address alone; null if it may.
 * @param {{ url?: string, incognito?: boolean }} tab
 * @param {string[]} sites those that were forbidden
 * @returns {import('../messages.js').WhyNever | null}
 */
export function neverByAddress({ url, incognito }, sites) {
  if (incognito) return 'incognito';
  if (!/^https?:/i.test(url ?? '')) return SCHEMES.find(([, scheme]) => scheme.test(url ?? ''))?.[0] ?? 'scheme';
  const host = ownHost(url);
  if (host === null || isPrivate(host)) return 'private-address';
  if (sites.some((site) => isBelow(host, site))) return 'site';
  return reasonOf((rule) => rule.hosts.some((known) => isBelow(host, known)) || (rule.certain && isNamed(rule, url)));
}

/**
 * What words in the address of a page suggest that it is. They may as well name a section of a newspaper, so the page
 * is still read if it states that it is an article.
 * @returns {import('../messages.js').WhyNever | null}
 */
export const doubtByAddress = (url) => reasonOf((rule) => !rule.certain && isNamed(rule, url));

/** Whether a host belongs to a site, or is below it. */
export const isBelow = (host, site) => host === site || host.endsWith(`.${site}`);

function isPrivate(host) {
  if (host.startsWith('[')) return PRIVATE_NETWORKS_6.some((network) => network.test(host.slice(1, -1)));
  if (/^[\d.]+$/.test(host)) return PRIVATE_NETWORKS.some((network) => network.test(host));
  return !host.includes('.') || PRIVATE_NAMES.some((name) => isBelow(host, name));
}

/** @returns {any} one of the names in `never.json` */
const reasonOf = (applies) => Object.keys(rules).find((reason) => applies(rules[reason])) ?? null;

const ownHost = (url) => hostOf(url)?.replace(/\.$/, '') || null;

/** Looks at the labels of the host and the first folder of the path. */
function isNamed({ labels, paths }, url) {
  const names = ownHost(url).split('.').slice(0, -1);
  const folders = new URL(url).pathname.toLowerCase().split('/').slice(1, 3);
  return names.some((name) => labels.includes(name)) || folders.some((folder) => paths.includes(folder));
}
