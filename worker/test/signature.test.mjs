import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signatureOf } from '../src/clients/signature.js';

const PARAMS =
  '("@authority" "signature-agent");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"' +
  ';alg="ed25519";expires=1735693200;nonce="abc";tag="web-bot-auth"';
const NOW = 1735689600;

/** The finding on a request whose signature has these parameters. */
function found({ params = PARAMS, input, agent = '"https://a.example"', headers = {}, now = NOW } = {}) {
  const all = {
    'signature-input': input ?? `other=();tag="x", sig1=${params}`,
    signature: 'other=:AAAA:, sig1=:BBBB:',
    'signature-agent': agent,
    ...headers,
  };
  const url = 'https://Example.com/path?x=1#top';
  return signatureOf({ method: 'GET', url, headers: new Headers(all) }, now);
}

test('the text that was signed is built', () => {
  const { agent, keyId, signature, base } = found({ agent: '"https://signature-agent.test"', now: NOW + 1.5 });
  assert.equal(agent, 'https://signature-agent.test');
  assert.equal(keyId, 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U');
  assert.equal(Buffer.from(signature).toString('base64'), 'BBBB');
  assert.equal(
    base,
    `"@authority": example.com\n"signature-agent": "https://signature-agent.test"\n"@signature-params": ${PARAMS}`,
  );
});

test('the parameters are signed as Structured Fields write them', () => {
  const spaced = PARAMS.replace('("@authority" "signature-agent")', '(  "@authority"   "signature-agent" )');
  assert.equal(found({ params: spaced.replaceAll(';', ';  ') }).base, found().base);
});

test('an agent may be a member of a dictionary', () => {
  const params = PARAMS.replace('"signature-agent"', '"signature-agent";key="a2"');
  const { agent, base } = found({ params, agent: 'a1="https://a.example", a2="https://b.example/"' });
  assert.equal(agent, 'https://b.example');
  assert.ok(base.includes('"signature-agent";key="a2": "https://b.example/"\n'), base);
});

test('all parts of a request can be signed', () => {
  const parts = '"@method" "@scheme" "@target-uri" "@request-target" "@path" "@query" "x-two"';
  const headers = new Headers({ 'x-two': ' one ' });
  headers.append('x-two', 'two');
  const { base } = found({ params: PARAMS.replace('"@authority"', parts), headers: Object.fromEntries(headers) });
  for (const line of [
    '"@method": GET\n',
    '"@scheme": https\n',
    '"@target-uri": https://example.com/path?x=1\n',
    '"@request-target": /path?x=1\n',
    '"@path": /path\n',
    '"@query": ?x=1\n',
    '"x-two": one, two\n',
  ]) {
    assert.ok(base.includes(line), `${line} not in ${base}`);
  }
});

test('a request without a signature, or with another kind, has none', () => {
  assert.equal(signatureOf({ method: 'GET', url: 'https://a.example', headers: new Headers() }, NOW), undefined);
  assert.equal(found({ params: PARAMS.replace('web-bot-auth', 'payment'), agent: 'x' }), undefined);
});

test('faults of a signature are reported', () => {
  const wrong = (given, message) => assert.throws(() => found(given), { message }, JSON.stringify(given));
  wrong({ now: 1735693201 }, 'it has expired');
  wrong({ now: 1735689500 }, 'it was created in the future');
  wrong({ agent: 'https://a.example' }, 'Signature-Agent is not a string');
  wrong({ agent: '7' }, 'Signature-Agent is not a string');
  wrong({ input: `sig1=${PARAMS};x="${'x'.repeat(4096)}"` }, 'a header is too long');
  for (const [from, to, message] of [
    ['expires=1735693200', 'expires=1735789200', 'it is valid for more than a day'],
    ['created=1735689600;', '', 'it lacks created, expires or keyid'],
    ['created=1735689600', 'created=x', 'it lacks created, expires or keyid'],
    ['created=1735689600', 'created=1735689600.5', 'it lacks created, expires or keyid'],
    ['"ed25519"', '"hmac-sha256"', 'its algorithm is not ed25519'],
    [' "signature-agent"', '', 'it does not cover Signature-Agent'],
    ['"@authority" ', '', 'it does not cover @authority'],
    ['"@authority"', '"@authority" "@authority"', 'it covers a component twice'],
    ['"@authority"', '"@authority" "@status"', 'it covers an unknown part'],
    ['"@authority"', '"@authority" "x-not"', 'it covers a header that is not there'],
    ['"@authority"', '"@authority";req', 'a component has an unknown parameter'],
    ['"signature-agent"', '"signature-agent";sf', 'a component has an unknown parameter'],
    ['"@authority"', 'authority', 'a component is not a string'],
  ]) {
    wrong({ params: PARAMS.replace(from, to) }, message);
  }
  wrong({ input: `sig2=${PARAMS}` }, 'there is no Signature with its label');
  assert.throws(() => found({ params: PARAMS.replace('"abc"', '"abc') }), 'a string is not closed');
  const twice = PARAMS.replace('"signature-agent"', '"signature-agent";key="a" "signature-agent";key="b"');
  wrong(
    { params: twice, agent: 'a="https://a.example", b="https://b.example"' },
    'it covers more than one Signature-Agent',
  );
});
