// The pages with the history and with two articles side by side, before a made-up background.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { faults } from '../../tests/axe.mjs';
import { entries, failing, open, full, openHistory, text } from './support/answers.mjs';
import { until } from './support/chromium.mjs';
import { difference, en, usage } from './support/states.mjs';

test('the history is searched, and grows on demand', async () => {
  const { page, sent } = await openHistory({
    search: ({ query, after }) =>
      query
        ? { entries: query === 'kettle' ? [en.kettle] : [], next: null }
        : after
          ? { entries: [en.kettle], next: null }
          : { entries: Array(50).fill({ ...en.wire, cluster: null }), next: 'more' },
  });
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('#list > li').nth(50).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Show more' }).isVisible(), false);
  const focused = await page.evaluate(() => document.activeElement.textContent);
  assert.equal(focused, en.kettle.title, 'the focus goes to what is new');
  await page.getByRole('searchbox').fill('kettle');
  await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 1);
  await page.getByRole('searchbox').fill('nowhere');
  await page.getByText('No article has all of these words.').waitFor();
  assert.deepEqual(sent('search').at(1), { query: '', after: 'more', limit: 50 });
});

test('articles stand below the days on which they were seen; and versions say what changed', async () => {
  const [kettle, wire] = [en.kettle, { ...en.wire, headlines: [`${en.wire.title}?`] }];
  const { page, sent } = await openHistory({
    search: { entries: [wire, { ...wire, id: 90, lastSeen: '2026-03-10T07:00:00Z' }, kettle], next: null },
    entry: (question) => ({ ...full.entry(question), entry: wire }),
  });
  await page.locator('.day').nth(1).waitFor();
  assert.deepEqual(await page.locator('.day').allInnerTexts(), ['March 10', 'February 20']);
  assert.match(await text(page, '#list > li:first-child > .entry:nth-of-type(1)'), /^8:12 AM/);
  await page.locator('[aria-expanded]').first().click();
  assert.doesNotMatch(await text(page, '.details:not([hidden]) > .facts'), /Its headline was/, 'its version says so');
  await page.getByText('2 paragraphs are missing.').first().waitFor();
  assert.match(
    await text(page, '.versions li:first-child'),
    /^Seen from March 11, 2026 at 9:00 AM to .* Its headline was “.*\?”\. Side by side Compared with the earlier/,
  );
  assert.deepEqual(
    sent('difference'),
    [2, 1].map((version) => ({ id: en.wire.id, version })),
  );
  assert.deepEqual(await faults(page), [], 'the history by days');
});

test('the history shows where a text matches the search, as text', async () => {
  const entry = { ...en.kettle, passage: ['…it <b>whistles</b> ', 'all', ' morning…'] };
  const { page } = await openHistory({ search: ({ query }) => ({ entries: query ? [entry] : [], next: null }) });
  await page.getByRole('searchbox').fill('all');
  await page.locator('.passage').waitFor();
  assert.equal(await text(page, '.passage'), '…it <b>whistles</b> all morning…');
  assert.equal(await text(page, '.passage mark'), 'all');
  assert.doesNotMatch(await text(page, '#list'), /null|undefined/);
  assert.deepEqual(await faults(page), [], 'a passage');
});

test('a long search goes on until it has found enough, and not after another was begun', async () => {
  const { page, sent } = await openHistory({
    search: ({ query, after }) =>
      query
        ? { entries: after === '3' ? [en.kettle] : [], next: after === '3' ? null : String(Number(after ?? 0) + 1) }
        : { entries, next: null },
  });
  await page.locator('.entry').nth(3).waitFor();
  await page.getByRole('searchbox').fill('kettle');
  await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 1);
  const [, ...searches] = sent('search').map(({ after }) => after);
  assert.deepEqual(searches, [null, '1', '2', '3']);
  assert.equal(await page.locator('#empty').isVisible(), false);
});

test('an answer that comes late does not take the place of a newer one', async () => {
  let release;
  const { page } = await openHistory({
    search: async ({ query }) => {
      if (query === 'k') await new Promise((resolve) => (release = resolve));
      return { entries: { k: [en.wire], ke: [en.kettle] }[query] ?? [], next: null };
    },
  });
  await page.getByRole('searchbox').press('k');
  await until(() => release, 'the first search');
  await page.getByRole('searchbox').press('e');
  await page.getByText(en.kettle.title).waitFor();
  release();
  // A later answer is in the page after the late one.
  await page.getByRole('searchbox').press('x');
  await page.getByText('No article has all of these words.').waitFor();
  await page.getByRole('searchbox').press('Backspace');
  await page.getByText(en.kettle.title).waitFor();
  assert.deepEqual(await page.locator('.title > [dir]').allInnerTexts(), [en.kettle.title]);
});

test('the history shows copies, joined under one, and forgets an article or a site', async () => {
  let kept = [...entries];
  const forgotten = { title: 'x' };
  const { page, sent } = await openHistory({
    search: () => ({ entries: kept, next: null }),
    notACopy: null,
    forget: ({ id }) => {
      kept = kept.filter((entry) => entry.id !== id);
      return forgotten;
    },
    restore: () => (kept = [...entries])[0],
    forgetSite: 2,
  });
  await page.locator('#list > li').nth(1).waitFor();
  assert.deepEqual(
    await page.locator('#list > li').evaluateAll((all) => all.map((one) => one.querySelectorAll('.entry').length)),
    [3, 1],
  );
  const details = (title) => page.getByRole('button', { name: `Copies and more: ${title}` }).click();
  await details(en.grid.title);
  await page.getByText('Longer copy').first().waitFor();
  const href = await page.getByRole('link', { name: 'Side by side' }).first().getAttribute('href');
  assert.equal(href, `difference.html?id=${en.grid.id}&other=${en.wire.id}`);
  await page.getByRole('button', { name: /^It is a copy/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('.copies').length === 2);
  assert.deepEqual(sent('notACopy'), [{ id: en.grid.id, other: en.kettle.id, not: false }]);

  await details(en.courier.title);
  await page.getByRole('button', { name: `Forget “${en.courier.title}”` }).click();
  await page.waitForFunction(() => document.querySelectorAll('.entry').length === 3);
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^Copies and more/, 'the focus stays near');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.entry').length === 4);

  await details(en.wire.title);
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Forget all of meridianwire.example' }).click();
  await page.getByText('2 articles of meridianwire.example are forgotten.').waitFor();
});

test('everything is forgotten once that is confirmed', async () => {
  let articles = 4;
  const { page, sent } = await open('options.html', {
    answers: { usage: () => ({ ...usage, articles }), forgetAll: () => (articles = 0) && null },
  });
  /** The question, once it has been answered. @param {'accept' | 'dismiss'} answer */
  const asked = async (answer) => {
    const question = page.waitForEvent('dialog').then((dialog) => dialog[answer]().then(() => dialog.message()));
    await page.getByRole('button', { name: 'Forget everything' }).click();
    return question;
  };
  await asked('dismiss');
  assert.equal(sent('forgetAll').length, 0, 'no is no');
  assert.match(await asked('accept'), /^Forget all 4 articles\?/);
  await page.getByText('Everything is forgotten.').waitFor();
});

test('the history is exported to a file and imported from it, and another file is refused', async () => {
  const article = { url: en.wire.url, fingerprint: 'f', firstSeen: en.wire.firstSeen };
  const { page, sent } = await open('options.html', {
    answers: {
      export: ({ after }) =>
        after ? { articles: [{ ...article, url: en.grid.url }], next: null } : { articles: [article], next: 'on' },
      import: { added: 1, known: 0, refused: 1 },
    },
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to a file' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^offprint-\d{4}-\d\d-\d\d\.json$/);
  const file = await readFile(await download.path(), 'utf8');
  assert.equal(JSON.parse(file).articles.length, 2);
  const give = (name, buffer) =>
    page.locator('#file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(buffer) });
  await give('history.json', file);
  await page.getByText('Imported. New: 1. Known before: 0. Damaged and left out: 1.').waitFor();
  assert.equal(sent('import')[0].articles.length, 2);
  await give('holiday.json', '{"photos": []}');
  await page.getByText('This is not a file that Offprint exported.').waitFor();
});

test('an import shows how far it is', async () => {
  let release;
  const waits = new Promise((resolve) => (release = resolve));
  let pieces = 0;
  const { page } = await open('options.html', {
    answers: {
      import: async ({ articles }) => {
        if (++pieces === 2) await waits;
        return { added: articles.length, known: 0, refused: 0 };
      },
    },
  });
  const file = { format: 'offprint-history', version: 1, articles: Array(80).fill({}) };
  const buffer = Buffer.from(JSON.stringify(file));
  await page.locator('#file').setInputFiles({ name: 'h.json', mimeType: 'application/json', buffer });
  await page.locator('#progress').getByText('20 of 80').waitFor();
  release();
  await page.getByText('Imported. New: 80.').waitFor();
  assert.equal(await page.locator('#progress').isVisible(), false);
});

test('the space used is shown, and can be limited', async () => {
  const { page, sent } = await open('options.html');
  await page.locator('#usage dd').first().waitFor();
  assert.match(await text(page, '#usage'), /1,284 .*9\.4 MB of 2 GB .*1,203 \(5\.1 MB of 200 MB\)/);
  await page.locator('#retention').selectOption('365');
  await page.getByText('Saved.').waitFor();
  await page.getByLabel('Text limit').fill('50');
  await page.keyboard.press('Tab');
  await page.getByLabel('Keep texts').uncheck();
  await page.waitForFunction(() => document.getElementById('textLimit').disabled);
  const changed = sent('changeSettings').map(({ changes }) => changes);
  assert.deepEqual(changed, [{ retention: 365 }, { textLimit: 50 }, { keepText: false }]);
});

test('an article is shown beside its earlier version', async () => {
  const { page, sent, logged } = await open(`difference.html?id=${en.wire.id}&version=1`, { answers: full });
  await page.locator('mark[id]').first().waitFor();
  assert.deepEqual(sent('difference'), [{ id: en.wire.id, version: 1 }]);
  assert.match(await text(page, '#amounts'), /^Compared with the earlier version:/);
  assert.match(await text(page, 'article:first-child .facts'), /Now, since/);
  assert.match(await text(page, 'article:last-child .facts'), /Seen on March 10, 2026/);
  assert.deepEqual(await faults(page), [], 'an article beside what it was');
  assert.deepEqual(logged, []);
});

test('two articles are shown side by side, and keys lead through what differs', async () => {
  const address = `difference.html?id=${en.courier.id}&other=${en.wire.id}`;
  const { page, sent, logged } = await open(address, { answers: full });
  await page.locator('mark[id]').first().waitFor();
  assert.deepEqual(sent('difference'), [{ id: en.courier.id, other: en.wire.id }]);
  assert.deepEqual(await page.locator('article').first().locator('mark').allInnerTexts(), [
    'Islanders to get their tide back',
    'The barrage restarts in May.',
    'Ten casings were recast in steel.',
    'Fishermen are content.',
    'The reporter lives on the main island.',
  ]);
  const second = await text(page, 'article:last-child .text p:nth-child(2)');
  assert.equal(second, 'Ten casings were recast in a nickel alloy. They took a year.');
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('n');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Ten casings were recast in steel.');
  assert.equal(await text(page, '.counterpart'), 'Ten casings were recast in a nickel alloy.');
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('p');
  assert.equal(await text(page, '#at'), '8 of 8', 'it goes round');
  assert.deepEqual(logged, []);
});

test('of two long texts the first screen shows what differs, and the rest on demand', async () => {
  const same = Array.from({ length: 30 }, (_, i) => `This is paragraph ${i}, and it is the same in both.`);
  const texts = ['It ends in May.', 'It ends in June.'].map((last) => [...same, last].join('\n'));
  const sentences = texts.map((text) =>
    text.split('\n').map((line, i) => {
      const start = text.indexOf(line);
      return { start, end: start + line.length, kind: i < 30 ? 'same' : 'changed', other: i, moved: false };
    }),
  );
  const address = `difference.html?id=${en.wire.id}&other=${en.wire.id}`;
  const { page } = await open(address, { answers: { ...full, difference: { ...difference, texts, sentences } } });
  const marks = page.locator('mark[id]');
  await marks.first().waitFor();
  assert.deepEqual([await marks.count(), await page.locator('details').count()], [2, 2], 'no headline differs');
  const { y } = await marks.last().boundingBox();
  assert.ok(y < 700, `${y} px`);
  await page.getByText('30 paragraphs are the same.').first().click();
  await page.getByText('This is paragraph 29').first().waitFor();
  assert.deepEqual(await faults(page), []);
});

test('a text that is not kept cannot be shown beside another', async () => {
  const answers = { ...full, difference: failing('no_text') };
  const { page } = await open('difference.html?id=1&other=2', { answers });
  await page.getByText('The text of one of the two is not kept').waitFor();
  assert.equal(await page.locator('#compared').isVisible(), false);
});
