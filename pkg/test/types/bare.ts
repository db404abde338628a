// Compiled, never run, with the types of the language alone: neither the DOM nor Node.
import init, { type Article, OffprintStream, compare, read } from 'offprint';
import { edge } from 'offprint/edge';
import { origins, read as readFully, sketch } from 'offprint/full';
import { storeConformance } from 'offprint/store-test';

export async function all(bytes: Uint8Array, pieces: AsyncIterable<Uint8Array>): Promise<Article> {
  await init(bytes);
  for (const page of ['<p>', bytes, pieces]) await read(page);
  // @ts-expect-error a number is not a page
  await read(5);
  // @ts-expect-error an object is not a signal
  await read('<p>', { signal: {} });
  const article: Article = await new OffprintStream().article;
  void [compare(article, null), edge, origins, readFully, sketch, storeConformance];
  return article;
}
