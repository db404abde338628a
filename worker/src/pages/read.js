// Takes the bytes of a page, within bounds, and has its article read in WebAssembly.
//
// A page is read once it is complete: its bytes alone show whether it is one that was read before, and a slow site
// keeps no reader open.

import { Reader } from 'offprint/edge';
import { HOLD_BYTES } from '../policy/plan.js';
import { LruMap } from '../../../shared/lru-map.js';
import { counted, step } from '../runtime/counts.js';
import { inWasm } from '../runtime/wasm.js';

/** Bytes that are taken at first, and given to the reader at a time. Larger: fewer calls; smaller: less memory. */
const PIECE = 64 * 1024;

/** Hosts that are remembered, at most 8 KB each. Larger: more memory; smaller: more hosts are read as new ones. */
const MOST_HOSTS = 64;
/**
 * What other pages of a host contain, as far as this isolate has read them: repeated blocks count less as part of an
 * article. Only hashes are kept, and lost with the isolate.
 * @type {LruMap<Uint8Array>} by host
 */
const siteMemories = new LruMap(MOST_HOSTS);

/**
 * The bytes of a page.
 * @param {ReadableStream<Uint8Array>} stream the page, decompressed
 * @param {import('./memory-budget.js').Reservation} [reservation]
 * @returns {Promise<Uint8Array<ArrayBuffer> | undefined>} undefined if the page is too long, or too many pages are held
 */
export async function bytesOf(stream, reservation) {
  const source = stream.getReader({ mode: 'byob' });
  try {
    let [buffer, length] = [new ArrayBuffer(PIECE), 0];
    for (;;) {
      if (length === buffer.byteLength) buffer = buffer.transfer(2 * length);
      const read = await step('origin', () => source.read(new Uint8Array(buffer, length)));
      // At the end the buffer comes back as well.
      const { value, done } = /** @type {{ value: Uint8Array<ArrayBuffer>, done: boolean }} */ (read);
      if (done) return new Uint8Array(value.buffer, 0, length);
      buffer = value.buffer;
      length += value.byteLength;
      const over =
        length > HOLD_BYTES ? 'length' : reservation && !reservation.take(value.byteLength) ? 'memory' : undefined;
      if (!over) continue;
      if (reservation) reservation.unread = over;
      return void counted('unread', over);
    }
  } finally {
    // An unread branch would keep all that the client takes from the other one.
    source.cancel().catch(() => {});
  }
}

/**
 * The article of a page.
 * @param {Uint8Array} bytes
 * @param {{ url?: string, contentType: string | null }} options
 * @param {Uint8Array} [siteMemory] of the other pages of its host
 * @returns {import('offprint/edge').Article & { siteMemory?: Uint8Array }}
 */
export function articleIn(bytes, options, siteMemory) {
  const reader = inWasm(() => new Reader(options));
  try {
    return inWasm(() => {
      for (let at = 0; at < bytes.length; at += PIECE) reader.write(bytes.subarray(at, at + PIECE));
      return siteMemory ? reader.end(siteMemory) : reader.end();
    });
  } finally {
    // After a trap the instance is already replaced, and this frees nothing.
    reader.free();
  }
}

/**
 * The same, with the memory of the other pages of its host.
 * @param {Uint8Array} bytes @param {{ url: string, contentType: string | null }} options
 */
export function articleWithSiteMemory(bytes, options) {
  const { host } = new URL(options.url);
  const { siteMemory, ...article } = articleIn(bytes, options, siteMemories.get(host) ?? new Uint8Array());
  if (siteMemory) siteMemories.set(host, siteMemory);
  else siteMemories.delete(host);
  return article;
}
