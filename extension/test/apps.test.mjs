// Programs that show one article after another in the same document, in Chromium: each address is remembered with what
// was shown there, and with nothing more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARTICLES, addressIn, appOf, hasTitle, release, scrollOf, turningIn } from './support/apps.mjs';
import { startChromium, until } from './support/chromium.mjs';
import { visitsIn } from './support/visits.mjs';

/** Milliseconds from the new address to the new article; with `null`, intermediate reports are awaited. */
const DELAYS = [0, 100, 250, 400, 800, 2000, 3000, null];

const { sites, browser, load, change } = await visitsIn(startChromium);

const { open, assertRight } = turningIn({ sites, browser });

/** Has the worker hear messages by a listener of the test, until the returned function is called. */
async function hearing(listener) {
  const worker = await browser.worker();
  const heard = await worker.evaluateHandle(`(${listener})`);
  await worker.evaluate((heard) => chrome.runtime.onMessage.addListener(heard), heard);
  return () => worker.evaluate((heard) => chrome.runtime.onMessage.removeListener(heard), heard);
}

const badgeOf = async (tabId) => (await browser.badgeOf(tabId))[0];

for (const how of ['push', 'hash', 'replace']) {
  for (const delay of DELAYS) {
    const drawn = delay === null ? 'once it was reported' : `${delay} ms later`;
    test(`by ${how}, drawn ${drawn}, each article is filed under its address`, async () => {
      const { page, tabId, host, shows, state } = await open(appOf({ how, delay }), how);
      for (const n of [2, 3]) {
        await page.click(`#to${n}`);
        if (delay === null) {
          // A replaced address may be another one of the article. The state stays while the article is shown.
          const wanted = how === 'replace' ? 'new' : 'unchanged';
          const meanwhile = await state(({ status, url }) => status === wanted && url.endsWith(`/${n}`));
          const isTold = how === 'replace';
          assert.deepEqual(
            [meanwhile.entry?.title, meanwhile.remembered, await badgeOf(tabId)],
            [isTold ? ARTICLES[n - 1].title : undefined, isTold, isTold ? '+' : ''],
          );
          await release(page);
        }
        await shows(n);
        assert.notEqual(await badgeOf(tabId), '');
      }
      // Back to what was read before: the same record.
      if (how === 'replace') await page.click('#to2');
      else await page.goBack();
      if (delay === null) await release(page);
      await shows(2);
      await page.waitForFunction((title) => document.querySelector('h1').textContent === title, {}, ARTICLES[2].title);
      await assertRight(host, [1, 2, 3], addressIn(how));
    });
  }
}

for (const draws of ['skeleton', 'beside', 'title', 'anew', 'before']) {
  for (const delay of [0, 400, 2000]) {
    test(`drawn ${delay} ms later (${draws}), each article is filed under its address`, async () => {
      const { host, turn } = await open(appOf({ how: 'push', delay, draws }));
      await turn([2, 3]);
      await assertRight(host, [1, 2, 3]);
    });
  }
}

test('drawn while the one before is judged, each article is filed under its address', async () => {
  const forget = await hearing(({ type }) => {
    for (const end = Date.now() + 1000; type === 'loaded' && Date.now() < end; );
  });
  const { host, turn } = await open(appOf({ how: 'push', delay: 700, draws: 'anew' }));
  await turn([2, 3]);
  await assertRight(host, [1, 2, 3]);
  await forget();
});

test('an address that is replaced again and again changes neither the badge nor the verdict', async () => {
  const { page, tabId, host } = await open(appOf({ how: 'push', delay: null }));
  const worker = await browser.worker();
  await worker.evaluate(() => {
    globalThis.badges = [];
    const { setBadgeText } = chrome.action;
    chrome.action.setBadgeText = (details) => {
      globalThis.badges.push(details.text);
      return setBadgeText.call(chrome.action, details);
    };
  });
  for (let n = 0; n < 6; n += 1) {
    await page.evaluate((n) => history.replaceState({}, '', `/article/1/at/${n}`), n);
    const now = await browser.stateOf(tabId, ({ url, status }) => url.endsWith(`/at/${n}`) && status !== 'unread');
    assert.deepEqual([now.status, now.entry?.title], ['new', ARTICLES[1].title]);
    assert.equal(await badgeOf(tabId), '+');
  }
  const badges = new Set(await worker.evaluate(() => globalThis.badges));
  assert.deepEqual(badges, new Set(['+']), 'no other was set meanwhile');
  await assertRight(host, [1]);
});

test('an article that is left before it is drawn is not remembered', async () => {
  const { page, host, shows } = await open(appOf({ how: 'push', delay: 2000 }));
  // Both are drawn after the delay, and must not be seen separately.
  await page.evaluate(() => {
    for (const n of [2, 3]) document.querySelector(`#to${n}`).click();
  });
  await shows(3);
  await assertRight(host, [1, 3]);
});

test('after going back before the next is drawn, the page is the article that was read there', async () => {
  const { page, host, shows, state } = await open(appOf({ how: 'push', delay: 60_000 }));
  await page.click('#to2');
  await state(({ status, url }) => status === 'unchanged' && url.endsWith('/2'));
  await page.goBack();
  await shows(1);
  await assertRight(host, [1]);
});

test('a place in the page, or what only counts visitors, is not another page', async () => {
  const { page, tabId, host } = await open(appOf({ how: 'push', delay: 0 }));
  for (const address of ['#comments', '?utm_source=x#top']) {
    await page.evaluate((address) => history.pushState({}, '', address), address);
    const isThere = async ([tabId, address]) => (await chrome.tabs.get(tabId)).url.endsWith(address);
    await until(() => browser.desk.evaluate(isThere, [tabId, address]), address);
    const { entry } = await browser.ask('page', { tabId });
    assert.deepEqual([entry?.title, await badgeOf(tabId)], [ARTICLES[1].title, '+']);
  }
  await assertRight(host, [1]);
});

const CREDIT = '来源：岚安新闻网';
/** Scrolls to the end of an article, where the next is added. */
async function endOf(page, n) {
  await page.evaluate((n) => document.querySelector(`[data-n="${n}"]`).lastChild.scrollIntoView(), n);
  await page.waitForSelector(`[data-n="${n + 1}"]`);
}
const scrollTo = (page, n) => page.evaluate((n) => document.querySelector(`[data-n="${n}"]`).scrollIntoView(), n);

for (const made of [
  {},
  { tag: 'article', rank: 'h2' },
  { early: true, credit: CREDIT },
  { early: true, tag: 'article' },
  { early: true, tag: 'article', rank: 'h2' },
]) {
  const how = [made.early ? 'loaded early' : 'put', made.tag ?? 'div', made.rank ?? 'h1'].join(', ');
  test(`endless scrolling: an article behind another is another (${how})`, async () => {
    const { page, host, shows } = await open(scrollOf(made));
    for (const n of [2, 3]) {
      await endOf(page, n - 1);
      await scrollTo(page, n);
      await shows(n);
    }
    for (const n of [2, 1, 2, 3]) {
      await scrollTo(page, n);
      await shows(n);
    }
    await assertRight(host, [1, 2, 3]);
  });
}

for (const made of [{}, { tag: 'article', rank: 'h2' }, { early: true, tag: 'article', rank: 'h2' }]) {
  const how = [made.early ? 'loaded early' : 'put', made.tag ?? 'div'].join(', ');
  test(`endless scrolling past an unread article: the next is read, and that on the way back (${how})`, async () => {
    const { page, host, shows } = await open(scrollOf(made));
    await endOf(page, 1);
    // Goes on as soon as the page has this address.
    await page.evaluate(async () => {
      const block = (n) => document.querySelector(`[data-n="${n}"]`);
      const frame = () => new Promise(requestAnimationFrame);
      block(2).scrollIntoView();
      while (!location.pathname.endsWith('/2')) await frame();
      for (; !block(3); await frame()) block(2).lastChild.scrollIntoView();
      block(3).scrollIntoView();
    });
    await shows(3);
    await assertRight(host, [1, 3]);
    await scrollTo(page, 2);
    await shows(2);
    await assertRight(host, [1, 2, 3]);
  });
}

test('endless scrolling on while the first article is judged: what comes into view is another', async () => {
  const forget = await hearing(({ type }, { tab }) => {
    if (type !== 'loaded' || !tab.url.endsWith('/1')) return;
    const func = () => {
      const look = setInterval(() => {
        const next = document.querySelector('[data-n="2"]');
        (next ?? document.querySelector('[data-n="1"]').lastChild).scrollIntoView();
        if (next) clearInterval(look);
      }, 20);
    };
    void chrome.scripting.executeScript({ target: { tabId: tab.id }, func });
    for (const end = Date.now() + 1000; Date.now() < end; );
  });
  const host = 'hasty.example';
  const html = scrollOf({ tag: 'article', rank: 'h2' });
  const { page, tabId } = await load(host, html);
  const shows = (n) => browser.stateOf(tabId, (now) => now.url.endsWith(`/${n}`) && hasTitle(n)(now));
  await shows(2);
  await endOf(page, 2);
  await scrollTo(page, 3);
  await shows(3);
  await assertRight(host, [1, 2, 3]);
  await forget();
});

test('endless scrolling under one address: the first article does not grow', async () => {
  const { page, tabId, host } = await open(scrollOf({ replaces: false }));
  await endOf(page, 1);
  await endOf(page, 2);
  assert.equal((await browser.ask('read', { tabId })).entry.title, ARTICLES[1].title);
  await assertRight(host, [1]);
});

for (const [replaces, n] of [
  [false, 1],
  [true, 2],
]) {
  test(`endless scrolling, read for the first time after it: the article of the address, ${n}`, async () => {
    await change({ when: 'clicked' });
    const host = `late${n}.example`;
    const { page, tabId } = await load(host, scrollOf({ replaces, tag: 'article' }));
    await endOf(page, 1);
    await scrollTo(page, 2);
    await page.waitForFunction((replaces, n) => !replaces || location.pathname.endsWith(`/${n}`), {}, replaces, n);
    await browser.ask('read', { tabId });
    await assertRight(host, [n]);
  });
}

for (const how of ['push', 'replace']) {
  test(`left by ${how} before it could be read: it is not read for what comes next`, async () => {
    const host = `quick-${how}.example`;
    // Before anyone could see it.
    const html = appOf({ how, delay: 3000 }).replace(
      '</script></body>',
      "document.querySelector('#to2').click();</script></body>",
    );
    sites.put(`http://${host}/article/2`, html);
    const { tabId } = await load(host, html);
    await browser.stateOf(tabId, hasTitle(2));
    await assertRight(host, [2]);
  });
}

test('an address that is replaced before the page is read is the article’s once it has come to rest', async () => {
  const host = 'boot.example';
  const html = appOf({ how: 'push', delay: 0 }).replace(
    '</script></body>',
    "history.replaceState({}, '', '/2026/bus');</script></body>",
  );
  const { tabId } = await load(host, html);
  await browser.stateOf(tabId, hasTitle(1));
  await assertRight(host, [1], () => '/2026/bus');
});

test('an article that is drawn again in its place is read again, whole', async () => {
  const { page, tabId, host } = await open(appOf({ how: 'push', delay: 0 }));
  await page.evaluate(() =>
    document.querySelector('main').replaceChildren(document.querySelector('article').cloneNode(true)),
  );
  assert.equal((await browser.ask('read', { tabId })).entry?.title, ARTICLES[1].title);
  await assertRight(host, [1]);
});

test('on clicks alone: what stood there before is not read for another page', async () => {
  await change({ when: 'clicked' });
  const host = 'clicked.example';
  const { page, tabId } = await load(host, appOf({ how: 'push', delay: null }));
  const read = () => browser.ask('read', { tabId });
  assert.equal((await read()).status, 'new');
  await page.click('#to2');
  await until(async () => (await badgeOf(tabId)) === '', 'the end of the badge');
  const still = await read();
  assert.deepEqual([still.status, still.override, still.entry], ['unchanged', 'page', null]);
  await release(page);
  assert.equal((await read()).entry.title, ARTICLES[2].title);
  await assertRight(host, [1, 2]);
  // If the user says so, it belongs to the page.
  await page.click('#to1');
  await browser.stateOf(tabId, ({ status }) => status === 'unread');
  const { status, entry } = await browser.ask('read', { tabId, override: true });
  assert.deepEqual([status, entry.title, entry.url], ['same', ARTICLES[2].title, `http://${host}/article/1`]);
});
