// What is loaded before a view has its main result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, start } from './browsers.mjs';
import { serve } from './server.mjs';

/** By view: its main result, the most kilobytes (bodies, with gzip), and the modules. The module is 460. */
const VIEWS = {
  home: { result: '.home .answer .verdict', most: 50, modules: 0 },
  look: { result: '.look .print .code', most: 580, modules: 1 },
};

/**
 * The path and the kilobytes of each transfer that ended before a view had its main result; no page was loaded before.
 * The page itself notes when it had it: what arrives while a test asks for it does not count.
 */
async function transferred(browser, address, result) {
  const { page, until, run, close } = await openPage(browser, { width: 390, height: 844 });
  await page.evaluateOnNewDocument((selector) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      performance.mark('result');
    });
    observer.observe(document, { childList: true, subtree: true });
  }, result);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await until(() => performance.getEntriesByName('result').length > 0);
  const files = await run(() => {
    const [{ startTime: end }] = performance.getEntriesByName('result');
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const before = all.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= end);
    return before.map((entry) => ({ path: new URL(entry.name).pathname, kilobytes: entry.encodedBodySize / 1000 }));
  });
  await close();
  return files;
}

test('the first screen needs no module, and a fingerprint the default one, once', async (t) => {
  const { address } = await serve(t);
  const browser = await start(t, 'Chromium');
  for (const [view, { result, most, modules }] of Object.entries(VIEWS)) {
    const files = await transferred(browser, `${address}#/${view}`, result);
    const paths = files.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => /minisearch|docs\//.test(path)),
      [],
      `${view} loads what it does not need`,
    );
    assert.equal(paths.filter((path) => path.endsWith('.wasm')).length, modules, `${view}: modules`);
    const all = files.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
    assert.ok(all > 30 && all < most, `${view}: ${Math.round(all)} KB`);
  }
});
