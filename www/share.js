// Articles in links: what a comparison needs, compressed, after the `#`.

import { fromBase64url, toBase64url } from '../shared/base64url.js';
import { offprint } from './core.js';
import { bringArticle } from './pages.js';

/** @import { Page, Shown } from './pages.js' */

/** The parts of an article that a link keeps. @type {(keyof Shown)[]} */
const KEPT = [
  'title',
  'text',
  'length',
  'language',
  'site',
  'credit',
  'creditPlace',
  'published',
  'url',
  'canonical',
  'fingerprint',
  'noFingerprintReason',
];
/** The compression. Its checksum detects links in which a character was changed. */
const FORM = 'deflate';
/** The most characters of an article in a link: anyone can make links. */
const MOST = 4_000_000;

/** A page for a link: a sample as its name, any other as its article. */
export async function shared(/** @type {Pick<Page, 'id' | 'family'>} */ page, /** @type {Shown} */ article) {
  if (page.family || page.id.startsWith('~')) return page.id;
  const kept = Object.fromEntries(KEPT.map((name) => [name, article[name]]));
  const bytes = await through(new Blob([JSON.stringify(kept)]), new CompressionStream(FORM));
  return `~${toBase64url(new Uint8Array(await bytes.arrayBuffer()))}`;
}

/** The page of a link. */
export async function takeShared(/** @type {string} */ id) {
  const bytes = fromBase64url(id.slice(1));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(FORM));
  let text = '';
  for await (const part of read(stream.pipeThrough(new TextDecoderStream()))) {
    text += part;
    if (text.length > MOST) throw new Error('too long');
  }
  return bringArticle(id, await checked(JSON.parse(text)));
}

/**
 * Only the fields of an article, with their types and the fingerprint checked.
 * @param {Record<string, unknown>} found @returns {Promise<Shown>}
 */
async function checked(found) {
  const article = /** @type {Shown} */ (Object.fromEntries(KEPT.map((name) => [name, found[name] ?? null])));
  const { title, text, length, fingerprint, ...facts } = article;
  const areTexts = Object.values(facts).every((fact) => fact === null || typeof fact === 'string');
  if (typeof title !== 'string' || typeof text !== 'string' || !Number.isInteger(length) || !areTexts)
    throw new Error('no article');
  if (fingerprint !== null) (await offprint()).keys(fingerprint);
  return article;
}

/** Not all browsers can iterate over streams. @template T @param {ReadableStream<T>} stream */
async function* read(stream) {
  const reader = stream.getReader();
  for (let part; !(part = await reader.read()).done; ) yield part.value;
}

/** @param {Blob} blob @param {CompressionStream} stream */
const through = (blob, stream) => new Response(blob.stream().pipeThrough(stream));
