// Visits of pages in Chromium, each read as soon as it is there.
import { beforeEach } from 'node:test';
import { startChromium, until } from './chromium.mjs';
import { MADE } from './made.mjs';
import { started } from './started.mjs';

export const READ = ['new', 'changed', 'seen', 'same', 'partial', 'not-article', 'never', 'failed'];

export const { sites, browser } = await started(startChromium, MADE);

// Each test begins with no articles, no tabs, and these settings.
beforeEach(async () => {
  for (const page of browser.context.pages()) if (page !== browser.desk) await page.close();
  await browser.ask('forgetAll');
  await browser.ask('changeSettings', {
    changes: {
      when: 'everywhere',
      sites: [],
      never: [],
      anyway: [],
      threshold: 0,
      original: 'evidence',
      keepText: true,
      textLimit: 50,
      rewrites: false,
      retention: null,
    },
  });
});

/** Opens a page; returns it, the id of its tab, and the state of the page once it was read. */
export async function visit(url, is = (state) => READ.includes(state.status)) {
  // Tabs are known by their addresses.
  for (const page of browser.context.pages()) if (page.url() === url) await page.close();
  const page = await browser.context.newPage();
  await page.goto(url);
  const tabId = await browser.tabOf(page);
  return { page, tabId, state: await stateOf(tabId, is) };
}

/** The state of the page in a tab, once `is` holds. */
export const stateOf = (tabId, is) =>
  until(async () => {
    const state = await browser.ask('page', { tabId });
    return is(state) && state;
  }, 'the state of the page');

/** The text on the button, and its title. */
export const badgeOf = (tabId) =>
  browser.desk.evaluate(
    async (tabId) => [await chrome.action.getBadgeText({ tabId }), await chrome.action.getTitle({ tabId })],
    tabId,
  );
