// What `seen` remembers, across runs and between processes, and what it does with a damaged file.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs, { appendFile, mkdir, readFile, readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { storeConformance } from 'offprint/store-test';
import { IndexFile } from '../src/index-file.js';
import { folder } from '../../tests/folder.mjs';
import { start } from './support/client.mjs';
import { page, serve, TEXT } from './support/pages.mjs';

const OTHER = Array.from(
  { length: 12 },
  (_, i) => `Orchard ${i} at Amsel lost ${i + 3} of its old pear trees when the river rose over the dyke in week ${i}.`,
).join('\n');

const path = async () => join(await folder(), 'new', 'seen.jsonl');
const run = (index) => start(['--allow-private', '--index', index]);

storeConformance(async () => new IndexFile(await path()), { test, assert });

test('only `seen` with `remember` remembers, and later runs know it', async () => {
  const index = await path();
  const { at } = await serve({
    '/': page(),
    '/copy': page({ title: 'No keeper at Harrow' }),
    '/list': '<title>x</title>',
  });
  const first = await run(index);
  const item = { address: at('/') };
  await first.call('read', { address: at('/') });
  await first.call('compare', { first: item, second: { text: TEXT } });
  await first.call('origins', { items: [item, item] });
  const asked = await first.call('seen', { item });
  assert.deepEqual([asked.seen, asked.remembered, asked.articles, asked.matches], [false, false, 0, []]);
  assert.equal(asked.sentence, 'Nothing like this was seen before.');
  assert.equal(existsSync(dirname(index)), false);

  const added = await first.call('seen', { item, remember: true });
  assert.deepEqual([added.seen, added.remembered, added.articles, added.fault], [false, true, 1, null]);
  assert.equal((await stat(index)).mode & 0o777, 0o600);
  const line = await readFile(index, 'utf8');
  assert.ok(line.endsWith('}\n') && line.length < 2500 && !line.includes('clerks'));

  const later = await run(index);
  const copy = await later.call('seen', { item: { address: at('/copy') } });
  assert.deepEqual(
    copy.matches.map(({ address, verdict, title }) => [address, verdict, title]),
    [[at('/'), 'same', 'The last barge at Harrow Sluice']],
  );
  assert.match(copy.sentence, /^The same article was first seen on \d{4}-\d\d-\d\d at http:/);
  // The article itself, its text, and once more: nothing is added twice.
  for (const again of [item, { text: TEXT }, item]) {
    const known = await later.call('seen', { item: again, remember: true });
    assert.deepEqual([known.seen, known.matches[0].verdict, known.remembered], [true, 'same', true]);
  }
  assert.ok((await readFile(index, 'utf8')).split('\n').length <= 3);
  const nothing = await later.call('seen', { item: { address: at('/list') }, remember: true });
  assert.deepEqual([nothing.seen, nothing.remembered], [false, false]);
  assert.equal(nothing.sentence, 'Nothing equal was seen before, and this is a list of articles, and not one article.');
});

test('of a text that is too short to compare, an equal one is remembered', async () => {
  const server = await run(await path());
  const [item, other] = ['The gates close at noon.', 'The gates close at one.'].map((text) => ({ item: { text } }));
  const added = await server.call('seen', { ...item, remember: true });
  assert.equal(
    added.sentence,
    'Nothing equal was seen before, and there is no article, or too little of one. It is remembered.',
  );
  assert.deepEqual(
    (await server.call('seen', item)).matches.map(({ verdict }) => verdict),
    ['same'],
  );
  assert.deepEqual((await server.call('seen', other)).matches, []);
});

test('two processes share a file', async () => {
  const index = await path();
  const [a, b] = await Promise.all([run(index), run(index)]);
  assert.equal((await a.call('seen', { item: { text: TEXT }, remember: true })).remembered, true);
  assert.equal((await b.call('seen', { item: { text: TEXT } })).seen, true);
  assert.equal((await b.call('seen', { item: { text: OTHER }, remember: true })).articles, 2);
  assert.equal((await a.call('seen', { item: { text: OTHER } })).seen, true);
});

test('a torn line is reported and kept, and the others are used', async () => {
  const index = await path();
  const first = await run(index);
  for (const text of [TEXT, OTHER]) await first.call('seen', { item: { text }, remember: true });
  const { size } = await stat(index);
  await truncate(index, size - 40);
  const torn = await readFile(index, 'utf8');
  const later = await run(index);
  const found = await later.call('seen', { item: { text: TEXT } });
  assert.deepEqual([found.seen, found.articles], [true, 1]);
  assert.equal(
    found.fault,
    `${index}: line 2 is damaged and was passed over; nothing was removed, and the other 1 articles are used`,
  );
  assert.match(found.printed, /damaged/);
  const added = await later.call('seen', { item: { text: OTHER }, remember: true });
  assert.deepEqual([added.seen, added.remembered, added.articles], [false, true, 2]);
  const now = await readFile(index, 'utf8');
  assert.ok(now.startsWith(`${torn}\n{`), 'the torn line is as it was');
});

test('a file that is no index is left alone', async () => {
  const index = await path();
  await mkdir(dirname(index), { recursive: true });
  for (const content of ['my diary\n', '{"a":1}\n', '\0\0\0\0', '[]']) {
    await writeFile(index, content);
    const server = await run(index);
    for (const remember of [false, true]) {
      const { error } = await server.call('seen', { item: { text: TEXT }, remember });
      assert.match(
        error,
        /^store_failed: .* is no index, or all of it is damaged; it was left as it is: name another file$/,
      );
    }
    assert.equal(await readFile(index, 'utf8'), content);
    assert.match((await server.call('origins', { items: [{ text: TEXT }] })).sentence, /^1 result /);
  }
});

test('a folder that cannot be written is an error of the call alone', async () => {
  const inside = await path();
  await mkdir(dirname(inside), { recursive: true });
  await writeFile(inside, '');
  const server = await run(join(inside, 'seen.jsonl'));
  assert.match(
    (await server.call('seen', { item: { text: TEXT } })).error,
    /^store_failed: the store failed to find: ENOTDIR/,
  );
  const ofFolder = await run(dirname(inside));
  assert.match((await ofFolder.call('seen', { item: { text: TEXT } })).error, /^store_failed: .*EISDIR/);
});

const record = (i) => ({
  ...{ id: String(i), fingerprint: 'AQBz0Q', digest: null, firstSeen: '2026-03-12T10:00:00.000Z' },
  ...{ number: i, class: i, keys: [], judgement: { verdict: 'different', of: null, score: 0 } },
});
const idsIn = async (index) => (await index.all()).map(({ id }) => Number(id));

test('the oldest articles make room, at once and without traces', async () => {
  const file = await path();
  const index = new IndexFile(file, 8);
  for (let i = 0; i < 8; i++) await index.put(record(i));
  await index.put(record(2));
  assert.deepEqual(await idsIn(index), [3, 4, 5, 6, 7, 2]);
  assert.deepEqual(await readdir(dirname(file)), ['seen.jsonl']);
  // Nothing makes room by removing what could still be repaired.
  await appendFile(file, '{"keys":\n');
  await index.put(record(8));
  await assert.rejects(index.put(record(9)), /line 8 is damaged .* must be rewritten/);
  assert.equal((await readFile(file, 'utf8')).split('\n').length, 10);
});

test('what many calls add at once is all there', async () => {
  const file = await path();
  const index = new IndexFile(file);
  const others = new IndexFile(file);
  const all = Array.from({ length: 40 }, (_, i) => i);
  await Promise.all(all.map((i) => (i % 2 ? index : others).put(record(i))));
  assert.deepEqual(
    (await idsIn(new IndexFile(file))).sort((a, b) => a - b),
    all,
  );
});

test('records that several add while the oldest make room are kept, and a lock that was left is removed', async () => {
  const file = await path();
  const stores = [1, 2, 3].map(() => new IndexFile(file, 8));
  for (let round = 0; round < 20; round++) {
    const added = stores.map((_, at) => 3 * round + at);
    await Promise.all(stores.map((store, at) => store.put(record(added[at]))));
    const kept = await idsIn(new IndexFile(file, 8));
    assert.deepEqual(kept.slice(-3).sort(), added.sort(), `round ${round}`);
  }
  await writeFile(`${file}.lock`, '');
  await utimes(`${file}.lock`, new Date(0), new Date(Date.now() - 60_000));
  await stores[0].put(record(99));
  assert.deepEqual(await readdir(dirname(file)), ['seen.jsonl']);
});

/** Replaces a function of the file system until a test ends. */
function replace(t, name, make) {
  t.mock.method(fs, name, make(fs[name]));
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}

test('a process that slept in a rewrite loses nothing of what another one wrote meanwhile', async (t) => {
  const file = await path();
  const [sleeper, other] = [1, 2].map(() => new IndexFile(file, 8));
  for (let i = 0; i < 8; i++) await sleeper.put(record(i));
  let slept = false;
  replace(t, 'writeFile', (write) => async (name, ...rest) => {
    if (!slept && !name.includes('.lock')) {
      slept = true;
      await utimes(`${file}.lock`, new Date(0), new Date(Date.now() - 60_000));
      await other.put(record(100));
    }
    return write(name, ...rest);
  });
  await sleeper.put(record(200));
  const ids = await idsIn(other);
  assert.ok(ids.includes(100) && ids.includes(200), `${ids}`);
  assert.deepEqual(await readdir(dirname(file)), ['seen.jsonl']);
});

test('of two who find a lock that was left, one writes after the other', async (t) => {
  const file = await path();
  const [a, b] = [1, 2].map(() => new IndexFile(file));
  await a.put(record(0));
  await writeFile(`${file}.lock`, 'left');
  await utimes(`${file}.lock`, new Date(0), new Date(Date.now() - 60_000));
  const steps = new EventTarget();
  const happened = () => steps.dispatchEvent(new Event('step'));
  // Both find it before either removes it.
  let found = 0;
  replace(t, 'stat', (look) => async (name) => {
    const result = await look(name);
    if (name !== `${file}.lock` || ++found > 2) return result;
    if (found === 2) steps.dispatchEvent(new Event('found'));
    else await once(steps, 'found');
    return result;
  });
  // The second removes what it found when the first one writes, which lasts until the second tried to.
  let [writers, most, removals, appends] = [0, 0, 0, 0];
  replace(t, 'rm', (remove) => async (name, ...rest) => {
    if (name === `${file}.lock` && ++removals === 2 && appends === 0) await once(steps, 'step');
    return remove(name, ...rest);
  });
  replace(t, 'writeFile', (write) => async (...all) => {
    if (appends > 0) happened();
    return write(...all);
  });
  replace(t, 'appendFile', (append) => async (...all) => {
    most = Math.max(most, ++writers);
    appends++;
    happened();
    if (appends === 1) for (let i = 0; i < 2; i++) await once(steps, 'step');
    await append(...all);
    writers--;
  });
  await Promise.all([a.put(record(1)), b.put(record(2))]);
  assert.equal(most, 1);
  assert.deepEqual((await idsIn(a)).sort(), [0, 1, 2]);
});
