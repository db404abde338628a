// The article of a page as Markdown, for who asks for that. The module that writes it is another one than that which
// judges pages, and starts when it is first needed.

import init, { Reader } from 'offprint/markup';

/** Headers of the page that are about its own bytes. */
const OF_BODY = ['Accept-Ranges', 'Content-Encoding', 'Content-Length', 'Content-MD5', 'ETag', 'Repr-Digest'];

/**
 * The article in the place of the page; the page if it cannot be written.
 * @param {Response} page as it is answered
 * @param {string} url
 * @returns {Promise<Response>}
 */
export async function asMarkdown(page, url) {
  if (!page.body) return page;
  const [own, copy] = page.body.tee();
  const text = await written(copy, { url, contentType: page.headers.get('Content-Type') }).catch(() => undefined);
  if (!text) return new Response(own, page);
  own.cancel().catch(() => {});
  const answer = new Response(text, page);
  for (const name of OF_BODY) answer.headers.delete(name);
  answer.headers.set('Content-Type', 'text/markdown; charset=utf-8');
  return answer;
}

async function written(stream, options) {
  await init();
  const reader = new Reader(options);
  try {
    for await (const bytes of stream) reader.write(bytes);
    const { title, markdown } = reader.end();
    return markdown && (title ? `# ${title.replace(/([\\`*_<[#])/g, '\\$1')}\n\n${markdown}` : markdown);
  } finally {
    reader.free();
  }
}
