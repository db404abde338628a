// The sample pages, as the package reads them.
import { readFile } from 'node:fs/promises';
import { read } from 'offprint';
import { samples } from '../build.mjs';

/** A sample: its bytes, the content type that its server states, and its article with blocks. */
export async function sample(slug) {
  const { file, contentType, url } = (await samples()).find((page) => page.slug === slug);
  const bytes = await readFile(file);
  return { bytes, contentType, article: await read(bytes, { contentType, url, explain: true }) };
}

export const articleOf = async (slug) => (await sample(slug)).article;
