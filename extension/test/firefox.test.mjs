// The extension in Firefox: what differs there is the background, its storage, and how scripts reach pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folder } from '../../tests/folder.mjs';
import { testBoth } from './support/both.mjs';
import { until } from './support/chromium.mjs';
import { startFirefox } from './support/firefox.mjs';
import { text } from './support/person.mjs';
import { addressIn, appOf, turningIn } from './support/apps.mjs';
import { urlOf } from './support/sites.mjs';
import { is, visitsIn } from './support/visits.mjs';

const visits = await visitsIn(startFirefox, {
  // Milliseconds after which a background that does nothing is stopped.
  prefs: { 'extensions.background.idle.timeout': 3000 },
});
const { sites, browser: firefox, change, visit } = visits;
const { stateOf } = firefox;
const { open, assertRight } = turningIn(visits);

testBoth(visits);

test('links to what was read are marked, and those in a page without any are not', async () => {
  await visit(urlOf('zh-dam-original'));
  const list = 'http://list.example/';
  const link = (url) => `<ul style="margin: 3em"><li><a href="${url}">老坝将在汛前拆除</a></li></ul>`;
  const listOf = (url) => `<!doctype html><html lang="zh"><meta charset="utf-8"><title>列表</title>${link(url)}`;
  sites.put(list, listOf(`${urlOf('zh-dam-original')}?utm_source=list`));
  sites.put(`${list}other`, listOf('http://portal.example/none'));
  const page = await firefox.newPage();
  const picture = async (url) => {
    await page.goto(url);
    return Buffer.from(await page.screenshot());
  };
  await change({ links: false });
  const [plain, other] = [await picture(list), await picture(`${list}other`)];
  await change({ links: true });
  await page.goto(list);
  await until(async () => !Buffer.from(await page.screenshot()).equals(plain), 'the mark');
  await page.goto(`${list}other`);
  await page.waitForSelector('offprint-links');
  assert.ok(Buffer.from(await page.screenshot()).equals(other));
  await change({ links: false });
  await page.waitForFunction(() => !document.querySelector('offprint-links'));
  await page.close();
});

for (const [how, delay] of [
  ['push', 0],
  ['push', 2000],
  ['replace', 800],
  ['hash', 400],
]) {
  test(`by ${how}, drawn ${delay} ms later, each article is filed under its address`, async () => {
    const { host, turn } = await open(appOf({ how, delay }), how);
    await turn([2, 3]);
    await assertRight(host, [1, 2, 3], addressIn(how));
  });
}

test('a page opened in the background is not read before it is seen', async () => {
  const url = urlOf('en-barrage-original');
  const tabId = await firefox.desk.evaluate(async (url) => (await browser.tabs.create({ url, active: false })).id, url);
  await until(() => sites.requests.includes(url), 'the request');
  // Pages are read in order: once a later one is read, this one would be, too.
  await visit(urlOf('en-kettle'));
  assert.equal((await firefox.ask('page', { tabId })).status, 'unread');
  await firefox.desk.evaluate((tabId) => browser.tabs.update(tabId, { active: true }), tabId);
  await stateOf(tabId, is('new'));
});

test('the state of a tab survives the death of the background', async () => {
  await visit(urlOf('zh-dam-original'));
  const { tabId } = await visit(urlOf('zh-dam-abridged'));
  const state = await stateOf(tabId, ({ entry }) => entry);
  const isGone = () => browser.extension.getBackgroundPage() === null;
  await until(() => firefox.desk.evaluate(isGone), 'the end of the background');
  assert.deepEqual(await firefox.ask('page', { tabId }), state);
});

test('on a full disk what is known is judged and the reader is told; with space again nothing is lost', async (t) => {
  const profile = await folder(t);
  /** Firefox with one profile, started again; it may store so many KB. */
  const startedWith = async (limit, use) => {
    const prefs = { 'dom.quotaManager.temporaryStorage.fixedLimit': limit };
    const other = await startFirefox(sites, { profile, prefs });
    try {
      return await use(other);
    } finally {
      await other.close();
    }
  };
  const all = -1;
  const before = await startedWith(all, async ({ ask, visit, kept }) => {
    await ask('changeSettings', { changes: { when: 'everywhere' } });
    for (const name of ['zh-dam-original', 'en-kettle'])
      assert.equal((await visit(urlOf(name))).state.status, 'new', name);
    return kept();
  });
  assert.deepEqual(
    before.map(({ text }) => text.length > 0),
    [true, true],
  );
  await startedWith(1, async ({ desk, visit, badgeOf, openOwn, kept }) => {
    const states = [
      ['zh-dam-original', 'seen', '✓', true],
      ['zh-dam-credited', 'same', '=', false],
      ['en-barrage-original', 'new', '+', false],
    ];
    const visitAll = async (how) => {
      for (const [name, status, sign, remembered] of states) {
        const { page, state, tabId } = await visit(urlOf(name));
        const what = `${name}, ${how}`;
        assert.deepEqual([state.status, state.remembered, state.error?.code], [status, remembered, 'quota'], what);
        assert.equal((await badgeOf(tabId))[0], sign, what);
        const popup = await openOwn(`pages/popup.html?tab=${tabId}`);
        assert.match(
          await text(popup, '#notice:not([hidden]):not(:empty)'),
          /^Little space is left on this computer: 0 kB\./,
        );
        if (!remembered) assert.match(await text(popup, '#about'), /There is no room left/);
        for (const one of [popup, page]) await one.close();
      }
    };
    await visitAll('as the browser says');
    // Firefox checks the disk when it starts. If that fills up later, only failed writes show it.
    await desk.evaluate(() => {
      const { navigator } = browser.extension.getBackgroundPage();
      Object.defineProperty(navigator, 'storage', { value: undefined });
    });
    await visitAll('as writes fail');
    assert.deepEqual(await kept(), before);
  });
  await startedWith(all, async ({ visit, kept }) => {
    assert.deepEqual(await kept(), before);
    const { state } = await visit(urlOf('zh-dam-credited'));
    assert.deepEqual([state.status, state.remembered], ['same', true]);
    assert.equal((await kept()).length, 3);
  });
  await startedWith(1, async ({ desk, visit }) => {
    await desk.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers();
      indexedDB.deleteDatabase('history').onsuccess = resolve;
      return promise;
    });
    const { state } = await visit(urlOf('zh-dam-table-gbk'));
    assert.deepEqual(
      [state.status, state.remembered, state.error?.code],
      ['same', false, 'quota'],
      'by the copy alone',
    );
  });
});
