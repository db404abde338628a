// An agent that signs its requests as Web Bot Auth has it.

import { createHash, generateKeyPairSync, sign } from 'node:crypto';

/** A key with which an agent signs, and its directory of keys. */
export function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const id = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { id, privateKey, directory: { keys: [{ kty: 'RSA' }, { kty: 'OKP', crv: 'Ed25519', x, kid: id }] } };
}

const KEY = newKey();
/** The agent's directory of keys. */
export const DIRECTORY = KEY.directory;

/**
 * Headers of a signed request.
 * @param {string} signer the address of the agent
 * @param {object} [options]
 * @param {number} [options.created] in seconds since 1970
 * @param {ReturnType<typeof newKey>} [options.key]
 */
export function signed(signer, options = {}) {
  const { tag = 'web-bot-auth', authority = 'paper.example', key = KEY, by = key.id } = options;
  const { created = Math.floor(Date.now() / 1000) } = options;
  const parts = { '@authority': authority, 'signature-agent': `"${signer}"` };
  const names = Object.keys(parts).map((name) => `"${name}"`);
  const times = `created=${created};expires=${created + 60}`;
  const params = `(${names.join(' ')});${times};keyid="${by}";alg="ed25519";tag="${tag}"`;
  const lines = Object.entries({ ...parts, '@signature-params': params }).map(([name, value]) => `"${name}": ${value}`);
  const signature = sign(null, Buffer.from(lines.join('\n')), key.privateKey).toString('base64');
  return {
    host: 'paper.example',
    'signature-agent': `"${signer}"`,
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${signature}:`,
  };
}
