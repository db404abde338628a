// A fingerprint in a database: text, or three quarters of that in bytes.
import { octets } from './api.js';

/** @param {Pick<typeof import('./core.js'), 'keys'>} offprint @returns {typeof import('./offprint.js').Fingerprint} */
export function bindFingerprint({ keys }) {
  /** The text, if it is a fingerprint. @param {string} text */
  const checked = (text) => {
    keys(text);
    return text;
  };

  return {
    toBytes(text) {
      const base64 = checked(text).replaceAll('-', '+').replaceAll('_', '/');
      return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    },
    fromBytes(bytes) {
      const own = octets(bytes, 'fromBytes takes the Uint8Array that toBytes returned');
      const base64 = btoa(Array.from(own, (octet) => String.fromCharCode(octet)).join(''));
      return checked(base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
    },
  };
}
