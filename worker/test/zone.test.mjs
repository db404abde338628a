// Two workers of one zone, such as production and staging, share the zone's cache, and none of its entries.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { HTML, page } from './support/articles.mjs';
import { scratch, start, startFor } from './support/site.mjs';
import { listed, registered } from './support/waits.mjs';

// All in Han characters, and so in one object.
const pages = {};
for (const i of [1, 3, 5]) {
  for (const copy of [0, 1]) pages[`/${i}/${copy}`] = { headers: { ...HTML, etag: `"${i}"` }, body: page(i, copy) };
}
const copied = { headers: { host: 'copies.example' } };

/** A worker's own folder, and what it is started with. */
const own = async (worker, zone) => ({ pages, worker, zone, folder: await mkdtemp(join(scratch, `${worker}-`)) });

/** Visits pages until their articles are registered and an isolate of the worker judges by the view. */
async function fill(settings, paths) {
  const site = await start(settings);
  for (const path of paths) await site.ask(path);
  await registered(site, paths.length);
  await listed(site, pages[paths[0]].body);
  await site.stop();
}

test('a worker does not use keys that another one loaded', async (t) => {
  const zone = await mkdtemp(join(scratch, 'zone-'));
  const production = await own('production', await mkdtemp(join(scratch, 'zone-')));
  await fill(production, ['/1/0', '/3/0']);
  await fill(await own('staging', zone), ['/5/0']);
  const site = await startFor(t, { ...production, zone });
  for (const i of [1, 3]) {
    const { offprint } = (await site.ask(`/${i}/1`, copied)).headers;
    assert.match(offprint, new RegExp(`^same;score=[\\d.]+;first="http://paper\\.example/${i}/0"`));
  }
  assert.match((await site.ask('/5/1', copied)).headers.offprint, /^different;/);
  await site.stop();
  // Isolates of the same worker still hand them on: of the store only the record is read.
  const again = await startFor(t, { ...production, zone });
  const before = (await again.stats()).kvReads;
  await again.ask('/1/0', copied);
  assert.equal((await again.stats()).kvReads - before, 1);
});

test('a worker does not use findings of another one', async (t) => {
  const zone = await mkdtemp(join(scratch, 'zone-'));
  await fill(await own('staging', zone), ['/1/0']);
  const site = await startFor(t, await own('production', zone));
  assert.match((await site.ask('/1/0')).headers.offprint, /^different;score=0\.000;class=/);
  await registered(site, 1);
});
