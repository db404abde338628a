// Common to the operations of the API: bodies, parameters and cursors.

import { ApiError } from '../operator/api-error.js';
import { inWasm } from '../runtime/wasm.js';
import { mediaTypeOf } from '../../../shared/fetching/media-type.js';

/** Codes of the library's errors about a caller's input, which are refusals and not failures of the worker. */
const INPUT = /^(page|record|address|fingerprint_\w+)$/;

/**
 * Calls into WebAssembly with a caller's input.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function withInput(work) {
  const { refusal, result } = inWasm(() => {
    try {
      return { result: work() };
    } catch (error) {
      const { code = '', message } = /** @type {import('offprint').OffprintError} */ (error);
      if (!INPUT.test(code)) throw error;
      return { refusal: new ApiError(400, code, message) };
    }
  });
  if (refusal) throw refusal;
  return result;
}

/** The media type of a request's body, if it is one of these. @param {Request} request @param {string[]} types */
export function mediaType(request, types) {
  const type = mediaTypeOf(request.headers);
  if (types.includes(type)) return type;
  throw new ApiError(415, 'content_type', `Content-Type has to be ${types.join(' or ')}`);
}

/** A request's body as an object. @param {Request} request @param {number} most */
export async function jsonObject(request, most) {
  const text = await bodyText(request, most);
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, 'json', `the body is not JSON: ${/** @type {SyntaxError} */ (error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ApiError(400, 'json', 'the body has to be an object');
}

/** @param {Request} request @param {number} most */
async function bodyText(request, most) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let [text, left] = ['', most];
  try {
    for await (const piece of request.body ?? []) {
      left -= piece.byteLength;
      if (left < 0) throw tooLong(most);
      text += decoder.decode(piece, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(400, 'body', 'the body is not UTF-8, or broke off');
  }
}

/** @param {number} most */
export function tooLong(most) {
  return new ApiError(413, 'too_long', `the body has more than ${most} bytes`);
}

/** An absolute web address. @param {unknown} text */
export function webAddress(text) {
  if (typeof text !== 'string' || text.length > 2048 || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    throw new ApiError(400, 'address', 'url has to be an absolute http or https address of at most 2048 characters');
  }
  return text;
}

/** The parameter `limit`. @param {URL} url @param {number} most */
export function limit(url, most) {
  const text = url.searchParams.get('limit') ?? String(Math.min(50, most));
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw new ApiError(400, 'limit', `limit has to be a number from 1 to ${most}`);
  return number;
}

/**
 * Where a list continues: a JSON value that only the worker reads, as text.
 * @template T @param {URL} url @param {(value: unknown) => value is T} valid
 */
export function cursor(url, valid) {
  const text = url.searchParams.get('cursor');
  if (text === null) return undefined;
  try {
    const value = JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(text, { alphabet: 'base64url' })));
    if (valid(value)) return value;
  } catch {
    // It is refused like any other text that the worker did not write.
  }
  throw new ApiError(400, 'cursor', 'cursor has to be the `cursor` of the page before');
}

/** @param {unknown} value */
export function cursorText(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
}
