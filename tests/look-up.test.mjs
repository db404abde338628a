// Any store in JavaScript can follow the look-up policy of the core; see look_up.rs. What our own stores answer is in
// agreement.test.mjs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import init, { policy } from 'offprint';

await init();
const rows = readFileSync(new URL('golden/look-ups.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(JSON.parse);

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

test('a key that leads to more than 32 classes is not followed', () => {
  const lead = (number) => ({ number, class: number });
  const boilerplate = Array.from({ length: 33 }, (_, i) => lead(i));
  assert.deepEqual(policy.candidates([boilerplate, [lead(3)]]), [3]);
  assert.deepEqual(policy.candidates([boilerplate.slice(1)]).length, 32);
  assert.deepEqual(policy.candidates([]), []);
  assert.deepEqual(policy.judge({ fingerprint: null }, []), []);
});
