// The site in Chromium and in Firefox, through the few operations that the tests use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, firefox } from '../../tests/browsers.mjs';
import { serve } from './server.mjs';

/** Starts a browser whose user reads British English. */
const START = {
  Chromium: () => chromium({ args: ['--accept-lang=en-GB'] }),
  Firefox: () => firefox({ extraPrefsFirefox: { 'intl.accept_languages': 'en-GB', 'intl.locale.requested': 'en-GB' } }),
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

/** A page of a browser, in a session of its own, with the messages of its console. `reduced` is for Chromium alone. */
export async function openPage(browser, { width = 1280, height = 900, reduced = false } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height });
  if (reduced) await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  const logged = [];
  page.on('console', (message) => {
    if (['error', 'warn', 'assert'].includes(message.type())) logged.push(message.text());
  });
  page.on('pageerror', (error) => logged.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) logged.push(`${response.status()} ${response.url()}`);
  });
  const run = (call, value) => page.evaluate(call, value);
  const until = (ready, value) => page.waitForFunction(ready, {}, value);
  return {
    page,
    /** The errors so far, in the console and the network. */
    logged,
    until,
    size: (size) => page.setViewport(size),
    close: () => context.close(),
    ...visitorOf(run, until),
    /** Runs in the page, with one plain-data argument. */
    run,
    /** Goes to an address and waits until the view is drawn. */
    async visit(address) {
      await page.goto(address);
      await until(shown);
    },
    /** Follows a link or presses a button, and waits until the view is drawn. */
    async press(selector) {
      await page.evaluate((name) => {
        delete document.querySelector('main').dataset.shown;
        document.querySelector(name).click();
      }, selector);
      await until(shown);
    },
  };
}

/** What a visitor sees and does, by selectors. */
const visitorOf = (run, until) => ({
  text: (selector) => run((selector) => document.querySelector(selector).textContent, selector),
  count: (selector) => run((selector) => document.querySelectorAll(selector).length, selector),
  there: (selector) => until((selector) => !!document.querySelector(selector), selector),
  click: (selector) =>
    run(
      (selector) => document.querySelector(selector).dispatchEvent(new MouseEvent('click', { bubbles: true })),
      selector,
    ),
  /** Types into a field, or chooses from a list. */
  set: (selector, value) =>
    run(
      ([selector, value]) => {
        const field = document.querySelector(selector);
        field[field.isContentEditable ? 'textContent' : 'value'] = value;
        field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input'));
      },
      [selector, value],
    ),
  /** Drops files, each with a `name`, a `type` if it is known, and `bytes`, which may be repeated some `times`. */
  drop: (files) =>
    run((files) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, bytes, times = 1 } of files)
        dataTransfer.items.add(new File(Array(times).fill(Uint8Array.from(bytes)), name, { type }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, files),
  /** By how much the page is too wide. */
  excess: () => run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
});

/** Has the whole site kept for use without a network. */
export async function keepAll(site) {
  await site.until(() => !document.getElementById('offline').hidden);
  await site.click('#offline');
  await site.until(() => document.getElementById('offline').textContent.startsWith('Kept'));
}

/**
 * A test of the site in each browser, from a view on, or from no page if `view` is null. The console must stay empty,
 * unless the test is `loud`.
 *
 * @param {string} title
 * @param {any[]} rest options, if any, and a function of the page, the address of the site, its server and the test
 */
export function testSite(title, ...rest) {
  const [{ names = NAMES, view = '', size = {}, policy, loud = false }, check] = rest.length > 1 ? rest : [{}, ...rest];
  for (const name of names) {
    test(`${name}: ${title}`, async (t) => {
      const { server, address } = await serve(t, policy);
      const site = await openPage(await start(t, name), size);
      if (view !== null) await site.visit(address + view);
      await check({ ...site, server, address, t });
      if (!loud) assert.deepEqual(site.logged, []);
    });
  }
}

// Between two pages there is no `main`.
const shown = () => document.querySelector('main')?.dataset.shown;
