// The first screen: its answers are the package's verdicts on the two pages, and it loads no more than it needs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { align, compare } from 'offprint';
import { words } from '../home.js';
import { words as shared } from '../words.js';
import { openPage, start, testSite } from './browsers.mjs';
import { articleOf, sample } from './samples.mjs';
import { serve } from './server.mjs';

const PAIRS = {
  en: ['en-barrage-original', { same: 'reprint', partial: 'abridged', different: 'same-day' }],
  zh: ['zh-dam-original', { same: 'table-gbk', partial: 'abridged', different: 'same-opening' }],
};

const letters = (text) => text.replace(/\s/g, '');

testSite('the first screen answers its question, in both languages', async (site) => {
  for (const [language, [original, others]] of Object.entries(PAIRS)) {
    if (language === 'zh') await site.press('#language');
    for (const [verdict, other] of Object.entries(others)) {
      await site.click(`.example input[value=${verdict}]`);
      const answer = shared[language][`answer.${verdict}`];
      await site.until((expected) => document.querySelector('.answer .verdict')?.textContent === expected, answer);
      const pages = await Promise.all([original, original.replace('original', other)].map(articleOf));
      assert.equal(compare(...pages).verdict, verdict);
      const sentences = align(...pages.map(({ text }) => text));
      const shown = await site.run(() =>
        [...document.querySelectorAll('.dress')].map((dress) => ({
          title: dress.querySelector('h2').textContent,
          lit: [...dress.querySelectorAll('.lit')].map((part) => part.textContent).join(''),
          noise: dress.querySelectorAll('.noise').length,
        })),
      );
      for (const [i, { title, lit, noise }] of shown.entries()) {
        assert.equal(title, pages[i].title);
        const both = sentences[i].filter((sentence) => sentence.other !== null);
        assert.equal(letters(lit), letters(both.map(({ start, end }) => pages[i].text.slice(start, end)).join('')));
        assert.ok(noise > 0, 'a page has noise');
      }
    }
  }
});

testSite('pages that are dropped on the first screen are read, compared or sorted, by their number', async (site) => {
  const slugs = ['en-barrage-original', 'en-barrage-reprint', 'en-kettle'];
  const pages = await Promise.all(slugs.map(async (slug) => [...(await sample(slug)).bytes]));
  for (const [n, view] of ['.look .sheet h2', '.compare .verdict.same', '.folder .all'].entries()) {
    await site.run(() => {
      location.hash = '#/home';
    });
    await site.until(() => document.querySelector('main').dataset.shown === 'home');
    await site.drop(pages.slice(0, n + 1).map((bytes, i) => ({ name: `page-${i}.html`, bytes })));
    await site.until((selector) => document.querySelector(selector), view);
  }
});

testSite(
  'the first screen shows the verdict and a sentence in both pages',
  { names: ['Chromium'], size: { width: 1280, height: 800 }, loud: true },
  async (site) => {
    await site.until(() => document.querySelector('.answer .verdict'));
    const { verdict, top } = await site.run(() => ({
      verdict: document.querySelector('.answer .verdict').getBoundingClientRect().bottom,
      top: document.querySelector('.dress .lit').getBoundingClientRect().bottom,
    }));
    assert.ok(verdict < 800 && top < 800, `the verdict ends at ${verdict}, the first lit sentence at ${top}`);
  },
);

test('without JavaScript, and before it has come, the first screen says what this is', async (t) => {
  const { address } = await serve(t);
  const html = await (await fetch(address)).text();
  const [, without] = /<noscript>(.*)<\/noscript>/s.exec(html);
  assert.match(without, /Offprint finds the article on a page/);
  const [, picture] = /<img src="([^"]+)"[^>]*alt="[^"]+/.exec(without);
  assert.match(await readFile(new URL(`../${picture}`, import.meta.url), 'utf8'), /^<svg/);
  const [, opening] = /<header class="head opening">(.*?)<\/header>/s.exec(html);
  for (const { title, lead } of Object.values(words)) assert.ok(opening.includes(title) && opening.includes(lead));

  const browser = await start(t, 'Chromium');
  const { page } = await openPage(browser);
  await page.setRequestInterception(true);
  page.on('request', (request) => (request.url().endsWith('/site.js') ? request.abort() : request.continue()));
  const shown = (selector) =>
    page.$$eval(selector, (all) => all.filter((one) => one.checkVisibility()).map((one) => one.innerText));
  await page.goto(address);
  assert.deepEqual(await shown('.opening .lead'), [words.en.lead]);
  await page.goto(`${address}?again#/look`);
  assert.deepEqual(await shown('.opening'), []);
});
