// SHA-256 of texts that are too long to serve as names, or that are signed.

/**
 * The SHA-256 of bytes or of a text, in hexadecimal.
 * @param {string | Uint8Array<ArrayBuffer>} of
 */
export async function sha256(of) {
  const bytes = typeof of === 'string' ? new TextEncoder().encode(of) : of;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
