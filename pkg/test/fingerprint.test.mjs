// The forms of a fingerprint.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import init, { Fingerprint, compare, read } from 'offprint';
import { COPY, ORIGINAL, OTHER, page } from './support/pages.mjs';

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

test('two short fingerprints say what they can', async () => {
  const short = Fingerprint.short(fingerprint);
  assert.equal(short, 'ggjwBwHUHo8pODcJRIVWumdGah8');
  assert.equal(Fingerprint.short(short), short);
  assert.equal(Fingerprint.toBytes(short).length, 20);
  assert.equal(Fingerprint.fromBytes(Fingerprint.toBytes(short)), short);
  const [copy, abridged, other] = await Promise.all([COPY, 'zh-dam-abridged', OTHER].map((slug) => read(page(slug))));
  assert.deepEqual(Fingerprint.compareShort(short, fingerprint), {
    verdict: 'same',
    agreeing: 8,
    compared: 8,
    lengthRatio: 1,
  });
  assert.equal(Fingerprint.compareShort(copy, short).verdict, 'same');
  const { verdict, agreeing } = Fingerprint.compareShort(short, abridged);
  assert.deepEqual([verdict, agreeing], ['unknown', 5]);
  assert.equal(Fingerprint.compareShort(short, other).verdict, 'different');
  const none = { verdict: 'unknown', agreeing: 0, compared: 0, lengthRatio: null };
  for (const missing of [null, undefined, { fingerprint: null }]) {
    assert.deepEqual(Fingerprint.compareShort(short, missing), none);
  }
  assert.throws(() => compare(short, fingerprint), { code: 'fingerprint_short' });
  for (const wrong of ['x', 5, `${short}AA`]) {
    assert.throws(() => Fingerprint.short(wrong), { code: /^fingerprint_/ });
    assert.throws(() => Fingerprint.compareShort(short, wrong), { code: /^fingerprint_/ });
  }
});
