// A browser with the extension, over sites on this machine, for the tests of a file.
import { after } from 'node:test';
import { startSites } from './sites.mjs';

/**
 * Starts both; they are closed after the tests.
 * @param {typeof import('./chromium.mjs').startChromium | typeof import('./firefox.mjs').startFirefox} start
 * @param {object} [made] pages of the sites
 * @param {object} [options] of the browser
 */
export async function started(start, made, options) {
  const sites = await startSites(made);
  const browser = await start(sites, options);
  after(async () => {
    await browser.close();
    sites.close();
  });
  /** Opens an article at a host, and does not wait until it is read. */
  const load = async (host, html) => {
    sites.put(`http://${host}/article/1`, html);
    const page = await browser.newPage();
    await page.goto(`http://${host}/article/1`);
    return { page, tabId: await browser.tabOf(page) };
  };
  return { sites, browser, load };
}
