// What is loaded before the first screen has its answer; `speed.mjs` measures how long that takes on a slow phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from './server.mjs';
import { chromium } from '../../tests/browsers.mjs';
import { measure } from './speed.mjs';

/** Kilobytes, with gzip: the module is 250, the fonts 80. */
const MOST = 500;

test('the first screen and a fingerprint need the default module only, once', async (t) => {
  const { address } = await serve(t);
  const browser = await chromium();
  t.after(() => browser.close());
  for (const view of ['home', 'look']) {
    const { transferred } = await measure(browser, address, view, { slow: false });
    const paths = transferred.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => /methods|minisearch|docs\//.test(path)),
      [],
      `${view} loads what it does not need`,
    );
    assert.equal(paths.filter((path) => path.endsWith('.wasm')).length, 1, `${view}: the module is fetched once`);
    const all = transferred.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
    assert.ok(all > 250 && all < MOST, `${view}: ${Math.round(all)} KB`);
  }
});
