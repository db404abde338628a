// The views that compare, in Chromium and Firefox: two pages, a folder, methods, and a reprint to spoil.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoPage } from '../../worker/origin.mjs';
import { samples } from '../build.mjs';
import { faults } from './axe.mjs';
import { NAMES, openPage, start } from './browsers.mjs';

/** What there is when a view is drawn. */
const READY = { compare: '.compare .texts', folder: '.folder .gate', methods: '.methods .why h2', fool: '.fool .step' };

for (const name of NAMES) {
  test(`the views that compare, in ${name}`, async (t) => {
    const server = await demoPage(0);
    t.after(() => (server.close(), server.closeAllConnections()));
    const site = await openPage(await start(t, name));
    const { run, until, said } = site;
    const address = `http://127.0.0.1:${server.address().port}/`;
    let visits = 0;

    const text = (selector) => run((selector) => document.querySelector(selector).textContent, selector);
    const count = (selector) => run((selector) => document.querySelectorAll(selector).length, selector);
    const click = (selector) => run((selector) => document.querySelector(selector).dispatchEvent(new MouseEvent('click', { bubbles: true })), selector);
    const there = (selector) => until((selector) => !!document.querySelector(selector), selector);
    const verdict = () => run(() => document.querySelector('.verdict').className.replace('verdict ', ''));
    const steps = (n) => until((n) => document.querySelectorAll('.step').length === n, n);
    /** Types something in the place of what a field holds. */
    const type = (selector, value) => run(([selector, value]) => {
      const field = document.querySelector(selector);
      field.value = value;
      field.dispatchEvent(new Event('input'));
    }, [selector, value]);

    /** Shows a view from the beginning. */
    const show = async (view, settings = '', language = 'en') => {
      await site.visit(`${address}?${(visits += 1)}#/${view}${settings && `?${settings}`}`);
      if ((await run(() => document.documentElement.lang.slice(0, 2))) !== language) await site.press('#language');
      await there(READY[view]);
    };
    const folder = async (language) => {
      await show('folder', '', language);
      await click('.samples');
      await there('.folder .all');
    };
    /** A part of this test; the console must stay empty. */
    const part = (name, check) => t.test(name, async () => {
      await check();
      assert.deepEqual(said.splice(0), []);
    });

    await part('two pages: the verdict, the evidence and both texts', async () => {
      for (const [one, other, expected] of [
        ['zh-dam-original', 'zh-dam-table-gbk', 'same'],
        ['en-barrage-original', 'en-barrage-abridged', 'partial'],
        ['zh-dam-original', 'zh-nightbus-original', 'different'],
        ['zh-dam-original', 'zh-notice', 'unknown'],
      ]) {
        await show('compare', `one=${one}&other=${other}`);
        assert.equal(await verdict(), expected, `${one}, ${other}`);
        assert.equal((await count('.evidence tbody tr')) > 0, expected !== 'unknown');
        assert.equal(await count('.origin'), expected === 'same' || expected === 'partial' ? 1 : 0);
        assert.ok((await count('.text .sentence')) > 0);
      }
      assert.match(await text('.said'), /too little text/);
    });

    await part('two pages: a sentence leads to its counterpart', async () => {
      await show('compare', 'one=zh-dam-original&other=zh-dam-abridged');
      const only = await count('[data-side="0"] .only');
      assert.ok(only > 0 && only < (await count('[data-side="0"] .sentence')), 'some of it was cut');
      await click('[data-side="1"] .sentence.same');
      assert.equal(await text('[data-side="0"] .met'), await text('[data-side="1"] .sentence.same'));
      assert.ok(await run(() => document.activeElement.matches('.met')), 'it has the focus');
      for (const key of ['ArrowDown', 'Enter']) await site.page.keyboard.press(key);
      assert.ok(await run(() => document.activeElement.matches('[data-side="1"] *')), 'and keys lead back');
    });

    await part('two pages: the original is stamped, also when they are swapped', async () => {
      await show('compare', 'one=zh-dam-original&other=zh-dam-credited');
      assert.equal(await text('.text.whose-one .stamp'), 'looks like the original');
      await click('.swap');
      await there('.text.whose-other .stamp');
      assert.match(await run(() => location.hash), /one=zh-dam-credited&other=zh-dam-original/);
    });

    await part('two pages: a link holds what the visitor brought; a damaged one says so', async () => {
      await show('compare', 'one=zh-dam-original');
      const sentences = (await text('.text.whose-one .running')).split('。').map((sentence) => `<p>${sentence}。`);
      await run((html) => {
        const side = document.querySelector('.side.whose-other');
        side.querySelector('.picker > button').click();
        side.querySelector('dialog textarea').value = html;
        side.querySelector('dialog .strong').click();
      }, `<title>转载</title><h1>转载</h1>${sentences.join('')}`);
      const pasted = () => document.querySelector('.text.whose-other h2').textContent === '转载';
      await until(pasted);
      assert.equal(await verdict(), 'same');
      await click('.share');
      await until(() => new URLSearchParams(location.hash.split('?')[1]).get('other').startsWith('~'));
      const all = await count('.text.whose-other .sentence');
      const settings = await run(() => location.hash.split('?')[1]);
      await show('compare', settings);
      await until(pasted);
      assert.equal(await verdict(), 'same');
      assert.equal(await count('.text.whose-other .sentence'), all);
      await show('compare', settings.slice(0, -40));
      assert.match(await text('.compare > .wrong'), /damaged/);
    });

    await part('a folder: our samples are put into the clusters that they were written as', async () => {
      await folder();
      const written = (await samples()).filter(({ relation, pageType }) => !pageType && relation !== 'different');
      const copied = new Set(written.filter(({ relation }) => relation !== 'original').map(({ family }) => family));
      assert.equal(await text('.counts .clusters dd'), String(copied.size));
      assert.equal(await count('.lane'), copied.size);
      assert.equal(await count('.all tbody tr'), (await samples()).length);
      assert.ok((await run(() => [...document.querySelectorAll('.all tr.original .path')].map((path) => path.textContent))).includes('zh-dam-original.html'));
      await type('.all input', 'barrage');
      assert.equal(await count('.all tbody tr'), (await samples()).filter(({ slug, title }) => `${slug} ${title}`.includes('barrage')).length);
    });

    await part('a folder: a page of the map tells whom it copies, and leads to the comparison', async () => {
      await folder();
      await click('.lane .page.partial');
      assert.match(await text('.detail'), /took it from/);
      await click('.compare-two');
      await there('.compare .texts');
      assert.equal(await verdict(), 'partial');
      await run(() => (location.hash = '#/folder'));
      await there('.folder .all'); // What was found is still there.
    });

    await part('a folder: the tables are saved', async () => {
      await folder();
      await run(() => {
        globalThis.saved = [];
        URL.createObjectURL = (blob) => (globalThis.saved.push(blob), '#/folder');
      });
      await click('button.csv');
      await click('button.json');
      await until(() => globalThis.saved.length === 2);
      const [csv, json] = await run(() => Promise.all(globalThis.saved.map((blob) => blob.text())));
      const rows = (await samples()).length;
      assert.match(csv, /^\ufeff?id,cluster,role/);
      assert.equal(csv.split('\r\n').length, rows + 2);
      assert.equal(JSON.parse(json).length, rows);
    });

    await part('a folder: files of other kinds are left out, and reading can be stopped', async () => {
      await show('folder');
      const give = (pages) => run((pages) => {
        const data = new DataTransfer();
        data.items.add(new File(['x'], 'picture.png'));
        for (let i = 0; i < pages; i++) data.items.add(new File([`<p>${`The ${i} dams are full and the valley waits. `.repeat(40)}`], `${i}.html`));
        const input = document.querySelector('.gate input:not([webkitdirectory])');
        input.files = data.files;
        input.dispatchEvent(new Event('change'));
      }, pages);
      await give(0);
      await until(() => document.querySelector('.wrong').textContent.includes('.html'));
      await give(2000);
      await until(() => document.querySelector('progress')?.value > 0);
      await site.press('#language');
      await site.press('#language');
      await until(() => document.querySelector('progress')?.value > 0); // It goes on meanwhile.
      await run(() => document.querySelector('.gate button').click());
      await there('.folder .all');
      assert.match(await text('.summary'), /Stopped after/);
      assert.match(await text('.summary'), /1 file of other kinds/);
    });

    await part('methods: each says what it says, and shows why', async () => {
      for (const language of ['en', 'zh']) {
        await show('methods', '', language);
        const names = await run(() => [...document.querySelectorAll('[data-method]')].map((row) => row.dataset.method));
        assert.ok(names.length >= 17 && names[0] === 'offprint', names.join());
        for (const method of names) {
          await click(`[data-method="${method}"] button`);
          await until((method) => document.querySelector('.why').dataset.method === method, method);
          const [evidence, marks, signatures] = await Promise.all(['.why .evidence', '.why .mark', '.why .slots'].map(count));
          assert.ok(evidence === 1 && marks + signatures > 0, `${method}: ${marks} marks, ${signatures} signatures`);
        }
      }
    });

    await part('a reprint to spoil: every edit is a step, and can be undone', async () => {
      await show('fool', 'page=zh-nightbus-original');
      assert.equal(await verdict(), 'same');
      const value = () => run(() => document.querySelector('.editor textarea').value);
      const begun = await value();
      let done = 1;
      for (const edit of ['credit', 'insert', 'swap', 'traditional', 'head', 'change', 'tail']) {
        const before = await value();
        await click(`.edit-${edit}`);
        await steps((done += 1));
        assert.notEqual(await value(), before, edit);
        assert.equal(await text('.behind'), (await value()).replaceAll('\n', ''), edit);
      }
      await there('.others [data-method="offprint"]');
      assert.equal(await text('.others [data-method="credit"]'), 'credit different', 'which falls for it first');
      await click('.step');
      assert.equal(await value(), begun);
      for (let press = 0; press < 30; press++) await click('.edit-change');
      await until(() => document.querySelector('.verdict').classList.contains('different'));
      assert.ok((await count('.whose-one .stop.no')) > 5);
    });

    await part('a reprint to spoil: neither Traditional characters nor a credit line touch it, and typing does', async () => {
      await show('fool', 'page=zh-dam-original');
      const score = () => text('.fool .said .quiet');
      const begun = await score();
      await click('.edit-traditional');
      await steps(2);
      assert.equal(await score(), begun);
      await click('.edit-credit');
      await steps(3);
      assert.equal(await score(), begun);
      await type('.editor textarea', (await run(() => document.querySelector('.editor textarea').value)).slice(0, 300));
      await steps(4);
      assert.notEqual(await score(), begun);
      const typed = await run(() => document.querySelector('.editor textarea').value);
      await type('.editor textarea', `${typed}!`);
      await click('.edit-credit');
      await steps(6);
      assert.ok((await run(() => document.querySelector('.editor textarea').value)).endsWith(`${typed}!`), 'what was typed is not lost');
    });

    await part('a folder that was read has no fault and fits a phone, in both languages', async () => {
      for (const language of ['en', 'zh']) {
        await folder(language);
        await click('.lane .page.partial');
        assert.deepEqual(await faults(site), [], language);
        await site.size({ width: 360, height: 740 });
        assert.equal(await run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, language);
        await site.size({ width: 1280, height: 900 });
      }
    });
  });
}
