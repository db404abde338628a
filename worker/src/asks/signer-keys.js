// Web Bot Auth: fetches the keys of agents that the operator trusts, and verifies signatures with WebCrypto.

import { signatureOf } from './signed-request.js';
import { failed } from '../runtime/counts.js';
import { textWithin } from '../runtime/streams.js';

const DIRECTORY = '/.well-known/http-message-signatures-directory';
const MEDIA_TYPE = 'application/http-message-signatures-directory+json';
/** Longest directory, in bytes. */
const MAX_DIRECTORY = 64 * 1024;
/** Longest time to wait for one, in ms. Larger: crawlers of a slow agent wait longer. */
const MAX_WAIT = 3000;
/** How long keys are kept, in ms. Larger: a withdrawn key works longer. */
const KEPT = 3600e3;
/** How long a directory that failed or lacked a key is not requested again, in ms. */
const RETRY = 60e3;

/**
 * Directories by agent; as many as the operator trusts.
 * @type {Map<string, { at: number, keys?: Map<string, object> }>}
 */
const directories = new Map();

/**
 * The agent named by a request's signature, if the operator trusts it; whether the signature is valid, which is
 * undefined if its keys cannot be fetched; and whether it covers the price that is offered.
 * @param {Request} request
 * @param {import('./classes.js').Agents} agents
 * @returns {Promise<{ signer: string, signed: boolean | undefined, priceSigned: boolean } | undefined>}
 */
export async function signerOf(request, agents) {
  let found;
  try {
    found = signatureOf(request, Date.now() / 1000);
  } catch (error) {
    // The request counts as unsigned.
    failed('signature', error);
    return undefined;
  }
  if (!found || !agents.signed.has(found.agent)) return undefined;
  const { agent, keyId, base, signature, priceSigned } = found;
  const keys = await keysOf(agent, keyId);
  if (!keys) return { signer: agent, signed: undefined, priceSigned: false };
  return { signer: agent, signed: await verify(keys.get(keyId), signature, base), priceSigned };
}

/** The keys of an agent by their thumbprints; undefined if they cannot be fetched. */
async function keysOf(agent, keyId) {
  const kept = directories.get(agent);
  const age = Date.now() - (kept?.at ?? 0);
  const isUsable = kept?.keys?.has(keyId) ? age < KEPT : age < RETRY;
  if (kept && isUsable) return kept.keys;
  let keys;
  try {
    keys = await fetchKeys(agent);
  } catch (error) {
    failed('directory', `${agent}: ${error.message}`);
  }
  directories.set(agent, { at: Date.now(), keys });
  return keys;
}

async function fetchKeys(agent) {
  // Redirects are not followed: they could lead anywhere.
  const response = await fetch(`${agent}${DIRECTORY}`, {
    redirect: 'manual',
    headers: { Accept: MEDIA_TYPE },
    signal: AbortSignal.timeout(MAX_WAIT),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const { keys } = JSON.parse(await textWithin(response.body, MAX_DIRECTORY));
  const now = Date.now() / 1000;
  const usable = keys.filter(
    ({ kty, crv, x, nbf = 0, exp = Infinity }) =>
      kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && nbf <= now && exp > now,
  );
  return new Map(
    await Promise.all(usable.map(async ({ x }) => [await thumbprint(x), { kty: 'OKP', crv: 'Ed25519', x }])),
  );
}

/** The thumbprint of a key: RFC 7638, and RFC 8037 for Ed25519. */
async function thumbprint(x) {
  const text = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function verify(jwk, signature, base) {
  if (!jwk) return false;
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(base));
  } catch (error) {
    failed('verify', error);
    return false;
  }
}
