// Which words of a sentence are marked as changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedWords } from '../../shared/diff.js';

const marked = (text, other) => changedWords(text, other).map(([start, end]) => text.slice(start, end));

test('words that the other sentence has not are marked, in runs', () => {
  assert.deepEqual(marked('The dam is full.', 'The dam is full.'), []);
  assert.deepEqual(marked('The old dam is nearly full.', 'The dam is full!'), ['old', 'nearly', '.']);
  assert.deepEqual(marked('The DAM is full.', 'the dam is full.'), []);
  assert.deepEqual(marked('Two new words stand here.', 'None.'), ['Two new words stand here']);
  assert.deepEqual(marked('三座水库今晨蓄满。', '三座大坝今日蓄满。'), ['水库', '晨']);
  assert.deepEqual(marked('', 'The dam.'), []);
  assert.deepEqual(marked('The dam.', ''), ['The dam.']);
  assert.deepEqual(marked('👍🏽 dam', 'dam'), ['👍🏽']);
});

test('what is left unmarked is a common subsequence, whatever the sentences', () => {
  const words = ['a', 'b', 'c', '水', '库', '。'];
  let state = 7;
  const pick = () => words[(state = (state * 48271) % 2147483647) % words.length];
  for (let round = 0; round < 300; round += 1) {
    const [one, other] = [0, 1].map(() => Array.from({ length: round % 9 }, pick).join(' '));
    const left = (text, against) => {
      const kept = [...text];
      for (const [start, end] of changedWords(text, against)) kept.fill(' ', start, end);
      return kept.join('').replace(/\s+/g, '');
    };
    assert.equal(left(one, other).length, left(other, one).length, `${one} / ${other}`);
  }
});
