// The article of a page as Markdown, for clients that prefer it. The module that writes it starts when it is first
// needed.

import init, { Reader } from 'offprint/markup';
import { HOLD_BYTES } from '../policy/plan.js';
import { failed } from '../runtime/counts.js';

/** Headers of the page that are about its own bytes. */
const OF_BODY = ['Accept-Ranges', 'Content-Encoding', 'Content-Length', 'Content-MD5', 'ETag', 'Repr-Digest'];

/**
 * The article instead of the page. A page that is too long, takes too long, cannot be read or contains no article
 * goes out whole, as HTML, and the header `Offprint` names the reason.
 * @param {Response} page as it is answered
 * @param {string} url
 * @param {import('../runtime/waiting.js').Budget} budget of the request
 * @returns {Promise<Response>}
 */
export async function asMarkdown(page, url, budget) {
  if (!page.body) return page;
  const [own, copy] = page.body.tee();
  const chunks = copy.getReader();
  let why = 'error';
  const writing = written(chunks, { url, contentType: page.headers.get('Content-Type') });
  /** @type {{ text?: string, reason?: string }} */
  const { text, reason } = await budget
    .wait(writing, () => {
      why = 'time';
    })
    .catch((error) => {
      if (why === 'error') failed('markdown', error);
      return { text: undefined, reason: why };
    });
  if (!text) {
    // An unread branch would keep all that the client takes from the other one.
    chunks.cancel().catch(() => {});
    const whole = new Response(own, page);
    whole.headers.set('Offprint', `${page.headers.get('Offprint')};unwritten=${reason}`);
    return whole;
  }
  own.cancel().catch(() => {});
  const answer = new Response(text, page);
  for (const name of OF_BODY) answer.headers.delete(name);
  answer.headers.set('Content-Type', 'text/markdown; charset=utf-8');
  return answer;
}

/**
 * @param {ReadableStreamDefaultReader<Uint8Array>} chunks
 * @returns {Promise<{ text?: string, reason?: string }>} Markdown, or the reason why it is missing
 */
async function written(chunks, options) {
  await init();
  const reader = new Reader(options);
  try {
    let length = 0;
    for (;;) {
      const { value, done } = await chunks.read();
      if (done) break;
      length += value.length;
      if (length > HOLD_BYTES) return { reason: 'length' };
      reader.write(value);
    }
    const { title, markdown } = reader.end();
    if (!markdown) return { reason: 'empty' };
    return { text: title ? `# ${title.replace(/([\\`*_<[#])/g, '\\$1')}\n\n${markdown}` : markdown };
  } finally {
    reader.free();
  }
}
