// The article as Markdown and HTML, in JavaScript.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { read as plainly } from 'offprint';
import { compare, read } from 'offprint/markup';
import { offprint, PAGES } from './support/cli.mjs';

test('the module reads, compares and refuses as the default one does', async () => {
  const page = readFileSync(`${PAGES}/zh-dam-original/page.html`);
  const article = await read(page, { explain: true });
  assert.ok(article.blocks.length > 3);
  assert.equal(article.headlines.find(({ decision }) => decision === 'taken').text, article.title);
  assert.equal(compare(article, article).verdict, 'same');
  await assert.rejects(read(page, { markup: true }), { code: 'options' });
  await assert.rejects(plainly(page, { markup: true }), { code: 'options' });
});

test('lines for people are the body alone', async () => {
  const path = `${PAGES}/zh-dam-original/page.html`;
  const { markdown, html } = await read(readFileSync(path));
  assert.equal((await offprint(['read', path, '--markdown'])).out, `${markdown}\n`);
  assert.equal((await offprint(['read', path, '--html'])).out, `${html}\n`);
  const { err, code } = await offprint(['read', path, '--html', '--markdown']);
  assert.equal(code, 2);
  assert.match(err, /cannot be used with/);
});
