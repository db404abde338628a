// Made-up articles, and pages that contain copies of them as reprints do.

/** Numbers below 1 that are the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A paragraph of three sentences, in Latin letters or in Han. */
function paragraph(next, latin) {
  const some = (n, make) => Array.from({ length: n }, make);
  const letters = 'etaoinshrdlucmfwygpbvk';
  const word = () => some(2 + Math.floor(next() * 7), () => letters[Math.floor(next() * letters.length)]).join('');
  const han = () => String.fromCodePoint(0x4e00 + Math.floor(next() * 6000));
  const sentence = () => (latin ? `${some(14, word).join(' ')}. ` : `${some(28, han).join('')}。`);
  return some(3, sentence).join('');
}

/** The first paragraphs of an article. */
export function paragraphs(article, length) {
  const own = random(1 + article * 7919);
  return Array.from({ length }, () => paragraph(own, article % 2 === 0));
}

/**
 * A page with a copy of an article.
 * @param {number} article which one; those with even numbers are in Latin letters
 * @param {number} copy which copy: each has other furniture, and some a paragraph less or more
 * @param {{ head?: string, byline?: string, length?: number, body?: string[] }} [stated] what the page states about
 *   itself: elements of its head, and a line below its headline; and how many paragraphs it has, or which ones
 */
export function page(article, copy, { head = '', byline = '', length = 24, body: own } = {}) {
  const latin = article % 2 === 0;
  const shown = own ?? paragraphs(article, length);
  const other = random(1e6 + 1 + article * 1000 + copy);
  if (copy % 3 === 1) shown.pop();
  if (copy % 3 === 2) shown.push(paragraph(other, latin));
  const links = Array.from(
    { length: 5 + (copy % 7) },
    (_, i) => `<li><a href="/${copy}/${i}">${paragraph(other, latin).slice(0, 12)}</a>`,
  );
  // From the article, since a body without words of its headline is not recognised as its article.
  const title = shown[0].slice(0, latin ? 60 : 20);
  const body = shown.map((text) => `<p>${text}</p>`).join('\n');
  return Buffer.from(`<!doctype html><html lang="${latin ? 'en' : 'zh'}"><meta charset="utf-8">
<title>${title}</title>${head}
<nav><ul>${links.join('\n')}</ul></nav>
<article><h1>${title}</h1>${byline && `<p class="source">${byline}</p>`}
${body}
</article><footer>Site ${copy}</footer></html>
`);
}

export const HTML = { 'content-type': 'text/html; charset=utf-8' };
