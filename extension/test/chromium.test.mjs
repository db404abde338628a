// The extension in Chromium, over sites on this machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARTICLES, appOf } from './support/apps.mjs';
import { startChromium, until } from './support/chromium.mjs';
import { ADDED, DAM } from './support/made.mjs';
import { fillHistory } from './support/many.mjs';
import { isSeen, named, press, seen, sees, text } from './support/person.mjs';
import { fixtures, pageOf, urlOf } from './support/sites.mjs';
import { is, visitsIn } from './support/visits.mjs';

const { sites, browser, change, visit, verdictOn } = await visitsIn(startChromium);
const { badgeOf, kept, stateOf } = browser;

/** Another browser over the same sites, until the end of a test; it reads every page, if that is granted. */
async function another(t, options = {}) {
  const other = await startChromium(sites, options);
  t.after(() => other.close());
  if (options.granted !== false) await other.ask('changeSettings', { changes: { when: 'everywhere' } });
  return other;
}

test('opened again at once it has been read before; the popup over the page itself says that it is new', async () => {
  const url = urlOf('zh-dam-original');
  const { page, tabId, state } = await browser.visit(url);
  assert.equal(state.status, 'new');
  const popup = await browser.openOwn(`pages/popup.html?tab=${tabId}`);
  await sees(popup, 'New to you');
  await sees(popup, 'Kept on this computer: its headline, address, day and text.');
  await browser.ask('read', { tabId });
  assert.equal((await browser.ask('page', { tabId })).status, 'new', 'read once more as it is');
  await page.goto(urlOf('zh-dam-abridged'));
  await stateOf(tabId, is('partial'));
  await page.goto(url);
  await sees(popup, 'You have read this page');
  assert.equal((await badgeOf(tabId))[0], '✓');
});

test('a background that is killed before it answers is asked again', async () => {
  const url = urlOf('zh-dam-original');
  for (const type of ['canRead', 'loaded']) {
    await browser.ask('forgetAll');
    const worker = await browser.worker();
    // It takes the message, and never answers.
    await worker.evaluate((type) => {
      globalThis.isAsked = new Promise((resolve) => {
        const { get } = chrome.storage.local;
        let isStuck = false;
        chrome.runtime.onMessage.addListener((message) => {
          if (message.type !== type) return;
          isStuck = true;
          resolve();
        });
        chrome.storage.local.get = (...names) =>
          isStuck ? new Promise(() => {}) : get.apply(chrome.storage.local, names);
      });
    }, type);
    const page = await browser.newPage();
    await page.goto(url);
    await worker.evaluate(() => globalThis.isAsked);
    await kill();
    const { status } = await stateOf(await browser.tabOf(page));
    assert.equal(status, 'new', type);
    await page.close();
  }
});

test('the first copy that is met is shown by the popup, once', async (t) => {
  const first = await another(t, { showsFirst: true });
  const worker = await first.worker();
  await worker.evaluate(() => {
    globalThis.opened = 0;
    globalThis.isOpened = new Promise((resolve) => {
      chrome.action.openPopup = async () => {
        globalThis.opened += 1;
        resolve();
      };
    });
  });
  for (const name of ['zh-dam-original', 'zh-dam-credited']) await first.visit(urlOf(name));
  await worker.evaluate(() => globalThis.isOpened);
  await first.visit(urlOf('zh-dam-table-gbk'));
  await first.visit(urlOf('en-kettle'));
  assert.equal(await worker.evaluate(() => globalThis.opened), 1);
});

/** What the closed tree over the links of a page says, which only the browser can see; null without one. */
async function saidIn(page) {
  const session = await page.createCDPSession();
  await session.send('DOM.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const host = nodes.find(({ nodeName }) => nodeName === 'OFFPRINT-LINKS');
  const labels = nodes.filter(({ nodeName, attributes = [] }) => nodeName === 'SPAN' && attributes.includes('note'));
  await session.detach();
  return host ? labels.map(({ attributes }) => attributes[attributes.indexOf('aria-label') + 1]) : null;
}

test('on a front page what was read is dimmed under any headline, and the page cannot find out which', async () => {
  const original = urlOf('zh-dam-original');
  await visit(original);
  sites.put('http://storm.example/1', pageOf('台风登陆澜安沿海，已有3人遇难', DAM.slice(4)));
  await visit('http://storm.example/1');
  const list = 'http://list.example/';
  const links = [
    [`${original}?utm_source=list`, '老坝'],
    ['http://portal.example/7', '石门沟老坝汛前拆除 青榆河首次全线贯通'],
    ['http://storm.example/1', '台风登陆澜安沿海，已有5人遇难'],
    [urlOf('en-kettle'), 'The kettle that nobody has read about here yet'],
  ];
  const items = links.map(([href, text]) => `<li><h3><a href="${href}">${text}</a></h3></li>`).join('');
  sites.put(list, `<!doctype html><html lang="zh"><meta charset="utf-8"><title>列表</title><ol>${items}</ol>`);
  sites.requests.length = 0;
  const { page, tabId } = await visit(list);
  const labels = await until(async () => (await saidIn(page))?.length > 2 && saidIn(page), 'what was read');
  const day = '\\w+ \\d+';
  for (const [i, wanted] of [
    '老坝: Read D',
    '石门沟.*: A copy of what you read on .*, D',
    '.*: Changed since you read it, D',
  ].entries())
    assert.match(labels[i], new RegExp(`^${wanted.replace('D', day)}$`));
  assert.deepEqual(
    sites.requests.filter((url) => !url.endsWith('.ico')),
    [list],
    'nothing is fetched',
  );
  const html = () => page.evaluate(() => document.documentElement.outerHTML.replace(/style="[^"]*"/, ''));
  const some = await html();
  const dimmed = await page.screenshot({ encoding: 'base64' });
  // One action of the window that the button opens.
  const popup = await browser.openOwn(`pages/popup.html?tab=${tabId}`);
  await press(popup, 'Stop dimming what I have read on list.example');
  await until(async () => (await saidIn(page)) === null, 'the end of it');
  assert.notEqual(await page.screenshot({ encoding: 'base64' }), dimmed, 'nothing was in sight');
  await press(popup, 'Dim what I have read on list.example');
  await until(async () => (await saidIn(page))?.length === 3, 'all of it again');
  // Without anything that was read, the page is the same.
  await browser.ask('forgetAll');
  await page.reload();
  await until(async () => (await saidIn(page))?.length === 0, 'no mark');
  assert.equal(await html(), some);
  await popup.close();
});

test('a front page of 10,000 links is looked through in short tasks, and no label hides a letter', async () => {
  await visit(urlOf('zh-dam-original'));
  const text = '石门沟老坝汛前拆除 青榆河六十年来首次全线贯通';
  const link = (i) => `<a href="/${i}">${i % 100 ? `第${i}条要闻，与它没有任何关系的一个标题` : text}</a>`;
  const items = Array.from({ length: 10_000 }, (_, i) => `<li>${link(i)}</li>`).join('');
  const style = '<style>body{width:420px}li{line-height:1.1}</style>';
  sites.put(
    'http://many.example/',
    `<!doctype html><html lang="zh"><meta charset="utf-8"><title>列表</title>${style}<ol>${items}</ol>`,
  );
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  await session.send('DOM.enable');
  await page.goto('http://many.example/');
  await until(async () => (await saidIn(page))?.length === 100, 'all labels');
  // Labels over letters: the page's own lines, against the labels as drawn.
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const boxOf = async ({ nodeId }) =>
    (await session.send('DOM.getBoxModel', { nodeId }).catch(() => null))?.model.border;
  const isLabel = ({ nodeName, attributes = [] }) => nodeName === 'SPAN' && attributes.includes('note');
  const shown = nodes.filter((node) => isLabel(node) && !/clip-path: inset/.test(node.attributes.join(' ')));
  assert.ok(shown.length > 90, `${shown.length} labels`);
  const lines = await page.evaluate(() =>
    [...document.links].flatMap((link) =>
      [...link.getClientRects()].map(({ left, top, right, bottom }) => [left, top, right, bottom]),
    ),
  );
  for (const label of shown.slice(0, 10)) {
    const [left, top, , , right, bottom] = await boxOf(label);
    const hidden = lines.filter(([l, t, r, b]) => l < right && r > left && t < bottom - 2 && b > top + 2);
    assert.deepEqual(hidden, []);
  }
});

test('a page with a text that can be compared is kept, whatever its kind', async () => {
  const posts = DAM.map((text) => `<div class="post"><b>青榆</b> <time>3月12日</time><p>${text}</p></div>`).join('');
  const thread = `<!doctype html><html lang="zh"><meta charset="utf-8"><title>转帖：老坝拆除 - 河边论坛</title>
<body class="forum thread"><h1>转帖：老坝拆除</h1><div class="posts">${posts}</div><form>回复</form></body></html>`;
  sites.put('http://bbs.river.example/thread-81-1-1.html', thread);
  await visit(urlOf('zh-dam-original'));
  const { state } = await visit('http://bbs.river.example/thread-81-1-1.html');
  assert.equal(state.entry?.pageType ?? 'forum', 'forum');
  assert.equal(state.status, 'same');
  assert.equal(await verdictOn('en-treadle-thread'), 'new');
});

test('mail, banks, private addresses, pages that ask for passwords and forbidden sites are never read', async () => {
  await change({ blocklist: ['forbidden.example'] });
  const cases = {
    'http://mail.paper.example/1': 'mail',
    'http://intern/': 'private-address',
    'http://10.0.0.8/': 'private-address',
    'http://password.example/': 'password',
    'http://signup.example/': 'password',
    'http://within.example/': 'password',
    'http://card.example/': 'card',
    'http://online.bank.example/statement': 'bank',
    'http://shop.example/checkout/1': 'bank',
    'http://www.forbidden.example/': 'site',
  };
  for (const [url, why] of Object.entries(cases)) {
    const { state, tabId } = await visit(url, is('never'));
    assert.deepEqual([state.why, state.entry], [why, null], url);
    const read = await browser.ask('read', { tabId });
    assert.deepEqual([read.status, read.why, read.entry], ['never', why, null]);
  }
  // A form that is hidden asks for nothing.
  assert.equal((await visit('http://hidden.example/')).state.status, 'new');
  assert.equal((await browser.ask('usage')).articles, 1);
});

test('an article is read though its page has a sign-in box, or its address the words of a bank', async () => {
  const read = ['header', 'comments', 'portal', 'webform', 'around', 'twice'].map((host) => `${host}.example/`);
  const news = ['bank-news', 'banking', 'payments'].map((section) => `paper.example/${section}/1`);
  for (const address of [...read, ...news, 'bank.paper.example/settings/1']) {
    const { state } = await visit(`http://${address}`);
    assert.deepEqual([state.why, state.remembered], [null, true], address);
  }
});

test('a refused page can be read anyway, alone or with its site; private pages only on request', async () => {
  const url = 'http://paper.example/payments/2';
  const refused = await visit(url);
  assert.deepEqual([refused.state.status, refused.state.why, refused.state.override], ['never', 'bank', 'site']);
  const read = await browser.ask('read', { tabId: refused.tabId, override: true });
  assert.deepEqual([read.status, read.remembered, read.entry.url], ['new', true, url]);
  assert.equal((await browser.ask('page', { tabId: refused.tabId })).status, 'new', 'and stays so');
  // That was only for this time.
  assert.equal((await visit(url)).state.status, 'never');
  await browser.ask('listSite', { site: 'paper.example', list: 'override', stands: true });
  assert.deepEqual((await browser.ask('settings')).override, ['paper.example']);
  assert.equal((await visit(url)).state.status, 'seen');
  await browser.ask('listSite', { site: 'within.example', list: 'override', stands: true });
  assert.equal((await visit('http://within.example/')).state.remembered, true);
  await change({ override: [] });
  assert.equal((await visit(url)).state.status, 'never');

  // A user may have one page read. None is read automatically, even if the site was allowed.
  for (const [address, site, why] of [
    ['http://mail.paper.example/1', 'paper.example', 'mail'],
    ['http://card.example/', 'card.example', 'card'],
  ]) {
    await browser.ask('listSite', { site, list: 'override', stands: true });
    const { tabId, state } = await visit(address, is('never'));
    assert.deepEqual([state.why, state.override], [why, 'page']);
    assert.equal((await browser.ask('read', { tabId })).status, 'never');
    assert.equal((await browser.ask('read', { tabId, override: true })).remembered, true);
  }
  await change({ blocklist: ['forbidden.example'] });
  const refusals = { 'http://www.forbidden.example/': 'site', 'http://10.0.0.8/': 'private-address' };
  for (const [address, why] of Object.entries(refusals)) {
    const { tabId } = await visit(address, is('never'));
    const state = await browser.ask('read', { tabId, override: true });
    assert.deepEqual([state.status, state.why, state.override], ['never', why, null]);
  }
});

test('the address that a page has replaced is one of its article', async () => {
  const { page, tabId, state } = await visit('http://story.example/?p=7');
  await page.evaluate(() => postMessage('replace'));
  const isThere = ({ url, status }) => url === 'http://story.example/2026/dam' && status === 'new';
  assert.equal((await stateOf(tabId, isThere)).entry.id, state.entry.id);
  const isKept = async () => (await kept())[0].replaced;
  await until(isKept, 'the address that came to rest');
  const direct = await visit('http://story.example/2026/dam');
  assert.deepEqual([direct.state.entry.id, direct.state.copies], [state.entry.id, []]);
  assert.equal((await browser.ask('usage')).articles, 1);
});

test('an edited article is recognised, and its earlier text can be shown next to it', async () => {
  const url = 'http://story.example/edited';
  sites.put(url, pageOf('水坝', DAM));
  const first = await visit(url);
  assert.deepEqual([first.state.status, first.state.versions], ['new', []]);
  const changed = DAM.map((paragraph) => paragraph.replace('十九万立方米', '二十万立方米'));
  sites.put(url, pageOf('水坝', [...changed, ADDED]));
  const { tabId, state } = await visit(url);
  assert.deepEqual([state.status, state.entry.id, state.copies], ['changed', first.state.entry.id, []]);
  assert.equal((await badgeOf(tabId))[0], 'Δ');
  const [version, ...others] = state.versions;
  assert.deepEqual([version.lastSeen, others], [first.state.entry.lastSeen, []]);
  assert.ok(state.entry.since > version.lastSeen);
  const difference = await browser.ask('difference', { id: state.entry.id, version: version.id });
  assert.deepEqual([difference.changed, difference.added.sentences, difference.missing.sentences], [1, 1, 0]);
  assert.equal(difference.texts[1], DAM.join('\n'));
  const view = await browser.openOwn(`pages/difference.html?id=${state.entry.id}&version=${version.id}`);
  await seen(view, 'mark[id]');
  const amounts = 'Compared with the earlier version: One paragraph was added. One sentence was changed.';
  assert.equal(await text(view, '#amounts'), amounts);
  // The page that did not change stays as it is, and a file has both.
  assert.equal((await visit(url)).state.versions.length, 1);
  assert.equal((await kept())[0].versions[0].text, DAM.join('\n'));
});

test('a file that is not a web page is recognised by its kind', async () => {
  for (const [name, why] of Object.entries({ txt: 'plain', json: 'file' })) {
    const { state } = await visit(`http://files.example/a.${name}`);
    assert.deepEqual([state.status, state.why], ['not-article', why], name);
  }
});

test('without a permission nothing is read but on a click', async () => {
  await change({ when: 'clicked' });
  const first = await visit(urlOf('zh-dam-original'), is('unread'));
  // Pages are read in order: once a later one is read, an earlier one would be, too.
  await change({ when: 'chosen', sites: ['slowhands.example'] });
  assert.equal(await verdictOn('en-kettle'), 'new');
  assert.equal((await stateOf(first.tabId, () => true)).status, 'unread');
  assert.equal((await browser.ask('usage')).articles, 1);
  assert.equal((await browser.ask('read', { tabId: first.tabId })).status, 'new');
  await change({ sites: ['heshan.example'] });
  const other = await visit(urlOf('zh-dam-abridged'), is('unread'));
  assert.equal(await verdictOn('zh-dam-credited'), 'same');
  assert.equal((await stateOf(other.tabId, () => true)).status, 'unread');
});

test('a page of megabytes is read', async () => {
  await visit(urlOf('zh-dam-original'));
  assert.equal((await visit('http://huge.example/')).state.status, 'same');
});

test('nothing of the extension runs before a page has been loaded', async () => {
  const scripts = await browser.desk.evaluate(() => chrome.scripting.getRegisteredContentScripts());
  assert.deepEqual([...new Set(scripts.map(({ runAt }) => runAt))], ['document_idle']);
});

/** The most bytes that LevelDB keeps in its log, and in the one before it, which it sorts into its tables. */
const LOG = 8 << 20;

test('among 10,000 articles a copy is found, and each takes no more than 2.5 KB without its text', async (t) => {
  const many = await another(t);
  const open = async (name) => (await many.visit(urlOf(name))).state.status;
  assert.equal(await open('zh-dam-original'), 'new');
  await fillHistory(many.desk, 10_000);
  const isSmall = async () => {
    const { articles, bytes } = await many.ask('usage');
    assert.equal(articles, 10_001);
    return bytes <= 2500 * articles + LOG;
  };
  await until(isSmall, 'a store of 2,500 bytes an article');
  assert.equal(await open('zh-dam-credited'), 'same');
});

test('a program that swaps the article is followed', async () => {
  await visit(urlOf('zh-dam-original'));
  // Built by scripts, some time after the load.
  const late = "addEventListener('load', () => setTimeout(() => draw(n), 100));";
  const url = 'http://app.example/article/1';
  sites.put(url, appOf({ how: 'push', delay: 150 }).replace('draw(n);', late));
  const { page, tabId, state } = await visit(url, is('new'));
  await page.click('#to2');
  const next = await stateOf(tabId, is('same'));
  assert.deepEqual([next.url, next.entry.title], ['http://app.example/article/2', ARTICLES[2].title]);
  assert.equal((await badgeOf(tabId))[0], '=');
  await page.goBack();
  const back = await stateOf(tabId, (now) => now.status === 'new' && now.url === url);
  assert.equal(back.entry.id, state.entry.id);
});

test('the state of a tab survives the death of the background', async () => {
  await visit(urlOf('zh-dam-original'));
  const { tabId } = await visit(urlOf('zh-dam-credited'));
  const state = await stateOf(tabId, ({ entry }) => entry);
  await kill();
  assert.deepEqual(await browser.ask('page', { tabId }), state);
  await kill();
  assert.equal(await verdictOn('zh-dam-abridged'), 'partial');
  await kill();
  assert.equal((await browser.ask('search', { query: '老坝', after: null, limit: 10 })).entries.length, 3);
});

/** Stops the background. */
async function kill() {
  await (await browser.worker()).client.detach();
  const session = await browser.desk.createCDPSession();
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

test('a page can neither ask nor command, nor hand over another in its place', async () => {
  const { tabId } = await visit(urlOf('zh-dam-original'));
  // The most that a page could reach: the extension's own script in it.
  const send = async ([tabId, message]) => {
    const func = (message) => chrome.runtime.sendMessage(message).catch(() => null);
    const [{ result }] = await chrome.scripting.executeScript({ target: { tabId }, func, args: [message] });
    return result;
  };
  const say = (message) => browser.desk.evaluate(send, [tabId, message]);
  for (const type of ['forgetAll', 'export', 'settings', 'page']) assert.equal(await say({ type, tabId }), null, type);
  const allowed = { doubt: null, forms: ['password', 'card'] };
  assert.deepEqual(await say({ type: 'canRead' }), allowed, 'what it may ask is answered');
  const html = fixtures.get('en-kettle').read('page.html').toString();
  assert.equal(await say({ type: 'loaded', page: { url: urlOf('en-kettle'), html } }), false);
  assert.equal((await browser.ask('usage')).articles, 1);
  await assert.rejects(browser.ask('nothing'), { code: 'question' });
  await assert.rejects(browser.ask('page', { tabId: 424242 }), { code: 'page' });
});

test('with no space left the page is judged, and reported as not kept', async (t) => {
  const small = await another(t);
  const open = async (name) => {
    const { page, state } = await small.visit(urlOf(name));
    await page.close();
    return state;
  };
  const first = await open('zh-dam-original');
  assert.equal(first.remembered, true);
  const session = await small.desk.createCDPSession();
  await session.send('Storage.overrideQuotaForOrigin', { origin: small.base.slice(0, -1), quotaSize: 9_000_000 });
  const { status, entry, error } = await open('zh-dam-original');
  assert.deepEqual([status, entry.id, error?.code], ['seen', first.entry.id, 'quota'], 'what is known');
  const state = await open('zh-dam-credited');
  assert.deepEqual([state.status, state.remembered, state.error?.code, state.entry.id], ['same', false, 'quota', 0]);
  const { entries } = await small.ask('search', { query: '', after: null, limit: 10 });
  assert.deepEqual([entries.length, entries[0].id], [1, first.entry.id], 'what was there is there');
  const popup = await small.openOwn(`pages/popup.html?tab=${await small.tabOf(small.desk)}`);
  await sees(popup, 'Little space is left on this computer');
});

test('a history that the browser has lost comes back from its copy, and a page says so once', async (t) => {
  const other = await another(t);
  const first = await other.visit(urlOf('zh-dam-original'));
  const kettle = await other.visit(urlOf('en-kettle'));
  await kettle.page.close();
  const forgotten = await other.visit(urlOf('zh-nightbus-original'));
  await other.ask('forget', { id: forgotten.state.entry.id });
  const areCopied = async () =>
    Object.keys(await chrome.storage.local.get(null)).filter((name) => /^article\d+$/.test(name)).length === 2;
  await until(() => other.desk.evaluate(areCopied), 'the copies');
  // As when it could not be written.
  await other.desk.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers();
    indexedDB.deleteDatabase('history').onsuccess = resolve;
    return promise;
  });
  const { state } = await other.visit(urlOf('zh-dam-credited'));
  assert.deepEqual([state.status, state.mostSimilar], ['same', first.state.entry.id]);
  const page = await other.openOwn('pages/history.html');
  await sees(page, '2 articles were brought back, without their texts.');
  assert.equal((await page.$$('.entry')).length, 3);
  await page.reload();
  await seen(page, '.entry');
  assert.equal(await isSeen(page, '#notice'), false);
  // Even if it cannot be opened, the popup says what is known.
  const worker = await other.worker();
  await worker.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('full', 'UnknownError');
    };
  });
  const unkept = (await other.visit(urlOf('zh-dam-table-gbk'))).state;
  assert.deepEqual([unkept.status, unkept.remembered, unkept.error.code], ['same', false, 'database']);
  assert.equal((await other.visit(urlOf('en-kettle'))).state.status, 'seen');
});

test('no request leaves for any other site', () => {
  // The browser's own are not ours to keep.
  const known = /^http:\/\/([\w.-]+\.example|intern|10\.0\.0\.8|[\w.-]+\.(google|googleapis)\.com)\//;
  const foreign = sites.requests.filter((url) => !known.test(url));
  assert.deepEqual(foreign, []);
});

test('as it is shipped it reads a page when its button is clicked, and no other', async (t) => {
  const shipped = await another(t, { granted: false });
  for (const changes of [{ when: 'everywhere' }, { when: 'chosen', sites: ['a.example'] }]) {
    await assert.rejects(shipped.ask('changeSettings', { changes }), { code: 'permission' });
  }
  const page = await shipped.newPage();
  await page.goto(urlOf('zh-dam-original'));
  const tabId = (await shipped.desk.evaluate(() => chrome.tabs.query({}))).at(-1).id;
  assert.equal((await shipped.ask('page', { tabId })).status, 'unread');
  await assert.rejects(shipped.ask('read', { tabId }), { code: 'page' });
  assert.equal((await shipped.ask('usage')).articles, 0);
  const isRead = (wanted) => shipped.stateOf(tabId, ({ status }) => status === wanted);
  await shipped.click(page);
  await isRead('new');
  // The next page of the tab, on another site, is closed to it again.
  await page.goto(urlOf('zh-dam-credited'));
  await assert.rejects(shipped.ask('read', { tabId }), { code: 'page' });
  await shipped.click(page);
  await isRead('same');
  const { mostSimilar } = await shipped.ask('page', { tabId });
  assert.equal((await shipped.ask('mark', { tabId, other: mostSimilar })).lost, 0);
});

test('after the installation a page says what it does; nothing is read automatically yet', async (t) => {
  const fresh = await another(t, { granted: false });
  const isFirst = (page) => page.url() === `${fresh.base}pages/welcome.html`;
  const welcome = await until(async () => (await fresh.pages()).find(isFirst), 'the first page');
  await welcome.bringToFront();
  await seen(welcome, named('See what is new', 'heading'));
  const now = await fresh.ask('settings');
  assert.deepEqual([now.when, now.sites], ['chosen', []]);
  // Without the browser's permission a site is only noted.
  assert.deepEqual((await fresh.ask('automaticSite', { site: 'paper.example', automatic: true })).sites, []);
});

test('one site is read automatically, by a message of the popup', async () => {
  await change({ when: 'clicked' });
  const site = new URL(urlOf('zh-dam-original')).host.replace(/^www\./, '');
  const now = await browser.ask('automaticSite', { site, automatic: true });
  assert.deepEqual([now.when, now.sites], ['chosen', [site]]);
  assert.equal(await verdictOn('zh-dam-original'), 'new');
  const after = await browser.ask('automaticSite', { site, automatic: false });
  assert.deepEqual([after.when, after.sites], ['chosen', []]);
});
