// Headers: the verdict in `Offprint`, links, and the form that a client prefers.

/**
 * The header `Offprint`, an Item of Structured Fields (RFC 9651): the verdict as a token, with the parameters `score`
 * (decimal, 0 to 1), `original`, `first` or `copy` (string) with its `confidence` (integer, 0 to 100) and when it was
 * first `seen` (string, ISO 8601), `known`, `changed` and `gated` (boolean), the `class` of the client (token), the
 * evidence for it (`by`, token), and the name that the client falsely `claims` (string). `first` is the page seen
 * first, where it is uncertain whether it is the original.
 * @param {Finding} finding
 * @param {Client} client
 * @param {number} minConfidence the confidence from which a page is called the original
 */
export function verdictField(finding, client, minConfidence) {
  const { verdict, score, original, copy, confidence, seen, known, changed, gated } = finding;
  let field = `${verdict};score=${decimal(score)}`;
  for (const [name, url] of /** @type {const} */ ([
    [confidence >= minConfidence ? 'original' : 'first', original],
    ['copy', copy],
  ])) {
    if (url === null) continue;
    field += `;${name}="${headerSafe(url)}";confidence=${confidence}`;
    if (seen !== null) field += `;seen="${headerSafe(seen)}"`;
  }
  return `${field}${known ? ';known' : ''}${changed ? ';changed' : ''}${gated ? ';gated' : ''}${clientField(client)}`;
}

/** The parameters about the client. @param {Client} client */
export function clientField({ class: kind, by, claim }) {
  return `;class=${kind}${by ? `;by=${by}` : ''}${claim ? `;claims="${headerSafe(claim)}"` : ''}`;
}

/** A decimal of Structured Fields, which has at most three digits after the point. @param {number} number */
const decimal = (number) => (Math.round(number * 1000) / 1000).toFixed(3);

const OF_BYTES =
  /^(accept-ranges|content-(encoding|length)|signature(-input)?|use-as-dictionary)$|digest|checksum|hash$|md5|sha\d/i;
/**
 * Whether a header describes the bytes of the body, so that it would be wrong for another body. File stores send
 * checksums under names of their own.
 * @param {string} name
 */
export const isOfBytes = (name) => OF_BYTES.test(name);

/** A URL in which no character can end a header's string or line. @param {string} url */
export function headerSafe(url) {
  const encoder = new TextEncoder();
  /** @param {number} byte */
  const hex = (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return url.replace(/[^!-~]|["\\<>]/gu, (char) => Array.from(encoder.encode(char), hex).join(''));
}

/**
 * Whether a `Link` header states an address other than the original's as the page's own.
 * @param {string} link @param {string | null} original
 */
export function namesOther(link, original) {
  return original !== null && hasCanonical(link) && !link.includes(`<${original}>`);
}

/** Whether a `Link` header (RFC 8288) has a link with the relation `canonical`. @param {string} link */
export function hasCanonical(link) {
  return link.split(';').some((parameter) => {
    const [name = '', value = ''] = parameter.split(/=(.*)/s);
    const [relations = ''] = value.trimStart().replace(/^"+/, '').split(/[",]/, 1);
    return name.trim().toLowerCase() === 'rel' && relations.toLowerCase().split(/\s+/).includes('canonical');
  });
}

/** Whether a client prefers Markdown to HTML. @param {string | null} accept */
export function prefersMarkdown(accept) {
  const weights = /** @type {Map<string, number>} */ (new Map());
  for (const range of (accept ?? '').slice(0, 1024).toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const [, q = '1'] = /^q=([\d.]+)$/.exec(parameters.find((parameter) => parameter.startsWith('q=')) ?? '') ?? [];
    weights.set(type, Number(q));
  }
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}
