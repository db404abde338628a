// Visits of pages, each read as soon as it is there.
import { beforeEach } from 'node:test';
import { DEFAULTS } from '../../background/settings.js';
import { MADE } from './made.mjs';
import { urlOf } from './sites.mjs';
import { started } from './started.mjs';

/** Starts a browser; each test begins with no articles, no tabs, and pages that are read automatically everywhere. */
export async function visitsIn(start, options) {
  const { sites, browser, load } = await started(start, MADE, options);
  const { desk, ask } = browser;

  /** Closes the tabs that `isSpare`. */
  const closeTabs = async (isSpare) => {
    for (const page of await browser.pages()) if (page !== desk && isSpare(page)) await page.close();
  };
  const change = (changes) => ask('changeSettings', { changes });
  beforeEach(async () => {
    await closeTabs(() => true);
    await ask('forgetAll');
    await change({ ...DEFAULTS, when: 'everywhere' });
  });

  /** Opens a page in the only tab with its address; returns it, the id of the tab, and its state once it was read. */
  const visit = async (url, is) => {
    // Tabs are known by their addresses.
    await closeTabs((page) => page.url() === url);
    return browser.visit(url, is);
  };
  /** The verdict on a fixture page that is visited. */
  const verdictOn = async (name) => (await visit(urlOf(name))).state.status;
  return { sites, browser, load, change, visit, verdictOn };
}

/** Whether a state has this status. */
export const is = (wanted) => (state) => state.status === wanted;
