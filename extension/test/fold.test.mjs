// The links of a page, folded, in Chromium.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './support/axe.mjs';
import { DAM } from './support/made.mjs';
import { pageOf, urlOf } from './support/sites.mjs';
import { browser, sites, visit } from './support/visits.mjs';

const LIST = 'http://search.example/?q=dam';
const ORIGINAL = urlOf('zh-dam-original');
const LINKS = [
  [ORIGINAL, '石门沟老坝汛前拆除 青榆河六十年来首次全线贯通'],
  ['http://portal.example/a/11', '青榆河的老水坝拆了，六十年来第一次全线贯通'],
  [urlOf('zh-nightbus-original'), '夜班车上的人们：末班之后的城市'],
  ['http://mail.paper.example/inbox/1', '邮箱里的一封信，不应当被读取'],
  [urlOf('zh-dam-abridged'), '老坝拆除之后，河里的鱼回来了'],
  ['http://gone.example/a/13', '这个网页已经不在了，只剩下标题'],
  ['http://paper.example/unsubscribe?id=7', '退订来信的链接，获取它就会生效'],
];

test('links to one article are folded, those read before are marked, and none is fetched before a click', async () => {
  const items = LINKS.map(([url, title]) => `<li><h3><a href="${url}">${title}</a></h3></li>`).join('\n');
  sites.put(LIST, `<!doctype html><html lang="zh"><meta charset="utf-8"><title>搜索：水坝</title><ol>${items}</ol>`);
  sites.put(LINKS[1][0], pageOf(LINKS[1][1], DAM));
  await visit(ORIGINAL);
  const { page, tabId } = await visit(LIST);
  sites.requests.length = 0;
  const popup = await browser.openOwn(`pages/popup.html?tab=${tabId}`);
  const link = popup.getByRole('link', { name: 'Fold its links' });
  assert.match(await link.getAttribute('href'), new RegExp(`^fold.html\\?tab=${tabId}$`));
  const [folded] = await Promise.all([browser.context.waitForEvent('page'), link.click()]);
  await folded.locator('#groups > li').first().waitFor();
  const said = () => folded.locator('#found').textContent();
  assert.equal(await said(), '7 links in 7 groups. You have read one of them.');
  assert.match(await folded.locator('.seen').innerText(), /^Read on \w+ \d+, \d{4}$/);
  await assertAccessible(folded, 'folded links');
  assert.deepEqual(sites.requests, [], 'nothing is fetched before a click');

  await folded.getByRole('button', { name: 'Read the others and fold again' }).click();
  await folded.getByText('independent sources').waitFor();
  assert.equal(
    await said(),
    '7 links in 5 groups. 5 independent sources. You have read one of them. ' +
      '3 have no article that can be compared, and count by their titles.',
  );
  const group = folded.locator('#groups > li').first();
  assert.deepEqual(await group.locator('.verdict').allInnerTexts(), ['the same article', 'part of it, or more']);
  const refused = sites.requests.filter((url) => /mail\.paper|unsubscribe/.test(url));
  assert.deepEqual(refused, [], 'neither a mailbox nor what may act is fetched');
  assert.equal((await browser.ask('usage')).articles, 1, 'nothing is kept');
  await page.close();
});
