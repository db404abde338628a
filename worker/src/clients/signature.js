// Web Bot Auth: requests that their client signed (RFC 9421 with the tag `web-bot-auth`).
//
// Finds the signature, checks its parameters, builds the text that was signed, fetches the keys of agents that the
// operator trusts, and verifies the signature with WebCrypto. Nonces are not stored: anybody who can read a request can
// repeat it until it expires.

import { isInnerList, parseDictionary, parseItem, serializeInnerList, serializeItem } from 'structured-headers';
import { within } from '../../../shared/fetching/limits.js';
import { failed, step } from '../runtime/counts.js';
import { BOT_AUTH } from '../runtime/standards.js';

/** Longest directory, in bytes. */
const MAX_DIRECTORY = 64 * 1024;
/** Longest time to wait for one, in ms. Larger: crawlers of a slow agent wait longer. */
const MAX_WAIT = 3000;
/** How long keys are kept, in ms. Larger: a withdrawn key works longer. */
const KEPT = 3600e3;
/** How long the worker waits before it requests a directory again that failed or lacked a key, in ms. */
const RETRY = 60e3;

/**
 * Directories by agent; as many as the operator trusts.
 * @type {Map<string, { at: number, keys?: Map<string, JsonWebKey> | void }>}
 */
const directories = new Map();
/**
 * Longest time from `created` to `expires`, in seconds, as the draft recommends. Larger: a stolen request can be used
 * longer.
 */
const LONGEST = 24 * 3600;
/** By how much clocks may differ, in seconds. */
const SKEW = 60;
/** Longest header that is parsed. */
const MAX_HEADER = 4096;

/**
 * A signature that could be valid.
 * @typedef {object} Signature
 * @property {string} agent named by it: scheme, host and port
 * @property {string} keyId the thumbprint of a JWK (RFC 7638) in base64url
 * @property {string} base the text that was signed
 * @property {ArrayBuffer} signature
 */

/**
 * The signature of a request.
 * @param {{ method: string, url: string, headers: Headers }} request
 * @param {number} now in seconds since 1970
 * @returns {Signature | undefined} undefined if it has none with our tag
 * @throws {Error} if it cannot be valid: malformed, too old, or covering too little of the request
 */
export function signatureOf(request, now) {
  const inputs = dictionary(request.headers, 'signature-input');
  const [label, input] =
    [...inputs].find(([, value]) => isInnerList(value) && value[1].get('tag') === BOT_AUTH.tag) ?? [];
  if (label === undefined || !input || !isInnerList(input)) return undefined;
  const [components, parameters] = input;
  const keyId = keyInTime(parameters, now);
  const [signature] = dictionary(request.headers, 'signature').get(label) ?? [];
  if (!(signature instanceof ArrayBuffer)) throw new Error('there is no Signature with its label');

  /** @type {Map<string, string>} */
  const values = new Map();
  let agent;
  for (const component of components) {
    const [name, options] = component;
    if (typeof name !== 'string') throw new Error('a component is not a string');
    const identifier = serializeItem(component);
    if (values.has(identifier)) throw new Error('it covers a component twice');
    if (options.size > 0 || name === BOT_AUTH.agent) {
      if (agent !== undefined) throw new Error('it covers more than one Signature-Agent');
      const covered = agentOf(request, name, options);
      agent = covered.agent;
      values.set(identifier, covered.value);
    } else {
      values.set(identifier, componentOf(name, request));
    }
  }
  // Anybody could add what the signature does not cover.
  if (agent === undefined) throw new Error('it does not cover Signature-Agent');
  if (!values.has('"@authority"') && !values.has('"@target-uri"')) throw new Error('it does not cover @authority');
  const lines = [...values, ['"@signature-params"', serializeInnerList(input)]];
  return {
    agent: agent.replace(/(?<!\/)\/+$/, ''),
    keyId,
    base: lines.map(([identifier, value]) => `${identifier}: ${value}`).join('\n'),
    signature,
  };
}

/**
 * A header that is a dictionary of Structured Fields (RFC 9651); empty if the header is missing.
 * @param {Headers} headers
 * @param {string} name
 */
function dictionary(headers, name) {
  const header = headers.get(name) ?? '';
  if (header.length > MAX_HEADER) throw new Error('a header is too long');
  return parseDictionary(header);
}

/**
 * The key id of a signature of the right kind, within its time.
 * @param {import('structured-headers').Parameters} parameters @param {number} now
 */
function keyInTime(parameters, now) {
  const [created, expires, keyId] = ['created', 'expires', 'keyid'].map((name) => parameters.get(name));
  const isTime = /** @type {(value: unknown) => value is number} */ (Number.isInteger);
  if (!isTime(created) || !isTime(expires) || typeof keyId !== 'string') {
    throw new Error('it lacks created, expires or keyid');
  }
  if ((parameters.get('alg') ?? 'ed25519') !== 'ed25519') throw new Error('its algorithm is not ed25519');
  if (created > now + SKEW) throw new Error('it was created in the future');
  if (expires < Math.floor(now)) throw new Error('it has expired');
  if (expires - created > LONGEST) throw new Error('it is valid for more than a day');
  return keyId;
}

/**
 * The agent, and the value of the component that covers it: the whole header, or a member of it.
 * @param {{ method: string, url: string, headers: Headers }} request
 * @param {string} name
 * @param {import('structured-headers').Parameters} options
 */
function agentOf(request, name, options) {
  const [key, ...others] = options.keys();
  if (name !== BOT_AUTH.agent || others.length > 0 || (key !== undefined && key !== 'key')) {
    throw new Error('a component has an unknown parameter');
  }
  const whole = componentOf(name, request);
  const item = key ? dictionary(request.headers, name).get(String(options.get(key))) : parseItem(whole);
  if (item === undefined || isInnerList(item)) throw new Error('it covers a header that is not there');
  const [agent] = item;
  if (typeof agent !== 'string') throw new Error('Signature-Agent is not a string');
  return { agent, value: key ? serializeItem(item) : whole };
}

/**
 * The value of a component without parameters (RFC 9421, section 2).
 * @param {string} name
 * @param {{ method: string, url: string, headers: Headers }} request
 */
function componentOf(name, { method, url, headers }) {
  if (!name.startsWith('@')) {
    const header = /^[a-z\d!#$%&'*+.^_`|~-]+$/.test(name) ? headers.get(name) : null;
    if (header === null) throw new Error('it covers a header that is not there');
    return header;
  }
  const { protocol, host, pathname, search, origin } = new URL(url);
  const parts = new Map([
    ['@method', method],
    ['@scheme', protocol.slice(0, -1)],
    ['@authority', host],
    ['@target-uri', `${origin}${pathname}${search}`],
    ['@request-target', `${pathname}${search}`],
    ['@path', pathname],
    ['@query', search || '?'],
  ]);
  const part = parts.get(name);
  if (part === undefined) throw new Error('it covers an unknown part');
  return part;
}

/**
 * The agent named by a request's signature, if the operator trusts it; and whether the signature is valid, which is
 * undefined if its key cannot be fetched.
 * @param {Request} request
 * @param {import('./classes.js').Agents} agents
 * @returns {Promise<{ signer: string, signed: boolean | undefined } | undefined>}
 */
export async function signerOf(request, agents) {
  // After a failure the request counts as unsigned.
  const found = await step('signature', () => signatureOf(request, Date.now() / 1000)).catch(() => undefined);
  if (!found || !agents.signed.has(found.agent)) return undefined;
  const { agent, keyId, base, signature } = found;
  const keys = await keysOf(agent, keyId);
  // A key that the directory lacks may be new, so a cache may not have it yet.
  const key = keys?.get(keyId);
  return { signer: agent, signed: key && (await verify(key, signature, base)) };
}

/**
 * The keys of an agent by their thumbprints; undefined if they cannot be fetched.
 * @param {string} agent @param {string} keyId
 */
async function keysOf(agent, keyId) {
  const kept = directories.get(agent);
  const age = Date.now() - (kept?.at ?? 0);
  const isUsable = kept?.keys?.has(keyId) ? age < KEPT : age < RETRY;
  if (kept && isUsable) return kept.keys;
  const keys = await fetchKeys(agent).catch((error) => void failed('directory', `${agent}: ${error.message}`));
  directories.set(agent, { at: Date.now(), keys });
  return keys;
}

/** @param {string} agent @returns {Promise<Map<string, JsonWebKey>>} */
async function fetchKeys(agent) {
  // Redirects are not followed: they could lead anywhere.
  const response = await fetch(`${agent}${BOT_AUTH.directory}`, {
    redirect: 'manual',
    headers: { Accept: BOT_AUTH.mediaType },
    signal: AbortSignal.timeout(MAX_WAIT),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  /** @type {{ keys: { kty: string, crv: string, x: string, nbf?: number, exp?: number }[] }} */
  const { keys } = JSON.parse(await new Response(response.body && within(response.body, MAX_DIRECTORY)).text());
  const now = Date.now() / 1000;
  const usable = keys.filter(
    ({ kty, crv, x, nbf = 0, exp = Infinity }) =>
      kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && nbf <= now && exp > now,
  );
  /** @param {{ x: string }} key @returns {Promise<[string, JsonWebKey]>} */
  const named = async ({ x }) => [await thumbprint(x), { kty: 'OKP', crv: 'Ed25519', x }];
  return new Map(await Promise.all(usable.map(named)));
}

/** The thumbprint of a key: RFC 7638, and RFC 8037 for Ed25519. @param {string} x */
async function thumbprint(x) {
  const text = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(digest).toBase64({ alphabet: 'base64url', omitPadding: true });
}

/** @param {JsonWebKey} jwk @param {ArrayBuffer} signature @param {string} base */
async function verify(jwk, signature, base) {
  const verifying = step('verify', async () => {
    const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
    return crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(base));
  });
  return verifying.catch(() => false);
}
