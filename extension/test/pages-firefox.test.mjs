// The pages of the extension in Firefox, with the extension itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from '../../tests/axe.mjs';
import { until } from './support/chromium.mjs';
import { startFirefox } from './support/firefox.mjs';
import { text } from './support/person.mjs';
import { urlOf } from './support/sites.mjs';
import { started } from './support/started.mjs';

const { browser: firefox } = await started(startFirefox);

/** The popup in a separate tab, once it has read the page. */
async function popupOf(page) {
  const popup = await firefox.openOwn(`pages/popup.html?tab=${await firefox.tabOf(page)}`);
  await popup.waitForFunction(() => !['unread', 'reading', undefined].includes(document.body.dataset.status));
  return popup;
}

test('the popup reports a new article and a copy of it, and marks what differs', async () => {
  const page = await firefox.newPage();
  await page.goto(urlOf('zh-dam-original'));
  const first = await popupOf(page);
  assert.equal(await text(first, '#headline'), 'New to you');
  await first.close();

  await page.goto(urlOf('zh-dam-credited'));
  const popup = await popupOf(page);
  assert.match(await text(popup, '#headline'), /^You read this on .* \(today, /);
  assert.deepEqual(await faults(popup), [], 'the popup');
  await popup.click('[data-act=mark]');
  await page.waitForFunction(() => [...CSS.highlights.values()].some(({ size }) => size > 0));
  await popup.close();
  await page.close();
});

test('the history, two articles side by side and the settings are accessible', async () => {
  const history = await firefox.openOwn('pages/history.html');
  await history.waitForFunction(() => document.querySelectorAll('.entry').length === 2);
  await history.click('[aria-expanded]');
  await history.waitForSelector('.copies a[href^=difference]');
  assert.deepEqual(await faults(history), [], 'the history');
  const difference = await firefox.openOwn(
    `pages/${await history.$eval('.copies a[href^=difference]', (link) => link.getAttribute('href'))}`,
  );
  await difference.waitForSelector('mark[id]');
  assert.deepEqual(await faults(difference), [], 'two next to each other');
  await difference.close();
  await history.close();

  const options = await firefox.openOwn('pages/options.html');
  await options.waitForSelector('[name=when]:checked');
  await options.click('#links');
  await until(async () => !(await firefox.ask('settings')).links, 'the setting');
  assert.deepEqual(await faults(options), [], 'the settings');
  await options.close();
});
