// The settings and the page after the installation, before a made-up background.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './support/answers.mjs';
import { click, fill, press, saying, seen, sees, text } from './support/person.mjs';
import { settings } from './support/states.mjs';

test('the first page shows a front page, and begins on the sites that a person chooses', async () => {
  const { page, sent, requests } = await open('welcome.html');
  await sees(page, 'Read yesterday');
  await fill(page, 'input[type=text]', 'https://www.news.example/today');
  await press(page, 'Start on this site', 'news.example is read automatically from now on.');
  assert.deepEqual(sent('changeSettings'), [{ changes: { when: 'chosen', sites: ['news.example'] } }]);
  assert.deepEqual(await requests(), [{ origins: ['http://*.news.example/*', 'https://*.news.example/*'] }]);
  await sees(page, 'On: news.example');
  await press(page, 'Automatically on all sites', 'Pages are read automatically from now on.');

  const refused = await open('welcome.html', { grants: false });
  await press(refused.page, 'Automatically on all sites');
  await seen(refused.page, '#notice.bad');
  assert.deepEqual(refused.sent('changeSettings'), []);
});

test('a box is beside the first line of its label', async () => {
  const { page } = await open('options.html', { locale: 'zh_CN' });
  await seen(page, '.choice');
  const apart = await page.$$eval('.choice input', (boxes) =>
    boxes.map((box) => {
      const range = document.createRange();
      range.selectNodeContents(box.nextElementSibling);
      const [line, own] = [range.getClientRects()[0], box.getBoundingClientRect()];
      return Math.abs(line.top + line.bottom - own.top - own.bottom) / 2;
    }),
  );
  assert.ok(Math.max(...apart) < 2, `${apart} px`);
});

test('settings ask the browser first, and give back what is needed no longer', async () => {
  const { page, sent, requests, removed } = await open('options.html');
  await click(page, saying('Automatically on all sites'), 'Saved.');
  assert.deepEqual(await requests(), [{ origins: ['http://*/*', 'https://*/*'] }]);
  await click(page, saying('Only when I click the button'));
  await page.waitForFunction(() => window.fakeRemoved.length === 1);
  assert.deepEqual(await removed(), [{ origins: ['http://*/*', 'https://*/*'] }]);
  const times = sent('changeSettings').map(({ changes }) => changes.when);
  assert.deepEqual(times, ['everywhere', 'clicked']);
});

test('what the browser does not grant is not set', async () => {
  const { page, sent } = await open('options.html', { grants: false });
  await click(page, saying('Automatically on all sites'), 'The browser has not been allowed to do this');
  await page.waitForFunction(() => document.querySelector('[value=clicked]').checked);
  assert.equal(sent('changeSettings').length, 0);
});

test('sites are added and removed, and shown in their own letters', async () => {
  const { page, sent, requests } = await open('options.html');
  await click(page, saying('Automatically on news sites that I read'));
  const enter = async (site) => {
    await fill(page, '#sites input', site);
    await page.keyboard.press('Enter');
  };
  await enter('https://www.news.example/today?x=1');
  assert.equal(await text(page, '#sites li span'), 'news.example');
  assert.deepEqual(await requests(), [{ origins: ['http://*.news.example/*', 'https://*.news.example/*'] }]);
  const focused = await page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
  assert.equal(focused, 'INPUT', 'the next can be typed at once');
  await enter('no site at all');
  await sees(page, '“no site at all” is not a site.');
  await press(page, 'Remove news.example');
  await seen(page, '#sites ::-p-text(None yet.)');

  await enter('新闻.中国');
  assert.equal(await text(page, '#sites li span'), '新闻.中国');
  assert.deepEqual(sent('changeSettings').at(-1), { changes: { sites: ['xn--efvy88h.xn--fiqs8s'] } });
});

test('sites that are read anyway are listed, and can be removed', async () => {
  const answers = { settings: { ...settings, override: ['news.example'] } };
  const { page, sent } = await open('options.html', { answers });
  assert.equal(await text(page, '#override li span'), 'news.example');
  await press(page, 'Remove news.example', 'Saved.');
  assert.deepEqual(sent('changeSettings'), [{ changes: { override: [] } }]);
});
