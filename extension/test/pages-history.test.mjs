// The pages with the history and with two articles side by side, before a made-up background.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { faults } from '../../tests/axe.mjs';
import { folder } from '../../tests/folder.mjs';
import { entries, failing, open, full, openHistory } from './support/answers.mjs';
import { until } from './support/chromium.mjs';
import { click, fill, isSeen, named, press, saying, seen, sees, text, texts } from './support/person.mjs';
import { difference, en, usage } from './support/states.mjs';

/** Gives the settings a file to import. */
const give = (page, text) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'history.json', { type: 'application/json' }));
    const input = Object.assign(document.getElementById('file'), { files: data.files });
    input.dispatchEvent(new Event('change'));
  }, text);

test('the history is searched, and grows on demand', async () => {
  const { page, sent } = await openHistory({
    search: ({ query, after }) =>
      query
        ? { entries: query === 'kettle' ? [en.kettle] : [], next: null }
        : after
          ? { entries: [en.kettle], next: null }
          : { entries: Array(50).fill({ ...en.wire, cluster: null }), next: 'more' },
  });
  await press(page, 'Show more');
  await seen(page, '#list > li:nth-child(51)');
  assert.equal(await page.$(named('Show more')), null);
  const focused = await page.evaluate(() => document.activeElement.textContent);
  assert.equal(focused, en.kettle.title, 'the focus goes to what is new');
  await fill(page, '#query', 'kettle');
  await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 1);
  await fill(page, '#query', 'nowhere');
  await sees(page, 'No article has all of these words.');
  assert.deepEqual(sent('search').at(1), { query: '', after: 'more', limit: 50 });
});

test('articles stand below the days on which they were seen; and versions say what changed', async () => {
  const [kettle, wire] = [en.kettle, { ...en.wire, headlines: [`${en.wire.title}?`] }];
  const { page, sent } = await openHistory({
    search: { entries: [wire, { ...wire, id: 90, lastSeen: '2026-03-10T07:00:00Z' }, kettle], next: null },
    entry: (question) => ({ ...full.entry(question), entry: wire }),
  });
  await page.waitForFunction(() => document.querySelectorAll('.day').length > 1);
  assert.deepEqual(await texts(page, '.day'), ['March 10', 'February 20']);
  assert.match(await text(page, '#list > li:first-child > .entry:nth-of-type(1)'), /^8:12 AM/);
  await click(page, '[aria-expanded]');
  assert.doesNotMatch(await text(page, '.details:not([hidden]) > .facts'), /Its headline was/, 'its version says so');
  await sees(page, '2 paragraphs are missing.');
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
  await fill(page, '#query', 'all');
  await seen(page, '.passage');
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
  await page.waitForFunction(() => document.querySelectorAll('.entry').length > 3);
  await fill(page, '#query', 'kettle');
  await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 1);
  const [, ...searches] = sent('search').map(({ after }) => after);
  assert.deepEqual(searches, [null, '1', '2', '3']);
  assert.equal(await isSeen(page, '#empty'), false);
});

test('an answer that comes late does not take the place of a newer one', async () => {
  let release;
  const { page } = await openHistory({
    search: async ({ query }) => {
      if (query === 'k') await new Promise((resolve) => (release = resolve));
      return { entries: { k: [en.wire], ke: [en.kettle] }[query] ?? [], next: null };
    },
  });
  await page.type('#query', 'k');
  await until(() => release, 'the first search');
  await page.type('#query', 'e');
  await sees(page, en.kettle.title);
  release();
  // A later answer is in the page after the late one.
  await page.type('#query', 'x');
  await sees(page, 'No article has all of these words.');
  await page.keyboard.press('Backspace');
  await sees(page, en.kettle.title);
  assert.deepEqual(await texts(page, '.title > [dir]'), [en.kettle.title]);
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
  await page.waitForFunction(() => document.querySelectorAll('#list > li').length > 1);
  assert.deepEqual(
    await page.$$eval('#list > li', (all) => all.map((one) => one.querySelectorAll('.entry').length)),
    [3, 1],
  );
  const details = (title, text) => press(page, `Copies and more: ${title}`, text);
  await details(en.grid.title, 'Longer copy');
  const href = await page.$eval(named('Side by side', 'link'), (link) => link.getAttribute('href'));
  assert.equal(href, `difference.html?id=${en.grid.id}&other=${en.wire.id}`);
  await click(page, 'button::-p-text(It is a copy)');
  await page.waitForFunction(() => document.querySelectorAll('.copies').length === 2);
  assert.deepEqual(sent('notACopy'), [{ id: en.grid.id, other: en.kettle.id, not: false }]);

  await details(en.courier.title);
  await press(page, `Forget “${en.courier.title}”`);
  await page.waitForFunction(() => document.querySelectorAll('.entry').length === 3);
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^Copies and more/, 'the focus stays near');
  await press(page, 'Undo');
  await page.waitForFunction(() => document.querySelectorAll('.entry').length === 4);

  await details(en.wire.title);
  page.once('dialog', (dialog) => dialog.accept());
  await press(page, 'Forget all of meridianwire.example', '2 articles of meridianwire.example are forgotten.');
});

test('everything is forgotten once that is confirmed', async () => {
  let articles = 4;
  const { page, sent } = await open('options.html', {
    answers: { usage: () => ({ ...usage, articles }), forgetAll: () => (articles = 0) && null },
  });
  /** The question, once it has been answered. @param {'accept' | 'dismiss'} answer */
  const asked = async (answer) => {
    const question = new Promise((resolve) => page.once('dialog', resolve));
    const pressed = press(page, 'Forget everything');
    const dialog = await question;
    await Promise.all([dialog[answer](), pressed]);
    return dialog.message();
  };
  await asked('dismiss');
  assert.equal(sent('forgetAll').length, 0, 'no is no');
  assert.match(await asked('accept'), /^Forget all 4 articles\?/);
  await sees(page, 'Everything is forgotten.');
});

test('the history is exported to a file and imported from it, and another file is refused', async (t) => {
  const article = { url: en.wire.url, fingerprint: 'f', firstSeen: en.wire.firstSeen };
  const { page, sent } = await open('options.html', {
    answers: {
      export: ({ after }) =>
        after ? { articles: [{ ...article, url: en.grid.url }], next: null } : { articles: [article], next: 'on' },
      import: { added: 1, known: 0, refused: 1 },
    },
  });
  const downloadPath = await folder(t);
  const session = await page.createCDPSession();
  const { id: browserContextId } = page.browserContext();
  const how = { behavior: 'allow', downloadPath, eventsEnabled: true, browserContextId };
  await session.send('Browser.setDownloadBehavior', how);
  const begun = new Promise((resolve) => session.once('Browser.downloadWillBegin', resolve));
  const ended = new Promise((resolve) =>
    session.on('Browser.downloadProgress', ({ state }) => state !== 'inProgress' && resolve(state)),
  );
  await press(page, 'Export to a file');
  const { suggestedFilename } = await begun;
  assert.match(suggestedFilename, /^offprint-\d{4}-\d\d-\d\d\.json$/);
  assert.equal(await ended, 'completed');
  const file = await readFile(join(downloadPath, suggestedFilename), 'utf8');
  assert.equal(JSON.parse(file).articles.length, 2);
  await give(page, file);
  await sees(page, 'Imported. New: 1. Known before: 0. Damaged and left out: 1.');
  assert.equal(sent('import')[0].articles.length, 2);
  await give(page, '{"photos": []}');
  await sees(page, 'This is not a file that Offprint exported.');
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
  await give(page, JSON.stringify(file));
  await seen(page, '#progress::-p-text(20 of 80)');
  release();
  await sees(page, 'Imported. New: 80.');
  assert.equal(await isSeen(page, '#progress'), false);
});

test('the space used is shown, and can be limited', async () => {
  const { page, sent } = await open('options.html');
  await seen(page, '#usage dd');
  assert.match(await text(page, '#usage'), /1,284 .*9\.4 MB of 2 GB .*1,203 \(5\.1 MB of 200 MB\)/);
  await page.select('#retention', '365');
  await sees(page, 'Saved.');
  await fill(page, named('Text limit, in megabytes', 'spinbutton'), '50');
  await page.keyboard.press('Tab');
  await click(page, saying('Keep texts'));
  await page.waitForFunction(() => document.getElementById('textLimit').disabled);
  const changed = sent('changeSettings').map(({ changes }) => changes);
  assert.deepEqual(changed, [{ retention: 365 }, { textLimit: 50 }, { keepText: false }]);
});

test('an article is shown next to its earlier version', async () => {
  const { page, sent, logged } = await open(`difference.html?id=${en.wire.id}&version=1`, { answers: full });
  await seen(page, 'mark[id]');
  assert.deepEqual(sent('difference'), [{ id: en.wire.id, version: 1 }]);
  assert.match(await text(page, '#amounts'), /^Compared with the earlier version:/);
  assert.match(await text(page, 'article:first-child .facts'), /Now, since/);
  assert.match(await text(page, 'article:last-child .facts'), /Seen on March 10, 2026/);
  assert.deepEqual(await faults(page), [], 'an article next to what it was');
  assert.deepEqual(logged, []);
});

test('two articles are shown side by side, and keys lead through what differs', async () => {
  const address = `difference.html?id=${en.courier.id}&other=${en.wire.id}`;
  const { page, sent, logged } = await open(address, { answers: full });
  await seen(page, 'mark[id]');
  assert.deepEqual(sent('difference'), [{ id: en.courier.id, other: en.wire.id }]);
  assert.deepEqual(await texts(page, 'article:first-child mark'), [
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
  await seen(page, 'mark[id]');
  const [marks, details] = await Promise.all(['mark[id]', 'details'].map((selector) => page.$$(selector)));
  assert.deepEqual([marks.length, details.length], [2, 2], 'no headline differs');
  const { y } = await marks.at(-1).boundingBox();
  assert.ok(y < 700, `${y} px`);
  await click(page, saying('30 paragraphs are the same.'), 'This is paragraph 29');
  assert.deepEqual(await faults(page), []);
});

test('a text that is not kept cannot be shown next to another', async () => {
  const answers = { ...full, difference: failing('no_text') };
  const { page } = await open('difference.html?id=1&other=2', { answers });
  await sees(page, 'The text of one of the two is not kept');
  assert.equal(await isSeen(page, '#compared'), false);
});
