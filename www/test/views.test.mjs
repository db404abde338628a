// Every view: both browsers, both languages, phone and desktop, light and dark.
import assert from 'node:assert/strict';
import { faults } from '../../tests/axe.mjs';
import { testSite } from './browsers.mjs';

const VIEWS = ['home', 'look', 'compare', 'folder'];
const SIZES = [
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
];

for (const language of ['en', 'zh']) {
  testSite(`every view in ${language}`, async (site) => {
    const titles = new Set();
    if (language === 'zh') await site.press('#language');
    for (const view of VIEWS) {
      await site.press(`.masthead a[href="#/${view}"]`);
      const { title, current, lang } = await site.run(() => ({
        title: document.querySelector('h1').textContent,
        current: document.querySelector('.masthead [aria-current]').hash,
        lang: document.documentElement.lang,
      }));
      assert.equal(current, `#/${view}`);
      assert.equal(lang.slice(0, 2), language);
      titles.add(title);
      for (const { width, theme } of SIZES) {
        await site.size({ width, height: 900 });
        await site.run((colours) => {
          document.documentElement.dataset.theme = colours;
          for (const each of document.getAnimations()) each.finish();
        }, theme);
        const wide = await site.excess();
        assert.equal(wide, 0, `${view} in ${language} at ${width} is too wide by ${wide}`);
        assert.deepEqual(await faults(site.page), [], `${view} in ${language} at ${width}, ${theme}`);
      }
    }
    assert.equal(titles.size, VIEWS.length, 'each view has a title of its own');
  });
}

testSite('every view and cell of a table fits a phone', { size: { width: 390, height: 844 } }, async (site) => {
  for (const language of ['en', 'zh']) {
    const hidden = await site.run(() =>
      [...document.querySelectorAll('nav a, .switches button:not([hidden])')]
        .filter((each) => {
          const { left, top, width, height } = each.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('a, button') !== each;
        })
        .map((each) => each.textContent),
    );
    assert.deepEqual(hidden, [], `cannot be pressed in ${language}`);
    for (const view of VIEWS) {
      await site.press(`.masthead a[href="#/${view}"]`);
      if (view === 'folder') {
        await site.run(() => document.querySelector('.samples')?.click());
        await site.until(() => document.querySelector('.folder .all'));
      }
      for (const width of [390, 360]) {
        await site.size({ width, height: 844 });
        const { cells, beside } = await site.run(() => {
          for (const closed of document.querySelectorAll('details')) closed.open = true;
          const cells = [...document.querySelectorAll('table :is(th, td)')].filter(
            (cell) => cell.getClientRects().length > 0,
          );
          const beside = cells.filter((cell) => {
            const { left, right } = cell.getBoundingClientRect();
            return left < 0 || right > innerWidth;
          });
          return { cells: cells.length, beside: beside.slice(0, 5).map((cell) => cell.textContent) };
        });
        assert.deepEqual(beside, [], `${view} in ${language} at ${width}`);
        if (['compare', 'folder'].includes(view)) assert.ok(cells > 10, view);
      }
      await site.size({ width: 390, height: 844 });
    }
    await site.press('#language');
  }
});

testSite(
  'on a phone the text begins within two screens',
  { names: ['Chromium'], size: { width: 390, height: 844 }, loud: true },
  async (site) => {
    for (const language of ['en', 'zh']) {
      for (const [view, text] of [
        ['home', '.home article'],
        ['look', '.look .blocks'],
        ['compare', '.compare .texts'],
      ]) {
        await site.press(`.masthead a[href="#/${view}"]`);
        await site.until((selector) => document.querySelector(selector)?.getBoundingClientRect().height > 100, text);
        const top = await site.run((selector) => document.querySelector(selector).getBoundingClientRect().top, text);
        assert.ok(top > 0 && top < 2 * 844, `${view} in ${language}: at ${top}`);
        await site.until(() => document.querySelector('.verdict'));
        const answer = await site.run(() => document.querySelector('.verdict').getBoundingClientRect().bottom);
        assert.ok(answer < 844, `${view} in ${language}: the answer ends at ${answer}`);
      }
      await site.press('#language');
    }
  },
);

testSite('of a book only the beginning is drawn', { names: ['Chromium'] }, async (site) => {
  const day = (_, i) =>
    `<p>On day ${i} the ferry took ${7 * i} people across the lake, and came back with ${i} letters.`;
  const book = `<title>The ferry</title>${Array.from({ length: 5000 }, day).join('\n')}`;
  await site.press('.masthead a[href="#/compare"]');
  await site.drop([{ name: 'ferry.html', type: 'text/html', bytes: [...Buffer.from(book)] }]);
  await site.until(() => [...document.querySelectorAll('.texts h2')].some((head) => head.textContent === 'The ferry'));
  assert.ok((await site.count('.texts .running > p')) < 2700);
  assert.equal(await site.count('.ribbon'), 0);
  assert.match(await site.text('main'), /The last 2\d\d,\d{3} letters are not shown\./);
});
