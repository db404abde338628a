import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, isPublic, isWithin, rangeOf } from '../src/addresses/ip.js';

test('a range holds what begins like it', () => {
  for (const [range, address, expected] of [
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.6', false],
    ['0.0.0.0/0', '255.1.2.3', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '::ffff:192.0.2.1', false],
    ['192.0.2.0/24', '::ffff:192.0.2.1', true],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::', false],
  ]) {
    assert.equal(isWithin(rangeOf(range), addressOf(address)), expected, `${address} in ${range}`);
  }
  for (const text of ['', 'a', '1.2.3/8', '1.2.3.4/33', '1.2.3.4/', '1.2.3.4/-1', '1.2.3.4/8/8', '::/129', '127.1/8']) {
    assert.equal(rangeOf(text), undefined, text);
  }
});

test('an address is read in its usual spelling only', () => {
  for (const text of ['', '127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '1.2.3', '::1%lo', '[::1]', ':', 'a.b']) {
    assert.equal(addressOf(text), undefined, text);
  }
});

test('public addresses are told from others', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '192.167.1.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
  ]) {
    assert.equal(isPublic(addressOf(address)), true, address);
  }
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
  ]) {
    assert.equal(isPublic(addressOf(address)), false, address);
  }
});
