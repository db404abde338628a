// The index, its stores, and the suite that tests stores.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { ArticleIndex, IndexedDbIndex, MemoryIndex, read } from 'offprint';
import { storeConformance } from 'offprint/store-test';
import { IndexedDbStore } from '../index/indexed-db.js';
import { MemoryStore } from '../index/memory.js';
import { COPY, ORIGINAL, OTHER, meta, page } from './support/pages.mjs';
import { programs } from './support/programs.mjs';
import { startWorker } from './support/worker.mjs';

const article = (slug) => read(page(slug), { url: meta(slug).url });
const original = await article(ORIGINAL);
const copy = await article(COPY);
const abridged = await article('zh-dam-abridged');
const other = await article(OTHER);

let databases = 0;
const makers = {
  MemoryIndex: () => new MemoryIndex(),
  IndexedDbIndex: () => new IndexedDbIndex(`index-${databases++}`),
};

for (const [name, make] of Object.entries(makers)) {
  test(`${name}: copies are found, best first, and others are not`, async () => {
    const index = make();
    assert.deepEqual(await index.find(copy), []);
    const none = { of: null, score: 0, known: false };
    const added = await index.add(original);
    assert.deepEqual(added, { id: original.url, verdict: 'different', ...none, keys: 4 });
    assert.ok((await index.add(other)).keys);
    const [match, ...rest] = await index.find(copy);
    assert.deepEqual(rest, []);
    assert.equal(match.id, original.url);
    assert.equal(match.verdict, 'same');
    assert.equal(match.original.which, 'first');
    assert.equal(match.record.title, original.title);
    assert.ok(!('text' in match.record), 'the text is not kept');

    assert.deepEqual(
      (await index.find(abridged)).map(({ verdict }) => verdict),
      ['partial'],
    );
    assert.equal((await index.find(copy.fingerprint)).length, 1, 'a fingerprint is enough');
    assert.deepEqual(await index.find(original), [], 'no article is found by itself');
  });

  test(`${name}: articles are counted, removed, carried over and cleared`, async () => {
    const index = make();
    await index.add({ ...original, id: 'a', data: { folder: 7 } });
    await index.add({ id: 'b', fingerprint: other.fingerprint });
    assert.deepEqual(await index.stats(), { stored: 2, keys: 8 });

    const second = make();
    await second.import(JSON.parse(JSON.stringify(await index.export())));
    assert.deepEqual(await second.export(), await index.export());
    const [match] = await second.find(copy);
    assert.deepEqual([match.id, match.record.data], ['a', { folder: 7 }]);

    assert.equal(await index.remove({ id: 'x', fingerprint: original.fingerprint }), false, 'it is not x');
    assert.equal(await index.remove({ id: 'a', fingerprint: original.fingerprint }), true);
    assert.deepEqual(await index.find(copy), []);
    await index.clear();
    assert.deepEqual(await index.stats(), { stored: 0, keys: 0 });
    assert.equal((await second.stats()).stored, 2);
  });

  test(`${name}: the first article keeps its keys, and its data may change`, async () => {
    const index = make();
    await index.add(original);
    const [match] = await index.find(copy);
    const { keys, ...added } = await index.add(copy);
    assert.deepEqual(added, { id: copy.url, verdict: 'same', of: match.id, score: match.score, known: false });
    assert.ok(keys < 4, `${keys} keys are left to the copy`);
    assert.equal((await index.find(copy))[0].id, original.url);
    const again = await index.add({ ...original, title: 'corrected' });
    assert.deepEqual([again.known, again.keys], [true, 4]);
    assert.equal((await index.find(copy))[0].record.title, 'corrected');
  });
}

test('among equals the earliest comes first', async () => {
  const index = new MemoryIndex();
  const record = (id, firstSeen) => ({ id, fingerprint: original.fingerprint, firstSeen });
  await index.import([
    { ...record('late', '2026-02-01T00:00:00.000Z'), keys: [copy.keys.read[0]] },
    { ...record('early', '2026-01-01T00:00:00.000Z'), keys: [copy.keys.read[1]] },
  ]);
  assert.deepEqual(
    (await index.find(copy)).map(({ id }) => id),
    ['early', 'late'],
  );
});

test('an article without a fingerprint is not kept and finds nothing; other values are refused', async () => {
  const index = new MemoryIndex();
  const short = await read('<p>x', { url: 'https://x.example/' });
  const { verdict, of, keys } = await index.add(short);
  assert.deepEqual([verdict, of, keys], ['unknown', null, 0]);
  assert.deepEqual(await index.find(short), []);
  assert.equal(await index.remove(short), false);
  for (const none of [null, 5, {}, { id: 'a' }]) {
    for (const call of ['add', 'find', 'remove']) await assert.rejects(index[call](none), { code: 'article' });
  }
  await assert.rejects(index.add({ fingerprint: original.fingerprint }), { code: 'id' });
  await assert.rejects(index.import([{ id: 'a' }]), { code: 'article' });
  await assert.rejects(index.find('no fingerprint'), { code: 'fingerprint_text' });
  assert.throws(() => new ArticleIndex(), { code: 'store' });
});

test('values that are damaged, or not our records, are skipped', async () => {
  const strange = [null, 'text', 5, { id: 'a' }, { id: 'b', fingerprint: 'damaged' }, { id: 'c', fingerprint: null }];
  const store = { get: async (keys) => new Map(keys.map((key, i) => [key, strange[i % strange.length]])) };
  assert.deepEqual(await new ArticleIndex(store).find(copy), []);
});

test('a store that fails is an error with its cause', async () => {
  const cause = new Error('the line is dead');
  const fail = async () => {
    throw cause;
  };
  const index = new ArticleIndex({ get: fail, keys: fail });
  for (const call of ['add', 'find', 'remove', 'stats', 'export', 'clear']) {
    await assert.rejects(index[call](original), { code: 'store_failed', cause });
  }
  const strange = new ArticleIndex({ get: async () => ({ id: 'a' }) });
  await assert.rejects(strange.find(copy), { code: 'store_failed' });
});

test('articles in IndexedDB are there after it was closed', async () => {
  const index = new IndexedDbIndex('kept');
  await index.add(original);
  await index.close();
  await index.close();
  assert.equal((await index.find(copy)).length, 1);
  assert.equal((await new IndexedDbIndex('kept').find(copy)).length, 1);
  assert.deepEqual(await new IndexedDbIndex('another').find(copy), []);
});

test('without IndexedDB an IndexedDbIndex says so', async (t) => {
  const kept = globalThis.indexedDB;
  t.after(() => (globalThis.indexedDB = kept));
  globalThis.indexedDB = undefined;
  const failed = await new IndexedDbIndex().find(copy).catch((error) => error);
  assert.equal(failed.cause.code, 'no_indexed_db');
});

const named = (kind) => ({ test: (name, run) => test(`${kind} ${name}`, run), assert });
storeConformance(() => new MemoryStore(), named('memory'));
storeConformance(() => new IndexedDbStore(`store-${databases++}`), named('IndexedDB'));

test('the suite finds what a store does wrong', async () => {
  const { get, put } = MemoryStore.prototype;
  const wrong = {
    forgets: { put: async () => {} },
    'overwrites nothing': {
      async put(entries) {
        const there = await this.get(entries.map(([key]) => key));
        return put.call(
          this,
          entries.filter(([key]) => !there.has(key)),
        );
      },
    },
    'deletes nothing': { delete: async () => {} },
    'returns what is missing': {
      async get(keys) {
        const found = await get.call(this, keys);
        return new Map(keys.map((key) => [key, found.get(key)]));
      },
    },
    'returns an object': { get: async () => ({ size: 0 }) },
    'lists no keys': { keys: async () => [] },
  };
  for (const [name, methods] of Object.entries(wrong)) {
    const failed = [];
    const tests = [];
    storeConformance(() => Object.assign(new MemoryStore(), methods), {
      test: (name, run) => tests.push(run().catch(() => failed.push(name))),
      assert,
    });
    await Promise.all(tests);
    assert.ok(failed.length > 0, name);
  }
});

test('the store on Workers KV that the README shows passes the suite in workerd', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'offprint-kv-'));
  t.after(() => rm(folder, { recursive: true }));
  const store = programs('README.md').find(({ word }) => word === 'kv-store.mjs');
  await writeFile(join(folder, 'kv-store.mjs'), store.code);
  await cp(new URL('support/kv-worker.js', import.meta.url), join(folder, 'main.js'));
  const kvNamespaces = Array.from({ length: 20 }, (_, i) => `KV${i}`);
  const worker = await startWorker(join(folder, 'main.js'), join(folder, 'out'), { kvNamespaces });
  t.after(() => worker.dispose());
  const results = await (await worker.dispatchFetch('http://localhost/')).json();
  assert.ok(results.length >= 7);
  assert.deepEqual(
    results.filter(([, error]) => error),
    [],
  );
});
