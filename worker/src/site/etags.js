// ETags made of a page's text. Each also carries the site's own ETag, so that the site can still answer 304 itself.

/** The beginning of the worker's ETags: version 1 of the digest. */
const OURS = 'W/"fp1-';
/** Longest ETag of a site that is carried. */
const MAX_CARRIED = 256;

/**
 * The ETag of a text. Weak, since the bytes may differ.
 * @param {string} digest
 * @param {string | null} [own] the site's
 */
export function etagOf(digest, own) {
  const [, weak, opaque] = (own && own.length <= MAX_CARRIED && /^(W\/)?"(.*)"$/.exec(own)) || [];
  const carried = opaque === undefined ? '' : `.${weak ? 'w' : 's'}.${opaque}`;
  return `${OURS}${digest}${carried}"`;
}

/**
 * Whether a client already has the text, or the page as the site sends it.
 * @param {string} ifNoneMatch
 * @param {string} digest of the text
 * @param {string | null} [own] the site's ETag of the page
 */
export function hasText(ifNoneMatch, digest, own) {
  return etagsIn(ifNoneMatch).some((etag) => partsOf(etag)?.digest === digest || (own && isSame(own, etag)));
}

/**
 * The `If-None-Match` for the site: the worker's ETags are replaced by the site's own ones.
 * @param {string} ifNoneMatch
 * @returns {string | undefined} undefined if no ETag remains
 */
export function toOrigin(ifNoneMatch) {
  const etags = etagsIn(ifNoneMatch);
  if (!etags.some((etag) => etag.startsWith(OURS))) return ifNoneMatch;
  const theirs = etags.map((etag) => (partsOf(etag) ?? { own: etag }).own).filter((etag) => etag !== undefined);
  return theirs.length > 0 ? theirs.join(', ') : undefined;
}

/**
 * The worker's ETag that a client holds for a page, after the site has answered 304.
 * @param {string} ifNoneMatch
 * @param {string | null} etag of the 304, which may be missing if the request had only one
 * @returns {string | undefined} undefined if the client holds none
 */
export function unchanged(ifNoneMatch, etag) {
  return etagsIn(ifNoneMatch).find((ours) => {
    const own = partsOf(ours)?.own;
    return own !== undefined && (etag === null || isSame(etag, own));
  });
}

/**
 * The digest in an ETag of the worker's, and the site's ETag that it carries; undefined for other ETags.
 * @param {string} etag
 * @returns {{ digest: string, own?: string } | undefined}
 */
function partsOf(etag) {
  if (!etag.startsWith(OURS) || !etag.endsWith('"')) return undefined;
  const [, digest, carried, strength, opaque] = /^([^.]*)(\.([^.]*)\.(.*))?$/.exec(etag.slice(OURS.length, -1)) ?? [];
  if (digest === undefined) return undefined;
  return { digest, own: carried && `${strength === 's' ? '' : 'W/'}"${opaque}"` };
}

/** Weak comparison (RFC 9110, section 8.8.3.2). @param {string} a @param {string} b */
function isSame(a, b) {
  return a.replace(/^W\//, '') === b.replace(/^W\//, '');
}

/**
 * The ETags in an `If-None-Match`; empty if the header is malformed. Unlike a string of a structured field, an ETag
 * ends at the next `"`, even after a backslash (RFC 9110, section 8.8.3).
 * @param {string} header
 * @returns {string[]}
 */
function etagsIn(header) {
  const isList = /^[ \t,]*(?:(?:W\/)?"[^"]*"[ \t,]*)*$/.test(header);
  return (isList && header.match(/(?:W\/)?"[^"]*"/g)) || [];
}
