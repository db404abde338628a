// Tests that the author of a store runs: see `storeConformance` in store-test.d.ts.

const record = (id) => ({
  id,
  fingerprint: 'AQBz0Q',
  title: '岚溪水库 — “quoted” 𠮷\n\u0000',
  firstSeen: '2026-03-12T10:00:00.000Z',
  data: { list: [1, 2.5, true, null, ''], nested: { empty: {} } },
});
/** As the core makes them. */
const key = (i) => i.toString(16).padStart(10, '0');

export function storeConformance(makeStore, { test, assert }) {
  const check = (name, run) => test(`store: ${name}`, async () => run(await makeStore()));

  check('an empty store returns an empty Map', async (store) => {
    const found = await store.get([key(1), key(2)]);
    assert.ok(found instanceof Map, 'get returns a Map');
    assert.equal(found.size, 0);
    assert.deepEqual([...(await store.keys())], []);
  });

  check('what was put is returned as it was, and what is missing is left out', async (store) => {
    await store.put([
      [key(1), record('a')],
      [key(2), record('b')],
    ]);
    const found = await store.get([key(2), key(3), key(1)]);
    assert.deepEqual([...found.keys()].sort(), [key(1), key(2)]);
    assert.deepEqual(found.get(key(1)), record('a'));
    assert.deepEqual(found.get(key(2)), record('b'));
  });

  check('a later value takes the place of an earlier one', async (store) => {
    await store.put([[key(1), record('a')]]);
    await store.put([[key(1), record('b')]]);
    assert.equal((await store.get([key(1)])).get(key(1)).id, 'b');
  });

  check('what is returned is a copy', async (store) => {
    const given = record('a');
    await store.put([[key(1), given]]);
    given.data.list.push('changed');
    (await store.get([key(1)])).get(key(1)).data.list.push('changed');
    assert.deepEqual((await store.get([key(1)])).get(key(1)), record('a'));
  });

  check('what was deleted is gone, and the rest is there', async (store) => {
    await store.put([1, 2, 3].map((i) => [key(i), record('a')]));
    await store.delete([key(1), key(3), key(4)]);
    assert.deepEqual([...(await store.get([key(1), key(2), key(3)])).keys()], [key(2)]);
    assert.deepEqual([...(await store.keys())], [key(2)]);
  });

  check('empty lists to get, put or delete are allowed', async (store) => {
    assert.equal((await store.get([])).size, 0);
    await store.put([]);
    await store.delete([]);
  });

  check('a hundred keys at once, and all of them listed', async (store) => {
    const keys = Array.from({ length: 150 }, (_, i) => key(i));
    await store.put(keys.slice(0, 100).map((key, i) => [key, record(String(i))]));
    await store.put(keys.slice(100).map((key) => [key, record('rest')]));
    const found = await store.get(keys.slice(0, 100));
    assert.equal(found.size, 100);
    assert.equal(found.get(key(42)).id, '42');
    assert.deepEqual([...(await store.keys())].sort(), keys);
    await store.delete(keys.slice(0, 100));
    assert.equal([...(await store.keys())].length, 50);
  });
}
