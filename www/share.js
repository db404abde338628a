// Articles in links: what a comparison needs of them, compressed, behind the `#`.

import { offprint } from './core.js';
import { bringArticle } from './pages.js';

/** What is kept of an article. */
const KEPT = [
  'title',
  'text',
  'length',
  'language',
  'site',
  'credit',
  'published',
  'url',
  'canonical',
  'fingerprint',
  'abstention',
];
/** How an article is compressed. Its sum of check tells a link of which a character was changed on the way. */
const FORM = 'deflate';
/** The first byte of that; links of before have none such and no sum of check. */
const MAGIC = 0x78;
/** Most characters that an article in a link may come to: a link is written by anybody. */
const MOST = 4_000_000;

/** How a page stands in a link: a sample by its name, any other by what was read of it. */
export async function shared(page, article) {
  if (page.family || page.id.startsWith('~')) return page.id;
  const kept = Object.fromEntries(KEPT.map((name) => [name, article[name]]));
  const bytes = await through(new Blob([JSON.stringify(kept)]), new CompressionStream(FORM));
  return `~${base64url(new Uint8Array(await bytes.arrayBuffer()))}`;
}

/** The page of a link. */
export async function takeShared(id) {
  const bytes = Uint8Array.from(atob(id.slice(1).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream(bytes[0] === MAGIC ? FORM : 'deflate-raw'));
  let text = '';
  for await (const part of read(stream.pipeThrough(new TextDecoderStream()))) {
    text += part;
    if (text.length > MOST) throw new Error('too long');
  }
  return bringArticle(id, await checked(JSON.parse(text)));
}

/** Only what an article has, in its types, with a fingerprint that can be read. */
async function checked(found) {
  const article = Object.fromEntries(KEPT.map((name) => [name, found[name] ?? null]));
  const { title, text, length, fingerprint, ...facts } = article;
  const told = Object.values(facts).every((fact) => fact === null || typeof fact === 'string');
  if (typeof title !== 'string' || typeof text !== 'string' || !Number.isInteger(length) || !told)
    throw new Error('no article');
  if (fingerprint !== null) (await offprint()).keys(fingerprint);
  return article;
}

/** Not every browser iterates over streams. */
async function* read(stream) {
  const reader = stream.getReader();
  for (let part; !(part = await reader.read()).done; ) yield part.value;
}

const through = (blob, stream) => new Response(blob.stream().pipeThrough(stream));

function base64url(bytes) {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
