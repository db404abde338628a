// The walk of `walk.mjs` over the fixture pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visits } from './support/walk.mjs';
import { walk } from './walk.mjs';

test('of every fixture page the button says what it is', async () => {
  const results = await walk(visits());
  assert.ok(results.length > 30);
  assert.deepEqual(
    results.map(({ url, status }) => [url, status]),
    results.map(({ url, expected }) => [url, expected]),
  );
});
