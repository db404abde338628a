// The worker reads the pages of tests/vectors.json as every binding does.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startFor } from './support/site.mjs';

const root = new URL('../../', import.meta.url);
const { pages } = JSON.parse(await readFile(new URL('tests/vectors.json', root), 'utf8'));

test('the API reads every page as recorded', async (t) => {
  const site = await startFor(t, {});
  for (const { page, contentType, url, article, keys } of pages) {
    // The worker neither reads posts nor writes markup here.
    const { posts, markdown, html, links, images, comments, ...expected } = article;
    const query = url ? `?url=${encodeURIComponent(url)}` : '';
    const body = await readFile(new URL(page, root));
    const { status, json } = await site.api('POST', `fingerprint${query}`, body, { type: contentType ?? 'text/html' });
    assert.equal(status, 200, page);
    const { digest, ...found } = json;
    assert.deepEqual(found, { ...expected, keys }, page);
  }
});
