import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFor } from '../src/policy/answer.js';
import { readPolicy } from '../src/policy/rules.js';
import { findingOf } from './support/finding.mjs';

/** Settings with these rules. */
function settings(...rules) {
  const faults = [];
  const policy = readPolicy({ rules }, 'policy', faults);
  assert.deepEqual(faults, []);
  return { policy, agents: { signed: new Map(), ranges: [], agents: new Map() } };
}

function finding(verdict, original = null, more = {}) {
  const site = original && (original.includes('a.example/') ? 'same' : 'cross');
  return findingOf({ verdict, original, site, seen: original && '2026-01-01T00:00:00Z', ...more });
}

function visit(kind, more = {}) {
  const client = { class: kind, by: kind === 'person' ? null : 'address', claim: null };
  return { url: 'https://www.a.example/2', method: 'GET', client, status: 200, ...more };
}

const value = (headers, name) => headers.find(([other]) => other === name)?.[1];
const CANONICAL = { verdict: 'same', site: 'cross', action: 'annotate', canonical: true };
const REDIRECT = { verdict: 'same', site: 'same', action: 'redirect' };
const LINK = '<https://b.example/1>; rel="canonical"';

test('the field says all that was found, and no value can end it early', () => {
  const claiming = { client: { class: 'other', by: 'address', claim: 'Googlebot"\r\nX: y' } };
  for (const [found, who, expected] of [
    [
      finding('same', 'https://b.example/1'),
      visit('search'),
      'same;score=0.951;original="https://b.example/1";confidence=75;seen="2026-01-01T00:00:00Z";' +
        'class=search;by=address',
    ],
    [
      finding('different', null, { gated: true, known: true, changed: true }),
      visit('search'),
      'different;score=0.951;known;changed;gated;class=search;by=address',
    ],
    [finding('different'), visit('search'), 'different;score=0.951;class=search;by=address'],
    [finding('unknown'), visit('person'), 'unknown;score=0.951;class=person'],
    [
      finding('same', null, { copy: 'https://b.example/水"\r\n', known: true }),
      visit('other', claiming),
      'same;score=0.951;copy="https://b.example/%E6%B0%B4%22%0D%0A";confidence=75;known;class=other;by=address;' +
        'claims="Googlebot%22%0D%0AX:%20y"',
    ],
  ]) {
    assert.equal(value(answerFor(found, who, settings()).set, 'Offprint'), expected);
  }
});

test('a copy names its original', () => {
  const copy = finding('same', 'https://b.example/1');
  const { action, status, body, append } = answerFor(copy, visit('search'), settings());
  assert.deepEqual([action, status, body, append], ['annotate', null, null, []], 'no rule asks for more');
  for (const [found, rule, link] of [
    [copy, CANONICAL, LINK],
    [copy, { ...CANONICAL, site: 'same' }, undefined],
    [finding('same', 'https://a.example/1'), CANONICAL, undefined],
    [finding('same', 'https://a.example/1'), { ...CANONICAL, site: 'same' }, '<https://a.example/1>; rel="canonical"'],
    [finding('partial', 'https://b.example/1'), CANONICAL, undefined],
  ]) {
    const { append } = answerFor(found, visit('search'), settings(rule));
    assert.deepEqual(append, [...(link ? [['Link', link]] : []), ['Vary', 'User-Agent']]);
  }
});

test('an uncertain original is reported as first, and nothing else', () => {
  for (const [rules, confidence, sure] of [
    [[], 59, false],
    [[], 60, true],
    [[CANONICAL], 15, false],
    [[CANONICAL], 75, true],
    [[{ action: 'not-modified', minConfidence: 90 }], 89, false],
    [[{ action: 'not-modified', minConfidence: 90 }], 90, true],
    [[{ action: 'annotate', minConfidence: 15 }], 15, true],
  ]) {
    const copy = finding('same', 'https://b.example/1', { confidence });
    const kind = rules[0]?.action === 'not-modified' ? 'training' : 'search';
    const answer = answerFor(copy, visit(kind), settings(...rules));
    assert.deepEqual([answer.status, answer.isSure], [null, sure]);
    assert.equal(value(answer.append, 'Link') !== undefined, sure && rules[0] === CANONICAL);
    const name = sure ? 'original' : 'first';
    const expected = `same;score=0.951;${name}="https://b.example/1";confidence=${confidence};`;
    assert.ok(value(answer.set, 'Offprint').startsWith(expected), value(answer.set, 'Offprint'));
  }
});

test('no other address is sent with a page that states its own', () => {
  for (const [stated, canonicalConflict, link, expected] of [
    [null, false, null, true],
    [null, false, '</style.css>; rel=preload', true],
    ['https://c.example/1', true, null, false],
    // The page itself states it.
    ['https://b.example/1/', false, null, false],
    [null, false, '<https://www.a.example/2>; rel=canonical', false],
    [null, false, '</a.css>; rel=preload, </2>; title="x;y"; REL="nofollow Canonical"', false],
    [null, false, LINK, false],
  ]) {
    const copy = finding('same', 'https://b.example/1', { stated, canonicalConflict });
    const { append } = answerFor(copy, visit('search', { link }), settings(CANONICAL));
    assert.equal(value(append, 'Link') !== undefined, expected, `${stated} ${link}`);
  }
  const redirected = (canonicalConflict) => {
    const copy = finding('same', 'https://a.example/1', { stated: 'https://a.example/1', canonicalConflict });
    return answerFor(copy, visit('search'), settings(REDIRECT)).status;
  };
  assert.deepEqual([redirected(false), redirected(true)], [301, null]);
});

test('a redirect needs an original that is there, and escapes its address', () => {
  const rule = settings(REDIRECT);
  const copy = finding('same', 'https://a.example/1?a=1&b=2');
  const { set, body } = answerFor(copy, visit('other'), rule);
  assert.equal(value(set, 'Location'), 'https://a.example/1?a=1&b=2');
  assert.ok(body.includes('<a href="https://a.example/1?a=1&amp;b=2">'));
  assert.equal(answerFor(copy, visit('other', { gone: true }), rule).status, null);
});

test('neither a part of a page nor one without a text has an ETag of ours', () => {
  for (const [digest, status, expected] of [
    ['00ab', 200, 'W/"fp1-00ab"'],
    ['00ab', 206, undefined],
    [null, 200, undefined],
  ]) {
    const found = finding('different', null, { digest });
    const { set } = answerFor(found, visit('training', { status }), settings({ action: 'not-modified' }));
    assert.equal(value(set, 'ETag'), expected, `${digest} ${status}`);
  }
});

test('answers state what they vary by', () => {
  const plain = settings({ action: 'annotate' });
  const varyFor = (vary, given = plain) =>
    value(answerFor(finding('different'), visit('search', { vary }), given).append, 'Vary');
  assert.equal(varyFor('Accept'), 'User-Agent');
  assert.equal(varyFor('accept, user-agent'), undefined);
  assert.equal(varyFor('*'), undefined);
  const signed = new Map([['https://a.example', 'search']]);
  assert.equal(varyFor('', { ...plain, agents: { ...plain.agents, signed } }), 'User-Agent, Signature-Agent');
});
