import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directoryFault } from '../src/addresses/reachable.js';
import { readGateway, refusalOf, typeRefusal } from '../src/gateway/targets.js';
import { REFUSED, TARGETS } from './support/addresses.mjs';
import { words } from './support/words.mjs';

function read(value) {
  const faults = [];
  return { gateway: readGateway(value, 'gateway', faults), faults };
}

/** The code with which a gateway refuses an address; undefined if it fetches it. */
const codeOf = (address, gateway) => (URL.canParse(address) ? refusalOf(new URL(address), gateway)?.code : 'address');

test('only what is listed is fetched', () => {
  const { gateway, faults } = read({
    targets: TARGETS,
    hosts: { 'g.example': 'https://mapped.example' },
  });
  assert.deepEqual(faults, []);
  for (const url of words`
    http://news.example/1?x#y https://news.example http://NEWS.example/ https://news.example:443/
    https://a.b.paper.example/ http://127.0.0.1:8080/x http://2130706433:8080/ http://[::1]:8080/
    https://b.example:8443/ http://93.184.216.34/ https://mapped.example/ https://xn--mnchen-3ya.example/`) {
    assert.equal(codeOf(url, gateway), undefined, url);
  }
  assert.equal(codeOf('', gateway), 'address');
  for (const [code, urls] of Object.entries(REFUSED)) {
    for (const url of urls) assert.equal(codeOf(url, gateway), code, url);
  }
});

test('only pages, text and feeds are forwarded', () => {
  const text = words`text/html Text/HTML;charset=gbk application/rss+xml application/atom+xml text/xml`;
  for (const type of [...text, 'application/xhtml+xml; charset=utf-8', ' text/plain ;x']) {
    assert.equal(typeRefusal(type), undefined, type);
  }
  const others = words`
    image/gif image/svg+xml application/pdf application/json application/octet-stream text/javascript text/htmlx */*`;
  for (const type of [...others, 'multipart/mixed; boundary=text/html', 'image/png, text/html', '']) {
    assert.equal(typeRefusal(type)?.code, 'media_type', type);
  }
  assert.match(typeRefusal(null)?.message, /^the page does not state its type: only text\/html,/);
});

test('a wrong setting of the gateway says what is wrong', () => {
  for (const [value, expected] of [
    [{}, 'gateway: list what may be fetched in `targets`'],
    [[], 'gateway: write an object: { … }'],
    [{ targets: ['localhost'] }, 'target `localhost`: it is not public; if it is meant, write out its port'],
    [{ targets: ['10.0.0.1'] }, 'it is not public'],
    [{ targets: ['*'] }, 'target `*`'],
    [{ targets: ['a b'] }, 'target `a b`: `a b` is not a valid host'],
    [{ targets: ['a.example.'] }, 'target `a.example.`: `a.example.` is not a valid host'],
    [{ targets: ['a@b.example'] }, 'write a host, or host and port'],
    [{ targets: ['*.com/x'] }, 'without a path'],
    [{ targets: ['https://a.example'] }, 'target `https://a.example`'],
    [{ targets: ['a.example'], withhold: ['copy'] }, 'gateway.withhold[0]: there is no `copy`, only same, partial'],
    [{ targets: ['a.example'], access: 'open' }, 'gateway.access: there is no `open`, only token, public'],
    [{ targets: ['a.example'], access: null }, 'gateway.access: null has no meaning'],
    [{ target: 'a.example' }, 'there is no `target`, only targets'],
    [{ hosts: { 'g.example': 'a.example' } }, '`a.example` is not an origin'],
    [{ hosts: { 'g.example': 'https://10.0.0.1' } }, 'it is not public'],
  ]) {
    const { gateway, faults } = read(value);
    assert.deepEqual([gateway, faults.length], [undefined, 1], JSON.stringify(value));
    assert.ok(faults[0].includes(expected), `${expected} not in ${faults[0]}`);
  }
  const { gateway: plain } = read({ targets: ['a.example'] });
  assert.deepEqual(plain?.withhold, ['same']);
  assert.deepEqual([plain?.maxBytes, plain?.timeout], [16 << 20, 20_000]);
  assert.equal(plain?.public, false, 'strangers may not');
  assert.equal(read({ targets: ['a.example'], access: 'public' }).gateway?.public, true);
  assert.deepEqual(read(undefined), { gateway: undefined, faults: [] });
});

test('a bad target or limit does not turn the gateway off; a name that could be a bound does', () => {
  const { gateway, faults } = read({
    targets: ['news.example', 'localhost'],
    hosts: { 'm.example': 'https://b.example', 'n.example': 'b' },
    maxBytes: 0,
    timeout: 1e9,
  });
  assert.equal(faults.length, 4, faults.join('\n'));
  for (const expected of [
    'gateway.targets[1]: target `localhost`: it is not public',
    'gateway.hosts[n.example]: `b` is not an origin',
    'gateway.maxBytes: write a whole number from 1024 to',
    'gateway.timeout: write a whole number from 100 to 60000',
  ]) {
    const isReported = faults.some((fault) => fault.startsWith(expected));
    assert.ok(isReported, `${expected} not in ${faults.join('\n')}`);
  }
  assert.equal(codeOf('https://news.example/', gateway), undefined);
  assert.equal(codeOf('https://b.example/', gateway), undefined);
  assert.equal(gateway?.maxBytes, 16 << 20);
  const bounded = read({ targets: ['news.example'], withold: ['same'] });
  assert.deepEqual([bounded.gateway, bounded.faults.length], [undefined, 1]);
});

test('keys come over HTTPS from public hosts', () => {
  assert.equal(directoryFault('https://agent.example'), undefined);
  assert.equal(directoryFault('http://127.0.0.1:8080'), undefined, 'written out');
  for (const agent of words`
    http://agent.example https://localhost https://10.0.0.1 https://a@agent.example agent.example
    ftp://agent.example:21`) {
    assert.equal(typeof directoryFault(agent), 'string', agent);
  }
});
