import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlock } from '../src/asks/network.js';

const from = (address) =>
  addressBlock({ headers: new Headers(address === undefined ? {} : { 'CF-Connecting-IP': address }) });

test('a client is known by its IPv4 address, or by the /64 of its IPv6 address', () => {
  for (const [address, block] of [
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['255.255.255.255', '255.255.255.255'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:0000:0000:0000:0002', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b::/64'],
    ['1::2:3:4:5', '1:0:0:0::/64'],
    ['1:2:3:4::', '1:2:3:4::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ]) {
    assert.equal(from(address), block, address);
  }
});

test("what is no address is nobody's", () => {
  for (const address of [
    undefined,
    '',
    ' ',
    '1',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.4.5',
    '1.2.3.256',
    '127.1',
    '2130706433',
    'localhost',
    ':',
    ':::',
    '1:2:3',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    'fe80::1%eth0',
    '[::1]',
    '::1]@evil.example/[',
    '1.2.3.4, 5.6.7.8',
    '12345::',
    'g::1',
    'a.b',
  ]) {
    assert.equal(from(address), '', address);
  }
});
