import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSES, PROOFS, classify, isProven, readAgents } from '../src/clients/classes.js';
import { crawlerIn } from '../src/clients/crawlers.js';

const PERSON = { class: 'person', by: null, claim: null };
const facts = (more) => ({ userAgent: '', bot: false, listed: null, ...more });
const googlebot = (more) =>
  facts({
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)',
    bot: true,
    listed: 'search',
    ...more,
  });

function agents(value) {
  const faults = [];
  const read = readAgents(value, 'agents', faults);
  assert.deepEqual(faults, []);
  return read;
}

function check(given, known, kind, by, claim = null) {
  assert.deepEqual(classify(given, known), { class: kind, by, claim }, JSON.stringify(given));
}

test('the list of crawlers decides on classes', () => {
  const none = agents({});
  for (const [userAgent, name, kind] of [
    ['Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)', 'GPTBot', 'training'],
    ['gptbot', 'GPTBot', 'training'],
    [
      'Mozilla/5.0 (compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
      'Amazonbot',
      'training',
    ],
    ['Timpibot/0.8', 'Timpibot', 'training'],
    ['PanguBot', 'PanguBot', 'training'],
    ['AI2Bot (+https://www.allenai.org/crawler)', 'AI2Bot', 'training'],
    ['MistralAI-User/1.0', 'MistralAI-User', 'agent'],
    ['Mozilla/5.0 (compatible; MistralAI-Index/1.0; +https://docs.mistral.ai/robots)', 'MistralAI-Index', 'search'],
    ['Mozilla/5.0 (compatible; MistralAI-Training/1.0)', 'MistralAI-Training', 'training'],
    ['Mozilla-Tabstack/1.0 (+https://tabstack.ai)', 'Mozilla-Tabstack', 'agent'],
    ['iaskspider/2.0', 'iaskspider', 'search'],
    ['LinerBot', 'LinerBot', 'search'],
    ['PhindBot', 'PhindBot', 'search'],
    ['Claude-Code/1.0', 'Claude-Code', 'agent'],
    ['Mozilla/5.0 (compatible; PerplexityBot/1.0)', 'PerplexityBot', 'search'],
    ['OAI-SearchBot/1.0; +https://openai.com/searchbot', 'OAI-SearchBot', 'search'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot', 'search'],
    [
      'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
      'archive.org_bot',
      'archive',
    ],
  ]) {
    assert.deepEqual(crawlerIn(userAgent), { name, kind }, userAgent);
    check(facts({ userAgent, listed: kind }), none, kind, 'agent');
  }
  for (const userAgent of [
    '',
    'facebookexternalhit/1.1',
    'SeoBot/1.0 (+https://seo.example/GPTBot)',
    'myGPTBots/1.0',
  ]) {
    assert.equal(crawlerIn(userAgent), undefined, userAgent);
  }
  assert.deepEqual(crawlerIn('Chrome/135.0 Safari/537.36 Agent-NovaAct/1.0'), { name: 'NovaAct', kind: 'agent' });
  check(facts({ bot: true }), none, 'other', 'agent');
  assert.deepEqual(classify(facts({}), none), PERSON);
  check(googlebot(), agents({ agents: { googleBOT: 'archive' } }), 'archive', 'agent');
});

test('the platform outweighs the address', () => {
  const known = agents({ ranges: [{ name: 'Googlebot', class: 'search', addresses: [] }] });
  check(googlebot({ verified: true }), known, 'search', 'platform');
  for (const [category, kind] of [
    ['Search Engine Crawler', 'search'],
    ['AI Crawler', 'training'],
    ['AI Search', 'search'],
    ['AI Assistant', 'agent'],
    ['Archiver', 'archive'],
    ['Monitoring & Analytics', 'other'],
  ]) {
    check(googlebot({ category }), known, kind, 'platform');
  }
  check(facts({ score: 1, category: '' }), known, 'other', 'platform');
  assert.deepEqual(classify(facts({ score: 30, category: '' }), known), PERSON);
});

test('a signature outweighs all other evidence', () => {
  const signer = 'https://agent.example';
  const known = agents({ signed: { [signer]: 'agent' } });
  const signed = (more) => googlebot({ category: 'Archiver', signer, ...more });
  check(signed({ signed: true }), known, 'agent', 'signature');
  check(signed({ signed: false }), known, 'other', 'signature', signer);
  check(signed({ signed: undefined }), known, 'archive', 'platform');
  check(signed({ signer: 'https://b.example', signed: true }), known, 'archive', 'platform');
});

test('a client is proven by more than its own claim', () => {
  for (const by of PROOFS) {
    for (const kind of CLASSES.filter((kind) => kind !== 'person')) {
      const expected = by !== 'agent' && !(by === 'platform' && kind === 'other');
      assert.equal(isProven({ class: kind, by, claim: null }), expected, `${kind} by ${by}`);
      assert.equal(isProven({ class: kind, by, claim: 'Googlebot' }), false, 'a liar');
    }
  }
  assert.equal(isProven(PERSON), false);
});

test('a bad entry among agents does not void the others', () => {
  const faults = [];
  const house = { name: 'House', class: 'archive', addresses: ['192.0.2.0/24'] };
  const halfRight = { name: 'Googlebot', class: 'search', addresses: ['66.249.64.0/19', '66.249.64.0/99'] };
  const value = {
    signed: { 'http://a.example': 'search', 'https://b.example': 'archive', 'https://c.example': 'robot' },
    ranges: [halfRight, house, { name: 'XBot' }],
    agents: { Firefox: 'search', Y: 1 },
    range: [],
  };
  const known = readAgents(value, 'agents', faults);
  for (const expected of [
    'agents.signed[http://a.example]: the keys of http://a.example must come over https (ignored)',
    'agents.signed[https://c.example]: unknown `robot`; expected one of: search, agent, training',
    'agents.ranges[0].addresses[1]: `66.249.64.0/99` is not a range of addresses',
    'agents.ranges[2].class: this is missing (ignored)',
    'agents.agents[Firefox]: `Firefox` is part of browsers’ user agents: people would match (ignored)',
    'agents.agents[Y]: write a string (ignored)',
    'agents.range: unknown `range`; expected one of: signed, ranges, agents',
  ]) {
    const isReported = faults.some((fault) => fault.startsWith(expected));
    assert.ok(isReported, `${expected} not in ${faults.join('\n')}`);
  }
  assert.equal(faults.length, 7);
  assert.deepEqual([...known.signed], [['https://b.example', 'archive']]);
  check(facts({ userAgent: 'House', address: '192.0.2.1' }), known, 'archive', 'address');
  check(facts({ userAgent: 'House', address: '203.0.113.1' }), known, 'other', 'address', 'House');
  check(googlebot({ address: '66.249.64.1' }), known, 'search', 'agent', null);
});

test('agents that are not a list or an object are reported', () => {
  for (const [value, expected] of [
    [[], 'agents: write an object: { … }'],
    [{ ranges: {} }, 'agents.ranges: write a list: [ … ]'],
    [{ signed: [] }, 'agents.signed: write an object: { … }'],
    [{ agents: null }, 'agents.agents: null is not allowed; omit this or set a value'],
  ]) {
    const faults = [];
    readAgents(value, 'agents', faults);
    assert.deepEqual(faults, [expected]);
  }
});
