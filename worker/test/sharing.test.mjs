// Two workers that share a store or a zone's cache: one that was renamed, or production and staging.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { HTML, listed, page, registered, scratch, start, startFor, until } from './support/site.mjs';

// All in Han characters, and so in one object.
const pages = {};
for (const i of [1, 3, 5, 7]) {
  for (const copy of [0, 3]) pages[`/${i}/${copy}`] = { headers: { ...HTML, etag: `"${i}"` }, body: page(i, copy) };
}
/** The verdict on an article, or on a copy of it, each on a site of its own. */
const visit = async (site, i, copy) =>
  (await site.ask(`/${i}/${copy}`, { headers: { host: `site-${copy}.example` } })).headers.offprint;
const faults = async (site) => (await site.api('GET', 'health')).json.settings.wrong;
const folder = () => mkdtemp(join(scratch, 'shared-'));
const isCopyOf = (i) => new RegExp(`^same;.*;first="http://site-0\\.example/${i}/0"`);

/** Visits articles until they are registered and an isolate of the worker judges by the view. */
async function read(site, articles) {
  for (const i of articles) await visit(site, i, 0);
  await registered(site, articles.length);
  await listed(site, pages[`/${articles[0]}/0`].body);
}

/** The same for a worker that is then stopped. */
async function fill(settings, articles) {
  const site = await start({ pages, ...settings });
  await read(site, articles);
  await site.stop();
}

test('two registers on one KV disturb neither, and both report it', async (t) => {
  const kv = await folder();
  const settings = (name) => ({ pages, folder: kv, worker: name, zone: join(kv, `zone-${name}`) });
  const production = await start(settings('production'));
  await read(production, [1, 3]);
  assert.deepEqual(await faults(production), []);
  await production.stop();
  // Other articles, under the same numbers.
  const staging = await start(settings('staging'));
  await read(staging, [5, 7]);
  assert.match(await visit(staging, 5, 3), isCopyOf(5));
  const [fault] = await faults(staging);
  assert.equal(fault.setting, 'ARTICLES');
  assert.match(
    fault.message,
    /another register \([0-9a-f]{16}\).*copies that are read first become originals.*namespace/,
  );
  await staging.stop();
  const again = await startFor(t, settings('production'));
  const before = await again.stats();
  for (const i of [1, 3]) assert.match(await visit(again, i, 3), isCopyOf(i));
  // By the view alone, which is whole.
  const { asked, failures } = await again.stats();
  assert.deepEqual([asked, failures], [before.asked, before.failures]);
  const [other, ...more] = await faults(again);
  assert.match(other.message, /another register/);
  assert.deepEqual(more, []);
  assert.notEqual(other.message, fault.message, 'each names the other');
});

test('an object that lost its articles while KV kept them is reported until an export is imported', async (t) => {
  const kept = await folder();
  const before = await start({ pages, folder: kept });
  await read(before, [1, 3]);
  assert.deepEqual(await faults(before), []);
  const copy = (await before.api('GET', 'export')).body;
  await before.stop();
  await rm(join(kept, 'objects'), { recursive: true });
  const site = await startFor(t, { pages, folder: kept, zone: join(kept, 'another-zone') });
  await read(site, [5]);
  await until(async () => (await faults(site)).length === 1, 'the fault');
  const [fault] = await faults(site);
  assert.equal(fault.setting, 'REGISTER');
  assert.match(fault.message, /`hani` has lost its articles.*import an export/);
  await site.api('POST', 'import', copy.toString(), { type: 'application/x-ndjson' });
  await until(async () => (await faults(site)).length === 0, 'no fault');
});

test('a worker uses neither keys nor findings that another one of its zone has loaded', async (t) => {
  const zone = await folder();
  const production = { worker: 'production', folder: await folder() };
  await fill({ ...production, zone: await folder() }, [1, 3]);
  await fill({ worker: 'staging', folder: await folder(), zone }, [5, 7]);
  const site = await startFor(t, { pages, ...production, zone });
  for (const i of [1, 3]) assert.match(await visit(site, i, 3), isCopyOf(i));
  assert.match(await visit(site, 5, 3), /^different;/, 'the other keys');
  assert.match(await visit(site, 7, 0), /^different;score=0\.000;class=/, 'the other finding');
  await registered(site, 4);
  await site.stop();
  // Isolates of the same worker still hand them on: of the store only the record is read.
  const again = await startFor(t, { pages, ...production, zone });
  const before = (await again.stats()).kvReads;
  await again.ask('/1/0', { headers: { host: 'copies.example' } });
  assert.equal((await again.stats()).kvReads - before, 1);
});
