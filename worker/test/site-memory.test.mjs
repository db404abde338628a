// Blocks that other pages of a host repeat count less as part of an article, once the isolate has read those pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTML, page, registered, startFor } from './support/site.mjs';

/** Paragraphs below every article of the paper. */
const STANDING = String(page(400, 0, { length: 3 }))
  .match(/<p>.*<\/p>/g)
  .join('');
const ARTICLE = 12;

/** The score of a copy of an article against the page of the paper, read after `others` others of the paper. */
async function scoreAfter(t, others) {
  const pages = {};
  const below = (article) => String(page(article, 0, { length: 6 })).replace('</article>', `${STANDING}</article>`);
  for (let article = 20; article < 20 + others; article += 1)
    pages[`/${article}`] = { body: below(article), headers: HTML };
  pages['/article'] = { body: below(ARTICLE), headers: HTML };
  pages['/copy'] = { body: page(ARTICLE, 0, { length: 6 }), headers: HTML };
  const site = await startFor(t, { pages });
  for (const path of Object.keys(pages).filter((path) => path !== '/copy')) await site.ask(path);
  await registered(site, others + 1);
  const { headers } = await site.ask('/copy', { headers: { host: 'copies.example' } });
  return Number(/score=([\d.]+)/.exec(headers.offprint)[1]);
}

test('blocks that other pages of a host repeat count less', async (t) => {
  const [alone, amongOthers] = [await scoreAfter(t, 0), await scoreAfter(t, 8)];
  assert.ok(alone > 0.3 && amongOthers > alone, `${alone} alone, ${amongOthers} among others`);
});
