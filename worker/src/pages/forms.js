// A page in another form, by a rule: its article as Markdown, or the page without its noise.

import { Reader } from 'offprint/edge';
import { isOfBytes } from '../policy/headers.js';
import { HOLD_BYTES } from '../policy/plan.js';
import { failed } from '../runtime/counts.js';
import { inWasm, ready } from '../runtime/wasm.js';

/** @typedef {import('offprint/edge').Article} Article */
/** @typedef {{ body?: string | Blob, reason?: string }} Written what replaces the page, or why it is missing */

const FORMS = {
  markdown: { type: 'text/markdown; charset=utf-8', options: { markup: true }, make: asMarkdown },
  clean: { type: 'text/html; charset=utf-8', options: { clean: true }, make: withoutNoise },
};

/**
 * The page in another form. A page that is too long, takes too long, cannot be read or contains no article goes out
 * whole, as HTML, and the header `Offprint` names the reason.
 * @param {Response} page as it is answered
 * @param {keyof typeof FORMS} form
 * @param {string} url
 * @param {import('../runtime/budget.js').Budget} budget of the request
 */
export async function transform(page, form, url, budget) {
  if (!page.body) return page;
  const { type, options, make } = FORMS[form];
  const [own, copy] = page.body.tee();
  const chunks = copy.getReader();
  let why = 'error';
  const writing = written(chunks, { url, contentType: page.headers.get('Content-Type'), ...options }, make);
  /** @type {Written} */
  const { body, reason } = await budget
    .wait(writing, () => {
      why = 'time';
    })
    .catch((error) => {
      if (error === TOO_LONG) why = 'length';
      else if (why === 'error') failed(form, error);
      return { body: undefined, reason: why };
    });
  if (!body) {
    // An unread branch would keep all that the client takes from the other one.
    chunks.cancel().catch(() => {});
    const whole = new Response(own, page);
    whole.headers.set('Offprint', `${page.headers.get('Offprint')};unwritten=${reason}`);
    return whole;
  }
  own.cancel().catch(() => {});
  const answer = new Response(body, page);
  answer.headers.delete('ETag');
  for (const name of page.headers.keys()) if (isOfBytes(name)) answer.headers.delete(name);
  answer.headers.set('Content-Type', type);
  return answer;
}

const TOO_LONG = Symbol('too long');

/**
 * Reads a page, unless it is too long, and puts it into a form.
 * @param {ReadableStreamDefaultReader<Uint8Array>} chunks
 * @param {object} options of the reader
 * @param {(article: Article, cleaned: Uint8Array[]) => Written} make
 */
async function written(chunks, options, make) {
  await ready();
  const reader = inWasm(() => new Reader(options));
  try {
    const cleaned = [];
    let length = 0;
    for (;;) {
      const { value, done } = await chunks.read();
      if (done) break;
      length += value.length;
      if (length > HOLD_BYTES) throw TOO_LONG;
      cleaned.push(inWasm(() => reader.write(value)));
    }
    const article = inWasm(() => reader.end());
    return make(article, cleaned);
  } finally {
    reader.free();
  }
}

/** @param {Article} article @returns {Written} */
function asMarkdown({ title, markdown }) {
  if (!markdown) return { reason: 'empty' };
  return { body: title ? `# ${title.replace(/([\\`*_<[#])/g, '\\$1')}\n\n${markdown}` : markdown };
}

/** @param {Article} article @param {Uint8Array[]} cleaned @returns {Written} */
function withoutNoise({ fingerprint, truncated, rest }, cleaned) {
  if (truncated) return { reason: 'length' };
  if (!fingerprint) return { reason: 'empty' };
  return { body: new Blob(rest ? [...cleaned, rest] : cleaned) };
}
