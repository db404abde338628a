// The site in Chromium and in Firefox, through the few operations that the tests use.

import { chromium, firefox } from '../../tests/browsers.mjs';

/** Starts a browser; `open()` returns a page with a separate session. */
const START = {
  async Chromium() {
    const browser = await chromium();
    return {
      async open({ width, height, reduced }) {
        const context = await browser.newContext({
          viewport: { width, height },
          locale: 'en-GB',
          reducedMotion: reduced ? 'reduce' : 'no-preference',
          permissions: ['clipboard-read', 'clipboard-write'],
        });
        const page = await context.newPage();
        const until = (ready, value) => page.waitForFunction(ready, value);
        return { page, until, size: (size) => page.setViewportSize(size), close: () => context.close() };
      },
      close: () => browser.close(),
    };
  },
  async Firefox() {
    const browser = await firefox({
      extraPrefsFirefox: { 'intl.accept_languages': 'en-GB', 'intl.locale.requested': 'en-GB' },
    });
    return {
      async open({ width, height }) {
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        await page.setViewport({ width, height });
        const until = (ready, value) => page.waitForFunction(ready, {}, value);
        return { page, until, size: (size) => page.setViewport(size), close: () => context.close() };
      },
      close: () => browser.close(),
    };
  },
};

export const NAMES = Object.keys(START);

/** Starts one of the browsers. */
export const startBrowser = (name) => START[name]();

/** The same, for a test and its subtests. */
export async function start(t, name) {
  const browser = await startBrowser(name);
  t.after(() => browser.close());
  return browser;
}

/** A page of a browser, with the messages of its console. */
export async function openPage(browser, { width = 1280, height = 900, reduced = false } = {}) {
  const { page, until, size, close } = await browser.open({ width, height, reduced });
  const said = [];
  page.on('console', (message) => {
    if (['error', 'warning', 'warn', 'assert'].includes(message.type())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) said.push(`${response.status()} ${response.url()}`);
  });
  // Firefox reports a font that was still loading when its page was left.
  const hasFonts = () => page.evaluate(() => document.fonts.ready.then(() => true));
  return {
    page,
    /** The errors so far, in the console and the network. */
    said,
    until,
    size,
    close,
    /** Runs in the page, with one plain-data argument. */
    run: (call, value) => page.evaluate(call, value),
    /** Waits until the page may be left. */
    hasFonts,
    /** Goes to an address and waits until the view is drawn. */
    async visit(address) {
      await hasFonts();
      await page.goto(address);
      await until(shown);
    },
    /** Follows a link or presses a button, and waits until the view is drawn. */
    async press(selector) {
      await hasFonts();
      await page.evaluate((name) => {
        delete document.querySelector('main').dataset.shown;
        document.querySelector(name).click();
      }, selector);
      await until(shown);
    },
  };
}

// Between two pages there is no `main`.
const shown = () => document.querySelector('main')?.dataset.shown;
