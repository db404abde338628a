// The address under which a page is known. An article is read under many: with the visitor's source, in a mobile
// edition, under the address that the page states for itself. They are one page.

import { decode } from 'punycode/punycode.es6.js';
import PATTERNS from '../../crates/edge/src/tracking.json' with { type: 'json' };

/** Parameters that only show where a visitor came from, or how the visit was counted. `*` matches anything. */
const TRACKING = new RegExp(`^(${PATTERNS.join('|').replaceAll('*', '.*')})$`, 'i');
/** A fragment that selects what a program shows, unlike one that names a place in the page. */
const ROUTE = /^#[!/]\/?[^/]/;

/** The address of a page, without the place in view and without parameters that only count visitors. */
export function pageAddress(url) {
  if (!URL.canParse(url)) return url.split('#')[0];
  const parsed = new URL(url);
  const route = ROUTE.test(parsed.hash) ? parsed.hash : '';
  const parameters = parsed.search.slice(1).split('&');
  // Parameters are kept as they are written: parsing and writing one again may change it.
  const kept = parameters.filter((parameter) => parameter && !TRACKING.test(parameter.split('=')[0]));
  return `${parsed.href.split(/[?#]/)[0]}${kept.length ? `?${kept.join('&')}` : ''}${route}`;
}

/** The host of an address, without `www.`; null if it has none. */
export function hostOf(url) {
  try {
    return new URL(url).hostname.replace(/^www\./, '') || null;
  } catch {
    return null;
  }
}

/**
 * The addresses of a remembered article: where it was read, what its page states for itself on the same host, and those
 * by which the page replaced its own.
 */
export function addressesOf({ url, canonical, replaced = [] }) {
  return [...new Set([url, ...(isOwn(canonical, url) ? [canonical] : []), ...replaced].map(sharedAddress))];
}

/** Whether two remembered articles are on one page. Their texts do not matter. */
export function isSamePage(a, b) {
  const addresses = addressesOf(a);
  if (addressesOf(b).some((address) => addresses.includes(address))) return true;
  // Two addresses of a site that state one elsewhere.
  if (a.host !== b.host || !isPage(a.canonical) || !isPage(b.canonical)) return false;
  return sharedAddress(a.canonical) === sharedAddress(b.canonical);
}

const isOwn = (stated, url) => isPage(stated) && hostOf(stated) === hostOf(url);

/** Whether an address can be that of an article: careless sites state their front page on every page. */
function isPage(stated) {
  if (!stated || hostOf(stated) === null) return false;
  const { pathname, search, hash } = new URL(stated);
  return pathname !== '/' || search !== '' || ROUTE.test(hash);
}

/** The part that two addresses of one page have in common. */
export const sharedAddress = (url) =>
  pageAddress(url)
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/(?=$|[?#])/, '');

/** A host as people write it, in the letters of its language. */
export const shownHost = (host) =>
  host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (lettersOf(label.slice(4)) ?? label) : label))
    .join('.');

/** What a label of a host encodes; null if it is damaged, or looks like other letters. */
function lettersOf(label) {
  let text;
  try {
    text = decode(label);
  } catch {
    return null;
  }
  return text === '' || (/[a-z]/.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) ? null : text;
}
