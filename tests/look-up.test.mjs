// Stores in JavaScript follow the look-up policy of the core; see look_up.rs.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import init, { IndexedDbIndex, MemoryIndex, policy } from 'offprint';
import { load } from '../extension/history/core.js';
import { History } from '../extension/history/history.js';
import { recordOf } from '../extension/history/records.js';

await Promise.all([init(), load()]);
const rows = readFileSync(new URL('golden/look-ups.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(JSON.parse);
const urlOf = (id) => `https://${id}.example/`;
const seen = (i) => new Date(Date.UTC(2026, 0, 1) + i * 1000);

test('a store that keeps all articles of a key says what the index in memory says', () => {
  const stored = [];
  for (const { id, fingerprint, verdict, of } of rows) {
    const { read, write } = policy.keys({ fingerprint });
    const leads = read.map((key) => stored.filter((other) => other.write.includes(key)));
    const candidates = policy.candidates(leads).map((number) => stored[number]);
    const [nearest] = policy.judge({ fingerprint }, candidates);
    const alone = [fingerprint ? 'different' : 'unknown', null];
    assert.deepEqual(nearest ? [nearest.verdict, candidates[nearest.place].id] : alone, [verdict, of], id);
    if (!fingerprint) continue;
    const joined = nearest?.verdict === 'same' ? candidates[nearest.place].class : stored.length;
    stored.push({ id, fingerprint, write, number: stored.length, class: joined });
  }
});

for (const make of [() => new MemoryIndex(), () => new IndexedDbIndex('look-up')]) {
  const index = make();
  test(`${index.constructor.name} says what the index in memory says`, async () => {
    for (const { id, fingerprint, verdict, of } of rows) {
      const [match] = await index.find({ id, fingerprint });
      assert.equal(match?.id ?? null, of, id);
      const added = await index.add({ id, fingerprint });
      assert.deepEqual([added.verdict, added.of], [verdict === 'different' ? 'new' : verdict, of], id);
    }
  });
}

test('the history of the extension says what the index in memory says', async () => {
  const history = new History('look-up-history');
  for (const [i, { id, fingerprint, verdict, of }] of rows.entries()) {
    if (!fingerprint) continue; // Without a fingerprint it is not remembered.
    const { others } = await history.remember(recordOf({ url: urlOf(id), title: id, length: 1, fingerprint }, seen(i)));
    const told = others[0] ? [others[0].relation.verdict, others[0].record.url] : ['different', null];
    assert.deepEqual(told, [verdict, of && urlOf(of)], id);
  }
});

test('a key that leads to more than 32 classes is not followed', () => {
  const lead = (number) => ({ number, class: number });
  const boilerplate = Array.from({ length: 33 }, (_, i) => lead(i));
  assert.deepEqual(policy.candidates([boilerplate, [lead(3)]]), [3]);
  assert.deepEqual(policy.candidates([boilerplate.slice(1)]).length, 32);
  assert.deepEqual(policy.candidates([]), []);
  assert.deepEqual(policy.judge({ fingerprint: null }, []), []);
});
