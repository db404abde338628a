// The host of an address, and how it is shown.
import { decode } from 'punycode/punycode.es6.js';

/** The host of an address, without a final dot; empty if it has none. @param {string | null | undefined} url */
export const hostIn = (url) => (URL.canParse(url ?? '') ? new URL(url ?? '').hostname.replace(/\.+$/, '') : '');

/** Whether a host is a site or its subdomain. @param {string | null} host @param {string} site */
export const isBelow = (host, site) => host === site || host?.endsWith(`.${site}`);

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
