import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSES } from '../src/clients/classes.js';
import { preferencesIn } from '../src/site/preferences.js';
import { robotsFor } from '../../shared/fetching/robots-parser.js';
import { GPT, PERSON, fixture, startFor, until } from './support/site.mjs';

const article = await fixture('zh-dam-original');

const rulesIn = (robots, agent = 'GPTBot/1.2', path = '/1') =>
  robotsFor(robots, agent, new URL(`https://news.example${path}`));

test('preferences are those of the groups that are for a crawler', () => {
  const robots = `License: https://news.example/license.xml
User-agent: *
Content-Signal: search=yes, ai-train=no
Content-Usage: train-ai=n
Content-Usage: /free/ train-ai=y, search=y
Disallow: /drafts/

User-agent: OAI-SearchBot
User-agent: Other
Content-Signal: ai-train=yes, ai-input=maybe, search = yes
`;
  assert.deepEqual(rulesIn(robots), {
    allows: true,
    usage: { 'train-ai': 'no' },
    signal: { search: 'yes', 'ai-train': 'no' },
    licences: ['https://news.example/license.xml'],
    isSitemap: false,
  });
  assert.deepEqual(rulesIn(robots, 'GPTBot', '/free/1').usage, { 'train-ai': 'yes', search: 'yes' });
  assert.equal(rulesIn(robots, 'GPTBot', '/drafts/1').allows, false);
  const other = rulesIn(robots, 'OAI-SearchBot/1.0', '/drafts/1');
  assert.deepEqual([other.allows, other.usage, other.signal], [true, {}, { 'ai-train': 'yes', search: 'yes' }]);
  assert.deepEqual(other.licences, ['https://news.example/license.xml'], 'a licence is for all');
});

test('of two that contradict each other the stricter one decides', () => {
  const twice = 'User-agent: *\nContent-Usage: train-ai=y, search=y\nContent-Usage: train-ai=n\n';
  assert.deepEqual(rulesIn(twice).usage, { 'train-ai': 'no', search: 'yes' });
  assert.deepEqual(rulesIn(twice.replaceAll('y,', 'n,').replace('=n\n', '=y\n')).usage['train-ai'], 'no');
});

test('malformed preferences state nothing', () => {
  for (const line of [
    'Content-Usage: train-ai',
    'Content-Usage: train-ai=?1',
    'Content-Signal: =no, ai-train=perhaps, __proto__=no',
    'Content-Signal: ai-train=no\u0000',
    'License: javascript:alert(1)',
    'License: /relative.xml',
    'License: https://',
  ]) {
    const { usage, signal, licences } = rulesIn(`User-agent: *\n${line}\n`);
    assert.deepEqual([usage, signal, licences], [{}, {}, []], line);
  }
  assert.deepEqual(rulesIn('Content-Signal: ai-train=no\n').signal, {}, 'outside of a group');
  const many = `User-agent: *\nContent-Signal: ${'ai-train=no,'.repeat(30_000)}\n`.repeat(3);
  assert.deepEqual(rulesIn(many).signal, { 'ai-train': 'no' });
});

test('a class gets what is stated about its purpose, in the words of both vocabularies', () => {
  const stated = (lines, kind, path = '/1') => {
    const url = new URL(`https://news.example${path}`);
    const client = { class: kind, by: 'agent', claim: null };
    return preferencesIn(`User-agent: *\n${lines}\n`, 'x', url, client).stated;
  };
  for (const [kind, usage, signal] of [
    ['search', 'search', 'search'],
    ['agent', 'ai-use', 'ai-input'],
    ['training', 'train-ai', 'ai-train'],
  ]) {
    assert.equal(stated(`Content-Usage: ${usage}=n`, kind), 'no');
    assert.equal(stated(`Content-Usage: ${usage}=y`, kind), 'yes');
    assert.equal(stated(`Content-Signal: ${signal}=no`, kind), 'no');
    for (const other of CLASSES.filter((other) => other !== kind)) {
      assert.equal(stated(`Content-Usage: ${usage}=n\nContent-Signal: ${signal}=yes`, other), null, other);
    }
    assert.equal(stated(`Content-Signal: ${signal}=yes\nDisallow: /drafts/`, kind, '/drafts/1'), 'no');
  }
});

const robots = `User-agent: *
Content-Signal: search=yes, ai-train=no
Content-Usage: train-ai=n
License: https://paper.example/license.xml
`;
const RULES = { rules: [{ stated: 'no', action: 'refuse' }] };

test('robots.txt can be the policy, and its preferences are passed on', async (t) => {
  const file = { headers: { 'content-type': 'text/plain' }, body: robots };
  const pages = { '/robots.txt': file, '/1': article, '/license.xml': { ...file, body: '<rsl/>' } };
  const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: RULES } });
  const host = 'paper.example';
  const refused = await site.ask('/1', { agent: GPT, headers: { host } });
  assert.equal(refused.status, 403);
  assert.equal(refused.headers['content-usage'], 'train-ai=n');
  const licence = '<https://paper.example/license.xml>; rel="license"; type="application/rsl+xml"';
  assert.ok(refused.headers.link.includes(licence), refused.headers.link);
  const found = await site.ask('/1');
  assert.equal(found.status, 200);
  assert.ok(found.body.equals(article.body));
  assert.equal(found.headers['content-signal'], 'search=yes, ai-train=no');
  const person = await site.ask('/1', { agent: PERSON });
  assert.equal(person.headers['content-signal'], undefined);
  assert.equal((await site.ask('/robots.txt', { agent: GPT })).body.toString(), robots);
  assert.equal(site.asked.filter(({ url }) => url === '/robots.txt').length, 2, 'once for us, once for the crawler');
});

test('where robots.txt cannot be fetched, nothing is passed on and no client is kept out', async (t) => {
  const silent = (_, response) => t.after(() => response.destroy());
  for (const file of [
    { status: 503, body: 'later' },
    { status: 302, headers: { location: '/x' } },
    silent,
    undefined,
  ]) {
    const pages = { '/robots.txt': file, '/1': article };
    const site = await startFor(t, { pages, vars: { OFFPRINT_POLICY: RULES } });
    const answer = await site.ask('/1', { agent: GPT });
    assert.equal(answer.status, 200);
    assert.ok(answer.body.equals(article.body));
    assert.equal(answer.headers['content-signal'], undefined);
    if (file) await until(async () => (await site.stats()).failures.preferences === 1, 'the counted failure');
  }
});

test('without a rule or a setting for it, robots.txt is not requested', async (t) => {
  const pages = { '/robots.txt': { body: robots }, '/1': article };
  const plain = await startFor(t, { pages });
  assert.equal((await plain.ask('/1', { agent: GPT })).headers['content-usage'], undefined);
  assert.equal(plain.asked.length, 1);
  const passing = await startFor(t, { pages, vars: { OFFPRINT_PREFERENCES: 'true' } });
  assert.equal((await passing.ask('/1', { agent: GPT })).headers['content-usage'], 'train-ai=n');
});
