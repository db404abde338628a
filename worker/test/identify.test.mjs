import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DIRECTORY, newKey, signed } from './support/agent.mjs';
import { serve } from './support/server.mjs';
import { ARCHIVE, ASSISTANT, PERSON, TRAINING, fixture, startFor, until } from './support/site.mjs';

const pages = { '/page': await fixture('zh-dam-original') };
const start = (t, OFFPRINT_AGENTS, more) => startFor(t, { pages, vars: { OFFPRINT_AGENTS }, ...more });

/** The agent's directory of keys, how often that was fetched, and the agent's address. */
let directory;
let fetched = 0;
const signer = await serve({ after }, (request, response) => {
  fetched++;
  const found = request.url === '/.well-known/http-message-signatures-directory';
  if (!found || !directory) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/http-message-signatures-directory+json' }).end(directory);
});

/** The class, its evidence and the disproved claim that the worker reports. */
async function reported(site, options) {
  const { headers } = await site.ask('/page', options);
  const parameter = (name) => headers.offprint?.match(new RegExp(`;${name}="?([^;"]+)`))?.[1];
  return [parameter('class'), parameter('by'), parameter('claims')];
}

test('the user agent decides on the class', async (t) => {
  const site = await start(t, { agents: { 'House/1': 'archive' } });
  for (const [agent, expected] of [
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'search'],
    [TRAINING, 'training'],
    [ASSISTANT, 'agent'],
    [ARCHIVE, 'archive'],
    ['curl/8.5.0', 'other'],
    ['House/1', 'archive'],
  ]) {
    assert.deepEqual(await reported(site, { agent }), [expected, 'agent', undefined], agent);
  }
});

test('an address outside the ranges of its crawler disproves its name', async (t) => {
  const ranges = [{ name: 'Googlebot', class: 'search', addresses: ['66.249.64.0/19', '2001:4860:4801::/48'] }];
  // Also as text: variables of wrangler can be either.
  const site = await start(t, JSON.stringify({ ranges }));
  for (const [address, agent, ...expected] of [
    ['66.249.66.1', undefined, 'search', 'address', undefined],
    ['2001:4860:4801:11::5', undefined, 'search', 'address', undefined],
    ['::ffff:66.249.66.1', undefined, 'search', 'address', undefined],
    ['66.249.66.1', PERSON, 'search', 'address', undefined],
    ['66.249.96.1', undefined, 'other', 'address', 'Googlebot'],
    ['2001:4860:4802::1', undefined, 'other', 'address', 'Googlebot'],
    ['66.249.66', undefined, 'other', 'address', 'Googlebot'],
    ['', undefined, 'other', 'address', 'Googlebot'],
    ['192.0.2.66', PERSON, undefined, undefined, undefined],
    ['192.0.2.66', 'curl/8.5.0', 'other', 'agent', undefined],
  ]) {
    const found = await reported(site, { agent, headers: { 'cf-connecting-ip': address } });
    assert.deepEqual(found, expected, `${address} ${agent}`);
  }
});

test("the platform's facts outweigh a client's address and its name", async (t) => {
  const agents = { ranges: [{ name: 'Googlebot', class: 'search', addresses: ['66.249.64.0/19'] }] };
  const bot = (verifiedBot, score) => ({ botManagement: { verifiedBot, score } });
  for (const [cf, agent, ...expected] of [
    [{ verifiedBotCategory: 'AI Crawler' }, undefined, 'training', 'platform', undefined],
    [bot(true, 1), undefined, 'search', 'platform', undefined],
    [bot(false, 1), undefined, 'other', 'address', 'Googlebot'],
    [bot(false, 1), PERSON, 'other', 'platform', undefined],
    [bot(false, 20), PERSON, undefined, undefined, undefined],
  ]) {
    const site = await start(t, agents, { cf });
    assert.deepEqual(await reported(site, { agent }), expected, `${JSON.stringify(cf)} ${agent}`);
  }
});

test('wrong settings of agents are counted, and have no effect', async (t) => {
  const site = await start(t, { signed: { 'http://agent.example': 'search' } });
  assert.deepEqual(await reported(site), ['search', 'agent', undefined]);
  assert.deepEqual((await site.stats()).failures, { OFFPRINT_AGENTS: 1 });
});

test('a signature by an agent that the operator trusts proves its class, and the keys are fetched once', async (t) => {
  directory = JSON.stringify(DIRECTORY);
  fetched = 0;
  const site = await start(t, { signed: { [signer]: 'agent' } });
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(await reported(site, { headers: signed(signer) }), ['agent', 'signature', undefined]);
  }
  assert.equal(fetched, 1);
  const forged = { ...signed(signer), signature: signed(signer, { authority: 'other.example' }).signature };
  assert.deepEqual(await reported(site, { headers: forged }), ['other', 'signature', signer]);
  for (const headers of [
    signed(signer, { created: Math.floor(Date.now() / 1000) - 3600 }),
    signed(signer, { tag: 'payment' }),
    // Its key may be newer than the directory that was fetched.
    signed(signer, { by: 'another' }),
    signed('https://stranger.example'),
    { 'signature-input': '((("' },
  ]) {
    assert.deepEqual(await reported(site, { headers }), ['search', 'agent', undefined], headers['signature-input']);
  }
  assert.equal(fetched, 1, 'no stranger makes the worker fetch');
});

test('an agent that rotates its key is no impostor, and proven again within a minute', async (t) => {
  directory = JSON.stringify(DIRECTORY);
  const site = await start(t, { signed: { [signer]: 'agent' } }, { clock: true });
  /** The report on a request that is signed with a key, some seconds later. */
  const after = (seconds, key) => {
    const created = Math.floor(Date.now() / 1000) + seconds;
    return reported(site, { headers: { ...signed(signer, { created, key }), 'x-ahead': String(seconds * 1000) } });
  };
  const proven = ['agent', 'signature', undefined];
  assert.deepEqual(await after(0), proven);
  const key = newKey();
  directory = JSON.stringify({ keys: [...DIRECTORY.keys, ...key.directory.keys] });
  // The keys that are kept lack the new one: its name decides, and it is not said to lie.
  assert.deepEqual(await after(1, key), ['search', 'agent', undefined]);
  assert.deepEqual(await after(61, key), proven);
  assert.deepEqual(await after(62), proven, 'the old key, for as long as the directory has it');
  directory = JSON.stringify(key.directory);
  assert.deepEqual(await after(3700, key), proven);
  assert.deepEqual(await after(3701), ['search', 'agent', undefined], 'the old key is withdrawn');
});

for (const [name, text] of [
  ['is missing', ''],
  ['is not JSON', '<html>'],
  ['is longer than a directory can be', JSON.stringify({ keys: [], filler: 'x'.repeat(100_000) })],
]) {
  test(`when the directory ${name}, the other evidence decides`, async (t) => {
    directory = text;
    const site = await start(t, { signed: { [signer]: 'archive' } });
    assert.deepEqual(await reported(site, { headers: signed(signer) }), ['search', 'agent', undefined]);
    await until(async () => (await site.stats()).failures.directory === 1, 'a counted failure');
  });
}
