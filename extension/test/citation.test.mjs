// Articles for use elsewhere: citations, Markdown and CSV.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citation, csvOf, markdownOf, publishedOn } from '../pages/citation.js';
import { Words } from '../pages/words.js';
import { messageOf, messages } from './support/fake.mjs';

const words = Object.fromEntries(
  await Promise.all(
    ['en', 'zh_CN'].map(async (locale) => {
      const all = await messages(locale);
      return [locale, new Words((key, parts) => messageOf(all, key, parts), locale.replace('_', '-'))];
    }),
  ),
);
const dam = {
  id: 1,
  url: 'https://www.wire.example/dam_(2)',
  host: 'wire.example',
  title: 'The *third* dam [full]',
  site: 'Harbour Wire',
  credit: null,
  author: 'Ann Example',
  published: '2026-03-18',
  firstSeen: '2026-03-20T08:00:00Z',
};
const copy = { ...dam, id: 2, url: 'https://portal.example/7', host: 'portal.example', site: null, author: null };

test('an article is cited by its data', () => {
  assert.equal(
    citation(words.en, dam),
    'Ann Example: “The *third* dam [full]”, Harbour Wire, March 18, 2026. https://www.wire.example/dam_(2)',
  );
  assert.equal(
    citation(words.zh_CN, { ...copy, title: '水库蓄满', published: null }),
    '《水库蓄满》，portal.example，2026年3月20日见到。https://portal.example/7',
  );
  assert.equal(publishedOn(words.en, { published: '18/3/26 or so' }), '18/3/26 or so');
  assert.equal(publishedOn(words.en, { published: null }), null);
  assert.match(publishedOn(words.en, { published: '2026-03-18T11:40:00+08:00' }), /2026.*:40/);
});

test('a cluster is written as Markdown that says what it says', () => {
  const lines = markdownOf(words.en, [dam, { ...copy, title: 'A](https://evil.example) <b>', credit: 'Wire' }], dam);
  const [first, second, end] = lines.split('\n');
  assert.equal(end, '');
  assert.ok(first.startsWith('- [The \\*third\\* dam \\[full\\]](https://www.wire.example/dam_%282%29): Harbour Wire'));
  assert.match(first, /published on March 18, 2026 · seen on March 20, 2026 · looks like the original$/);
  assert.ok(second.startsWith('- [A\\](https://evil.example) \\<b\\>](https://portal.example/7): portal.example'));
  assert.match(second, /Source: Wire$/);
});

test('a cluster is written as a table, in which no cell is a formula', () => {
  const table = csvOf([dam, { ...copy, title: '=HYPERLINK("https://evil.example")', credit: 'a,b' }], dam);
  const [head, first, second] = table.split('\r\n');
  assert.equal(head, 'title,url,site,author,credit,published,firstSeen,original');
  assert.ok(first.endsWith(',2026-03-18,2026-03-20T08:00:00Z,true'));
  assert.ok(
    second.startsWith(`"'=HYPERLINK(""https://evil.example"")",https://portal.example/7,portal.example,,"a,b"`),
  );
});
