import assert from 'node:assert/strict';
import { test } from 'node:test';
import { etagOf, hasText, toOrigin, unchanged } from '../src/site/etags.js';

test("an ETag of the worker carries the site's own", () => {
  for (const [own, expected] of [
    [null, 'W/"fp1-00ab"'],
    ['"v2"', 'W/"fp1-00ab.s.v2"'],
    ['W/"a.b"', 'W/"fp1-00ab.w.a.b"'],
    ['unquoted', 'W/"fp1-00ab"'],
    [`"${'x'.repeat(300)}"`, 'W/"fp1-00ab"'],
  ]) {
    assert.equal(etagOf('00ab', own), expected);
  }
});

test('a text that the client has is known by either ETag', () => {
  for (const sent of ['W/"fp1-00ab.s.v1"', 'W/"fp1-00ab"', '"x", W/"fp1-00ab.w.,"', '"v2"', 'W/"v2"']) {
    assert.ok(hasText(sent, '00ab', '"v2"'), sent);
  }
  for (const sent of ['W/"fp1-00ac.s.v1"', '"fp1-00ab"', '"v1"', '', '"', '*']) {
    assert.ok(!hasText(sent, '00ab', '"v2"'), sent);
  }
  assert.ok(!hasText('"v2"', '00ab', null));
});

test('the site is asked with its own ETags', () => {
  for (const [sent, asked] of [
    ['"a"', '"a"'],
    ['*', '*'],
    ['W/"fp1-0.s.a", "b"', '"a", "b"'],
    ['W/"fp1-00ab.w.a.b,c"', 'W/"a.b,c"'],
    ['W/"fp1-00ab", "x"', '"x"'],
    ['W/"fp1-00ab"', undefined],
    ['W/"fp1-00ab.s"', 'W/"fp1-00ab.s"'],
    // A backslash escapes nothing.
    ['"a\\", W/"fp1-00ab.s.b\\",, "c"', '"a\\", "b\\", "c"'],
    ['W/"fp1-00ab", ', undefined],
    ['W/"fp1-00ab", x', 'W/"fp1-00ab", x'],
  ]) {
    assert.equal(toOrigin(sent), asked, sent);
  }
});

test('a page that the site calls unchanged keeps its ETag of the worker', () => {
  const sent = 'W/"fp1-1.s.a", W/"fp1-2.w.b"';
  assert.equal(unchanged(sent, '"b"'), 'W/"fp1-2.w.b"');
  assert.equal(unchanged(sent, null), 'W/"fp1-1.s.a"');
  assert.equal(unchanged(sent, '"c"'), undefined);
  assert.equal(unchanged('"b", W/"fp1-0.s.a"', '"b"'), undefined);
});
