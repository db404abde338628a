// SHA-256 of texts that are too long to serve as names, and JSON from elsewhere.

/** The SHA-256 of bytes or of a text, in hexadecimal. @param {string | Uint8Array<ArrayBuffer>} data */
export async function sha256(data) {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
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
