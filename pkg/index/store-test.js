// Tests that the author of a store runs: see `storeConformance` in store-test.d.ts.

/** @import { ArticleRecord, Store } from '../offprint.js' */

/** Any text is an id; in the order of their code units. */
const [A, B, C, D] = ['', 'https://岚溪.example/?a=1&b[]="2"#𠮷', "it's “a”%_", 'x'.repeat(2000)];

/** Keys as the core makes them: 10 digits for words, 16 for a digest. @param {number} i */
const key = (i, digits = 10) => i.toString(16).padStart(digits, '0');

/** @type {(id: string, keys: string[]) => ArticleRecord} */
const record = (id, keys) => ({
  ...{ id, fingerprint: null, digest: 'AQBz0Q', title: '岚溪水库 — “quoted” 𠮷\n\u0000', keys },
  ...{ firstSeen: '2026-03-12T10:00:00.000Z', number: 1773309600000001, class: 1773309600000000 },
  data: { list: [1, 2.5, true, null, ''], nested: { empty: {} } },
  judgement: { verdict: 'same', of: B, score: 0.975 },
});

/** @type {typeof import('./store-test.js').storeConformance} */
export function storeConformance(makeStore, { test, assert }) {
  /** @param {string} name @param {(store: Store) => Promise<void>} run */
  const check = (name, run) => test(`store: ${name}`, async () => run(await makeStore()));
  /** The ids of records, each once. @param {Promise<Iterable<ArticleRecord>>} records */
  const ids = async (records) => [...new Set([...(await records)].map(({ id }) => id))].sort();

  check('what was put is returned as it was, and nothing before', async (store) => {
    const given = record(A, [key(1), key(2, 16)]);
    for (const there of [[], [given]]) {
      assert.deepEqual((await store.get(A)) ?? null, there[0] ?? null);
      for (const keys of [[key(1)], [key(3), key(2, 16)]]) assert.deepEqual([...(await store.find(keys))], there);
      assert.deepEqual([...(await store.all())], there);
      await store.put(given);
    }
  });

  check('a key leads to all records that have it, and to no others', async (store) => {
    for (const [i, id] of [A, B, C].entries()) await store.put(record(id, [key(i), key(i + 1), key(4, 16)]));
    await store.put(record(D, []));
    const found = [[key(0)], [key(1)], [key(3), key(2)], [key(4, 16), key(1)], [key(4)], [key(1).slice(0, 9)], []];
    const expected = [[A], [A, B], [B, C], [A, B, C], [], [], []];
    for (const [i, keys] of found.entries()) assert.deepEqual(await ids(store.find(keys)), expected[i]);
    assert.deepEqual(await ids(store.all()), [A, B, C, D]);
    for (const id of [A, B, C, D]) assert.equal((await store.get(id))?.id, id);
  });

  check('a record takes the place of that with its id, whose keys lead nowhere', async (store) => {
    const later = { ...record(B, [key(1), key(2)]), title: 'later' };
    for (const one of [record(B, [key(0), key(1)]), later]) await store.put(one);
    assert.deepEqual([await store.get(B), ...(await store.all())], [later, later]);
    for (const [i, there] of [[], [later], [later]].entries())
      assert.deepEqual([...(await store.find([key(i)]))], there);
  });

  check('what is returned is a copy', async (store) => {
    const given = record(C, [key(1)]);
    await store.put(given);
    const all = [given, await store.get(C), ...(await store.find([key(1)])), ...(await store.all())];
    for (const { data } of /** @type {{ data: { list: unknown[] } }[]} */ (all)) data.list.push('changed');
    assert.deepEqual(await store.get(C), record(C, [key(1)]));
  });

  check('what was deleted is gone, and the rest is there', async (store) => {
    for (const [i, id] of [A, B, C].entries()) await store.put(record(id, [key(3), key(i)]));
    for (const gone of [[A, C, D], []]) await store.delete(gone);
    assert.ok((await store.get(A)) == null);
    for (const rest of [store.find([0, 1, 2, 3].map((i) => key(i))), store.all()])
      assert.deepEqual(await ids(rest), [B]);
  });

  check('17 keys at once, and 200 records under each of them', async (store) => {
    const keys = Array.from({ length: 17 }, (_, i) => key(i));
    const all = Array.from({ length: 200 }, (_, i) => String(i + 1000));
    for (const id of all) await store.put(record(id, keys));
    assert.deepEqual(await ids(store.find(keys)), all);
    await store.delete(all.slice(1));
    assert.deepEqual(await ids(store.all()), all.slice(0, 1));
  });
}
