import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers, isSamePrice, priceOf, written } from '../src/policy/price.js';

test('prices are exact', () => {
  for (const [text, expected] of [
    ['USD 0.01', 'USD 0.01'],
    ['USD 1', 'USD 1.00'],
    ['USD 0.1', 'USD 0.10'],
    ['USD 0.100001', 'USD 0.100001'],
    ['JPY 0.000001', 'JPY 0.000001'],
    ['EUR 999999999999.999999', 'EUR 999999999999.999999'],
    ['USD 007.5000', 'USD 7.50'],
  ]) {
    assert.equal(written(priceOf(text)), expected);
    assert.ok(isSamePrice(priceOf(text), priceOf(expected)));
  }
  // As floating-point numbers the two sums are the same.
  assert.ok(!covers(priceOf('USD 100000000.010000'), priceOf('USD 100000000.010001')));
  assert.ok(covers(priceOf('USD 0.02'), priceOf('USD 0.01')));
  assert.ok(!covers(priceOf('EUR 0.02'), priceOf('USD 0.01')));
  assert.ok(!isSamePrice(priceOf('USD 0.02'), priceOf('USD 0.01')));
});

test('an invalid price is rejected', () => {
  for (const text of [
    '',
    'USD',
    'USD ',
    'USD .5',
    'USD 1.',
    'USD 1,5',
    'usd 1',
    'US 1',
    'USDT 1',
    'USD -1',
    'USD +1',
    'USD 1e3',
    'USD  1',
    'USD 1 ',
    'USD 1\n',
    ' USD 1',
    'USD 0.0000001',
    'USD 1000000000000',
    'USD NaN',
    'USD １',
    '1 cent',
    'A\u0301 1',
  ]) {
    assert.equal(priceOf(text), undefined, text);
  }
});
