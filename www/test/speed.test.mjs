// What is loaded before the first screen has its answer; `speed.mjs` measures how long that takes on a slow phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from './server.mjs';
import { chromium } from '../../tests/browsers.mjs';
import { measure } from './speed.mjs';

/** Kilobytes, with gzip, and modules: the fonts are 80, the module is 407. */
const MOST = { home: [140, 0], look: [585, 1] };

test('the first screen needs no module, and a fingerprint the default one, once', async (t) => {
  const { address } = await serve(t);
  const browser = await chromium();
  t.after(() => browser.close());
  for (const [view, [most, modules]] of Object.entries(MOST)) {
    const { transferred } = await measure(browser, address, view, { slow: false });
    const paths = transferred.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => /methods|minisearch|docs\//.test(path)),
      [],
      `${view} loads what it does not need`,
    );
    assert.equal(paths.filter((path) => path.endsWith('.wasm')).length, modules, `${view}: modules`);
    const all = transferred.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
    assert.ok(all > 80 && all < most, `${view}: ${Math.round(all)} KB`);
  }
});
