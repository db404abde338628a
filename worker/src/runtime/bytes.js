// SHA-256 of texts that are too long to serve as names, and JSON from elsewhere.

/** The SHA-256 of bytes or of a text, in hexadecimal. @param {string | Uint8Array<ArrayBuffer>} of */
export async function sha256(of) {
  const bytes = typeof of === 'string' ? new TextEncoder().encode(of) : of;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex();
}

/** The value of a text; undefined if it is not JSON. @param {string} text */
export function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
