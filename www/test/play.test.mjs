// The views that compare, in Chromium and Firefox: two pages, also edited, and a folder.
import assert from 'node:assert/strict';
import { samples } from '../build.mjs';
import { faults } from '../../tests/axe.mjs';
import { testSite } from './browsers.mjs';
import { hold, lose } from './server.mjs';

/** The field of the second text. */
const FIELD = '.whose-other textarea';
/** The element that exists when a view is drawn. */
const READY = {
  compare: '.compare .texts, .compare > .wrong:not(:empty)',
  folder: '.folder .gate',
};

/** What visitors do in these views, over a page of the site. */
function visitor(site) {
  const { address, run, until, there, click } = site;
  let visits = 0;
  /** Shows a view from the beginning. */
  const show = async (view, settings = '', language = 'en') => {
    await site.visit(`${address}?${(visits += 1)}#/${view}${settings && `?${settings}`}`);
    if ((await run(() => document.documentElement.lang.slice(0, 2))) !== language) await site.press('#language');
    await there(READY[view]);
  };
  const settings = () => run(() => location.hash.split('?')[1]);
  return {
    ...site,
    show,
    settings,
    verdict: () => run(() => document.querySelector('.verdict').className.replace('verdict ', '')),
    folder: async (language) => {
      await show('folder', '', language);
      await click('.samples');
      await there('.folder .all');
    },
    /** Gives files to a folder. */
    give: (files) =>
      run((files) => {
        const data = new DataTransfer();
        for (const [name, text] of Object.entries(files)) data.items.add(new File([text], name));
        const input = document.querySelector('.gate input:not([webkitdirectory])');
        input.files = data.files;
        input.dispatchEvent(new Event('change'));
      }, files),
    /** Saves the tables of a folder; returns their texts. */
    save: async (...forms) => {
      await run(() => {
        globalThis.saved = [];
        URL.createObjectURL = (blob) => {
          globalThis.saved.push(blob);
          return '#/folder';
        };
      });
      for (const form of forms) await click(`button.${form}`);
      await until((n) => globalThis.saved.length === n, forms.length);
      return run(() => Promise.all(globalThis.saved.map((blob) => blob.text())));
    },
    /** Adds a page as the second of two, and puts the link to the comparison into the address. */
    share: async (html) => {
      await show('compare', 'one=zh-dam-original');
      // It takes the place of the first sample.
      await run((html) => {
        document.querySelector('.box input').value = html;
        document.querySelector('.box').requestSubmit();
      }, html);
      await until(() => document.querySelector('.text.whose-one h2')?.textContent === '转载');
      await click('.swap');
      await until(() => document.querySelector('.text.whose-other h2')?.textContent === '转载');
      await site.set('.side.whose-one select', 'zh-dam-original');
      await until(() => document.querySelector('.text.whose-one h2')?.textContent.startsWith('石门沟'));
      await click('.share');
      await until(() => new URLSearchParams(location.hash.split('?')[1]).get('other').startsWith('~'));
      return new URLSearchParams(await settings()).get('other');
    },
  };
}

/** Parts of one test, so that a browser is started once; the console must stay empty in each. */
const PARTS = {
  'two pages: the verdict, the evidence and both texts': async ({ text, count, verdict, show }) => {
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
    assert.match(await text('.finding'), /too little text/);
    assert.doesNotMatch(await text('.finding'), /\d\.\d|of 100/, 'scores are evidence');
  },

  'two pages: common facts are highlighted on request': async ({ run, text, count, click, there, show }) => {
    await show('compare', 'one=en-barrage-original&other=en-barrage-same-day');
    assert.equal(await count('.rewritten .fact'), 0);
    await click('.rewritten button');
    await there('.rewritten .whose-other .fact');
    assert.match(await text('.rewritten p'), /independent/);
    const tint = (selector) =>
      run((selector) => getComputedStyle(document.querySelector(selector)).background, selector);
    assert.notEqual(await tint('.rewritten .fact'), await tint('.rewritten .running p'));
  },

  'two pages: a sentence leads to its counterpart': async ({ page, run, text, count, click, show }) => {
    await show('compare', 'one=zh-dam-original&other=zh-dam-abridged');
    const only = await count('[data-side="0"] .only');
    assert.ok(only > 0 && only < (await count('[data-side="0"] .sentence')), 'some of it was cut');
    await click('[data-side="1"] .sentence.same');
    assert.equal(await text('[data-side="0"] .met'), await text('[data-side="1"] .sentence.same'));
    assert.ok(await run(() => document.activeElement.matches('.met')), 'it has the focus');
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    assert.ok(await run(() => document.activeElement.matches('[data-side="1"] *')), 'and keys lead back');
  },

  'two pages: the original is stamped, also when they are swapped': async ({ run, text, click, there, show }) => {
    await show('compare', 'one=zh-dam-original&other=zh-dam-credited');
    assert.equal(await text('.text.whose-one .stamp'), 'looks like the original');
    await click('.swap');
    await there('.text.whose-other .stamp');
    assert.match(await run(() => location.hash), /one=zh-dam-credited&other=zh-dam-original/);
  },

  'two pages: a link holds what the visitor brought': async ({ text, count, verdict, share, show }) => {
    await show('compare', 'one=zh-dam-original');
    const sentences = (await text('.text.whose-one .running')).split('。').map((sentence) => `<p>${sentence}。`);
    const other = await share(`<title>转载</title><h1>转载</h1>${sentences.join('')}`);
    assert.equal(await verdict(), 'same');
    const all = await count('.text.whose-other .sentence');
    await show('compare', String(new URLSearchParams({ one: 'zh-dam-original', other })));
    assert.equal(await text('.text.whose-other h2'), '转载');
    assert.equal(await verdict(), 'same');
    assert.equal(await count('.text.whose-other .sentence'), all);
  },

  'two pages: a damaged link says so, and no verdict is shown': async (views) => {
    const { text, count, there, verdict, set, settings, share, show, press } = views;
    const whole = await share(`<title>转载</title><p>${'三座水库已经蓄满，下游居民应当留意。'.repeat(30)}`);
    const middle = Math.floor(whole.length / 2);
    const changed = whole.slice(0, middle) + (whole[middle] === 'A' ? 'B' : 'A') + whole.slice(middle + 1);
    const damaged = {
      cut: whole.slice(0, -40),
      changed,
      empty: '~',
      foreign: '~bm90IGFuIGFydGljbGU',
      unwritable: '~%%%',
    };
    for (const [damage, other] of Object.entries(damaged)) {
      for (const sides of [
        { one: 'zh-dam-original', other },
        { one: other, other: 'zh-dam-original' },
        { one: other, other },
      ]) {
        const written = String(new URLSearchParams(sides));
        await show('compare', written);
        assert.match(await text('.compare > .wrong'), /link is damaged/, damage);
        for (const shown of ['.verdict', '.evidence', '.texts', '.ribbon', '.share'])
          assert.equal(await count(shown), 0, `${damage}: ${shown}`);
        assert.equal(await settings(), written, 'the address stays as it came');
      }
    }
    await press('#language');
    assert.match(await text('.compare > .wrong'), /链接已损坏/);
    assert.equal(await count('.verdict'), 0);
    await press('#language');
    // Other pages can be chosen instead.
    for (const side of ['one', 'other']) await set(`.side.whose-${side} select`, 'zh-dam-original');
    await there('.compare .texts');
    assert.equal(await verdict(), 'same');
    assert.equal(await text('.compare > .wrong'), '');
  },

  'two pages: a missing page has no verdict': async ({ text, count, there, set, show }) => {
    await show('compare', 'one=mine.html&other=zh-dam-original');
    assert.match(await text('.compare > .wrong'), /not here: mine\.html/);
    assert.equal(await count('.verdict, .evidence'), 0);
    await set('.side select', 'zh-dam-credited');
    await there('.verdict');
    assert.equal(await text('.compare > .wrong'), '');
  },

  'two pages: while a page is read, the earlier verdict is hidden': async ({ run, until, text, set, show, server }) => {
    await show('compare', 'one=zh-dam-original&other=zh-dam-credited');
    const release = hold(server, '/zh-dam-big5/page.html');
    await set('.side.whose-other select', 'zh-dam-big5');
    await until(() =>
      [...document.querySelectorAll('main [role=status]')].some((each) => each.textContent === 'Reading the page…'),
    );
    assert.equal(await run(() => document.querySelector('.verdict').checkVisibility()), false);
    release();
    await until(() => document.querySelector('.verdict').checkVisibility());
    assert.match(await text('.text.whose-other h2'), /老壩/);
  },

  'a folder: our samples are put into the clusters that they were written as': async (views) => {
    const { run, text, count, set, folder } = views;
    await folder();
    const written = (await samples()).filter(({ relation, pageType }) => !pageType && relation !== 'different');
    const copied = new Set(written.filter(({ relation }) => relation !== 'original').map(({ family }) => family));
    assert.equal(await text('.counts .clusters dd'), String(copied.size));
    assert.equal(await count('.lane'), copied.size);
    assert.equal(await count('.all tbody tr'), (await samples()).length);
    assert.ok(
      (
        await run(() => [...document.querySelectorAll('.all tr.original .path')].map((path) => path.textContent))
      ).includes('en-barrage-original.html'),
    );
    await set('.all input', 'barrage');
    assert.equal(
      await count('.all tbody tr'),
      (await samples()).filter(({ slug, title }) => `${slug} ${title}`.includes('barrage')).length,
    );
  },

  'a folder: a page of the map names its source, and leads to the comparison': async (views) => {
    const { run, text, click, there, verdict, folder } = views;
    await folder();
    await click('.lane .page.partial');
    assert.match(await text('.detail'), /(took|taken) it from/);
    await click('.compare-two');
    await there('.compare .texts');
    assert.equal(await verdict(), 'partial');
    await run(() => (location.hash = '#/folder'));
    await there('.folder .all'); // The results are still there.
  },

  'a folder: a row of the map is one stop of the keyboard, and says how long it took': async (views) => {
    const { run, text, folder } = views;
    await folder();
    const stops = await run(() =>
      [...document.querySelectorAll('.lane')].map((lane) => lane.querySelectorAll('.page[tabindex="0"]').length),
    );
    assert.deepEqual(new Set(stops), new Set([1]));
    const moved = await run(() => {
      const [first, second] = document.querySelectorAll('.lane .page');
      const press = (page, key) => page.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      first.focus();
      press(first, 'ArrowRight');
      const isSecond = document.activeElement === second && second.getAttribute('tabindex') === '0';
      press(second, 'Enter');
      return [isSecond, first.getAttribute('tabindex'), document.querySelector('.lane .detail').textContent !== ''];
    });
    assert.deepEqual(moved, [true, '-1', true]);
    assert.match(await text('.lane-head .small'), /within \d+ (hours|days)/);
    assert.match(await text('.lane-map .day'), /^\d+ \p{L}+ \d{4}$/u);
    assert.doesNotMatch(await text('.folder'), /confidence|of 100/);
  },

  'a folder: reports in other words are found on request, apart from the copies': async (views) => {
    const { run, text, count, click, there, verdict, save, press, folder } = views;
    await folder();
    const counts = await text('.counts');
    const originOf = (csv, id) =>
      csv
        .split('\r\n')
        .find((row) => row.startsWith(id))
        .split(',')[2];
    const saved = async () => (await save('csv'))[0];
    const before = await saved();
    assert.notEqual(originOf(before, 'zh-dam-retold'), originOf(before, 'zh-dam-original'));
    assert.equal(await count('.rewritings li'), 0);
    await click('.rewritings input');
    for (const language of ['en', 'zh']) {
      await there('.rewritings li');
      assert.equal(await count('.rewritings li'), 2);
      assert.match(
        await text('.rewritings'),
        { en: /likelihood 0\.99\d · cluster 1/, zh: /可能性 0\.99\d · 第 1 组/ }[language],
      );
      assert.match(await text('.rewritings li:first-of-type'), /北渠晚报.* → 等了四年/);
      if (language === 'en') await press('#language'); // They are still there.
    }
    assert.ok(await run(() => document.querySelector('.rewritings input').checked));
    await press('#language');
    await there('.rewritings li');
    assert.equal(await text('.counts'), counts);
    const after = await saved();
    assert.equal(originOf(after, 'zh-dam-retold'), originOf(after, 'zh-dam-original'));
    await click('.rewritings .compare-two');
    await there('.compare .texts');
    assert.equal(await verdict(), 'different');
    await click('.rewritten button');
    await there('.rewritten .fact');
    assert.match(await text('.rewritten p'), /same report in other words/);
    await run(() => (location.hash = '#/folder'));
    await there('.rewritings li');
    await click('.rewritings input');
    assert.equal(await count('.rewritings li'), 0);
    assert.equal(await saved(), before);
  },

  'a folder: reports in other words without the module': async (views) => {
    const { run, until, click, there, logged, server, folder } = views;
    await folder();
    const find = lose(server, '/full/offprint.wasm');
    await click('.rewritings input');
    await until(() => document.querySelector('.rewritings').textContent.includes('could not be loaded'));
    assert.equal(await run(() => document.querySelector('.rewritings input').checked), false);
    assert.ok(logged.splice(0).every((message) => /404|wasm/.test(message)));
    find();
    await click('.rewritings input');
    await there('.rewritings li');
  },

  'a folder: without a report in other words it says so': async ({ click, until, there, show, text, give }) => {
    await show('folder');
    await give({ 'dams.html': `<p>${'The dams are full and the valley waits. '.repeat(40)}` });
    await there('.folder .all');
    await click('.rewritings input');
    await until(() => document.querySelector('.rewritings').textContent.includes('none reports another'));
    assert.doesNotMatch(await text('.rewritings'), /independent origins/);
  },

  'a folder: the tables are saved': async ({ save, folder }) => {
    await folder();
    const [csv, json] = await save('csv', 'json');
    const rows = (await samples()).length;
    assert.match(csv, /^\ufeff?id,cluster,origin,role/);
    assert.equal(csv.split('\r\n').length, rows + 2);
    assert.equal(JSON.parse(json).length, rows);
  },

  'a folder: files of other kinds are left out, and reading can be stopped': async (views) => {
    const { click, until, text, there, show, press, give } = views;
    await show('folder');
    const picture = { 'picture.png': 'x' };
    await give(picture);
    await until(() => document.querySelector('.wrong').textContent.includes('.html'));
    const page = (_, i) => [`${i}.html`, `<p>${`The ${i} dams are full and the valley waits. `.repeat(40)}`];
    await give({ ...picture, ...Object.fromEntries(Array.from({ length: 6000 }, page)) });
    await until(() => document.querySelector('progress')?.value > 0);
    await press('#language');
    await press('#language');
    await until(() => document.querySelector('progress')?.value > 0); // It goes on meanwhile.
    await click('.gate button');
    await there('.folder .all');
    assert.match(await text('.summary'), /Stopped after/);
    assert.match(await text('.summary'), /1 file of other kinds/);
  },

  'two pages: the second is edited, and the answer follows': async (views) => {
    const { run, until, text, count, click, there, verdict, set, show } = views;
    const value = () => run((selector) => document.querySelector(selector).value, FIELD);
    const becomes = (name) => until((name) => document.querySelector(`.verdict.${name}`), name);
    await show('compare', 'one=zh-nightbus-original');
    await click('button.edit');
    await there(FIELD);
    assert.match(await run(() => location.hash), /^#\/compare\?one=zh-nightbus-original&other=zh-nightbus-portal/);
    assert.equal(await verdict(), 'same');
    const begun = await value();
    const sentences = await text('.finding .verdict + p');
    for (const edit of ['credit', 'insert', 'swap', 'traditional']) {
      const before = await value();
      await click(`.edit-${edit}`);
      await until(([selector, before]) => document.querySelector(selector).value !== before, [FIELD, before]);
      await becomes('same');
    }
    await click('.edit-tail');
    await until((before) => document.querySelector('.finding .verdict + p').textContent !== before, sentences);
    assert.ok((await count('.whose-one .only')) > 0);
    for (let press = 0; press < 30; press++) await click('.edit-change');
    await becomes('different');
    for (let press = 0; press < 35; press++) await click('.undo');
    await becomes('same');
    assert.equal(await value(), begun);
    await set(FIELD, begun.slice(0, 30));
    await becomes('unknown');
    await click('nav a[href="#/folder"]');
    await until(() => document.querySelector('main').dataset.shown === 'folder');
    await run(() => history.back());
    await becomes('unknown');
    assert.equal(await value(), begun.slice(0, 30), 'what was typed is still there');
  },

  'a folder that was read has no fault and fits a phone, in both languages': async (views) => {
    const { page, click, folder, size } = views;
    for (const language of ['en', 'zh']) {
      await folder(language);
      await click('.lane .page.partial');
      await click('.rewritings input');
      await views.there('.rewritings li');
      assert.deepEqual(await faults(page), [], language);
      await size({ width: 360, height: 740 });
      assert.equal(await views.excess(), 0, language);
      await size({ width: 1280, height: 900 });
    }
  },
};

testSite('the views that compare', async (site) => {
  const views = visitor(site);
  for (const [name, check] of Object.entries(PARTS)) {
    await site.t.test(name, async () => {
      await check(views);
      assert.deepEqual(site.logged.splice(0), []);
    });
  }
});
