// Every view: both browsers, both languages, phone and desktop, light and dark.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from './axe.mjs';
import { NAMES, openPage, start } from './browsers.mjs';
import { serve } from './server.mjs';

const VIEWS = ['look', 'compare', 'folder', 'methods', 'fool', 'how'];
const SIZES = [{ width: 390, theme: 'light' }, { width: 1280, theme: 'dark' }];

for (const name of NAMES) {
  for (const language of ['en', 'zh']) {
    test(`${name}: every view in ${language}`, async (t) => {
      const { address } = await serve(t);
      const site = await openPage(await start(t, name));
      const titles = new Set();
      await site.visit(address);
      if (language === 'zh') await site.press('#language');
      for (const view of VIEWS) {
        await site.press(`nav a[href="#/${view}"]`);
        const { title, current, lang } = await site.run(() => ({
          title: document.querySelector('h1').textContent,
          current: document.querySelector('nav [aria-current]').hash,
          lang: document.documentElement.lang,
        }));
        assert.equal(current, `#/${view}`);
        assert.equal(lang.slice(0, 2), language);
        titles.add(title);
        for (const { width, theme } of SIZES) {
          await site.size({ width, height: 900 });
          const wide = await site.run((colours) => {
            document.documentElement.dataset.theme = colours;
            document.getAnimations().forEach((each) => each.finish());
            return document.documentElement.scrollWidth - document.documentElement.clientWidth;
          }, theme);
          assert.equal(wide, 0, `${view} in ${language} at ${width} is too wide by ${wide}`);
          assert.deepEqual(await faults(site), [], `${view} in ${language} at ${width}, ${theme}`);
        }
      }
      assert.equal(titles.size, VIEWS.length, 'each view has a title of its own');
      assert.deepEqual(site.said, []);
    });
  }
}
