// No value that strangers write makes the worker slow: one eight times as long takes about eight times the steps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsOf } from './support/steps.mjs';
import { addressOf } from '../../shared/fetching/ip.js';
import { answerFor } from '../src/policy/answer.js';
import { readAgents } from '../src/clients/classes.js';
import { holdsAny } from '../src/clients/sessions.js';
import { signatureOf } from '../src/clients/signature.js';
import { hasText, toOrigin, unchanged } from '../src/site/etags.js';
import { robotsFor } from '../../shared/fetching/robots-parser.js';
import { findingOf } from './support/finding.mjs';

/** Length of the short value. Larger: slower, but growth shows more clearly. */
const LENGTH = 120;
/** How many times longer the long value is. */
const TIMES = 8;
/** How many times more steps it may take. Quadratic work takes 64 times as many. */
const MOST = 12;
/** How many times the steps of an honest robots.txt a hostile one may take, for its length: it takes twice as many. */
const MOST_HOSTILE = 4;

/** Asserts that work grows no faster than its input. */
function assertLinear(name, length, work) {
  const [short, long] = [length, TIMES * length].map((length) => stepsOf(work(length)));
  assert.ok(short > 0 && long <= MOST * short, `${name}: ${short} steps, and ${long}`);
}

test('work that grows by the square is reported', () => {
  const square = (length) => () => {
    for (let text = 'a'.repeat(length); text !== ''; text = text.slice(1));
  };
  assert.throws(() => assertLinear('cut', LENGTH, square), /cut: \d+ steps/);
  stepsOf(() => /^a+$/.test('b'));
  assert.throws(() => stepsOf(() => /a+$/.test('b')), /more than linear: \/a\+\$\/$/);
});

test('headers are read in linear work', () => {
  const settings = { policy: [], agents: readAgents(undefined, '', []) };
  const client = { class: 'search', by: 'agent' };
  for (const repeated of ['sig=("a");', '(', '"', 'a=1; ', 'W/"fp1-0.s.a", ', '" ', ' , ', '%41', 'rel=', ';', '1.']) {
    const textOf = (length) => repeated.repeat(length / repeated.length);
    const readers = {
      signature(text) {
        const input = `sig=(${text});tag="web-bot-auth";created=0;expires=1;keyid="a"`;
        const headers = new Headers({ 'signature-input': input, 'signature-agent': text, signature: text });
        return () => {
          try {
            signatureOf({ method: 'GET', url: 'https://a.example/', headers }, 0);
          } catch {
            // This is not a signature.
          }
        };
      },
      cookies: (text) => () => holdsAny(text, ['sid', 'token*']),
      toOrigin: (text) => () => toOrigin(text),
      unchanged: (text) => () => unchanged(text, '"a"'),
      hasText: (text) => () => hasText(text, '0', text),
      address: (text) => () => addressOf(text),
      answer: (text) => () => {
        const visit = {
          url: 'https://a.example/',
          method: 'GET',
          link: text,
          vary: text,
          ifNoneMatch: text,
          status: 200,
        };
        const finding = findingOf({ original: text, digest: '0' });
        answerFor(finding, { ...visit, client: { ...client, claim: text } }, settings);
      },
    };
    for (const [name, read] of Object.entries(readers)) {
      assertLinear(`${name} of ${repeated}`, LENGTH, (length) => read(textOf(length)));
    }
  }
});

test('a hostile robots.txt takes no more steps than an honest one', () => {
  const stepsFor = (pattern, count, path) => {
    const robots = `User-agent: *\n${`Disallow: ${pattern}\n`.repeat(count)}`;
    const url = new URL(`https://news.example${path}`);
    return stepsOf(() => robotsFor(robots, 'x', url)) / (robots.length + count * path.length);
  };
  const honest = stepsFor('/news/*/page/', 3000, '/news/2026/03/18/dam/page/2');
  for (const [pattern, count, path] of [
    [`/${'*a'.repeat(500)}b`, 20, `/${'a'.repeat(1000)}`],
    [`/*b${'a'.repeat(2000)}`, 10, `/${'a'.repeat(8000)}`],
    [`/*${'a'.repeat(2000)}b`, 10, `/${'a'.repeat(8000)}`],
    ['/%', 3500, '/%25'],
  ]) {
    const steps = stepsFor(pattern, count, path);
    assert.ok(
      steps <= MOST_HOSTILE * honest,
      `${pattern.slice(0, 10)}: ${steps} steps for a letter, where ${honest} are usual`,
    );
  }
});
