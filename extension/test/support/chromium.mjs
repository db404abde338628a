// Chromium with the extension.
import { chromium } from '../../../tests/browsers.mjs';
import { until } from '../../../tests/until.mjs';
import { unpack } from './extension.mjs';
import { pictureOf } from './person.mjs';

export { until };

/** The states of a page that was read, or that is not to be read. */
const READ = ['new', 'changed', 'seen', 'same', 'partial', 'not-article', 'never', 'failed'];

/** Starts it; every host is `sites`. On a `screen` it shows its windows. */
export async function startChromium(sites, { granted, locale, showsFirst = false, screen } = {}) {
  const extension = await unpack('chromium', { granted, locale });
  const browser = await chromium({
    headless: !screen,
    env: { ...process.env, ...(screen && { DISPLAY: screen }) },
    pipe: true, // Only so can a program install an extension.
    enableExtensions: true,
    args: [
      '--disable-component-update',
      '--lang=en-US',
      `--host-resolver-rules=MAP * 127.0.0.1:${sites.port}`,
      '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
    ],
  });
  const id = await browser.installExtension(extension.folder);
  const base = `chrome-extension://${id}/`;
  const targetOf = (is) => browser.waitForTarget((target) => target.url().startsWith(base) && is(target));
  const newPage = async () => {
    const page = await browser.newPage();
    await page.emulateFocusedPage(true); // So that it is seen though another is in front of it.
    return page;
  };
  /** Opens a page of the extension. */
  const openOwn = async (path) => {
    const page = await newPage();
    await page.goto(base + path);
    return page;
  };
  const worker = async () => (await targetOf((target) => target.type() === 'service_worker')).worker();
  await worker();
  const desk = await openOwn('manifest.json');
  // A popup that opens by itself would be in the way.
  await desk.evaluate((shownFirst) => chrome.storage.local.set({ shownFirst }), !showsFirst);
  return visiting(browser, extension, {
    base,
    newPage,
    openOwn,
    desk,
    worker,
    /** Clicks the button of the extension over a page, as a person does. */
    async click(page) {
      await page.bringToFront();
      await page.triggerExtensionAction((await browser.extensions()).get(id));
    },
    /** What the button opened, as a PNG. It is no page to Puppeteer, which would give it another size. */
    pictureOfPopup: async () => pictureOf(await targetOf((target) => target.url().endsWith('pages/popup.html'))),
  });
}

/** A browser with the extension that can also visit pages; its `desk` is a page of the extension for requests. */
export function visiting(driven, extension, own) {
  const { desk } = own;
  const browser = { newPage: () => driven.newPage(), pages: () => driven.pages(), ...own };
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
  const close = async () => {
    await driven.close();
    await extension.remove();
  };
  return { ...browser, ask, tabOf, stateOf, visit, badgeOf, send, kept, close };
}
