import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsAny, holdsSession } from '../src/clients/sessions.js';
import { planFor } from '../src/policy/plan.js';

const CRAWLER = { class: 'search', by: 'agent', claim: null };
const PERSON = { class: 'person', by: null, claim: null };
const SETTINGS = { policy: [], cookies: [], setCookies: [], dryRun: false };
const HTML = { 'content-type': 'Text/HTML; charset=gbk' };

const PAGE = { method: 'GET', asked: {}, status: 200, body: '<p>', headers: {}, client: CRAWLER, settings: SETTINGS };

/** The plan for a page of a site; each fact can be overridden. */
function plan(facts) {
  const { method, asked, status, body, headers, client, settings } = { ...PAGE, ...facts };
  const all = new Headers({ ...HTML, ...headers });
  for (const [name, value] of Object.entries(headers)) if (value === null) all.delete(name);
  const request = { url: 'https://a.example/1', method, headers: new Headers(asked) };
  return planFor(request, { status, headers: all, body }, client, settings);
}

test('a public page is read, before it is forwarded if a crawler asks', () => {
  assert.deepEqual(plan(), { reading: 'before', reason: null, waits: true, isShared: true, recall: false });
  assert.equal(plan({ client: PERSON }).reading, 'parallel');
  assert.equal(
    plan({ headers: { 'set-cookie': 'a=1' }, settings: { ...SETTINGS, setCookies: ['a'] } }).reading,
    'before',
  );
  assert.equal(plan({ headers: { 'content-length': '1000000000' }, client: PERSON }).reading, 'parallel');
});

/** More responses are asked for in `forwarding.test.mjs`. */
test('responses that are not public HTML are not read, and the plan names the reason', () => {
  for (const [change, reason, recall] of [
    [{ headers: { vary: 'Accept, *' } }, 'vary', false],
    [{ headers: { 'cache-control': 'max-age=0, Private' } }, 'private', false],
    [{ headers: { 'cache-control': 'private="x"' } }, 'private', false],
    [{ headers: { 'cache-control': 'no-store' } }, 'private', false],
    [{ headers: { 'set-cookie': 'a=1' }, settings: { ...SETTINGS, setCookies: ['b'] } }, 'sets-cookie', false],
    [{ method: 'POST' }, 'method', false],
    [{ method: 'HEAD' }, 'method', true],
    [{ asked: { range: 'bytes=0-1' } }, 'range', true],
    [{ headers: { 'content-encoding': 'zstd' } }, 'coding', true],
    [{ body: null }, 'empty', false],
  ]) {
    const { reading, ...planned } = plan(change);
    assert.deepEqual([reading, planned.reason, planned.recall], ['not', reason, recall], JSON.stringify(change));
  }
});

test('cookies that only count visitors do not make a page personal', () => {
  const settings = { ...SETTINGS, cookies: ['session'] };
  const reading = (cookie, headers = {}) => plan({ asked: cookie ? { cookie } : {}, headers, settings }).reading;
  assert.equal(reading('_ga=1'), 'before');
  assert.equal(reading('_ga=1; session=2'), 'not');
  assert.equal(reading('_ga=1', { vary: 'accept, cookie' }), 'not', 'the site says that the page depends on it');
  assert.equal(reading(undefined, { vary: 'accept, cookie' }), 'before');
});

test('a finding withheld because of the request is not shared', () => {
  const settings = { ...SETTINGS, cookies: ['session'] };
  for (const asked of [{ 'x-forwarded-user': 'jane' }, { 'cf-access-jwt-assertion': 'a' }, { cookie: 'a=1; sid=2' }]) {
    const crawler = plan({ asked, settings });
    assert.deepEqual([crawler.reading, crawler.isShared], ['before', false], JSON.stringify(asked));
    const person = plan({ asked, settings, client: PERSON });
    assert.deepEqual([person.reading, person.reason], ['not', 'restricted']);
  }
  assert.equal(plan({ asked: { cookie: '_ga=1' }, settings }).isShared, true);
});

test('a crawler waits only where a verdict could change its answer', () => {
  for (const settings of [
    { ...SETTINGS, policy: [{ class: ['search'], action: 'forward' }] },
    { ...SETTINGS, dryRun: true },
  ]) {
    assert.deepEqual([plan({ settings }).reading, plan({ settings, method: 'HEAD' }).recall], ['parallel', false]);
  }
});

test('cookies of a session are distinguished from others', () => {
  assert.ok(holdsAny('_ga=1', []) && holdsAny('', []), 'where none is named, any is personal');
  const names = ['session', 'wordpress_logged_in_*'];
  for (const header of ['session=1', '_ga=1; session=2', 'wordpress_logged_in_ab=x', 'a=b;session']) {
    assert.equal(holdsAny(header, names), true, header);
  }
  for (const header of ['_ga=1', '', 'sessions=1', 'a=session; wordpress=1']) {
    assert.equal(holdsAny(header, names), false, header);
  }
});

test('a session is recognised by the usual names', () => {
  for (const header of ['PHPSESSID=1', '_ga=1; wordpress_logged_in_ab=x', 'CF_Authorization=jwt']) {
    assert.equal(holdsSession(header), true, header);
  }
  for (const header of ['', '_ga=1; consent=session', 'sessions=1']) {
    assert.equal(holdsSession(header), false, header);
  }
});
