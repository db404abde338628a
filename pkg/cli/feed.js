// Feeds: RSS, Atom, RDF and JSON Feed.
import { parseFeed } from 'feedsmith';
import { Failure } from './failure.js';

/** Whether a server or the beginning of a file says that this is a feed. */
export function isFeed(contentType, start) {
  if (/^(application|text)\/(rss|atom|rdf|feed)\+(xml|json)\b/i.test(contentType ?? '')) return true;
  return (
    /^\s*(<\?xml[^>]*>\s*|<!--.*?-->\s*|<\?[^>]*>\s*)*<(rss|feed|rdf:RDF)[\s>]/is.test(start) ||
    /^\s*\{.{0,200}"https:\/\/jsonfeed\.org\/version\//s.test(start)
  );
}

/**
 * The entries of a feed in its order, as documents: the page that an entry links to, or the content
 * that the feed itself has of it.
 *
 * @param {string} text
 * @param {object} options
 * @param {string} options.place
 * @param {string} [options.base] the feed's own address, by which its links are made absolute; else what it says of
 *   its site
 * @param {boolean} [options.content]
 * @returns {import('./sources.js').Document[]}
 */
export function entries(text, { place, base, content }) {
  /** @type {any} Four kinds of feeds, whose fields have different names. */
  let feed;
  try {
    feed = parseFeed(text).feed;
  } catch (error) {
    const advice = 'give an RSS, Atom or JSON feed, or name what it is with --as';
    throw new Failure(`not a feed (${error.message})`, place, advice);
  }
  const home = base ?? feed.home_page_url ?? link(feed);
  const documents = [];
  for (const entry of feed.entries ?? feed.items ?? []) {
    const url = address(link(entry), home);
    if (!content) {
      if (url) documents.push({ id: url, kind: 'address', url });
      continue;
    }
    const id = url ?? entry.guid?.value ?? entry.id;
    if (id) documents.push({ id, kind: 'bytes', url, contentType: 'text/html; charset=utf-8', bytes: page(entry) });
  }
  return documents;
}

/** RSS and RDF have one link, JSON Feed an address, Atom some links of which one is the page. */
function link(entry) {
  const page = entry.links?.find(({ rel }) => !rel || rel === 'alternate');
  const guid = entry.guid?.isPermaLink === false ? undefined : entry.guid?.value;
  return entry.link ?? entry.url ?? page?.href ?? guid;
}

function address(link, base) {
  try {
    const url = new URL(link, base);
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function page(entry) {
  const text = (value) => (typeof value === 'string' ? value : value?.value);
  // Many feeds escape their headlines twice: what looks like a character reference is left as one.
  const escaped = (value) => value.replace(/</g, '&lt;');
  const paragraphs = (value) => `<p>${escaped(value.replace(/&/g, '&amp;')).replace(/\n+/g, '<p>')}`;
  const content =
    entry.content?.encoded ??
    text(entry.content) ??
    entry.content_html ??
    (entry.content_text && paragraphs(entry.content_text)) ??
    text(entry.description) ??
    text(entry.summary) ??
    '';
  const title = escaped(text(entry.title) ?? '');
  return Buffer.from(`<!doctype html><title>${title}</title><article><h1>${title}</h1>${content}</article>`);
}
