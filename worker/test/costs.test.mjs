import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cost, PRICES } from '../src/operator/costs.js';
import { counted, keepCounts } from '../src/runtime/counts.js';
import { HTML, listed, page, published, startFor, until } from './support/site.mjs';

const PAGES = 40;

test('the cost of a million pages of each kind, from counted operations', { timeout: 60_000 }, async (t) => {
  const pages = {};
  // Pages never come twice with the same bytes, since those would not be read again.
  let visit = 0;
  const changing = (body) => (_, response) => response.writeHead(200, HTML).end(`${body}<!-- ${visit++} -->`);
  for (let i = 0; i < PAGES; i++)
    [pages[`/first/${i}`], pages[`/copy/${i}`]] = [0, 1].map((copy) => changing(page(i, copy)));
  // Heads are read and written again after seconds, whatever the pages are.
  const heads = { get: 0, put: 0, delete: 0 };
  const store = (operation, keys) => {
    heads[operation] += keys.filter((key) => key.startsWith('heads/')).length;
  };
  const site = await startFor(t, { pages, store });
  // Of each script: the keys of all articles are loaded.
  for (const i of [0, 1]) {
    await site.api('POST', `register?url=https://first.example/${i}`, page(PAGES + i, 0), { type: 'text/html' });
    await listed(site, page(PAGES + i, 0));
  }
  /** Counts for one page, over `repeat` visits. */
  const visits = async (kind, repeat = 1) => {
    await until(async () => {
      const { register } = (await site.api('GET', 'health')).json;
      return Object.values(register).every(({ unlisted }) => unlisted === 0);
    }, 'the heads');
    const [before, headsBefore] = [await published(site), { ...heads }];
    for (let n = 0; n < repeat; n++) {
      const ask = (_, i) => site.ask(`/${kind}/${i}`, { headers: { host: `${kind}.example` } });
      await Promise.all(Array.from({ length: PAGES }, ask));
    }
    const after = await published(site);
    const read = after.pages - before.pages;
    assert.equal(read, PAGES * repeat);
    // The counters' own calls come once in seconds, not once a page.
    const calls = after.claims + after.asked - before.claims - before.asked;
    const counts = Object.fromEntries(Object.keys(PRICES).map((name) => [name, (after[name] - before[name]) / read]));
    // Whole numbers are subtracted first: 1.075 - 0.075 is not quite 1.
    const without = (name, operation) =>
      (after[name] - before[name] - heads[operation] + headsBefore[operation]) / read;
    const [kvReads, kvWrites] = [without('kvReads', 'get'), without('kvWrites', 'put')];
    return { ...counts, kvReads, kvWrites, objectRequests: calls / read };
  };
  const kinds = {
    'new article': await visits('first'),
    'known article': await visits('first', 2),
    'new copy': await visits('copy'),
    'known copy': await visits('copy', 2),
  };
  for (const [kind, counts] of Object.entries(kinds)) {
    const shown = Object.entries(counts).map(([name, value]) => `${name} ${value.toFixed(2)}`);
    t.diagnostic(`${kind}: ${shown.join(', ')}; a million: $${(cost(counts) * 1e6).toFixed(2)}`);
  }
  /** The same for checks of a crawler, which registers nothing, and how many are answered in a second. */
  const checks = async (kind, of) => {
    const [before, begun] = [await published(site), performance.now()];
    const path = 'check?url=https://asks.example/';
    const ask = (_, i) => site.api('POST', path + of(i), page(of(i), 1), { type: 'text/html' });
    const answers = await Promise.all(Array.from({ length: PAGES }, ask));
    const seconds = (performance.now() - begun) / 1000;
    const after = await published(site);
    const counts = Object.fromEntries(Object.keys(PRICES).map((name) => [name, (after[name] - before[name]) / PAGES]));
    const [reads, dollars] = [counts.kvReads.toFixed(2), (cost(counts) * 1e6).toFixed(2)];
    t.diagnostic(`${kind}: kvReads ${reads}; a million: $${dollars}; ${(PAGES / seconds).toFixed(0)} a second`);
    assert.ok(counts.kvReads <= 1.1 && counts.kvWrites === 0 && after.claims === before.claims);
    return answers.map(({ json }) => json.verdict);
  };
  const all = (verdict) => Array(PAGES).fill(verdict);
  assert.deepEqual(await checks('check of a copy', (i) => i), all('same'));
  assert.deepEqual(await checks('check of another page', (i) => PAGES + 2 + i), all('different'));
  const [first, known, copy, knownCopy] = Object.values(kinds);
  // Of these pages, three share a key with another one.
  assert.ok(first.kvReads <= 0.1 && known.kvReads < 1.05 && copy.kvReads <= 1.1 && knownCopy.kvReads <= 1.1);
  assert.ok(first.kvWrites === 1 && first.objectRequests === 1 && first.rowsWritten <= 13);
  for (const { kvWrites } of [known, copy, knownCopy]) assert.equal(kvWrites, 0);
  assert.deepEqual([known.objectRequests, copy.objectRequests, knownCopy.objectRequests], [0, 1, 0]);
  // What an object writes down for many at once may fall among them.
  for (const { rowsRead, rowsWritten } of [known, knownCopy]) assert.ok(rowsRead < 1 && rowsWritten < 0.1);
  // The counts of networks and hosts are written for many at once.
  assert.ok(copy.rowsWritten <= 5);
});

test('a busy isolate calls the counters once a minute and reports all; one with nothing to report never', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
  const [reports, reporting] = [[], []];
  const env = { COUNTERS: { getByName: () => ({ add: async ({ pages }) => void reports.push(pages) }) } };
  const SECONDS = 600;
  const pass = async (work) => {
    for (let second = 0; second < SECONDS; second++) {
      work();
      keepCounts(env, { waitUntil: (report) => reporting.push(report) });
      t.mock.timers.tick(1000);
      await Promise.resolve();
    }
    t.mock.timers.tick(60_000);
    await Promise.all(reporting);
  };
  await pass(() => counted('pages'));
  assert.equal(reports.length, SECONDS / 60);
  const all = reports.reduce((sum, pages) => sum + pages, 0);
  assert.ok(all > SECONDS - 60 && all <= SECONDS, `${all} of ${SECONDS} pages`);
  // Requests for other things than pages count nothing.
  await pass(() => {});
  assert.ok(reports.length <= SECONDS / 60 + 1, `${reports.length} reports`);
});
