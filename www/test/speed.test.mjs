// What is loaded before a view has its main result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from '../../tests/browsers.mjs';
import { serve } from './server.mjs';

/** By view: its main result, and the most kilobytes, with gzip, and modules: the fonts are 80, the module is 407. */
const VIEWS = {
  home: { result: '.home .answer .verdict', most: 140, modules: 0 },
  look: { result: '.look .print .code', most: 585, modules: 1 },
};

/** The path and the kilobytes of each transfer until a view shows its main result; no page was loaded before. */
async function transferred(browser, address, result) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map();
  const all = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    all.push({ path: paths.get(requestId), kilobytes: encodedDataLength / 1000 }),
  );
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(result).first().waitFor({ state: 'attached' });
  const until = [...all];
  await context.close();
  return until;
}

test('the first screen needs no module, and a fingerprint the default one, once', async (t) => {
  const { address } = await serve(t);
  const browser = await chromium();
  t.after(() => browser.close());
  for (const [view, { result, most, modules }] of Object.entries(VIEWS)) {
    const files = await transferred(browser, `${address}#/${view}`, result);
    const paths = files.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => /methods|minisearch|docs\//.test(path)),
      [],
      `${view} loads what it does not need`,
    );
    assert.equal(paths.filter((path) => path.endsWith('.wasm')).length, modules, `${view}: modules`);
    const all = files.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
    assert.ok(all > 80 && all < most, `${view}: ${Math.round(all)} KB`);
  }
});
