// The pages of the extension in Chromium, with the extension itself and articles on sites of this machine.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { assertAccessible } from './support/axe.mjs';
import { startChromium, until } from './support/chromium.mjs';
import { startSites, urlOf } from './support/sites.mjs';

const LANGUAGES = {
  en: {
    locale: 'en',
    first: 'en-barrage-original',
    copy: 'en-barrage-reprint',
    part: 'en-barrage-abridged',
    says: {
      new: 'New to you',
      same: 'You have read this before',
      partial: 'You have read some of this before',
      seen: 'You have read this page before',
    },
    mark: 'Show what differs',
    side: 'Side by side',
    forget: 'Forget this article',
    undo: 'Undo',
    original: 'looks like the original',
    not: /^Not a copy/,
    never: /^Never read/,
    sentence:
      /^Same article as “Carrow tidal barrage to restart after three-year repair” on .+, first seen by you on .+\.$/,
  },
  zh: {
    locale: 'zh_CN',
    first: 'zh-dam-original',
    copy: 'zh-dam-credited',
    part: 'zh-dam-abridged',
    says: { new: '这篇文章您没有读过', same: '您读过这篇文章', partial: '其中一部分您读过', seen: '您读过本页' },
    mark: '显示不同之处',
    side: '并排对照',
    forget: '忘记这篇文章',
    undo: '撤销',
    original: '看来是原文',
    not: /^不是转载/,
    never: /^不再读取/,
    sentence:
      /^与《石门沟老坝汛前拆除 青榆河六十年来首次全线贯通》（.+）是同一篇文章，您于\d{4}年\d+月\d+日首次读到。$/,
  },
};

const headline = (popup) => popup.locator('#headline').innerText();

async function assertUsable(page) {
  await assertAccessible(page, page.url());
  assert.equal(await page.evaluate(() => document.querySelectorAll('[data-say]:empty').length), 0);
}

/** Opens a page in a tab, and the popup in a separate tab beside it. */
async function openWithPopup(browser, name, use) {
  const page = await browser.newPage();
  await page.goto(urlOf(name));
  const popup = await browser.newPage();
  const faults = [];
  popup.on('pageerror', (error) => faults.push(error.message));
  popup.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await popup.setViewportSize({ width: 360, height: 600 });
  await popup.goto(`${browser.base}pages/popup.html?tab=${await browser.tabOf(page)}`);
  await popup.locator('body:not([data-status=reading]) #headline:not(:empty)').waitFor();
  try {
    await use(popup, page);
    assert.deepEqual(faults, []);
  } finally {
    await popup.close();
    await page.close();
  }
}

/** Each goes on where the one before it ended. */
const PARTS = {
  'an article that is new, and a copy of it': async ({ first, copy, part, says, words, withPopup }) => {
    await withPopup(first, async (popup) => {
      assert.equal(await headline(popup), says.new);
    });
    await withPopup(copy, async (popup) => {
      assert.equal(await headline(popup), says.same);
      assert.match(await popup.locator('#first').innerText(), words.sentence);
      assert.equal(await popup.locator('#timeline li').count(), 2);
      assert.match(await popup.locator('#timeline li').first().innerText(), new RegExp(words.original));
    });
    await withPopup(part, async (popup) => {
      assert.equal(await headline(popup), says.partial);
      assert.equal(await popup.locator('#timeline li').count(), 3);
    });
    await withPopup(first, async (popup) => {
      assert.equal(await headline(popup), says.same, 'its copies are known by now');
    });
  },

  'what differs is marked in the page, and gone through': async ({ copy, words, withPopup }) => {
    await withPopup(copy, async (popup, page) => {
      await popup.getByRole('button', { name: words.mark }).click();
      await page.waitForFunction(() => [...CSS.highlights.values()].some(({ size }) => size > 0));
    });
  },

  'two beside each other': async ({ browser, part, words, withPopup }) => {
    await withPopup(part, async (popup) => {
      const [difference] = await Promise.all([
        browser.context.waitForEvent('page'),
        popup.getByRole('link', { name: words.side }).first().click(),
      ]);
      await difference.locator('mark[id]').first().waitFor();
      assert.equal(await difference.locator('article').count(), 2);
      // Every sentence of both is there.
      const texts = await difference.locator('.text').allInnerTexts();
      assert.ok(texts.every((text) => text.length > 300));
      await assertUsable(difference);
      await difference.close();
    });
  },

  'forgotten and taken back, no copy and a copy again, never and again': async ({
    browser,
    copy,
    words,
    withPopup,
  }) => {
    await withPopup(copy, async (popup) => {
      const count = async () => (await browser.ask('usage')).articles;
      const undo = () => popup.getByRole('button', { name: words.undo }).click();
      const all = await count();
      await popup.getByRole('button', { name: words.forget }).click();
      await until(async () => (await count()) === all - 1, 'forgetting');
      await undo();
      await until(async () => (await count()) === all, 'the undoing of it');

      const copies = await popup.locator('#timeline li').count();
      await popup.getByRole('button', { name: words.not }).first().click();
      await until(async () => (await popup.locator('#timeline li').count()) < copies, 'no copy any more');
      await undo();
      await until(async () => (await popup.locator('#timeline li').count()) === copies, 'the copy again');

      await popup.getByRole('button', { name: words.never }).click();
      await popup.locator('body[data-status=never]').waitFor();
      await undo();
      await popup.locator('body:not([data-status=never])').waitFor();
      assert.deepEqual((await browser.ask('settings')).blocklist, []);
    });
  },

  'the history: found, with its copies, as a file and back': async ({ browser }) => {
    const history = await browser.openOwn('pages/history.html');
    await history.locator('#list > li').nth(2).waitFor();
    assert.equal(await history.locator('#list > li').count(), 3);
    await history.locator('summary').first().click();
    await history.locator('.copies li').first().waitFor();
    await history.locator('#which').selectOption('clusters');
    await history.locator('.cluster').waitFor();
    assert.equal(await history.locator('.cluster li').count(), 3);
    await assertUsable(history);

    const [download] = await Promise.all([history.waitForEvent('download'), history.locator('#export').click()]);
    const file = JSON.parse(await readFile(await download.path(), 'utf8'));
    assert.equal(file.articles.length, 3);
    await history.locator('#forgetAll').click();
    await history.locator('#confirm-yes').click();
    await until(async () => (await browser.ask('usage')).articles === 0, 'an empty history');
    await history
      .locator('#file')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
    await until(async () => (await browser.ask('usage')).articles === 3, 'what was imported');
    await history.locator('.cluster li').nth(2).waitFor();
    await history.close();
  },

  'the settings are kept': async ({ browser }) => {
    const options = await browser.openOwn('pages/options.html');
    await options.locator('#links').check();
    await until(async () => (await browser.ask('settings')).links, 'the setting');
    await options.reload();
    await options.locator('#links:checked').waitFor();
    await assertUsable(options);
    await browser.ask('changeSettings', { changes: { links: false } });
    await options.locator('#links:not(:checked)').waitFor();
    await options.close();
  },

  'the button itself opens it, and it reads the page': async ({ browser, part, says }) => {
    const page = await browser.context.newPage();
    await page.goto(urlOf(part));
    await page.bringToFront();
    await (await browser.worker()).evaluate(() => chrome.action.openPopup());
    const shown = await until(
      () =>
        browser.desk.evaluate(() => {
          const [view] = chrome.extension.getViews({ type: 'popup' });
          const { status } = view?.document.body?.dataset ?? {};
          return (
            status &&
            !['unread', 'reading'].includes(status) && {
              status,
              headline: view.document.getElementById('headline').textContent,
              fits: view.document.documentElement.scrollWidth <= view.innerWidth,
            }
          );
        }),
      'what the button opens',
    );
    assert.deepEqual(shown, { status: 'partial', headline: says.partial, fits: true });
    await page.close();
  },

  'an empty tab is reported as not of the web': async ({ browser }) => {
    const page = await browser.context.newPage();
    await page.bringToFront();
    await (await browser.worker()).evaluate(() => chrome.action.openPopup());
    const status = () =>
      until(
        () =>
          browser.desk.evaluate(() => {
            const { status } = chrome.extension.getViews({ type: 'popup' })[0]?.document.body?.dataset ?? {};
            return !['unread', 'reading'].includes(status) && status;
          }),
        'what the button opens',
      );
    assert.equal(await status(), 'never');
    await page.close();
  },

  'the privacy text is a page of the extension': async ({ browser }) => {
    const options = await browser.openOwn('pages/options.html');
    await options.locator('[name=when]:checked').waitFor();
    await options.locator('a[data-privacy]').click();
    await options.locator('main strong').first().waitFor();
    assert.match(await options.locator('main').innerText(), /Nothing ever leaves your browser|都不会离开您的浏览器/);
    await assertUsable(options);
    await options.close();
  },
};

const sites = await startSites();
after(() => sites.close());

for (const [language, { locale, first, copy, part, says, ...words }] of Object.entries(LANGUAGES)) {
  test(`in ${language}`, async (t) => {
    const browser = await startChromium(sites, { locale });
    t.after(() => browser.close());
    const withPopup = (name, use) => openWithPopup(browser, name, use);
    for (const [name, check] of Object.entries(PARTS)) {
      await t.test(name, () => check({ browser, first, copy, part, says, words, withPopup }));
    }
  });
}
