// The settings and the page after the installation, before a made-up background.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, press } from './support/answers.mjs';
import { settings } from './support/states.mjs';

test('the first page shows a front page, and begins on the sites that a person chooses', async () => {
  const { page, sent, requests } = await open('welcome.html');
  await page.getByText('Read yesterday').waitFor();
  await page.getByRole('textbox').fill('https://www.news.example/today');
  await press(page, 'Start on this site', 'news.example is read automatically from now on.');
  assert.deepEqual(sent('changeSettings'), [{ changes: { when: 'chosen', sites: ['news.example'] } }]);
  assert.deepEqual(await requests(), [{ origins: ['http://*.news.example/*', 'https://*.news.example/*'] }]);
  await page.getByText('On: news.example').waitFor();
  await press(page, 'Automatically on all sites', 'Pages are read automatically from now on.');

  const refused = await open('welcome.html', { grants: false });
  await refused.page.getByRole('button', { name: 'Automatically on all sites' }).click();
  await refused.page.locator('#notice.bad').waitFor();
  assert.deepEqual(refused.sent('changeSettings'), []);
});

test('settings ask the browser first, and give back what is needed no longer', async () => {
  const { page, sent, requests, removed } = await open('options.html');
  await page.getByLabel('Automatically on all sites').check();
  await page.getByText('Saved.').waitFor();
  assert.deepEqual(await requests(), [{ origins: ['http://*/*', 'https://*/*'] }]);
  await page.getByLabel('Only when I click the button').check();
  await page.waitForFunction(() => window.fakeRemoved.length === 1);
  assert.deepEqual(await removed(), [{ origins: ['http://*/*', 'https://*/*'] }]);
  const times = sent('changeSettings').map(({ changes }) => changes.when);
  assert.deepEqual(times, ['everywhere', 'clicked']);
});

test('what the browser does not grant is not set', async () => {
  const { page, sent } = await open('options.html', { grants: false });
  // As it does not stay checked, `check` would fail.
  await page.getByLabel('Automatically on all sites').click();
  await page.getByText('The browser has not been allowed to do this').waitFor();
  await page.waitForFunction(() => document.querySelector('[value=clicked]').checked);
  assert.equal(sent('changeSettings').length, 0);
});

test('sites are added and removed, and shown in their own letters', async () => {
  const { page, sent, requests } = await open('options.html');
  await page.getByLabel('Automatically on news sites that I read').check();
  const sites = page.locator('#sites');
  await sites.getByRole('textbox').fill('https://www.news.example/today?x=1');
  await page.keyboard.press('Enter');
  await sites.getByText('news.example', { exact: true }).waitFor();
  assert.deepEqual(await requests(), [{ origins: ['http://*.news.example/*', 'https://*.news.example/*'] }]);
  const focused = await page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
  assert.equal(focused, 'INPUT', 'the next can be typed at once');
  await sites.getByRole('textbox').fill('no site at all');
  await page.keyboard.press('Enter');
  await page.getByText('“no site at all” is not a site.').waitFor();
  await press(sites, 'Remove news.example', 'None yet.');

  await sites.getByRole('textbox').fill('新闻.中国');
  await page.keyboard.press('Enter');
  await sites.getByText('新闻.中国', { exact: true }).waitFor();
  assert.deepEqual(sent('changeSettings').at(-1), { changes: { sites: ['xn--efvy88h.xn--fiqs8s'] } });
});

test('sites that are read anyway are listed, and can be removed', async () => {
  const answers = { settings: { ...settings, override: ['news.example'] } };
  const { page, sent } = await open('options.html', { answers });
  await page.locator('#override').getByText('news.example', { exact: true }).waitFor();
  await page.locator('#override').getByRole('button', { name: 'Remove news.example' }).click();
  await page.getByText('Saved.').waitFor();
  assert.deepEqual(sent('changeSettings'), [{ changes: { override: [] } }]);
});
