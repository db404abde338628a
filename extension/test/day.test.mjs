// A day of the browser's own history, in Chromium.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAM } from './support/made.mjs';
import { pageOf, send, urlOf } from './support/sites.mjs';
import { browser, sites, visit } from './support/visits.mjs';

const GBK = urlOf('zh-dam-table-gbk');
const KNOWN = urlOf('en-kettle');
const LIST = urlOf('zh-dam-front-page');
const COUNTED = 'http://counted.example/a/1';
const BROKEN = 'http://broken.example/a/2';
const MOVED = 'http://moved.example/a/3';
/** Pages that must not be fetched again. */
const REFUSED = [
  'http://mail.paper.example/1',
  'http://paper.example/account/9',
  'http://paper.example/unsubscribe?id=7',
  'http://forbidden.example/a/4',
];

/** Opens the history, has a day read, and answers the question whether to fetch its pages. */
async function readDay(answer, date) {
  const page = await browser.openOwn('pages/history.html');
  if (date) await page.locator('#date').fill(date);
  await page.getByRole('button', { name: 'Read its pages' }).click();
  const answers = page.locator('#sure').getByRole('button', { name: answer ?? '' });
  if (answer) await answers.waitFor();
  const question = answer && (await page.locator('#sure-question').textContent());
  if (answer) await answers.click();
  await page.locator('#notice').waitFor();
  const said = await page.locator('#notice').textContent();
  await page.close();
  return { question, said };
}

test('the articles of a day are fetched without cookies, and kept with the time of the visit', async () => {
  const cookies = [];
  const counted = (request, response) => {
    cookies.push(request.headers.cookie ?? null);
    const type = 'text/html; charset=utf-8';
    send(response, 200, type, pageOf('水坝', DAM), { 'set-cookie': 'reader=7; Path=/' });
  };
  const article = pageOf('水坝', DAM.slice(0, 6));
  sites.put(COUNTED, counted);
  sites.put(BROKEN, article);
  sites.put(MOVED, article);
  for (const url of REFUSED) sites.put(url, article);

  await visit(KNOWN);
  await browser.ask('changeSettings', { changes: { when: 'clicked', never: ['forbidden.example'] } });
  const began = new Date();
  for (const url of [GBK, `${GBK}?utm_source=x#top`, LIST, COUNTED, COUNTED, BROKEN, MOVED, ...REFUSED]) {
    const page = await browser.newPage();
    await page.goto(url);
    await page.close();
  }
  const ended = new Date();
  assert.deepEqual(cookies, [null, 'reader=7'], 'a visit brings cookies');
  // What has become of two of them since.
  sites.put(BROKEN, (_, response) => response.destroy());
  sites.put(MOVED, (_, response) => send(response, 302, 'text/plain', '', { location: REFUSED[1] }));
  sites.requests.length = 0;

  assert.deepEqual(await readDay('Cancel'), {
    question: 'Fetch 6 pages from 6 sites? The sites see a visit from this computer, but no cookies.',
    said: 'Nothing was fetched.',
  });
  assert.deepEqual(sites.requests, []);

  const { said } = await readDay('Read its pages');
  assert.equal(said, 'Read. New: 2. Known before: 1. Not articles: 2. Not reached: 1.');
  assert.equal(cookies.at(-1), null);
  assert.deepEqual([...new Set(sites.requests)].sort(), [BROKEN, COUNTED, GBK, KNOWN, LIST, MOVED, REFUSED[1]].sort());
  const { entries } = await browser.ask('search', { query: '', after: null, limit: 10 });
  assert.deepEqual(entries.map(({ url }) => url).sort(), [COUNTED, GBK, KNOWN].sort());
  const gbk = entries.find(({ url }) => url === GBK);
  assert.equal(gbk.title, '石门沟老坝汛前拆除');
  for (const { firstSeen, url } of entries.filter(({ url }) => url !== KNOWN))
    assert.ok(began <= new Date(firstSeen) && new Date(firstSeen) <= ended, url);
  const { clusters } = await browser.ask('clusters', { after: null, limit: 10 });
  assert.deepEqual(
    clusters.map(({ entries }) => entries.length),
    [2],
  );
  // Once more, nothing is new.
  assert.match((await readDay('Read its pages')).said, /^Read\. New: 0\. Known before: 3\./);
});

test('a day without visits fetches nothing', async () => {
  sites.requests.length = 0;
  const { said } = await readDay(null, '2001-02-03');
  assert.equal(said, 'Nothing was fetched.');
  assert.deepEqual(sites.requests, []);
});
