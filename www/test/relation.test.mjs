// The evidence in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const document = { documentElement: { lang: 'en' } };
globalThis.document = document;
const { learn } = await import('../i18n.js');
const { measured, words } = await import('../relation.js');
learn(words);

test('feature codes are sentence ends that agree', () => {
  const codes = { metric: 'feature-codes', value: 0.875, threshold: 0.125 };
  assert.deepEqual(measured(codes), { value: '7 of 8', threshold: 1 });
  const three = { ...codes, value: 1 / 3, threshold: 1 / 3 };
  assert.equal(measured(three).value, '1 of 3');
  document.documentElement.lang = 'zh';
  assert.equal(measured(codes).value, '8 个中的 7 个');
  document.documentElement.lang = 'en';
  const length = { metric: 'length-ratio', value: 1.0249, threshold: 1.2 };
  assert.deepEqual(measured(length), { value: '1.02', threshold: '1.2' });
});
