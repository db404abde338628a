import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, isWithin, networkOf, rangeOf } from '../../shared/fetching/ip.js';
import { words } from '../../tests/words.mjs';

test('a range contains the addresses with its prefix', () => {
  for (const [range, inside, outside] of [
    ['192.0.2.0/24', ['192.0.2.255', '::ffff:192.0.2.1'], ['192.0.3.0']],
    ['192.0.2.7', ['192.0.2.7'], ['192.0.2.6']],
    ['0.0.0.0/0', ['255.1.2.3'], ['::1']],
    ['::/0', ['2001:db8::1'], ['::ffff:192.0.2.1']],
    ['2001:db8::/33', ['2001:db8:7fff::1'], ['2001:db8:8000::']],
  ]) {
    const holds = (address) => isWithin(rangeOf(range), addressOf(address));
    for (const address of inside) assert.equal(holds(address), true, `${address} in ${range}`);
    for (const address of outside) assert.equal(holds(address), false, `${address} in ${range}`);
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

const from = (address) =>
  networkOf({ headers: new Headers(address === undefined ? {} : { 'CF-Connecting-IP': address }) });

test('a client is known by its IPv4 address, or by the /48 of its IPv6 address', () => {
  for (const [address, block] of [
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['255.255.255.255', '255.255.255.255'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['2001:db8:0:ffff:ffff:ffff:ffff:ffff', '2001:db8:0::/48'],
    ['2001:0DB8:0000:0000:0000:0000:0000:0002', '2001:db8:0::/48'],
    ['2001:db8:1::1', '2001:db8:1::/48'],
    ['2001:db8:a:b:c:d:e:f', '2001:db8:a::/48'],
    ['1::2:3:4:5', '1:0:0::/48'],
    ['1:2:3:4::', '1:2:3::/48'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0::/48'],
    ['::', '0:0:0::/48'],
    ['::1', '0:0:0::/48'],
  ]) {
    assert.equal(from(address), block, address);
  }
});

test('an invalid address belongs to no network', () => {
  const invalid = words`
    1 1.2.3 01.2.3.4 1.2.3.4.5 1.2.3.256 127.1 2130706433 localhost : ::: 1:2:3 1::2::3 1:2:3:4:5:6:7:8:9 fe80::1%eth0
    [::1] ::1]@evil.example/[ 12345:: g::1 a.b`;
  for (const address of [undefined, '', ' ', '1.2.3.4, 5.6.7.8', ...invalid]) assert.equal(from(address), '', address);
});
