// The article as Markdown and HTML, in JavaScript.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { read as plainly } from 'offprint';
import { compare, read } from 'offprint/full';
import { offprint, PAGES } from './support/cli.mjs';

test('the module reads, compares and refuses as the default one does', async () => {
  const page = readFileSync(`${PAGES}/zh-dam-original/page.html`);
  const article = await read(page, { explain: true });
  assert.ok(article.blocks.length > 3);
  assert.equal(article.candidates.find(({ decision }) => decision === 'taken').text, article.title);
  assert.equal(compare(article, article).verdict, 'same');
  assert.ok(!('markdown' in (await read(page, { markup: false }))));
  await assert.rejects(plainly(page, { markup: true }), { code: 'options' });
});

test('links and images are listed, and structure can be left out', async () => {
  const sentence = 'The ferry to Skarn stopped running on Sunday night, after a storm had torn away half of its stage.';
  const linked = `<p>${sentence} <a href=/divers>Divers</a> found two piles broken.</p><img src=/pier.jpg alt=Pier>`;
  const page = `<title>No ferry</title><article><p>${sentence}</p>${linked}<p>${sentence} No boat sails.</p></article>`;
  const url = 'https://news.example/ferry';
  const article = await read(page, { url });
  assert.deepEqual(article.links, [{ text: 'Divers', href: 'https://news.example/divers' }]);
  assert.deepEqual(article.images, [{ src: 'https://news.example/pier.jpg', alt: 'Pier', caption: null }]);
  const plain = await read(page, { url, without: ['links', 'images'] });
  assert.ok(!plain.markdown.includes(']('), plain.markdown);
  assert.deepEqual([plain.links, plain.images], [article.links, article.images]);
  for (const options of [{ without: 'links' }, { without: ['words'] }, { markup: 1 }]) {
    await assert.rejects(read(page, options), { code: 'options' });
  }
  await assert.rejects(plainly(page, { without: ['links'] }), { code: 'options' });
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
