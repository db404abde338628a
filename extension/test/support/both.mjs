// Tests that both browsers must pass: what is recognised, and what a reader does with an article that was read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../tests/until.mjs';
import { ADDED, DAM, WALLS } from './made.mjs';
import { bodyOf, pageOf, urlOf } from './sites.mjs';

const PARTS = {
  'an article is new, its copies are found as they are met, and the button says so': async ({
    visit,
    verdictOn,
    ask,
    badgeOf,
  }) => {
    const first = await visit(urlOf('zh-dam-original'));
    const { status, remembered, copies, original, entry } = first.state;
    assert.deepEqual([status, remembered, copies, original], ['new', true, [], null]);
    assert.equal((await badgeOf(first.tabId))[0], '+');
    const { state: partial } = await visit(urlOf('zh-dam-abridged'));
    assert.deepEqual([partial.status, partial.original.id], ['partial', null]);
    assert.equal(partial.copies[0].changes[0].kind, 'tail-cut');
    const same = await visit(urlOf('zh-dam-credited'));
    const found = same.state.copies.map((copy) => copy.entry.id);
    assert.deepEqual([same.state.status, same.state.mostSimilar], ['same', entry.id]);
    assert.equal(same.state.original.id, entry.id);
    assert.deepEqual(found, [entry.id, partial.entry.id]);
    assert.ok(same.state.original.reasons.some(({ evidence }) => evidence === 'credit'));
    const [text, title] = await badgeOf(same.tabId);
    assert.equal(text, '=');
    assert.match(title, /石门沟老坝汛前拆除 青榆河六十年来首次全线贯通.*澜安新闻网/);
    // Other templates and charsets, and what only begins alike.
    for (const name of ['zh-dam-table-gbk', 'zh-dam-big5']) assert.equal(await verdictOn(name), 'same', name);
    for (const name of ['zh-dam-same-opening', 'en-barrage-original']) assert.equal(await verdictOn(name), 'new', name);
    assert.equal(await verdictOn('en-barrage-reprint'), 'same');
    const { entries } = await ask('search', { query: '', after: null, limit: 10 });
    const sizeOf = (cluster) => entries.filter((other) => other.cluster === cluster).length;
    assert.deepEqual([sizeOf(entries[0].cluster), sizeOf(entry.id)], [2, 5]);
  },

  'the article, then its abridgement, then the article again: that page was read': async ({ visit, badgeOf }) => {
    const first = await visit(urlOf('zh-dam-original'));
    const { state: short } = await visit(urlOf('zh-dam-abridged'));
    const { state, tabId } = await visit(urlOf('zh-dam-original'));
    assert.deepEqual([state.status, state.mostSimilar], ['seen', short.entry.id]);
    assert.deepEqual([state.entry.id, state.entry.visits], [first.state.entry.id, 2]);
    assert.match((await badgeOf(tabId))[1], /you have read this page|你读过本页/);
  },

  'a page that reloads itself is one visit': async ({ sites, visit, stateOf }) => {
    const url = 'http://live.example/';
    sites.put(url, pageOf('水坝', DAM, { head: '<meta http-equiv="refresh" content="1">' }));
    sites.requests.length = 0;
    const { tabId } = await visit(url);
    await until(() => sites.requests.filter((other) => other === url).length > 3, 'the third time');
    assert.equal((await stateOf(tabId, ({ entry }) => entry)).entry.visits, 1);
  },

  'a page that has elements with names of ours, or hides marks, is read and marked': async ({ visit, ask }) => {
    const original = await visit(urlOf('zh-dam-original'));
    const { page, tabId, state } = await visit('http://hostile.example/');
    assert.ok(['same', 'partial'].includes(state.status), state.status);
    await ask('mark', { tabId, other: original.state.entry.id });
    const isShown = (name) => document.querySelector(name).getClientRects().length > 0;
    for (const name of ['offprint-gap', 'offprint-bar']) assert.ok(await page.evaluate(isShown, name), name);
    // Text for screen readers would make it as wide as the window.
    const width = await page.evaluate(() => document.querySelector('offprint-bar').getBoundingClientRect().width);
    assert.ok(width < 700, `${width} px`);
  },

  'marks do not go to a printer': async ({ visit, ask }) => {
    await visit(urlOf('zh-dam-original'));
    const { page, tabId, state } = await visit('http://edited.example/');
    await ask('mark', { tabId, other: state.mostSimilar });
    await page.emulateMediaType('print').catch(({ name }) => assert.equal(name, 'UnsupportedOperation')); // Firefox
    const isPrinted = () =>
      matchMedia('print').matches &&
      ['offprint-gap', 'offprint-bar'].some(
        (name) => getComputedStyle(document.querySelector(name)).display !== 'none',
      );
    assert.equal(await page.evaluate(isPrinted), false);
  },

  'lists and messages are not articles, and nothing of them is kept': async ({ visit, ask, badgeOf }) => {
    const pages = { 'zh-dam-front-page': 'list', 'zh-ferry-search': 'list', 'en-tidal-login': undefined };
    for (const [name, why] of Object.entries(pages)) {
      const { state, tabId } = await visit(urlOf(name));
      assert.ok(['not-article', 'never'].includes(state.status), name);
      if (why) assert.equal(state.why, why, name);
      assert.equal((await badgeOf(tabId))[0], '', name);
    }
    assert.equal((await ask('usage')).articles, 0);
  },

  'a wall before an article is not kept; once a click has drawn the article, that is read': async ({
    sites,
    visit,
    stateOf,
    desk,
    ask,
    kept,
  }) => {
    /** How often the page in a tab was read. */
    await desk.evaluate(() => {
      globalThis.readings = {};
      chrome.runtime.onMessage.addListener(({ what, tabId }) => {
        if (what === 'page') readings[tabId] = (readings[tabId] ?? 0) + 1;
      });
    });
    const readings = (tabId) => desk.evaluate((tabId) => readings[tabId], tabId);
    for (const [i, wall] of WALLS.entries()) {
      const url = `http://wall${i}.example/dam`;
      sites.put(url, wall);
      const { page, tabId, state } = await visit(url);
      const what = `${i}: ${await page.title()}`;
      assert.deepEqual([['not-article', 'never'].includes(state.status), await kept()], [true, []], what);
      // Read again for the first changes, and then not until there may be an article.
      for (let before = 0; state.status !== 'never' && before < 2; before += 1) {
        const count = await readings(tabId);
        await page.click('#more');
        await until(async () => (await readings(tabId)) > count, 'another reading');
      }
      await page.click('#more');
      await page.click('#accept');
      assert.equal((await stateOf(tabId, ({ entry }) => entry)).status, 'new', what);
      assert.deepEqual(
        (await kept()).map(({ url, text }) => [url, text]),
        [[url, DAM.join('\n')]],
        what,
      );
      await page.close();
      await ask('forgetAll');
    }
  },

  'a strict policy of the page hinders nothing, and its scripts learn nothing': async ({ visit, ask }) => {
    await visit(urlOf('zh-dam-original'));
    const { state, tabId, page } = await visit('http://strict.example/');
    assert.equal(state.status, 'partial');
    const marks = await ask('mark', { tabId, other: state.mostSimilar });
    assert.deepEqual([marks.missing, marks.lost], [1, 0]);
    assert.equal(await page.evaluate(() => document.querySelector('offprint-gap').shadowRoot), null);
    assert.ok(!(await page.evaluate(() => document.documentElement.outerHTML)).includes(DAM[3].slice(0, 20)));
  },

  'different sentences are marked, and without marks the page is as it was': async ({ visit, ask, stateOf, send }) => {
    const original = await visit(urlOf('zh-dam-original'));
    const { page, tabId, state } = await visit('http://edited.example/');
    assert.ok(['same', 'partial'].includes(state.status));
    const before = await page.evaluate(() => document.body.innerHTML);
    const marks = await ask('mark', { tabId, other: original.state.entry.id });
    const { added, changed, missing, stops, lost } = marks;
    assert.deepEqual([added, changed, missing, stops, lost], [1, 1, 1, 3, 0]);
    assert.deepEqual((await ask('page', { tabId })).marks, marks);
    const shown = () =>
      page.evaluate(() =>
        Object.fromEntries([...CSS.highlights].map(([name, highlight]) => [name, [...highlight].map(String)])),
      );
    const lit = await shown();
    assert.deepEqual(lit['offprint-added'], [ADDED]);
    assert.equal(lit['offprint-changed'].length, 1);
    assert.ok(lit['offprint-changed'][0].includes('二十万立方米'));
    assert.equal(lit['offprint-same'], undefined, 'what is equal is not marked');
    const gaps = await page.evaluate(() =>
      [...document.querySelectorAll('offprint-gap')].map((gap) => gap.previousElementSibling.textContent),
    );
    assert.deepEqual(gaps, [DAM[4]], 'where the paragraph would stand');
    const place = await page.evaluate(() => getComputedStyle(document.querySelector('offprint-bar')).position);
    assert.equal(place, 'fixed');
    for (const at of [1, 2, 0])
      assert.deepEqual(await send(tabId, { type: 'jump', direction: 'next' }), { at, of: stops });
    assert.equal((await send(tabId, { type: 'jump', direction: 'previous' })).at, stops - 1);
    await send(tabId, { type: 'unmark' });
    assert.equal(await page.evaluate(() => document.body.innerHTML), before);
    assert.deepEqual(await shown(), {});
    assert.equal(await send(tabId, { type: 'jump', direction: 'next' }), null);
    // Escape removes them.
    await ask('mark', { tabId, other: original.state.entry.id });
    await page.bringToFront();
    await page.keyboard.press('Escape');
    await stateOf(tabId, (state) => state.marks === null);
    assert.equal(await page.evaluate(() => document.querySelectorAll('offprint-bar, offprint-gap').length), 0);
  },

  'passages that would stand at one place are shown in their order': async ({ visit, ask, send }) => {
    const { page, tabId, state } = await visit(urlOf('zh-dam-original'));
    await ask('mark', { tabId, other: state.entry.id });
    // The page now lacks the third, which was there when it was read.
    const [long, short] = ['很长的段落，'.repeat(20), '很短的段落。'];
    for (const { lines, at } of [
      { lines: [DAM[0], DAM[1], long, DAM[2]], at: [1, 2] },
      { lines: [long, short, DAM[0], DAM[1]], at: [-1, 0] },
    ]) {
      const text = lines.join('\n');
      const starts = lines.map((_, i) => lines.slice(0, i).join('\n').length + (i && 1));
      const sentences = lines.map((line, i) => ({ start: starts[i], end: starts[i] + line.length, kind: 'same' }));
      const gaps = [long, short].map((text, i) => ({ after: at[i], text }));
      await send(tabId, { type: 'mark', text, sentences, gaps });
      const isShort = () => [...document.querySelectorAll('offprint-gap')].map((gap) => gap.hasAttribute('short'));
      assert.deepEqual(await page.evaluate(isShort), [false, true]);
    }
  },

  'what differs is counted; without the text of the other it cannot be': async ({ visit, ask }) => {
    const original = await visit(urlOf('zh-dam-original'));
    const abridged = await visit(urlOf('zh-dam-abridged'));
    const [id, other] = [abridged.state.entry.id, original.state.entry.id];
    const difference = await ask('difference', { id, other });
    assert.equal(difference.missing.paragraphs, DAM.length - bodyOf('zh-dam-abridged').length);
    assert.deepEqual(difference.added, { paragraphs: 0, sentences: 0 });
    assert.equal(difference.texts[1], DAM.join('\n'));
    await ask('changeSettings', { changes: { keepText: false } });
    await assert.rejects(ask('difference', { id, other }), { code: 'no_text' });
    await assert.rejects(ask('mark', { tabId: abridged.tabId, other }), { code: 'no_text' });
    await assert.rejects(ask('difference', { id, other: 99 }), { code: 'gone' });
    assert.equal((await ask('page', { tabId: abridged.tabId })).copies[0].entry.hasText, false);
  },

  'forgetting, bringing back and "not a copy" show in the tab at once': async ({ visit, ask, stateOf, badgeOf }) => {
    const original = await visit(urlOf('zh-dam-original'));
    const { tabId, ...read } = await visit(urlOf('zh-dam-credited'));
    const state = await stateOf(tabId, ({ entry }) => entry);
    assert.equal(read.state.status, 'same');
    const [id, other] = [state.entry.id, original.state.entry.id];
    await ask('notACopy', { id, other, not: true });
    const denied = await ask('page', { tabId });
    assert.deepEqual([denied.status, denied.copies, denied.denied.map(({ id }) => id)], ['new', [], [other]]);
    assert.equal((await badgeOf(tabId))[0], '+');
    await ask('notACopy', { id, other, not: false });
    assert.equal((await badgeOf(tabId))[0], '=');
    const forgotten = await ask('forget', { id });
    await assert.rejects(ask('entry', { id }), { code: 'gone' });
    const gone = await ask('page', { tabId });
    assert.deepEqual([gone.remembered, gone.error.code], [false, 'gone']);
    assert.equal((await ask('restore', { forgotten })).id, id);
    assert.deepEqual(await ask('page', { tabId }), state);
    assert.equal(await ask('forgetSite', { site: 'lanan-news.example' }), 1);
    assert.equal((await ask('page', { tabId })).status, 'new');
  },

  'a file holds all articles, and a wrong setting is refused': async ({ verdictOn, ask, kept }) => {
    for (const name of ['zh-dam-original', 'en-kettle']) assert.equal(await verdictOn(name), 'new');
    const { articles, next } = await ask('export', { after: null, limit: 100 });
    assert.deepEqual([articles.length, next], [2, null]);
    await ask('forgetAll');
    assert.deepEqual(await ask('import', { articles }), { added: 2, known: 0, refused: 0 });
    assert.deepEqual(await kept(), articles);
    await assert.rejects(ask('changeSettings', { changes: { textLimit: 0 } }), { code: 'settings' });
  },
};

/** Runs them in a browser. @param {Awaited<ReturnType<typeof import('./visits.mjs').visitsIn>>} visits */
export function testBoth(visits) {
  const all = { ...visits.browser, ...visits };
  for (const [title, check] of Object.entries(PARTS)) test(title, () => check(all));
}
