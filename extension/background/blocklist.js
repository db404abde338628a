// Pages that are never read. The words that identify them are in `blocklist.json`.
import { privateRefusal } from '../../shared/fetching/reachable.js';
import { isBelow } from '../shared/address.js';
import { hostOf } from '../shared/site.js';
import words from './blocklist.json' with { type: 'json' };
/** @import { WhyNever } from '../messages.js' */

/** @typedef {{ certain?: boolean, labels: string[], hosts: string[], paths: string[] }} Rule */
const rules = Object.entries(/** @type {{ [Why in WhyNever]?: Rule }} */ (words));

/** Beginnings of addresses that are not web pages. @type {[WhyNever, RegExp][]} */
const SCHEMES = [
  ['blank', /^about:(blank|newtab|home)?$/i],
  ['source', /^view-source:/i],
  ['file', /^file:/i],
];

/**
 * Why the address of a page forbids reading it; null if it does not.
 * @param {{ url?: string | null, incognito?: boolean }} tab @param {string[]} sites those that the user forbade
 * @returns {WhyNever | null}
 */
export function neverByAddress({ url: address, incognito }, sites) {
  if (incognito) return 'incognito';
  const url = address ?? '';
  if (!/^https?:/i.test(url)) return SCHEMES.find(([, scheme]) => scheme.test(url))?.[0] ?? 'scheme';
  const host = hostOf(url);
  if (host === null || privateRefusal({ hostname: host })) return 'private-address';
  if (sites.some((site) => isBelow(host, site))) return 'site';
  return reasonOf((rule) => rule.hosts.some((known) => isBelow(host, known)) || (rule.certain && isNamed(rule, url)));
}

/**
 * What kind of private page the words in an address suggest. The same words name sections of newspapers, so the page is
 * still read if it states that it is an article. @param {string} url
 */
export const doubtByAddress = (url) => reasonOf((rule) => !rule.certain && isNamed(rule, url));

/** @param {(rule: Rule) => boolean | undefined} applies */
const reasonOf = (applies) => /** @type {WhyNever | null} */ (rules.find(([, rule]) => applies(rule))?.[0] ?? null);

/** Looks at the labels of the host and the first folder of the path. @param {Rule} rule @param {string} url */
function isNamed({ labels, paths }, url) {
  const names = (hostOf(url) ?? '').split('.').slice(0, -1);
  const folders = new URL(url).pathname.toLowerCase().split('/').slice(1, 3);
  return names.some((name) => labels.includes(name)) || folders.some((folder) => paths.includes(folder));
}
