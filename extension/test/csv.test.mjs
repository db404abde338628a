// A cluster as CSV.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from '../pages/csv.js';

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

test('a cluster is written as a table, in which no cell is a formula', () => {
  const table = csvOf([dam, { ...copy, title: '=HYPERLINK("https://evil.example")', credit: 'a,b' }], dam);
  const [head, first, second] = table.split('\r\n');
  assert.equal(head, 'title,url,site,author,credit,published,firstSeen,original');
  assert.ok(first.endsWith(',2026-03-18,2026-03-20T08:00:00Z,true'));
  assert.ok(
    second.startsWith(`"'=HYPERLINK(""https://evil.example"")",https://portal.example/7,portal.example,,"a,b"`),
  );
});
