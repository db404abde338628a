// A third of the walk of `walk.mjs`: an article in either language, and every edit of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visits } from './support/walk.mjs';
import { walk } from './walk.mjs';

test('of every third page of the walk the button says what it is', async () => {
  const all = visits();
  assert.equal(all.length, 78);
  const results = await walk(all.filter((_, i) => i % 3 === 0));
  assert.equal(results.length, 26);
  assert.deepEqual(
    results
      .filter(({ expected, status }) => expected !== status)
      .map(({ url, kind, status }) => ({ url, kind, status })),
    [],
  );
});
