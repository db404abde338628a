// Another extension asks in Chromium whether a page was read before.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startChromium } from './support/chromium.mjs';
import { fixtures, pageOf, urlOf } from './support/sites.mjs';
import { started } from './support/started.mjs';

const clipper = await mkdtemp(join(tmpdir(), 'offprint-clipper-'));
after(() => rm(clipper, { recursive: true, force: true }));
await writeFile(join(clipper, 'manifest.json'), JSON.stringify({ manifest_version: 3, name: 'Clipper', version: '1' }));
/** Chromium names an unpacked extension by its folder. */
const ID = [...createHash('sha256').update(clipper).digest('hex').slice(0, 32)]
  .map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)])
  .join('');

const { browser } = await started(startChromium, {}, { beside: [clipper] });
const page = await browser.newPage();
await page.goto(`chrome-extension://${ID}/manifest.json`);
const ask = (message) =>
  page.evaluate(([id, message]) => chrome.runtime.sendMessage(id, message), [new URL(browser.base).host, message]);

test('a clipper learns what was read, once the reader has named it', async () => {
  const name = 'en-kettle';
  const html = fixtures.get(name).read('page.html').toString();
  const question = { type: 'seen', url: urlOf(name), html };
  await browser.ask('changeSettings', { changes: { when: 'everywhere' } });
  await browser.visit(urlOf(name));

  assert.equal((await ask(question)).error.code, 'asker');
  await browser.ask('changeSettings', { changes: { askers: [ID] } });
  const { ok, article, seen, copies } = await ask(question);
  assert.deepEqual([ok, article, seen.url, copies], [true, true, urlOf(name), []]);
  assert.deepEqual(Object.keys(seen), ['url', 'title', 'site', 'firstSeen']);

  const copy = pageOf('A kettle', fixtures.get(name).body.split('\n'), { lang: 'en' });
  const elsewhere = await ask({ type: 'seen', url: 'http://portal.example/7', html: copy });
  assert.equal(elsewhere.seen, null);
  assert.deepEqual(
    elsewhere.copies.map(({ url, verdict }) => [url, verdict]),
    [[urlOf(name), 'same']],
  );
  assert.equal((await browser.ask('usage')).articles, 1, 'nothing is remembered');

  assert.equal((await ask({ type: 'seen', url: 'http://portal.example/8', html: '<p>Hello' })).article, false);
  assert.equal((await ask({ type: 'export' })).error.code, 'question');
  assert.equal((await ask({ type: 'seen', url: 'portal', html: copy })).error.code, 'question');
});
