// Visits of pages in Chromium, each read as soon as it is there.
import { beforeEach } from 'node:test';
import { startChromium } from './chromium.mjs';
import { MADE } from './made.mjs';
import { urlOf } from './sites.mjs';
import { started } from './started.mjs';
import { DEFAULTS } from '../../background/settings.js';

export const { sites, browser } = await started(startChromium, MADE);

// Each test begins with no articles, no tabs, and these settings.
beforeEach(async () => {
  for (const page of browser.context.pages()) if (page !== browser.desk) await page.close();
  await browser.ask('forgetAll');
  await change({ ...DEFAULTS, when: 'everywhere' });
});

/** Changes settings. */
export const change = (changes) => browser.ask('changeSettings', { changes });

/** Opens a page in the only tab with its address; returns it, the id of the tab, and its state once it was read. */
export async function visit(url, is) {
  // Tabs are known by their addresses.
  for (const page of browser.context.pages()) if (page.url() === url) await page.close();
  return browser.visit(url, is);
}

export const { stateOf } = browser;

/** The verdict on a fixture page that is visited. */
export const verdictOn = async (name) => (await visit(urlOf(name))).state.status;

/** Whether a state has this status. */
export const is = (wanted) => (state) => state.status === wanted;

/** The text on the button, and its title. */
export const badgeOf = (tabId) =>
  browser.desk.evaluate(
    async (tabId) => [await chrome.action.getBadgeText({ tabId }), await chrome.action.getTitle({ tabId })],
    tabId,
  );
