// The extension in Firefox: what differs there is the background, its storage, and how scripts reach pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RETOLD, paragraphsOf } from '../../tests/retold.mjs';
import { until } from './support/chromium.mjs';
import { startFirefox } from './support/firefox.mjs';
import { ARTICLES, appOf } from './support/apps.mjs';
import { ADDED, DAM, MADE } from './support/made.mjs';
import { pageOf, urlOf } from './support/sites.mjs';
import { started } from './support/started.mjs';

const { sites, browser: firefox } = await started(startFirefox, MADE, {
  // Milliseconds after which a background that does nothing is stopped.
  prefs: { 'extensions.background.idle.timeout': 3000 },
});
await firefox.ask('changeSettings', { changes: { when: 'everywhere' } });

const { visit, stateOf } = firefox;
const badgeOf = (tabId) => firefox.desk.evaluate((tabId) => browser.action.getBadgeText({ tabId }), tabId);

/** The id of the original that was read. */
const original = async () =>
  (await firefox.ask('search', { query: 'lanan-news', after: null, limit: 1 })).entries[0].id;

test('articles and their copies are recognised, and other pages are left alone', async () => {
  const { state: first } = await visit(urlOf('zh-dam-original'));
  assert.deepEqual([first.status, first.remembered], ['new', true]);
  const same = await visit(urlOf('zh-dam-credited'));
  const { status, mostSimilar, original } = same.state;
  assert.deepEqual([status, mostSimilar, original.id], ['same', first.entry.id, first.entry.id]);
  assert.equal(await badgeOf(same.tabId), 'same');
  assert.equal((await visit(urlOf('zh-dam-table-gbk'))).state.status, 'same');
  assert.equal((await visit(urlOf('zh-dam-front-page'))).state.why, 'list');
  assert.equal((await visit('http://password.example/')).state.why, 'password');
  assert.equal((await visit('http://mail.paper.example/1', ({ status }) => status === 'never')).state.why, 'mail');
  assert.equal((await firefox.ask('usage')).articles, 3);
});

test('a strict policy of the page hinders neither reading nor marks', async () => {
  const { page, tabId, state } = await visit('http://strict.example/');
  assert.equal(state.status, 'partial');
  const { missing, lost } = await firefox.ask('mark', { tabId, other: await original() });
  assert.deepEqual([missing, lost], [1, 0]);
  assert.equal(await page.evaluate(() => document.querySelector('offprint-gap').shadowRoot), null);
});

test('marks are lit, gone to, and taken away', async () => {
  const { page, tabId } = await visit('http://edited.example/');
  const before = await page.evaluate(() => document.body.innerHTML);
  const marks = await firefox.ask('mark', { tabId, other: await original() });
  assert.deepEqual([marks.added, marks.changed, marks.missing, marks.stops], [1, 1, 1, 3]);
  const lit = await page.evaluate(() =>
    Object.fromEntries([...CSS.highlights].map(([name, highlight]) => [name, [...highlight].map(String)])),
  );
  assert.deepEqual(lit['offprint-added'], [ADDED]);
  assert.ok(lit['offprint-same'].join('').includes(DAM[1].slice(0, 20)));
  const jump = (tabId) => browser.tabs.sendMessage(tabId, { type: 'jump', direction: 'next' });
  assert.deepEqual(await firefox.desk.evaluate(jump, tabId), { at: 1, of: 3 });
  const shown = await page.evaluate(() => getComputedStyle(document.querySelector('offprint-bar')).position);
  assert.equal(shown, 'fixed');
  await firefox.desk.evaluate((tabId) => browser.tabs.sendMessage(tabId, { type: 'unmark' }), tabId);
  assert.equal(await page.evaluate(() => document.body.innerHTML), before);
});

test('links to what was read are marked, and those in a page without any are not', async () => {
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
  const [plain, other] = [await picture(list), await picture(`${list}other`)];
  await firefox.ask('changeSettings', { changes: { links: true } });
  await page.goto(list);
  await until(async () => !Buffer.from(await page.screenshot()).equals(plain), 'the mark');
  await page.goto(`${list}other`);
  await page.waitForSelector('offprint-links');
  assert.ok(Buffer.from(await page.screenshot()).equals(other));
  await firefox.ask('changeSettings', { changes: { links: false } });
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
    const host = `${how}${delay}.example`;
    sites.put(`http://${host}/article/1`, appOf({ how, delay }));
    const shows = (n) => (state) => state.url.endsWith(`/${n}`) && state.entry?.title === ARTICLES[n].title;
    const { page, tabId } = await visit(`http://${host}/article/1${how === 'hash' ? '#/article/1' : ''}`, shows(1));
    for (const n of [2, 3]) {
      await page.click(`#to${n}`);
      await stateOf(tabId, shows(n));
    }
    const { articles } = await firefox.ask('export', { after: null, limit: 100 });
    const kept = articles.filter((article) => article.host === host).map(({ url, text }) => [url.slice(-1), text]);
    const wanted = [1, 2, 3].map((n) => [`${n}`, ARTICLES[n].paragraphs.join('\n')]);
    assert.deepEqual(kept.sort(), wanted);
  });
}

test('a page opened in the background is not read before it is seen', async () => {
  const url = urlOf('en-barrage-original');
  const tabId = await firefox.desk.evaluate(async (url) => (await browser.tabs.create({ url, active: false })).id, url);
  await until(() => sites.requests.includes(url), 'the request');
  // By the time a later page has been read, this one would have been.
  await visit(urlOf('en-kettle'));
  assert.equal((await firefox.ask('page', { tabId })).status, 'unread');
  await firefox.desk.evaluate((tabId) => browser.tabs.update(tabId, { active: true }), tabId);
  await stateOf(tabId, ({ status }) => status === 'new');
});

test('forgetting and bringing back, the file, and the settings work as elsewhere', async () => {
  const { entries } = await firefox.ask('search', { query: '', after: null, limit: 100 });
  const [{ id }] = entries;
  const forgotten = await firefox.ask('forget', { id });
  await assert.rejects(firefox.ask('entry', { id }), { code: 'gone' });
  assert.equal((await firefox.ask('restore', { forgotten })).id, id);
  const { articles, next } = await firefox.ask('export', { after: null, limit: 100 });
  assert.deepEqual([articles.length, next], [entries.length, null]);
  await firefox.ask('forgetAll');
  assert.deepEqual(await firefox.ask('import', { articles }), { added: articles.length, known: 0, refused: 0 });
  assert.deepEqual((await firefox.ask('export', { after: null, limit: 100 })).articles.length, articles.length);
  await assert.rejects(firefox.ask('changeSettings', { changes: { textLimit: 0 } }), { code: 'settings' });
});

test('a report in other words is shown if that is turned on', async () => {
  for (const [name, made] of Object.entries(RETOLD.zh)) {
    sites.put(`http://${name}.zh.example/`, pageOf(made.title, paragraphsOf(made)));
  }
  await firefox.ask('changeSettings', { changes: { rewrites: true } });
  const report = await visit('http://report.zh.example/');
  const { tabId, state } = await visit('http://retold.zh.example/');
  assert.deepEqual([state.status, await badgeOf(tabId)], ['new', 'new']);
  const found = state.rewritings.map(({ entry }) => entry.id);
  assert.deepEqual(found, [report.state.entry.id]);
  assert.deepEqual((await visit('http://other.zh.example/')).state.rewritings, []);
  await firefox.ask('changeSettings', { changes: { rewrites: false } });
  assert.deepEqual((await firefox.ask('page', { tabId })).rewritings, []);
});

test('the state of a tab survives the death of the background', async () => {
  const { tabId } = await visit(urlOf('zh-dam-abridged'));
  const state = await stateOf(tabId, ({ entry }) => entry);
  const isGone = () => browser.extension.getBackgroundPage() === null;
  await until(() => firefox.desk.evaluate(isGone), 'the end of the background');
  assert.deepEqual(await firefox.ask('page', { tabId }), state);
});
