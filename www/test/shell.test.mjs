// The shell of the site: stored choices, messages without WebAssembly, offline use, keyboard, reduced motion.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAMES, openPage, start } from './browsers.mjs';
import { close, serve } from './server.mjs';

const VIEWS = ['home', 'look', 'compare', 'folder', 'methods', 'fool', 'how'];

for (const name of NAMES) {
  test(`${name}: language and colours are kept, and the address names the view`, async (t) => {
    const { address } = await serve(t);
    const site = await openPage(await start(t, name));
    await site.visit(address);
    await site.press('#language');
    await site.run(() => document.getElementById('theme').click());
    await site.visit(`${address}?again#/how`);
    const { lang, theme, title } = await site.run(() => ({
      lang: document.documentElement.lang,
      theme: document.documentElement.dataset.theme,
      title: document.title,
    }));
    assert.deepEqual([lang, theme, title], ['zh-Hans', 'light', '原理 · Offprint']);
    assert.deepEqual(site.said, []);
  });

  test(`${name}: where a policy blocks WebAssembly, the site says so`, async (t) => {
    const { address } = await serve(t, "default-src 'self'");
    const site = await openPage(await start(t, name));
    await site.visit(address);
    await site.until(() => document.querySelector('[role=alert]'));
    assert.match(
      await site.run(() => document.querySelector('.problem').textContent),
      /WebAssembly is blocked.*wasm-unsafe-eval/,
    );
    await site.press('#language');
    assert.match(await site.run(() => document.querySelector('.problem').textContent), /WebAssembly 被禁用/);
  });

  test(`${name}: works without a network after the first load`, async (t) => {
    const { server, address } = await serve(t);
    const site = await openPage(await start(t, name));
    await site.visit(address);
    await site.until(() => document.getElementById('offline').textContent);
    close(server);
    await site.visit(`${address}?again`);
    for (const view of VIEWS) {
      await site.press(`.masthead a[href="#/${view}"]`);
      assert.equal(await site.run(() => document.querySelector('.problem')?.textContent), undefined, view);
    }
  });
}

test('by keyboard: the first stop leads past the navigation', async (t) => {
  const { address } = await serve(t);
  const site = await openPage(await start(t, 'Chromium'));
  await site.visit(address);
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
