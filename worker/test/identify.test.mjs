import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { PERSON, fixture, startFor, until } from './support/site.mjs';

const page = await fixture('zh-dam-original');
const pages = { '/page': page };
const HOST = 'paper.example';

/** The class and the evidence that the worker reports. */
async function told(site, options) {
  const { headers } = await site.ask('/page', options);
  const parameter = (name) => headers.offprint?.match(new RegExp(`;${name}="?([^;"]+)`))?.[1];
  return [parameter('class'), parameter('by'), parameter('claims')];
}

test('the user agent decides on the class', async (t) => {
  const site = await startFor(t, { pages, vars: { OFFPRINT_AGENTS: { agents: { 'House/1': 'archive' } } } });
  for (const [agent, expected] of [
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'search'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'training',
    ],
    ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'training'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
      'agent',
    ],
    ['Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)', 'search'],
    ['Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)', 'archive'],
    ['curl/8.5.0', 'other'],
    ['House/1', 'archive'],
  ]) {
    assert.deepEqual(await told(site, { agent }), [expected, 'agent', undefined], agent);
  }
});

test('an address outside the ranges of its crawler disproves its name', async (t) => {
  const ranges = [{ name: 'Googlebot', class: 'search', addresses: ['66.249.64.0/19', '2001:4860:4801::/48'] }];
  // As text, too: variables of wrangler can be either.
  const site = await startFor(t, { pages, vars: { OFFPRINT_AGENTS: JSON.stringify({ ranges }) } });
  const from = (address, agent) => told(site, { agent, headers: { 'cf-connecting-ip': address } });
  assert.deepEqual(await from('66.249.66.1'), ['search', 'address', undefined]);
  assert.deepEqual(await from('2001:4860:4801:11::5'), ['search', 'address', undefined]);
  assert.deepEqual(await from('192.0.2.66'), ['other', 'address', 'Googlebot']);
  assert.deepEqual(await from('192.0.2.66', 'curl/8.5.0'), ['other', 'agent', undefined]);
});

test('what the platform says of a client is believed before its address and its name', async (t) => {
  const vars = { OFFPRINT_AGENTS: { ranges: [{ name: 'Googlebot', class: 'search', addresses: ['66.249.64.0/19'] }] } };
  const saying = (cf) => startFor(t, { pages, cf, vars });
  const category = await saying({ verifiedBotCategory: 'AI Crawler' });
  assert.deepEqual(await told(category), ['training', 'platform', undefined]);
  const verified = await saying({ botManagement: { verifiedBot: true, score: 1 } });
  assert.deepEqual(await told(verified), ['search', 'platform', undefined]);
  const unverified = await saying({ botManagement: { verifiedBot: false, score: 1 } });
  assert.deepEqual(await told(unverified), ['other', 'address', 'Googlebot']);
  assert.deepEqual(await told(unverified, { agent: PERSON }), ['other', 'platform', undefined]);
  const unsure = await saying({ botManagement: { verifiedBot: false, score: 20 } });
  assert.deepEqual(await told(unsure, { agent: PERSON }), [undefined, undefined, undefined]);
});

test('wrong settings of agents are counted, and have no effect', async (t) => {
  const site = await startFor(t, {
    pages,
    vars: { OFFPRINT_AGENTS: { signed: { 'http://agent.example': 'search' } } },
  });
  assert.deepEqual(await told(site), ['search', 'agent', undefined]);
  assert.deepEqual((await site.stats()).failures, { OFFPRINT_AGENTS: 1 });
});

// Web Bot Auth

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { x } = publicKey.export({ format: 'jwk' });
const keyid = createHash('sha256')
  .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
  .digest('base64url');
let agent;
let directory;
let fetched = 0;

before(async () => {
  agent = http.createServer((request, response) => {
    fetched++;
    const found = request.url === '/.well-known/http-message-signatures-directory';
    if (!found || !directory) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/http-message-signatures-directory+json' }).end(directory);
  });
  agent.listen(0, '127.0.0.1');
  await once(agent, 'listening');
});
after(() => agent.close());

const address = () => `http://127.0.0.1:${agent.address().port}`;
const keys = () => JSON.stringify({ keys: [{ kty: 'RSA' }, { kty: 'OKP', crv: 'Ed25519', x, kid: keyid }] });

/** Headers of a request signed as Web Bot Auth has it. */
function signed({
  signer = address(),
  created = Math.floor(Date.now() / 1000),
  tag = 'web-bot-auth',
  authority = HOST,
  by = keyid,
} = {}) {
  const times = `created=${created};expires=${created + 60}`;
  const params = `("@authority" "signature-agent");${times};keyid="${by}";alg="ed25519";tag="${tag}"`;
  const base = `"@authority": ${authority}\n"signature-agent": "${signer}"\n"@signature-params": ${params}`;
  const signature = sign(null, Buffer.from(base), privateKey).toString('base64');
  return {
    host: HOST,
    'signature-agent': `"${signer}"`,
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${signature}:`,
  };
}

test('a signature by an agent that the operator trusts proves its class, and the keys are fetched once', async (t) => {
  directory = keys();
  fetched = 0;
  const site = await startFor(t, { pages, vars: { OFFPRINT_AGENTS: { signed: { [address()]: 'agent' } } } });
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(await told(site, { headers: signed() }), ['agent', 'signature', undefined]);
  }
  assert.equal(fetched, 1);
  const { headers } = await site.ask('/page', { headers: signed() });
  assert.match(headers.vary, /User-Agent, Signature-Agent/);

  const forged = { ...signed(), signature: signed({ authority: 'other.example' }).signature };
  assert.deepEqual(await told(site, { headers: forged }), ['other', 'signature', address()]);
  assert.deepEqual(await told(site, { headers: signed({ by: 'another' }) }), ['other', 'signature', address()]);
  for (const headers of [
    signed({ created: Math.floor(Date.now() / 1000) - 3600 }),
    signed({ tag: 'payment' }),
    signed({ signer: 'https://stranger.example' }),
    { 'signature-input': '((("' },
  ]) {
    assert.deepEqual(await told(site, { headers }), ['search', 'agent', undefined], headers['signature-input']);
  }
  assert.equal(fetched, 1, 'no stranger makes the worker fetch');
});

for (const [name, text] of [
  ['is not there', ''],
  ['is no JSON', '<html>'],
  ['is longer than a directory can be', JSON.stringify({ keys: [], filler: 'x'.repeat(100_000) })],
]) {
  test(`when the directory ${name}, the other proofs decide`, async (t) => {
    directory = text;
    const site = await startFor(t, { pages, vars: { OFFPRINT_AGENTS: { signed: { [address()]: 'archive' } } } });
    assert.deepEqual(await told(site, { headers: signed() }), ['search', 'agent', undefined]);
    await until(async () => (await site.stats()).failures.directory === 1, 'a counted failure');
  });
}
