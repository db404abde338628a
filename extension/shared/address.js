// The host of an address, and how it is shown. The core decides which addresses lead to one page.
import { decode } from 'punycode/punycode.es6.js';

/** The host of an address without `www.` and a final dot; null if it has none. */
export function hostOf(/** @type {string | null | undefined} */ url) {
  try {
    return new URL(url ?? '').hostname.replace(/^www\.|\.$/g, '') || null;
  } catch {
    return null;
  }
}

/** Whether a host is a site or its subdomain. @param {string | null} host @param {string} site */
export const isBelow = (host, site) => host === site || host?.endsWith(`.${site}`);

/** The host in what a user typed, a host or an address; null for any other text. @param {string} typed */
export function typedHost(typed) {
  const text = typed.trim();
  const host = hostOf(/^https?:\/\//.test(text) ? text : `https://${text}`);
  return host?.includes('.') ? host : null;
}

/** A host in the letters of its language. @param {string} host */
export const shownHost = (host) =>
  host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (lettersOf(label.slice(4)) ?? label) : label))
    .join('.');

/** What a label of a host encodes; null if it is damaged, or mixes letters that look alike. @param {string} label */
function lettersOf(label) {
  let text;
  try {
    text = decode(label);
  } catch {
    return null;
  }
  return text === '' || (/[a-z]/.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) ? null : text;
}
