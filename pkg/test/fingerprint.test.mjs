// The forms of a fingerprint.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import init, { Fingerprint, read } from 'offprint';
import { ORIGINAL, page } from './support/pages.mjs';

await init();
const { fingerprint } = await read(page(ORIGINAL));

test('a fingerprint is the same after it was bytes', () => {
  const bytes = Fingerprint.toBytes(fingerprint);
  assert.ok(bytes instanceof Uint8Array && bytes.length <= 766);
  assert.equal(Fingerprint.fromBytes(bytes), fingerprint);
  assert.equal(Fingerprint.fromBytes(Buffer.from(bytes)), fingerprint);
  assert.equal(Fingerprint.fromBytes(new DataView(bytes.buffer)), fingerprint);
});

test('a value that is not a fingerprint is refused in both directions', () => {
  for (const text of ['', 'x', 'not one', `${fingerprint}A`, 5, null]) {
    assert.throws(() => Fingerprint.toBytes(text), { code: /^fingerprint_/ });
  }
  const bytes = Fingerprint.toBytes(fingerprint);
  assert.throws(() => Fingerprint.fromBytes(bytes.subarray(1)), { code: 'fingerprint_version' });
  assert.throws(() => Fingerprint.fromBytes(bytes.subarray(0, 100)), { code: 'fingerprint_length' });
  assert.throws(() => Fingerprint.fromBytes(new Uint8Array(1 << 20).fill(1)), { code: /^fingerprint_/ });
  assert.throws(() => Fingerprint.fromBytes(new Uint8Array()), { code: 'fingerprint_length' });
  for (const none of [fingerprint, null, [1, 2]]) assert.throws(() => Fingerprint.fromBytes(none), { code: 'bytes' });
});
