// Several registers on one KV: a worker that was renamed, and a staging worker that was given production's.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { HTML, page } from './support/articles.mjs';
import { scratch, start, startFor } from './support/site.mjs';
import { listed, registered } from './support/waits.mjs';

const pages = {};
for (const i of [1, 3, 5, 7]) {
  for (const copy of [0, 3]) pages[`/${i}/${copy}`] = { headers: HTML, body: page(i, copy) };
}
const visit = async (site, i, copy) =>
  (await site.ask(`/${i}/${copy}`, { headers: { host: `site-${copy}.example` } })).headers.offprint;
const faults = async (site) => (await site.api('GET', 'health')).json.settings.wrong;

/** Reads two articles, and waits until the view shows them. */
async function read(site, articles) {
  for (const i of articles) await visit(site, i, 0);
  await registered(site, articles.length);
  await listed(site, pages[`/${articles[0]}/0`].body);
}

test('two registers on one KV disturb neither, and both report it', async (t) => {
  const folder = join(scratch, 'shared');
  const settings = (name) => ({ pages, folder, worker: name, zone: join(folder, `zone-${name}`) });
  const production = await start(settings('production'));
  await read(production, [1, 3]);
  assert.deepEqual(await faults(production), []);
  await production.stop();
  // Other articles, under the same numbers.
  const staging = await start(settings('staging'));
  await read(staging, [5, 7]);
  assert.match(await visit(staging, 5, 3), /^same;.*first="http:\/\/site-0/);
  const [fault] = await faults(staging);
  assert.equal(fault.setting, 'ARTICLES');
  assert.match(
    fault.message,
    /another register \([0-9a-f]{16}\).*copies that are read first become originals.*namespace/,
  );
  await staging.stop();
  const again = await startFor(t, settings('production'));
  const before = await again.stats();
  for (const i of [1, 3]) assert.match(await visit(again, i, 3), /^same;.*first="http:\/\/site-0/);
  // By the view alone, which is whole.
  const { asked, failures } = await again.stats();
  assert.deepEqual([asked, failures], [before.asked, before.failures]);
  const [other, ...more] = await faults(again);
  assert.match(other.message, /another register/);
  assert.deepEqual(more, []);
  assert.notEqual(other.message, fault.message, 'each names the other');
});
