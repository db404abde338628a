/** A page with a headline and a text alone, one paragraph a line. @param {string} title @param {string} text */
export function pageOf(title, text) {
  const paragraphs = text.split('\n').map((line) => `<p>${escaped(line)}`);
  return `<!doctype html><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${paragraphs.join('\n')}`;
}

/** A text as HTML has it. */
export const escaped = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
