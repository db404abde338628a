// Chromium with the extension.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumProgram } from '../../../tests/browsers.mjs';
import { until } from '../../../tests/until.mjs';
import { unpack } from './extension.mjs';

export { until };

/** The states of a page that was read, or that is not to be read. */
const READ = ['new', 'changed', 'seen', 'same', 'partial', 'not-article', 'never', 'failed'];

/** Starts it; every host is `sites`. On a `screen` it shows its windows. */
export async function startChromium(sites, { granted, locale, showsFirst = false, screen } = {}) {
  const extension = await unpack('chromium', { granted, locale });
  const profile = await mkdtemp(join(tmpdir(), 'offprint-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumProgram(),
    headless: !screen,
    env: { ...process.env, ...(screen && { DISPLAY: screen }) },
    locale: 'en-US',
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--load-extension=${extension.folder}`,
      `--disable-extensions-except=${extension.folder}`,
      '--lang=en-US',
      `--host-resolver-rules=MAP * 127.0.0.1:${sites.port}`,
      '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
      '--enable-unsafe-extension-debugging', // So that the button can be clicked.
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const base = new URL('/', worker.url()).href;
  const desk = await context.newPage();
  await desk.goto(`${base}manifest.json`);
  // A popup that opens by itself would be in the way.
  await desk.evaluate((shownFirst) => chrome.storage.local.set({ shownFirst }), !showsFirst);
  return visiting({
    context,
    base,
    newPage: () => context.newPage(),
    pages: () => context.pages(),
    /** Opens a page of the extension. */
    async openOwn(path) {
      const page = await context.newPage();
      await page.goto(base + path);
      return page;
    },
    desk,
    worker: () => context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker'),
    /** Clicks the button of the extension over a page, as a person does. */
    async click(page) {
      await page.bringToFront();
      const session = await context.browser().newBrowserCDPSession();
      const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] });
      const { targetId } = targetInfos.find(({ url }) => url === page.url());
      await session.send('Extensions.triggerAction', { id: new URL(base).host, targetId });
      await session.detach();
    },
    /** What the button opened, as a PNG: a page that Playwright leaves alone. */
    async pictureOfPopup() {
      const session = await context.browser().newBrowserCDPSession();
      const { targetInfos } = await session.send('Target.getTargets');
      const { targetId } = targetInfos.find(({ url }) => url === `${base}pages/popup.html`);
      const { sessionId } = await session.send('Target.attachToTarget', { targetId });
      const answer = new Promise((resolve) =>
        session.once('Target.receivedMessageFromTarget', ({ message }) => resolve(JSON.parse(message))),
      );
      const message = JSON.stringify({ id: 1, method: 'Page.captureScreenshot' });
      await session.send('Target.sendMessageToTarget', { sessionId, message });
      const { result } = await answer;
      await session.detach();
      return Buffer.from(result.data, 'base64');
    },
    async close() {
      await context.close();
      await extension.remove();
      await rm(profile, { recursive: true, force: true });
    },
  });
}

/** A browser with the extension that can also visit pages; its `desk` is a page of the extension for requests. */
export function visiting(browser) {
  const { desk } = browser;
  /** The value of the answer, or a rejection with its code. */
  const ask = async (type, data) => {
    const answer = await desk.evaluate((message) => chrome.runtime.sendMessage(message), { type, ...data });
    if (answer?.ok) return answer.value;
    throw Object.assign(new Error(answer?.error?.message ?? 'no answer'), answer?.error);
  };
  /** The id of the tab that shows a page, whose program may replace the address meanwhile. */
  const tabOf = (page) => {
    const find = async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id;
    return until(() => desk.evaluate(find, page.url()), 'the tab of a page');
  };
  /** The state of the page in a tab, once `is` holds; by default once it was read. */
  const stateOf = (tabId, is = ({ status }) => READ.includes(status)) => {
    const look = async () => [await ask('page', { tabId })].find(is);
    return until(look, 'the state of the page');
  };
  /** Opens a page; returns it, the id of its tab, and its state. */
  const visit = async (url, is) => {
    const page = await browser.newPage();
    await page.goto(url);
    const tabId = await tabOf(page);
    return { page, tabId, state: await stateOf(tabId, is) };
  };
  /** The text on the button over a tab, and its title. */
  const badgeOf = (tabId) =>
    desk.evaluate(
      async (tabId) => [await chrome.action.getBadgeText({ tabId }), await chrome.action.getTitle({ tabId })],
      tabId,
    );
  /** Sends a message to the script that marks a page. */
  const send = (tabId, message) =>
    desk.evaluate(([tabId, message]) => chrome.tabs.sendMessage(tabId, message), [tabId, message]);
  /** All that is remembered, as a file has it; or only of a host. */
  const kept = async (host) => {
    const { articles } = await ask('export', { after: null, limit: 500 });
    return articles.filter((article) => !host || article.host === host);
  };
  return { ...browser, ask, tabOf, stateOf, visit, badgeOf, send, kept };
}
