// What several products share in shared/, and none of them tests by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LruMap } from '../shared/lru-map.js';
import { turns } from '../shared/turns.js';

test('a map that is full forgets what was used least recently', () => {
  const map = new LruMap(2);
  map.set('a', 1).set('b', 2);
  assert.equal(map.get('a'), 1);
  map.set('c', 3);
  assert.deepEqual([...map], Object.entries({ a: 1, c: 3 }));
  assert.equal(
    map.getOr('a', () => 4),
    1,
  );
  assert.equal(
    map.getOr('d', () => 4),
    4,
  );
  assert.deepEqual([...map], Object.entries({ a: 1, d: 4 }));
});

test('what is run in turns is in order, at most so many at once, and goes on after a failure', async () => {
  for (const most of [1, 2]) {
    const inTurn = turns(most);
    const begun = [];
    let [running, highest] = [0, 0];
    const results = await Promise.allSettled(
      [0, 1, 2, 3, 4].map((i) =>
        inTurn(async () => {
          begun.push(i);
          highest = Math.max(highest, ++running);
          await Promise.resolve();
          running--;
          if (i === 1) throw new Error('failed');
          return i;
        }),
      ),
    );
    assert.deepEqual([begun, highest], [[0, 1, 2, 3, 4], most]);
    assert.deepEqual(
      results.map(({ value }) => value),
      [0, undefined, 2, 3, 4],
    );
  }
});
