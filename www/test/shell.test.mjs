// The shell of the site: stored choices, messages without WebAssembly, offline use, keyboard, reduced motion.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { site as siteFiles } from '../build.mjs';
import { keepAll, openPage, start, testSite } from './browsers.mjs';
import { close, serve } from './server.mjs';

const VIEWS = ['home', 'look', 'compare', 'folder'];

testSite('language and colours are kept, and the address names the view', async (site) => {
  const { address } = site;
  await site.press('#language');
  await site.run(() => document.getElementById('theme').click());
  await site.visit(`${address}?again#/folder`);
  const { lang, theme, title } = await site.run(() => ({
    lang: document.documentElement.lang,
    theme: document.documentElement.dataset.theme,
    title: document.title,
  }));
  assert.deepEqual([lang, theme, title], ['zh-Hans', 'light', '整理一批网页 · Offprint']);
  await site.visit(`${address}?once#/no-view?page=1`);
  assert.equal(await site.run(() => document.querySelector('main').dataset.shown), 'home');
});

testSite('readers of Traditional Chinese have it, by the switch or their browser', { loud: true }, async (site) => {
  await site.press('#language');
  await site.press('#script');
  assert.equal(await site.run(() => document.documentElement.lang), 'zh-Hant');
  assert.equal(await site.text('h1'), '這兩頁是同一篇文章嗎？');
  await site.visit(`${site.address}?again#/compare`);
  assert.equal(await site.text('nav [href="#/folder"]'), '整理一批');
  assert.match(await site.text('.legend'), /有改動，不同的字詞已標出/);
  await site.visit(`${site.address}docs/index.zh.html`);
  assert.equal(await site.text('main h1'), '文件');
  await site.visit(`${site.address}docs/overview.zh.html`);
  assert.match(await site.text('article p + p'), /^Offprint 告訴爬蟲、存檔機構、網站和讀者/);
  await site.run(() => localStorage.clear());
  await site.page.evaluateOnNewDocument(() =>
    Object.defineProperty(navigator, 'languages', { get: () => ['zh-TW', 'en'] }),
  );
  await site.visit(`${site.address}?new#/home`);
  assert.equal(await site.text('h1'), '這兩頁是同一篇文章嗎？');
});

testSite('a policy that blocks WebAssembly is reported', { policy: "default-src 'self'", loud: true }, async (site) => {
  await site.visit(`${site.address}#/look`);
  await site.until(() => document.querySelector('[role=alert]'));
  assert.match(await site.text('.problem'), /WebAssembly is blocked.*wasm-unsafe-eval/);
  await site.press('#language');
  assert.match(await site.text('.problem'), /WebAssembly 被禁用/);
});

testSite('a visit fetches what it shows, and the rest when asked', { view: null }, async (site) => {
  const { server, address } = site;
  const asked = [];
  server.on('request', ({ url }) => asked.push(url));
  await site.visit(address);
  await site.until(() => !document.getElementById('offline').hidden);
  assert.ok(asked.length < 40, `${asked.length} files`);
  assert.deepEqual(
    asked.filter((path) => /wasm|docs|minisearch|page\.html/.test(path)),
    [],
  );
  const all = [...(await siteFiles())].filter(([path]) => !/\.(jpg|webp)$|^rust\//.test(path));
  const size = all.reduce((sum, [, file]) => sum + (file instanceof URL ? statSync(file).size : file.length), 0);
  assert.match(await site.text('#offline'), new RegExp(`\\(${Math.round(size / 1e6)} MB\\)`));
  await keepAll(site);
  assert.ok(asked.length > all.length && asked.includes('/offprint/dist/full/offprint.wasm'));
});

testSite('works without a network once it is kept', { loud: true }, async (site) => {
  const { server, address } = site;
  await keepAll(site);
  close(server);
  await site.visit(`${address}?again`);
  for (const view of VIEWS) {
    await site.press(`.masthead a[href="#/${view}"]`);
    assert.equal(await site.run(() => document.querySelector('.problem')?.textContent), undefined, view);
  }
});

testSite('by keyboard: the first stop leads past the navigation', { names: ['Chromium'], loud: true }, async (site) => {
  await site.page.keyboard.press('Tab');
  assert.equal(await site.run(() => document.activeElement.className), 'skip');
  await site.page.keyboard.press('Enter');
  assert.equal(await site.run(() => document.activeElement.id), 'view');
  assert.equal(await site.run(() => document.querySelector('main').dataset.shown), 'home');
});

test('with reduced motion nothing moves', async (t) => {
  const { address } = await serve(t);
  const browser = await start(t, 'Chromium');
  const moving = async (reduced) => {
    const site = await openPage(browser, { reduced });
    await site.visit(`${address}#/look`);
    return site.run(() => {
      document.querySelector('.player input[type=range]').value = 40;
      document.querySelector('.player button').click();
      return getComputedStyle(document.querySelector('.blocks p')).animationName;
    });
  };
  assert.notEqual(await moving(false), 'none');
  assert.equal(await moving(true), 'none');
});
