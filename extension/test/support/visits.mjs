// Visits of pages in Chromium, each read as soon as it is there.
import { beforeEach } from 'node:test';
import { startChromium } from './chromium.mjs';
import { MADE } from './made.mjs';
import { started } from './started.mjs';

export const { sites, browser } = await started(startChromium, MADE);

// Each test begins with no articles, no tabs, and these settings.
beforeEach(async () => {
  for (const page of browser.context.pages()) if (page !== browser.desk) await page.close();
  await browser.ask('forgetAll');
  await browser.ask('changeSettings', {
    changes: {
      when: 'everywhere',
      sites: [],
      blocklist: [],
      override: [],
      keepText: true,
      textLimit: 50,
      rewrites: false,
      links: false,
      retention: null,
    },
  });
});

/** Opens a page in the only tab with its address; returns it, the id of the tab, and its state once it was read. */
export async function visit(url, is) {
  // Tabs are known by their addresses.
  for (const page of browser.context.pages()) if (page.url() === url) await page.close();
  return browser.visit(url, is);
}

export const { stateOf } = browser;

/** The text on the button, and its title. */
export const badgeOf = (tabId) =>
  browser.desk.evaluate(
    async (tabId) => [await chrome.action.getBadgeText({ tabId }), await chrome.action.getTitle({ tabId })],
    tabId,
  );
