// Values that strangers write, changed at random, are read or refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, isPublic, isWithin, rangeOf } from '../../shared/fetching/ip.js';
import { answerFor } from '../src/policy/answer.js';
import { classify, readAgents } from '../src/clients/classes.js';
import { holdsAny, holdsSession } from '../src/clients/sessions.js';
import { etagOf, hasText, toOrigin, unchanged } from '../src/site/etags.js';
import { planFor } from '../src/policy/plan.js';
import { hasUnconditionalRule, readPolicy } from '../src/policy/rules.js';
import { robotsFor } from '../../shared/fetching/robots-parser.js';
import { parsed } from '../src/runtime/fields.js';
import { signatureOf } from '../src/clients/signature.js';
import { addressRefusal, directoryFault, privateRefusal } from '../../shared/fetching/reachable.js';
import { findingOf } from './support/finding.mjs';
import { random } from '../../tests/articles.mjs';
import { words } from '../../tests/words.mjs';

const ROUNDS = 3000;
const PIECES = [...'"\\;,=():*%\n\0水 0', '%41', 'fp1-', 'W/"', '://'];
const PARAMS =
  '("@authority" "@method" "@path" "@query" "x-two" "signature-agent");created=1735689600;expires=1735693200' +
  ';keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";nonce="a";tag="web-bot-auth"';

/** A text with a few changes: pieces put in, taken out and doubled. */
function changed(text, next) {
  let out = text;
  for (let changes = Math.floor(next() * 4); changes > 0; changes--) {
    const at = Math.floor(next() * (out.length + 1));
    const end = at + Math.floor(next() * 8);
    const piece = PIECES[Math.floor(next() * PIECES.length)];
    const kinds = [out.slice(0, at) + piece + out.slice(at), out.slice(0, at) + out.slice(end)];
    out = [...kinds, out.slice(0, end) + out.slice(at)][Math.floor(next() * 3)];
  }
  return out;
}

/** Checks a property for random changes of some texts. */
function holds(seed, texts, check) {
  const next = random(seed);
  for (let i = 0; i < ROUNDS; i++) {
    const given = texts.map((text) => changed(text, next));
    try {
      check(...given);
    } catch (error) {
      error.message = `${JSON.stringify(given)}: ${error.message}`;
      throw error;
    }
  }
}

/** Headers as a platform takes them; those that it refuses are left out. */
function headersOf(fields) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    try {
      headers.set(name, value);
    } catch {
      // The platform lets no such header through.
    }
  }
  return headers;
}

test('a signed request covers the agent that it names', () => {
  let found = 0;
  holds(1, [`sig1=${PARAMS}`, 'sig1=:YWJj:', '"https://agent.example/"'], (input, signature, agent) => {
    const fields = { 'signature-input': input, signature, 'signature-agent': agent, 'x-two': 'one' };
    const request = { method: 'GET', url: 'https://example.com/path?x=1', headers: headersOf(fields) };
    let signed;
    try {
      signed = signatureOf(request, 1735689600);
    } catch (error) {
      assert.ok(error.message !== '' && !(error instanceof TypeError), error.stack);
      return;
    }
    if (!signed) return;
    found++;
    assert.match(signed.base, /^"signature-agent"[:;]/m);
    assert.match(signed.base, /\n"@signature-params": \([^\n]*$/);
    assert.ok(!signed.agent.endsWith('/'));
  });
  assert.ok(found > 50, `${found} were read`);
});

test("of ETags only the site's own go to it, and only the client's come back", () => {
  holds(2, ['W/"fp1-0.s.a", "b", W/"fp1-1.w.c"', '"a"'], (sent, own) => {
    const theirs = toOrigin(sent);
    // One of ours may carry another of ours: that of a worker nearer to the site.
    if (theirs !== undefined && !sent.includes('.fp1-')) assert.equal(toOrigin(theirs), theirs, sent);
    const ours = unchanged(sent, own);
    assert.ok(ours === undefined || sent.includes(ours));
    hasText(sent, '0', own);
    const etag = etagOf('00ab', own);
    assert.ok(hasText(etag, '00ab', null) || own.includes('"'), etag);
  });
});

test('no header of an answer can end it and begin another', () => {
  const settings = { policy: [], agents: readAgents(undefined, '', []), cookies: [], setCookies: [], dryRun: false };
  const texts = words`https://a.example/1 https://b.example/2 2026-03-18T03:40:00Z Googlebot W/"fp1-0.s.a" a`;
  holds(3, texts, (url, original, seen, claim, ifNoneMatch, digest) => {
    const client = { class: 'other', by: 'address', claim };
    const finding = findingOf({ original, seen, known: true, digest: digest.replace(/[^0-9a-f]/g, '') });
    const visit = { url, method: 'GET', client, ifNoneMatch, status: 200, etag: null, vary: null, link: url };
    const { set, append } = answerFor(finding, visit, settings);
    for (const [name, value] of [...set, ...append]) assert.match(value, /^[ -~]*$/, name);
  });
});

test('a request with a password is never read, and no finding answers for a page that is', () => {
  const url = 'https://a.example/1';
  const settings = { policy: [], cookies: ['sid*', 'token'], dryRun: false };
  const client = { class: 'search', by: 'agent', claim: null };
  const caches = ['public, max-age=60', 'Accept-Encoding, Cookie'];
  const texts = ['a=1; sid2=2', 'text/html; charset=gbk', ...caches, 'gzip', '1234'];
  holds(4, texts, (cookie, type, caching, vary, coding, length) => {
    holdsSession(cookie);
    const coded = { 'content-encoding': coding, 'content-length': length };
    const headers = headersOf({ 'content-type': type, 'cache-control': caching, vary, ...coded });
    const response = { status: 200, body: '<p>', headers };
    const ask = (fields) => planFor({ url, method: 'GET', headers: headersOf(fields) }, response, client, settings);
    const planned = ask({ cookie });
    assert.ok(!planned.recall || planned.reading === 'not');
    if (holdsAny(headersOf({ cookie }).get('cookie') ?? '', settings.cookies))
      assert.notEqual(planned.reading, 'before');
    assert.equal(ask({ cookie, authorization: 'x' }).reading, 'not');
  });
});

test('each address has one meaning', () => {
  const known = readAgents(undefined, '', []);
  const addresses = words`https://b.a.example:443/%41?x#y 66.249.64.0/19 2001:4860:4801::1`;
  const texts = [...addresses, 'Googlebot/2.1 (+http://a.example)'];
  holds(5, texts, (url, range, address, userAgent) => {
    const from = addressOf(address);
    if (from) {
      isPublic(from);
      assert.ok(isWithin(rangeOf(from.toString()), from), 'an address is in its own range');
      const all = rangeOf(range);
      if (all) isWithin(all, from);
    }
    directoryFault(url);
    classify({ userAgent, bot: true, listed: null, address, category: url }, known);
    if (!URL.canParse(url)) return;
    const parsed = new URL(url);
    if (addressRefusal(parsed) || privateRefusal(parsed)) return;
    assert.ok(parsed.hostname !== '' && parsed.username === '' && /^https?:$/.test(parsed.protocol), url);
  });
});

test('settings are read, or refused with a reason', () => {
  const texts = [
    '{"rules": [{"class": "training", "verdict": ["same"], "site": "same", "action": "refuse"}]}',
    '{"signed": {"https://a.example": "search"}, ' +
      '"ranges": [{"name": "ABot", "class": "search", "addresses": ["::/0"]}]}',
  ];
  const whole = texts.map((text) => JSON.stringify(JSON.parse(text)));
  holds(6, texts, (...given) => {
    for (const [i, read] of [readPolicy, readAgents].entries()) {
      const faults = [];
      const value = parsed(given[i], 'setting', faults);
      const taken = value === undefined ? undefined : read(value, 'setting', faults);
      for (const fault of faults) assert.match(fault, /^setting[^ ]*.*: ./s);
      if (faults.length === 0) assert.ok(taken !== undefined, JSON.stringify(value));
      if (given[i] === whole[i]) assert.deepEqual(faults, []);
      if (read === readPolicy && taken) hasUnconditionalRule(taken);
    }
  });
});

test('robots.txt is read or not', () => {
  holds(7, ['User-agent: a\nDisallow: /x*y$\nAllow: /', 'a/1', '/x'], (robots, agent, path) => {
    const url = `https://a.example/${path}`;
    if (URL.canParse(url)) robotsFor(robots, agent, new URL(url));
  });
});
