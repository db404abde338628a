import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFor, unconditionalAnswer } from '../src/policy/answer.js';
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

test('a copy names its original', () => {
  const copy = finding('same', 'https://b.example/1');
  const answer = answerFor(copy, visit('search'), settings());
  assert.deepEqual([answer.action, answer.status, answer.body], ['annotate', null, null]);
  assert.equal(
    value(answer.set, 'Offprint'),
    'same;score=0.951;original="https://b.example/1";confidence=75;seen="2026-01-01T00:00:00Z";class=search;by=address',
  );
  assert.deepEqual(answer.append, [], 'no rule asks for more');
  assert.equal(value(answer.set, 'ETag'), undefined);

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

test('the field says whether a page is known, has changed, and is gated', () => {
  for (const [more, expected] of [
    [{ gated: true, known: true, changed: true }, 'different;score=0.951;known;changed;gated;class=search;by=address'],
    [{}, 'different;score=0.951;class=search;by=address'],
  ]) {
    const found = finding('different', null, more);
    assert.equal(value(answerFor(found, visit('search'), settings()).set, 'Offprint'), expected);
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

test('the field contains everything, and no value can end it early', () => {
  const client = { class: 'other', by: 'address', claim: 'Googlebot"\r\nX: y' };
  const original = finding('same', null, { copy: 'https://b.example/水"\r\n', known: true });
  assert.equal(
    value(answerFor(original, visit('other', { client }), settings()).set, 'Offprint'),
    'same;score=0.951;copy="https://b.example/%E6%B0%B4%22%0D%0A";confidence=75;known;class=other;by=address;' +
      'claims="Googlebot%22%0D%0AX:%20y"',
  );
  const person = answerFor(finding('unknown'), visit('person'), settings());
  assert.equal(value(person.set, 'Offprint'), 'unknown;score=0.951;class=person');
});

test('a redirect stays on the site and needs an original that is there', () => {
  const rule = settings({ ...REDIRECT, status: 308 });
  const copy = finding('same', 'https://a.example/1?a=1&b=2');
  const answer = answerFor(copy, visit('other'), rule);
  assert.deepEqual([answer.action, answer.status], ['redirect', 308]);
  assert.equal(value(answer.set, 'Location'), 'https://a.example/1?a=1&b=2');
  assert.equal(value(answer.set, 'Cache-Control'), 'private, max-age=3600');
  assert.ok(answer.body.includes('<a href="https://a.example/1?a=1&amp;b=2">'));
  assert.equal(answerFor(copy, visit('other', { gone: true }), rule).status, null);
  assert.equal(answerFor(finding('same', 'https://b.example/1'), visit('other'), rule).status, null);
});

test('pages can be refused or forwarded in silence', () => {
  const copy = finding('same', 'https://b.example/1');
  const answerBy = (rule) => answerFor(copy, visit('training'), settings(rule));
  const refused = answerBy({ action: 'refuse' });
  assert.equal(refused.status, 403);
  assert.ok(refused.body.includes('https://b.example/1'));
  assert.equal(value(refused.set, 'Cache-Control'), 'private, no-store');
  const { action, status, set, append } = answerBy({ action: 'forward' });
  assert.deepEqual([action, status, ...set, ...append], ['forward', null]);
});

test('a client that is kept out is answered without the page', () => {
  const refusing = settings({ action: 'refuse' });
  const statusOf = (url, method) => unconditionalAnswer(visit('training', { url, method }), false, refusing)?.status;
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
    assert.equal(statusOf('https://a.example/2', method), 403, method);
  }
  const robots = 'https://a.example/robots.txt';
  assert.deepEqual(
    [statusOf(robots, 'GET'), statusOf(`${robots}?p=2`, 'GET'), statusOf('', 'GET')],
    [undefined, 403, 403],
  );
  const answer = unconditionalAnswer(visit('archive'), false, refusing);
  assert.equal(value(answer.set, 'Offprint'), 'unknown;unread;class=archive;by=address');
  assert.equal(value(answer.append, 'Vary'), 'User-Agent');
  assert.equal(value(answer.set, 'Cache-Control'), 'private, no-store');
  assert.equal(unconditionalAnswer(visit('person'), false, refusing), undefined);
});

test('a text that the client has is not sent again', () => {
  const rule = settings({ action: 'not-modified' });
  const ask = (more, found = finding('different')) => answerFor(found, visit('training', more), rule);
  const etag = '"v2"';
  const first = ask({ etag });
  assert.deepEqual([first.status, value(first.set, 'ETag')], [null, 'W/"fp1-00ab.s.v2"']);
  const again = ask({ etag, ifNoneMatch: 'W/"fp1-00ab.s.v1"' });
  assert.deepEqual([again.status, value(again.set, 'ETag')], [304, 'W/"fp1-00ab.s.v2"']);
  assert.equal(ask({ etag, ifNoneMatch: 'W/"fp1-00ac.s.v1"' }).status, null);
  assert.equal(value(ask({ status: 206 }).set, 'ETag'), undefined);
  assert.equal(value(ask({}, finding('different', null, { digest: null })).set, 'ETag'), undefined);
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
