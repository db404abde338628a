// Measures the extension's speed and storage in Chromium: medians, with the fastest and the slowest.
//
//   cargo xtask extension && node research/bench/extension.mjs
//
// Other work on the machine makes times longer, never shorter: compare the fastest.
import { startChromium, until } from '../../extension/test/support/chromium.mjs';
import { DAM } from '../../extension/test/support/made.mjs';
import { fillHistory } from '../../extension/test/support/many.mjs';
import { pageOf, send, startSites, urlOf } from '../../extension/test/support/sites.mjs';

const TIMES = 11;

const furniture = Array.from(
  { length: 1100 },
  (_, i) =>
    `<li class="item item--${i}"><a href="/channel/${i}/latest.html" title="频道 ${i}"><span>频道与栏目 ${i}</span></a></li>`,
).join('\n');
const PAGE = pageOf('水坝', DAM, { before: `<nav><ul>${furniture}</ul></nav>` });

const numbers = [...Array(200).keys()];
const sites = await startSites({
  ...Object.fromEntries(numbers.map((i) => [`http://copy.example/${i}`, PAGE])),
  ...Object.fromEntries(
    numbers.map((i) => [
      `http://picture.example/${i}`,
      PAGE.replace('</article>', `<img alt="" src="/${i}.png"></article>`),
    ]),
  ),
  // A picture arrives later than its page, as pictures do.
  ...Object.fromEntries(
    numbers.map((i) => [
      `http://picture.example/${i}.png`,
      (_, response) => setTimeout(send, 400, response, 200, 'image/png', ''),
    ]),
  ),
});
const browser = await startChromium(sites);

await badge();
await load();
await popup();
await many();
await browser.close();
sites.close();

/** Has pages read automatically, or only on a click. */
function reads(when) {
  return browser.ask('changeSettings', { changes: { when } });
}

/** From the load of a page to its verdict, among 10,000 articles. */
async function badge() {
  await reads('everywhere');
  await browser.visit(urlOf('zh-dam-original'));
  await fillHistory(browser.desk, 10_000);
  await browser.desk.evaluate(() => {
    globalThis.shown = new Map();
    chrome.runtime.onMessage.addListener(({ what, tabId }) => {
      // The button shows it by then.
      if (what === 'page' && !globalThis.shown.has(tabId))
        globalThis.shown.set(tabId, performance.timeOrigin + performance.now());
    });
  });
  const times = [];
  for (let i = 0; i < TIMES; i += 1) {
    const { page, tabId } = await browser.visit(`http://copy.example/${i}`, isSame);
    const loaded = await page.evaluate(
      () => performance.timeOrigin + performance.getEntriesByType('navigation')[0].loadEventEnd,
    );
    times.push((await browser.desk.evaluate((tabId) => globalThis.shown.get(tabId), tabId)) - loaded);
    await page.close();
  }
  console.log(`page of ${PAGE.length} characters, load to badge: ${said(times)} ms`);
}

/** How much longer pages load, with a picture and without one. */
async function load() {
  /** By host and setting, the loads of each round. */
  const rounds = {};
  const page = await browser.context.newPage();
  for (let round = 0; round < 4; round += 1) {
    for (const when of ['clicked', 'everywhere']) {
      await reads(when);
      await page.waitForTimeout(1000); // Until every process of the browser has the change.
      for (const host of ['picture', 'copy']) {
        const times = [];
        for (let i = 0; i < TIMES; i += 1) {
          await page.goto(`http://${host}.example/${100 + i}`, { waitUntil: 'load' });
          times.push(await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd));
          await page.waitForTimeout(250); // All work on this page must be done when the next is loaded.
        }
        ((rounds[host] ??= {})[when] ??= []).push(times);
      }
    }
  }
  await page.close();
  for (const [host, { clicked, everywhere }] of Object.entries(rounds)) {
    // Rounds without the extension's reading differ too, because of other work on the machine.
    const noise = Math.max(...clicked.map(quick)) - Math.min(...clicked.map(quick));
    const delay = quick(everywhere.flat()) - quick(clicked.flat());
    console.log(
      `${host}: load without ${said(clicked.flat())} ms, with ${said(everywhere.flat())} ms; ` +
        `quicker quarters differ by ${delay.toFixed(1)} ms, rounds without by ${noise.toFixed(1)} ms`,
    );
  }
}

/** From the click on the button to the verdict. */
async function popup() {
  await reads('everywhere');
  const { tabId } = await browser.visit('http://copy.example/50', isSame);
  const page = await browser.context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.dataset.status === 'same') globalThis.there = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  });
  const times = [];
  for (let i = 0; i < TIMES; i += 1) {
    await page.goto(`${browser.base}pages/popup.html?tab=${tabId}`);
    times.push(await until(() => page.evaluate(() => globalThis.there), 'the verdict'));
  }
  await page.close();
  console.log(`popup to verdict: ${said(times)} ms`);
}

/** Look-ups and searches among 100,000 articles, and the storage that these take. */
async function many() {
  const before = await browser.ask('usage');
  await fillHistory(browser.desk, 100_000 - before.articles);
  const { articles, bytes } = await browser.ask('usage');
  const own = [];
  for (const name of [
    'zh-nightbus-original',
    'zh-nightbus-portal',
    'en-barrage-original',
    'en-barrage-reprint',
    'en-kettle',
  ]) {
    own.push((await browser.visit(urlOf(name))).state.entry);
  }
  const lookUps = [];
  for (const { id } of Array.from({ length: 5 * TIMES }, (_, i) => own[i % own.length])) {
    lookUps.push(await timed({ type: 'entry', id }));
  }
  const first = await timed({ type: 'search', query: '', after: null, limit: 50 });
  const nothing = await timed({ type: 'search', query: 'nothing of the kind', after: null, limit: 50 });
  const perArticle = bytes / articles;
  console.log(
    `look-up: ${said(lookUps)} ms; 50 latest: ${first.toFixed()} ms; a piece of a search: ${nothing.toFixed()} ms`,
  );
  console.log(`storage: ${(bytes / 1e6).toFixed(1)} MB, ${perArticle.toFixed()} bytes an article without its text`);
}

function isSame({ status }) {
  return status === 'same';
}

/** Milliseconds from a request of a page to the answer. */
function timed(message) {
  return browser.desk.evaluate(async (message) => {
    const start = performance.now();
    const { ok, error } = await chrome.runtime.sendMessage(message);
    if (!ok) throw new Error(error.message);
    return performance.now() - start;
  }, message);
}

/** The time that a quarter of them do not exceed. */
function quick(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 2];
}

function said(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[sorted.length >> 1].toFixed(1)} (${sorted[0].toFixed(1)} to ${sorted.at(-1).toFixed(1)})`;
}
