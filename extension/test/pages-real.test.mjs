// The pages of the extension in Chinese, in Chromium, with the extension itself and articles on sites of this machine.
// In English, chromium.test.mjs and pages-firefox.test.mjs open them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from '../../tests/axe.mjs';
import { startChromium, until } from './support/chromium.mjs';
import { click, seen, text } from './support/person.mjs';
import { urlOf } from './support/sites.mjs';
import { started } from './support/started.mjs';

const { browser } = await started(startChromium, {}, { locale: 'zh_CN' });

/** Opens a page in a tab; returns what the popup, in another tab, says about it. */
async function popupOver(name) {
  const page = await browser.newPage();
  await page.goto(urlOf(name));
  const popup = await browser.openOwn(`pages/popup.html?tab=${await browser.tabOf(page)}`);
  await seen(popup, 'body:not([data-status=reading]) #headline:not(:empty)');
  const headline = await text(popup, '#headline');
  const timeline = await popup.$$eval('#timeline li', (items) => items.map(({ textContent }) => textContent));
  await Promise.all([popup.close(), page.close()]);
  return { headline, timeline };
}

async function assertUsable(page) {
  assert.deepEqual(await faults(page), [], page.url());
  assert.equal(await page.evaluate(() => document.querySelectorAll('[data-say]:empty').length), 0);
}

// Each goes on where the one before it ended.

test('an article is new, its copies are found, and by then it is one of them', async () => {
  const sentence = /^你在.+读过本文（今天 \d+:\d+）$/;
  assert.equal((await popupOver('zh-dam-original')).headline, '这篇文章你没有读过');
  const copy = await popupOver('zh-dam-credited');
  assert.match(copy.headline, sentence);
  assert.equal(copy.timeline.length, 2);
  assert.match(copy.timeline[0], /看来是原文/);
  const part = await popupOver('zh-dam-abridged');
  assert.match(part.headline, /^你在.+读过更长的一篇（今天 \d+:\d+），本文是其中一部分$/);
  assert.equal(part.timeline.length, 3);
  assert.equal((await popupOver('zh-dam-original')).headline, '你读过本页');
});

test('the settings are kept, and follow what is changed elsewhere', async () => {
  const options = await browser.openOwn('pages/options.html');
  await options.locator('#links').fill(true);
  await until(async () => (await browser.ask('settings')).links, 'the setting');
  await options.reload();
  await seen(options, '#links:checked');
  await assertUsable(options);
  await browser.ask('changeSettings', { changes: { links: false } });
  await seen(options, '#links:not(:checked)');
  await options.close();
});

test('the privacy text is a page of the extension', async () => {
  const options = await browser.openOwn('pages/options.html');
  await seen(options, '[name=when]:checked');
  await click(options, 'a[data-privacy]');
  await seen(options, 'main strong');
  assert.match(await text(options, 'main'), /都不会离开你的浏览器/);
  await assertUsable(options);
  await options.close();
});
