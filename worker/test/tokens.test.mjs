import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from './support/operations.mjs';
import { assertLimited, startFor } from './support/site.mjs';

const TOKENS = {
  OFFPRINT_READ_TOKEN: 'token-that-may-read',
  OFFPRINT_TOKEN: 'token-that-may-write',
  OFFPRINT_IMPORT_TOKEN: 'token-that-may-import',
};
const closed = { OFFPRINT_READS: 'token' };

/** The code of a refusal; undefined for any other answer. */
async function refusal(site, { method, path }, token) {
  const { status, json } = await site.api(method, path, undefined, { token });
  return [401, 403].includes(status) ? json.error.code : undefined;
}

test('each token has the rights of its setting, and no others', async (t) => {
  const site = await startFor(t, { vars: { ...closed, ...TOKENS } });
  const may = {
    OFFPRINT_READ_TOKEN: ['read'],
    OFFPRINT_TOKEN: ['read', 'write'],
    OFFPRINT_IMPORT_TOKEN: ['read', 'import'],
  };
  const needed = operations.map(({ method, path, needs }) => `${method} ${path.split('/')[0]} ${needs}`);
  for (const [method, path, needs] of [
    ['GET', 'health', undefined],
    ['GET', 'stats', 'read'],
    ['POST', 'check', 'read'],
    ['POST', 'register', 'write'],
    ['DELETE', 'articles', 'write'],
    ['GET', 'export', 'import'],
    ['POST', 'import', 'import'],
  ]) {
    assert.ok(needed.includes(`${method} ${path} ${needs}`), `${method} ${path}: ${needed.join(', ')}`);
  }
  for (const operation of operations) {
    const { method, path, needs } = operation;
    const what = `${method} ${path}`;
    for (const [setting, token] of Object.entries(TOKENS)) {
      const expected = !needs || may[setting].includes(needs) ? undefined : 'insufficient_scope';
      assert.equal(await refusal(site, operation, token), expected, `${what} with ${setting}`);
    }
    for (const token of [null, 'none-of-the-tokens', TOKENS.OFFPRINT_TOKEN.slice(1), `${TOKENS.OFFPRINT_TOKEN}x`]) {
      assert.equal(await refusal(site, operation, token), needs && 'token', `${what} with ${token}`);
    }
  }
});

test('a refusal says which token is needed', async (t) => {
  const site = await startFor(t, { vars: { ...closed, ...TOKENS } });
  const { status, headers, json } = await site.api('GET', 'export', undefined, { token: TOKENS.OFFPRINT_TOKEN });
  assert.equal(status, 403);
  assert.match(json.error.message, /OFFPRINT_IMPORT_TOKEN/);
  assert.equal(headers['www-authenticate'], 'Bearer realm="offprint", error="insufficient_scope"');
  const wrong = await site.api('GET', 'stats', undefined, { token: 'none-of-the-tokens' });
  assert.equal(wrong.headers['www-authenticate'], 'Bearer realm="offprint", error="invalid_token"');
  const none = await site.api('GET', 'stats', undefined, { token: null });
  assert.equal(none.headers['www-authenticate'], 'Bearer realm="offprint"');
});

test('old and new tokens are valid side by side, until the old one is removed', async (t) => {
  const [old, fresh, third] = ['the-old-token-of-us', 'the-new-token-of-us', 'another-token-of-us'];
  const stats = { method: 'GET', path: 'stats' };
  const lists = [`${old} ${fresh}`, `${fresh},${old}`, `\n${old}\r\n${fresh}\n`, ` ${old} ,, ${fresh}, ${third}`];
  for (const list of lists) {
    const site = await startFor(t, { vars: { ...closed, OFFPRINT_READ_TOKEN: list } });
    assert.equal(await refusal(site, stats, old), undefined, list);
    assert.equal(await refusal(site, stats, fresh), undefined, list);
    const together = list.trim().replaceAll(/\s+/g, ' ');
    assert.equal(await refusal(site, stats, together), 'token', 'together they are not a token');
    const { json } = await site.api('GET', 'health', undefined, { token: old });
    assert.deepEqual(json.settings, { valid: true, wrong: [] });
  }
  const after = await startFor(t, { vars: { ...closed, OFFPRINT_READ_TOKEN: fresh } });
  assert.equal(await refusal(after, stats, old), 'token');
  assert.equal(await refusal(after, stats, fresh), undefined);
});

test('a token in two settings has the rights of both', async (t) => {
  const token = 'token-of-an-operator';
  const vars = { ...closed, OFFPRINT_TOKEN: token, OFFPRINT_IMPORT_TOKEN: `x${token} ${token}` };
  const site = await startFor(t, { vars });
  for (const operation of operations) assert.equal(await refusal(site, operation, token), undefined);
});

test('operations without a token are closed, whatever other tokens allow', async (t) => {
  const none = (text) => ({ ...closed, OFFPRINT_TOKEN: text, OFFPRINT_IMPORT_TOKEN: text });
  for (const missing of ['', ' \n,']) {
    const site = await startFor(t, { vars: none(missing) });
    for (const operation of operations) {
      for (const token of [null, '', ' ', ',', 'undefined', 'none-of-the-tokens']) {
        const what = `${operation.method} ${operation.path} with ${token}`;
        assert.equal(await refusal(site, operation, token), operation.needs && 'no_token', what);
      }
    }
  }
  for (const [vars, code] of [
    [none(''), 'no_token'],
    [TOKENS, 'token'],
  ]) {
    const open = await startFor(t, { vars: { ...vars, OFFPRINT_READS: 'public' } });
    for (const operation of operations) {
      const isOpen = [undefined, 'read'].includes(operation.needs);
      const what = `${operation.method} ${operation.path} where reading is public`;
      for (const token of [null, 'none-of-the-tokens']) {
        assert.equal(await refusal(open, operation, token), isOpen ? undefined : code, what);
      }
    }
  }
  const token = TOKENS.OFFPRINT_READ_TOKEN;
  const reading = await startFor(t, { vars: { ...none(''), OFFPRINT_READ_TOKEN: token } });
  const register = { method: 'POST', path: 'register' };
  assert.equal(await refusal(reading, register, null), 'no_token');
  assert.equal(await refusal(reading, register, token), 'insufficient_scope');
});

test('a token that is short or invalid opens nothing, and the others work', async (t) => {
  const [short, least, foreign] = ['fifteen-letters', 'sixteen-letters!', 'ein-gültiges-Zeichen?'];
  const quoted = '"a-token-of-any-length"';
  const vars = {
    OFFPRINT_READS: 'yes',
    OFFPRINT_READ_TOKEN: `${short} ${least} ${quoted}`,
    OFFPRINT_TOKEN: foreign,
    OFFPRINT_IMPORT_TOKEN: 1234567890123456,
  };
  const site = await startFor(t, { vars });
  const stats = { method: 'GET', path: 'stats' };
  assert.equal(await refusal(site, stats, short), 'token');
  assert.equal(await refusal(site, stats, least), undefined);
  assert.equal(await refusal(site, stats, quoted), 'token');
  assert.equal(await refusal(site, stats, '1234567890123456'), 'token');
  assert.equal(await refusal(site, { method: 'POST', path: 'register' }, least), 'insufficient_scope');
  const { json } = await site.api('GET', 'health', undefined, { token: least });
  assert.equal(json.settings.valid, false);
  const better = 'take what `openssl rand -hex 32` makes';
  assert.deepEqual(
    json.settings.wrong.map(({ setting, message }) => [setting, message]),
    [
      ['OFFPRINT_READ_TOKEN', `OFFPRINT_READ_TOKEN: token 1 has fewer than 16 characters: ${better}`],
      [
        'OFFPRINT_READ_TOKEN',
        `OFFPRINT_READ_TOKEN: token 3 is in quotation marks, which would have to be sent: ${better}`,
      ],
      ['OFFPRINT_TOKEN', `OFFPRINT_TOKEN: token 1 has characters that a header cannot carry: ${better}`],
      ['OFFPRINT_IMPORT_TOKEN', 'OFFPRINT_IMPORT_TOKEN: write the tokens as text'],
      ['OFFPRINT_READS', 'OFFPRINT_READS: write `token` or `public`; until then, reading needs a token'],
    ],
  );
  const { failures } = (await site.api('GET', 'stats', undefined, { token: least })).json;
  assert.equal(failures.OFFPRINT_READ_TOKEN, 2);
});

for (const [what, path, tokenOf, status] of [
  ['guesses of tokens', 'stats', (i) => `guess-number-${i}-of-many`, 401],
  ['requests without a token', 'health', () => null, 200],
]) {
  test(`${what} are limited by network, a /48 of IPv6; requests with a token are not`, async (t) => {
    const site = await startFor(t, { rate: 5, vars: { ...closed, ...TOKENS } });
    const ask = async (address, token) =>
      (await site.api('GET', path, undefined, { token, headers: { 'cf-connecting-ip': address } })).status;
    const statuses = [];
    for (let i = 1; i <= 12; i++) statuses.push(await ask(`2001:db8:0:${i}::1`, tokenOf(i)));
    assertLimited(statuses, 5, status);
    assert.equal(await ask('2001:db8:1::1', null), status, 'another network');
    for (let i = 0; i < 8; i++) {
      assert.equal(await ask('2001:db8::1', TOKENS.OFFPRINT_READ_TOKEN), 200, 'the bearer of a token');
    }
  });
}
