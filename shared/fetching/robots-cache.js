// The robots.txt of sites (RFC 9309), kept for a while.

import { limited } from './limits.js';
import { ROBOTS_BYTES } from './robots-parser.js';

/** How long a file is kept, in ms; the RFC allows a day. Larger: changes take effect later. */
const KEPT = 3600e3;
/** How long a failure is kept, in ms. Larger: such sites are requested less often. */
const FAULT_KEPT = 60e3;
/** Most files that are kept, and most characters of all of them, at up to 2 bytes. Larger: more memory. */
const MOST_FILES = 500;
const MOST_CHARS = 4 << 20;
/** Longest time for one file, in ms; it is part of the page's `timeout`, and at most half of that. */
const TIME = 5000;

/** By origin, the least recently used first. @type {Map<string, File>} */
const files = new Map();

/**
 * `text` is empty if the site has no such file; `fault` is why it cannot be fetched.
 * @typedef {{ at: number, text: string, fault?: string }} File
 */
/** @typedef {(url: string, signal: AbortSignal) => Promise<Response>} Fetch */

/**
 * @param {string} origin
 * @param {Fetch} fetchFile follows redirects
 * @param {{ signal: AbortSignal, timeout: number }} time the rest of the request's time, and the whole
 * @returns {Promise<File>}
 */
export async function robotsOf(origin, fetchFile, { signal, timeout }) {
  const kept = files.get(origin);
  const isFresh = kept && Date.now() - kept.at < (kept.fault ? FAULT_KEPT : KEPT);
  const file = isFresh ? kept : await look(origin, fetchFile, signal, Math.min(TIME, timeout / 2));
  keep(origin, file);
  return file;
}

/**
 * @param {string} origin
 * @param {Fetch} fetchFile
 * @param {AbortSignal} signal
 * @param {number} time
 * @returns {Promise<File>}
 */
async function look(origin, fetchFile, signal, time) {
  const at = Date.now();
  try {
    return await limited(signal, time, async (signal) => {
      const response = await fetchFile(`${origin}/robots.txt`, signal);
      if (response.ok) return { at, text: await beginning(response.body, ROBOTS_BYTES) };
      await response.body?.cancel();
      // A site without the file forbids nothing; a site that fails may forbid anything.
      if (response.status >= 400 && response.status < 500) return { at, text: '' };
      return { at, text: '', fault: `it answers ${response.status}` };
    });
  } catch (error) {
    // A request that ran out of time shows nothing about the file.
    signal.throwIfAborted();
    return { at, text: '', fault: error instanceof Error ? error.message : String(error) };
  }
}

/** @param {string} origin @param {File} file */
function keep(origin, file) {
  files.delete(origin);
  files.set(origin, file);
  let chars = 0;
  for (const { text } of files.values()) chars += text.length;
  for (const [oldest, { text }] of files) {
    if (files.size <= MOST_FILES && chars <= MOST_CHARS) return;
    files.delete(oldest);
    chars -= text.length;
  }
}

/**
 * The text of a stream, up to the last line that ends within a number of bytes.
 * @param {ReadableStream<Uint8Array> | null} stream @param {number} most
 */
async function beginning(stream, most) {
  const decoder = new TextDecoder();
  let [text, room] = ['', most];
  for await (const bytes of stream ?? []) {
    text += decoder.decode(bytes.subarray(0, room), { stream: true });
    room -= bytes.byteLength;
    if (room < 0) return text.slice(0, 1 + Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')));
  }
  return text + decoder.decode();
}
