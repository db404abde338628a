// Which form of a page a client prefers.

/**
 * Whether a client prefers Markdown to HTML.
 * @param {string | null} accept
 */
export function prefersMarkdown(accept) {
  const weights = new Map();
  for (const range of (accept ?? '').slice(0, 1024).toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    const [, q = '1'] = /^q=([\d.]+)$/.exec(parameters.find((parameter) => parameter.startsWith('q=')) ?? '') ?? [];
    weights.set(type, Number(q));
  }
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}
