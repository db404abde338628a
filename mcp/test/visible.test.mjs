// Which characters are hidden.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleaned, delimited, hiddenIn, line, visible } from '../src/visible.js';

test('what nobody sees is removed', () => {
  for (const char of [
    ...['\0', '\x1b', '\x7f', '\x85', '\xad', '\u034f', '\u061c', '\u115f', '\u180e', '\u200b', '\u200e', '\u202a'],
    ...['\u202e', '\u2060', '\u2064', '\u2066', '\u2069', '\u3164', '\ufeff', '\ufff9', '\u{e0001}', '\u{e0041}'],
    ...['\u{e007f}', '\u{e0100}', '\u200d', '\ufe0f'],
  ]) {
    assert.equal(visible(`a${char}b`), 'ab', `U+${char.codePointAt(0).toString(16)}`);
    assert.equal(hiddenIn(`a${char}b${char}`), 2);
  }
  assert.equal(visible('a\u200d\u200db\ufe0f\ufe01é\u200d\u200c\u200d.'), 'abé.');
});

test('what scripts, emoji and lines need stays', () => {
  for (const text of [
    'a\tb\nc',
    'می\u200cخواهم',
    'क\u094d\u200dष',
    '👩\u200d🚒',
    '☂\ufe0f',
    'שלום',
    '漢字',
    'e\u0301',
    '\u00a0',
  ]) {
    assert.equal(visible(text), text);
    assert.equal(hiddenIn(text), 0);
  }
  assert.equal(visible('a\r\nb\rc\u2028d\u2029e'), 'a\nb\nc\nd\ne');
});

test('a line is one line, and bounded', () => {
  assert.equal(line(' a\n\t b\u202e '), 'a b');
  assert.equal(line('x'.repeat(300)).length, 201);
});

test('all texts of an answer are cleaned', () => {
  assert.deepEqual(cleaned({ a: ['x\u200b', 1, null, { b: '\u202ey' }], c: true }), {
    a: ['x', 1, null, { b: 'y' }],
    c: true,
  });
});

test('each page has other delimiters', () => {
  const [first, second] = [delimited('x'), delimited('x')];
  assert.match(first, /^----- begin of page ([\da-f]{16})\nx\n----- end of page \1$/);
  assert.notEqual(first, second);
});
