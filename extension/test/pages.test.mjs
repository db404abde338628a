// The popup, and all pages of the extension, before a made-up background: every state, three languages, light and dark.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from '../../tests/axe.mjs';
import { failing, open, full, popup, ALL } from './support/answers.mjs';
import { until } from './support/chromium.mjs';
import { click, named, press, saying, seen, sees, text, texts } from './support/person.mjs';
import { cn, difference, en, settings, states } from './support/states.mjs';

const hrefOf = (page, text) => page.$eval(saying(text), (link) => link.getAttribute('href'));

/** The elements in the colour of links, which is for what can be pressed, that cannot be. Runs in the page. */
function cyanInVain() {
  const width = { borderTopColor: 'borderTopWidth', borderInlineStartColor: 'borderInlineStartWidth' };
  const isCyan = (style) => (name) => style[name] === 'rgb(0, 112, 140)' && style[width[name]] !== '0px';
  const has = (style) => ['color', 'backgroundColor', ...Object.keys(width)].some(isCyan(style));
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && !element.closest('a, button, summary'))
    .filter((element) => has(getComputedStyle(element)))
    .map(({ outerHTML }) => outerHTML);
}

for (const [name, state] of Object.entries(ALL)) {
  test(`the popup is accessible, fits and fails nowhere: ${name}`, async () => {
    const { page, logged, sent } = await popup(state);
    await seen(page, '#headline:not(:empty)');
    assert.notEqual(await text(page, '#headline'), '');
    assert.deepEqual(await faults(page), [], name);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'it is too wide');
    assert.deepEqual(await page.evaluate(cyanInVain), []);
    assert.deepEqual(logged, []);
    if (name === 'list') assert.equal(await page.$('#acts .strong'), null, 'to turn off does not stand out');
    assert.equal(sent('read').length, state.status === 'unread' ? 1 : 0, 'only what was not read yet is read');
  });
}

for (const locale of ['en', 'zh_CN', 'zh_TW']) {
  for (const dark of [false, true]) {
    test(`all pages have their words, are accessible and fit in ${locale}, ${dark ? 'dark' : 'light'}`, async () => {
      const chosen = { ...settings, when: 'chosen', sites: ['news.example'] };
      const options = { locale, dark, answers: { ...full, settings: chosen } };
      const narrow = dark ? [] : ['history', 'welcome', 'options'];
      const difference = `difference.html?id=${en.courier.id}&other=${en.wire.id}`;
      for (const [name, opened] of [
        ['popup', popup(states(locale === 'en' ? en : cn).marked, {}, options)],
        ...['history', 'options', 'welcome'].map((name) => [name, open(`${name}.html`, options)]),
        ['difference', open(difference, options)],
        ...narrow.map((name) => [`narrow ${name}`, open(`${name}.html`, { ...options, width: 360 })]),
      ]) {
        const { page, logged } = await opened;
        await page.waitForSelector('#headline:not(:empty), .entry, #usage dd, mark, .front b:not(:empty)');
        const isSaid = () => document.documentElement.lang !== '' && !document.querySelector('[data-say]:empty');
        await page.waitForFunction(isSaid);
        const lang = await page.evaluate(() => document.documentElement.lang);
        assert.equal(lang, { en: 'en', zh_CN: 'zh-Hans', zh_TW: 'zh-Hant' }[locale]);
        for (const summary of await page.$$('summary, [aria-expanded]'))
          if (await summary.isVisible()) await summary.click();
        assert.deepEqual(await faults(page), [], `${name} in ${locale}`);
        const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        assert.deepEqual([fits, logged], [true, []], name);
      }
    });
  }
}

test('the verdict is a few sentences; for kept texts they count the sentences that differ', async () => {
  const { page } = await popup(ALL.same);
  await sees(page, '2 paragraphs are missing.');
  const about =
    `Its headline there is “${en.wire.title}”. 2 paragraphs are missing. One paragraph was added. 2 sentences were ` +
    'changed. One sentence was moved.';
  assert.equal(await text(page, '#headline'), 'You read this on Meridian Wire (March 10)');
  assert.equal(await text(page, '#about'), about);
  assert.deepEqual(await texts(page, '#acts > *'), ['Show what differs'], 'one action');
  await click(page, saying('Where you have seen it'));
  const timeline = await texts(page, '#timeline li');
  assert.equal(timeline.length, 2);
  assert.match(timeline[0], /Meridian Wire.*March 10.*Same article.*looks like the original/s);
  assert.match(timeline[1], /Ashwick Courier.*This page/s);
  await sees(page, 'Why “Carrow');
  assert.deepEqual(await texts(page, '#for li'), [
    'Another page credits it as the source.',
    'All other copies are most like it.',
  ]);
});

test('an original that is no copy of the page itself is shown, explained and opened', async () => {
  const { original } = ALL.same;
  const none = { paragraphs: 0, sentences: 0 };
  const equal = { ...difference, missing: none, added: none, changed: 0, moved: 0 };
  const state = { ...ALL.same, original: { ...original, id: en.grid.id, entry: en.grid } };
  const { page } = await popup(state, { difference: equal });
  await sees(page, 'Every sentence is the same.');
  assert.equal(await page.$(saying('Show what differs')), null);
  await click(page, saying('Where you have seen it'), 'Why “Carrow barrage set to reopen” looks like the original');
  assert.equal(await hrefOf(page, 'Open the original'), en.grid.url);
  const timeline = await texts(page, '#timeline li');
  const marked = timeline.map((line) => /looks like the original/.test(line));
  assert.deepEqual(marked, [false, false, true]);
});

test('a changed article shows since when, what differs, and its earlier versions', async () => {
  const { page, sent } = await popup(ALL.changed);
  await sees(page, '2 paragraphs are missing.');
  const before = `Its headline was “${en.wire.title}?”.`;
  assert.deepEqual(sent('difference'), [{ id: en.wire.id, version: 2 }]);
  assert.equal(await text(page, '#headline'), 'This article has changed since you read it');
  assert.match(await text(page, '#about'), /^Its headline was “.*\?”\. Last read: March 12\. /);
  assert.equal(await hrefOf(page, 'Show what changed'), `difference.html?id=${en.wire.id}&version=2`);
  await click(page, saying('Earlier versions'));
  const versions = (await texts(page, '#versions li')).map((line) => line.replace(/\s+/g, ' '));
  assert.deepEqual(versions, [
    'Now, since March 14, 2026 at 7:00 AM',
    `Seen from March 11, 2026 at 9:00 AM to March 12, 2026 at 9:00 AM ${before} Side by side`,
    `Seen on March 10, 2026 at 8:12 AM ${before} Side by side`,
  ]);
  const textless = await popup(ALL.changedTextless);
  await sees(textless.page, 'That text is no longer kept');
});

test('what is refused can be read anyway: the page, or its site', async () => {
  let now = ALL.form;
  const { page, sent } = await popup(null, {
    page: () => now,
    read: ({ override }) => (now = override || now === ALL.new ? ALL.new : ALL.form),
    listSite: ({ stands }) => (now = stands ? ALL.new : ALL.form) && settings,
  });
  await press(page, 'Read this page anyway', 'New to you');
  assert.deepEqual(sent('read'), [{ tabId: 7, override: true }]);
  now = ALL.form;
  await page.reload();
  await press(page, 'Always read ashwickcourier.example', 'ashwickcourier.example will be read from now on.');
  await press(page, 'Undo', 'It is a form that asks for a password.');
  const { site } = ALL.form;
  assert.deepEqual(
    sent('listSite'),
    [true, false].map((stands) => ({ site, list: 'override', stands })),
  );
  // Mail is read where a person says so, page by page.
  const mail = await popup(ALL.mail);
  await seen(mail.page, named('Read this page anyway'));
  assert.equal(await mail.page.$('button::-p-text(Always read)'), null);
});

test('a page that is not a web article says what it is', async () => {
  const moved = /^The page has moved to another address but still shows what it showed before\./;
  const answers = {
    blank: ['Offprint does not read this page', 'This tab is empty.'],
    paywall: ['Only the beginning could be read', /^This article lies behind a paywall\./],
    pdf: ['Not a web page', 'It is a PDF document. Offprint reads web pages.'],
    unchanged: ['Still the article from before', moved],
  };
  for (const [name, [headline, first]] of Object.entries(answers)) {
    const { page } = await popup(ALL[name]);
    await seen(page, `#headline::-p-text(${headline})`);
    assert.match(await text(page, '#about'), first instanceof RegExp ? first : new RegExp(`^${first}$`));
  }
});

test('a page that the browser hides from extensions is reported as such', async () => {
  const hidden = { ...ALL.unread, url: null, site: null };
  const { page } = await popup(hidden, { read: failing('page') });
  await sees(page, 'It is an empty tab, the source code of a page, or one of the browser’s own.');
});

test('if the texts cannot be compared, the fingerprints still show where they differ', async () => {
  const { page } = await popup(ALL.three, { difference: failing('no_text') });
  await sees(page, 'Its end is missing.');
});

test('Tab and Enter mark what differs, and keep the focus in the popup', async () => {
  let now = ALL.same;
  const { page, sent } = await popup(null, { page: () => now, mark: () => (now = ALL.marked).marks });
  await sees(page, 'Show what differs');
  for (let i = 0; (await page.evaluate(() => document.activeElement.textContent)) !== 'Show what differs'; i++) {
    assert.ok(i < 20, 'Tab leads there');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('[data-act=mark]'));
  assert.deepEqual(sent('mark'), [{ tabId: 7, other: en.wire.id }]);
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY', 'the focus is lost');
});

test('every action is reported, and can be undone', async () => {
  const forgotten = { title: en.courier.title, record: 'as the background likes it' };
  const answers = { forget: forgotten, restore: en.courier, listSite: settings, notACopy: null };
  const { page, sent } = await popup(ALL.same, answers);
  const undo = () => press(page, 'Undo', 'Restored.');
  await click(page, saying('Show more'));
  await press(page, 'Forget this article', 'Forgotten: “Islanders to get their tide back”.');
  await undo();
  assert.deepEqual(sent('restore'), [{ forgotten }]);

  await click(page, saying('Where you have seen it'));
  await press(page, `Not a copy: ${en.wire.title}, ${en.wire.site}`, 'is not a copy');
  await undo();
  const denied = sent('notACopy').map(({ not }) => not);
  assert.deepEqual(denied, [true, false]);

  await press(page, 'Never read ashwickcourier.example', 'will not be read any more');
  await undo();
  const { site } = ALL.same;
  assert.deepEqual(
    sent('listSite'),
    [true, false].map((stands) => ({ site, list: 'blocklist', stands })),
  );
});

test('the popup shows the new state of a page that changes while it is open', async () => {
  let now = ALL.reading;
  const { page, changed } = await popup(null, { page: () => now });
  await sees(page, 'Reading this page…');
  now = ALL.new;
  await changed({ what: 'page', tabId: 8 });
  await changed({ what: 'page', tabId: 7 });
  await sees(page, 'New to you');
});

test('while a page is read, its state is not asked for again', async () => {
  let release;
  const { page, sent, changed } = await popup(ALL.unread, {
    read: () => new Promise((resolve) => (release = () => resolve(ALL.new))),
  });
  await until(() => release, 'the reading');
  await changed({ what: 'page', tabId: 7 });
  release();
  await sees(page, 'New to you');
  assert.deepEqual([sent('page').length, sent('read').length], [1, 1]);
});

test('every failure says what to do', async () => {
  const blocked = 'does not let Offprint keep anything';
  const advice = { blocked, newer: 'Update Offprint', database: 'Try again', question: 'Two versions' };
  for (const [code, words] of Object.entries(advice)) {
    const { page } = await popup(null, { page: failing(code) });
    await seen(page, `#notice::-p-text(${words})`);
  }
  const { page } = await popup(ALL.unread, { read: failing('page') });
  await sees(page, 'otherwise reload it and try again.');
  await seen(page, named('Try again'));
});

test('text of pages and files is never markup, and links lead only to the web', async () => {
  const bad = { title: '<img src=x onerror="document.title=1">', url: 'javascript:document.title=2', site: '<b>' };
  const copy = { ...ALL.same.copies[0], entry: { ...en.wire, ...bad } };
  const { page, logged } = await popup({ ...ALL.same, copies: [copy] });
  await sees(page, '<img src=x');
  assert.equal(await page.$('main img, b, a[href^="javascript"]'), null);
  assert.deepEqual(logged, []);
});

test('a site is read automatically from the popup, if the browser allows it, and no longer', async () => {
  let chosen = {};
  const { page, sent, requests, removed } = await popup(ALL.same, {
    settings: () => ({ ...settings, ...chosen }),
    automaticSite: ({ site, automatic }) => (chosen = automatic ? { when: 'chosen', sites: [site] } : {}),
  });
  const { site } = ALL.same;
  await click(page, saying('Show more'));
  assert.equal((await page.$$('#more .quiet::-p-text(automatically)')).length, 1);
  await press(page, 'Read this site automatically', `${site} is read automatically from now on.`);
  assert.deepEqual(await requests(), [{ origins: [`http://*.${site}/*`, `https://*.${site}/*`] }]);
  assert.deepEqual(sent('automaticSite').at(-1), { site, automatic: true });
  await press(page, 'Stop reading this site automatically', `${site} is read only when you click the button.`);
  assert.deepEqual(sent('automaticSite').at(-1), { site, automatic: false });
  assert.equal((await removed()).length, 1);

  const refused = await popup(ALL.same, { automaticSite: settings }, { grants: false });
  await click(refused.page, saying('Show more'));
  await press(refused.page, 'Read this site automatically');
  await seen(refused.page, '#notice.bad');

  const everywhere = await popup(ALL.same, { settings: { ...settings, when: 'everywhere' } });
  await everywhere.page.waitForSelector('#more button');
  assert.equal(await everywhere.page.$('button::-p-text(automatically)'), null);
});
