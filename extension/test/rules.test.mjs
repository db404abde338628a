// Decisions that need no browser: which pages are never read, which copy is the original, which permissions are
// requested.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Reader } from 'offprint/full';
import { doubtByAddress, neverByAddress } from '../background/blocklist.js';
import { originalOf } from '../background/original.js';
import { DEFAULTS } from '../background/settings.js';
import { placeOf } from '../content/place.js';
import { isSamePage } from '../history/addresses.js';
import { load, pageAddress, pageKey, read, recover, relate } from '../history/core.js';
import { recordOf } from '../history/records.js';
import { shownHost } from '../shared/address.js';
import { patternsOf, readingOrigins } from '../shared/origins.js';
import { hostOf, typedHost } from '../shared/site.js';
import { words } from '../../tests/words.mjs';
import { fixtures, urlOf } from './support/sites.mjs';

await load();

test('pages are read by default, and never if their address says what they are', () => {
  const why = (url, incognito = false) => neverByAddress({ url, incognito }, ['secret.example']);
  const read = words`
    https://paper.example/news/1 http://www.lanan-news.example/xianyu/2026/03/81204.html
    https://worldbank.example/news https://8.8.8.8/ https://id.encyclopedia.example/wiki/Kota
    https://dailymail.example/news/profile/a-singer https://theregister.example/2026/ https://[2400:3200::1]/news
    https://topsecret.example/ https://bankruptcy-law.example/ https://paper.example/banking-crisis-explained
    https://172.15.0.1/ https://100.128.0.1/`;
  for (const url of read) assert.equal(why(url), null, url);
  const never = {
    blank: ['about:blank', 'about:newtab'],
    source: ['view-source:https://paper.example/'],
    file: ['file:///a.html'],
    scheme: ['chrome://settings/', 'about:config', 'moz-extension://x/', 'data:text/html,x', undefined],
    'private-address': words`
      http://localhost:3000/ http://app.localhost/ http://printer.local/ http://wiki/ http://10.1.2.3/
      http://127.0.0.1/ http://192.168.1.1/ http://172.16.0.1/ http://172.31.255.255/ http://169.254.1.1/
      http://100.64.0.1/ http://[::1]/ http://[fd00::1]/ http://[fe80::1]/ http://[::ffff:10.0.0.1]/
      http://host.docker.internal/ http://0x7f000001/ http://2130706433/ http://localhost./`,
    mail: words`
      https://mail.google.com/mail/u/0/ https://mail.qq.com/ https://webmail.university.example/
      https://paper.example/webmail/ https://web.whatsapp.com/`,
    bank: ['https://www.boc.cn/', 'https://online.n26.com/'],
    account: ['https://accounts.google.com/', 'https://docs.google.com/document/1'],
    health: ['https://mychart.org/', 'https://www.doctolib.de/x'],
    site: ['https://secret.example/', 'https://www.secret.example/a', 'https://a.b.secret.example/'],
  };
  for (const [reason, urls] of Object.entries(never)) for (const url of urls) assert.equal(why(url), reason, url);
  assert.equal(why('https://paper.example/', true), 'incognito');
});

test('words in an address that may as well be those of a newspaper make a doubt, which the page can dispel', () => {
  const doubts = {
    bank: words`
      https://bank.example.com/ https://online.bank.example/ https://www.paypal.com/ https://shop.example/checkout/1
      https://paper.example/banking/crisis-explained https://paper.example/payments/a-new-network
      https://bank.paper.example/2026/1`,
    account: words`
      https://paper.example/login https://paper.example/en/account/ https://paper.example/settings/what-it-means`,
    health: ['https://mychart.hospital.example/', 'https://hospital.example/patient/1'],
  };
  for (const [reason, urls] of Object.entries(doubts)) {
    for (const url of urls)
      assert.deepEqual([neverByAddress({ url, incognito: false }, []), doubtByAddress(url)], [null, reason], url);
  }
  for (const url of [
    'https://paper.example/bank-news/1',
    'https://paper.example/settings-of-a-novel',
    'https://worldbank.example/',
  ])
    assert.equal(doubtByAddress(url), null, url);
});

test('addresses lead to one page as the core says, and in one document as its script can tell', () => {
  const rows = readFileSync(new URL('../../tests/tables/addresses.txt', import.meta.url), 'utf8').matchAll(
    /^(\S+) (\S+) => (same|other)$/gm,
  );
  let ofDocuments = 0;
  for (const [row, a, b, expected] of rows) {
    if (!a.startsWith('http')) continue;
    assert.equal(pageKey(a) === pageKey(b), expected === 'same', row);
    for (const url of [a, b]) assert.equal(pageKey(pageAddress(url)), pageKey(url), url);
    const [one, other] = [new URL(a), new URL(b)];
    // A program that writes the same address in another way shows another page to the script; the core knows better.
    if (one.origin !== other.origin || one.pathname !== other.pathname || /%/.test(row)) continue;
    assert.equal(placeOf(a) === placeOf(b), expected === 'same', row);
    ofDocuments++;
  }
  assert.ok(ofDocuments > 10);
});

test('two articles are on one page by where they were read, or by what their pages state', () => {
  const at = (url, canonical = null) => ({ url, canonical, host: new URL(url).hostname });
  const [front, wire] = ['https://paper.example/', 'https://wire.example/x'];
  for (const [isSame, a, b] of [
    [true, at('http://paper.example/a'), at('https://www.paper.example/a/')],
    // Of one site, by one address elsewhere.
    [true, at('https://paper.example/1', wire), at('https://paper.example/2', wire)],
    [false, at('https://paper.example/a'), at('https://paper.example/b')],
    [false, at('https://paper.example/#/article/1'), at('https://paper.example/#/article/2')],
    [false, at('https://paper.example/a', front), at('https://paper.example/b', front)],
    [false, at('https://copy.example/a', 'https://paper.example/a'), at('https://paper.example/a')],
  ])
    assert.equal(isSamePage(a, b), isSame, `${a.url} ${b.url}`);
});

test('the original is the one that the core finds, whatever was seen first', async () => {
  const recordAt = async (name, day) => {
    const article = await read(fixtures.get(name).read('page.html'), { url: urlOf(name) });
    return { ...recordOf(article, new Date(`2026-04-0${day}`)), id: day };
  };
  const [credited, original, abridged] = await Promise.all([
    recordAt('zh-dam-credited', 1),
    recordAt('zh-dam-original', 2),
    recordAt('zh-dam-abridged', 3),
  ]);
  const found = originalOf([abridged, original, credited]);
  assert.equal(found.id, original.id, 'though it was seen later than the copy that credits it');
  assert.deepEqual(found.reasons.find(({ evidence }) => evidence === 'credit')?.favors, 'first');
  assert.deepEqual(
    found.reasons.filter(({ favors }) => favors === 'second'),
    [],
    'that another was seen first is no evidence',
  );
  const nothing = { published: null, credit: null, canonical: null, url: 'http://twin.example/', host: 'twin.example' };
  const twin = { ...abridged, id: 9, ...nothing };
  assert.deepEqual(originalOf([{ ...twin, id: 8 }, twin]), { id: null, reasons: [] });
});

test('a host is shown in the letters of its language, unless it looks like another', () => {
  for (const shown of ['新闻.中国', 'bücher.example', 'пример.рф', 'www.新闻网-a.example', 'ascii.example']) {
    assert.equal(shownHost(new URL(`http://${shown}/`).hostname), shown);
  }
  for (const kept of [
    new URL('http://pаypal.example/').hostname,
    'xn--.example',
    'xn--99999999999.example',
    'xn--ü.example',
  ])
    assert.equal(shownHost(kept), kept);
});

test('only permissions that the settings need are requested', () => {
  assert.deepEqual(readingOrigins(DEFAULTS), []);
  assert.deepEqual(readingOrigins({ when: 'clicked', sites: ['a.example'] }), []);
  assert.deepEqual(
    readingOrigins({ when: 'chosen', sites: ['a.example', 'b.example'] }),
    ['http', 'https', 'http', 'https'].map((scheme, i) => `${scheme}://*.${i < 2 ? 'a' : 'b'}.example/*`),
  );
  assert.deepEqual(readingOrigins({ ...DEFAULTS, when: 'everywhere' }), ['http://*/*', 'https://*/*']);
});

test('`www.` stands where all sites of a registry are below the rest', () => {
  for (const host of ['www.gov.cn', 'www.gov.uk', 'www.edu.cn', 'www.com', 'www.github.io', 'www.xn--fiqs8s']) {
    assert.deepEqual([hostOf(`https://${host}/x`), typedHost(host)], [host, host]);
  }
  for (const host of ['www.paper.example', 'www.paper.example..', 'www.english.gov.cn', 'www.github.com']) {
    assert.equal(hostOf(`https://${host}/x`), host.replace(/^www\.|\.+$/g, ''));
  }
  for (const host of ['localhost', '[2001:db8::1]', '192.0.2.1', 'foo_bar.example.com']) {
    assert.deepEqual([hostOf(`http://${host}/`), typedHost(host)], [host, host]);
  }
  for (const word of ['paper', 'two words', '']) assert.equal(typedHost(word), null);
  for (const none of ['', 'about:blank', 'http://', null]) assert.equal(hostOf(none), null);
  assert.deepEqual(patternsOf('[2001:db8::1]'), ['http://[2001:db8::1]/*', 'https://[2001:db8::1]/*']);
});

test('a stack overflow in the module is no answer, and the module is replaced', () => {
  const overflowing = {
    get fingerprint() {
      throw new RangeError('Maximum call stack size exceeded');
    },
  };
  assert.throws(() => relate(overflowing, overflowing), RangeError);
  const reader = new Reader();
  recover(new RangeError('Maximum call stack size exceeded'));
  assert.throws(() => reader.end(), { code: 'finished' });
  assert.equal(pageKey('http://paper.example/a'), pageKey('http://paper.example/a#b'), 'there is a new one');
});
