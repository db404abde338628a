// The edits that a visitor tries on a reprint.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine, change, cutTail, insert, sentences, swapParagraphs } from '../edits.js';

const HAN = '下游三座水库已经蓄满。大坝安全！\n市防汛办说：“未来三天有雨。”居民应当留意。\n农田一度缺水。';
const ENGLISH = 'The dam is full. It rose 3.5 metres.\n"Stay away," they said. Nobody did!\nThe end.';

test('sentences are all of the text', () => {
  for (const text of [HAN, ENGLISH, '', '没有句号', '\n\n', 'a.b.c']) assert.equal(sentences(text).join(''), text);
  assert.deepEqual(sentences(HAN), [
    '下游三座水库已经蓄满。',
    '大坝安全！\n',
    '市防汛办说：“未来三天有雨。”',
    '居民应当留意。\n',
    '农田一度缺水。',
  ]);
  assert.deepEqual(sentences(ENGLISH).length, 5);
});

test('a fifth is cut, and never all', () => {
  assert.equal(cutTail(HAN), HAN.slice(0, HAN.lastIndexOf('\n')));
  assert.equal(cutTail('一句。'), '一句。');
});

test('words change by their share, the same ones for the same seed', () => {
  assert.equal(change(ENGLISH, 0, 1), ENGLISH);
  assert.equal(change(ENGLISH, 0.5, 7), change(ENGLISH, 0.5, 7));
  assert.notEqual(change(ENGLISH, 0.5, 7), change(ENGLISH, 0.5, 8));
  const long = HAN.repeat(40);
  const changed = [...change(long, 0.05, 1)].filter((c, i) => c !== [...long][i]).length;
  assert.ok(changed > 0.02 * long.length && changed < 0.08 * long.length, String(changed));
});

test('paragraphs change places, and none is lost', () => {
  const swapped = swapParagraphs('a\nb\nc\nd');
  assert.notEqual(swapped, 'a\nb\nc\nd');
  assert.deepEqual(swapped.split('\n').sort(), ['a', 'b', 'c', 'd']);
  assert.equal(swapParagraphs('a\nb'), 'b\na');
  assert.equal(swapParagraphs('One. Two.'), 'Two.One.');
});

test('lines are added', () => {
  assert.equal(addLine('a\nb', 'x'), 'x\na\nb');
  assert.equal(insert('a\nb\nc', 'x'), 'a\nx\nb\nc');
});
