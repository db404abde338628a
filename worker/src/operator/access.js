// Who may do what: the tokens, and how strangers are limited.

import { ApiError } from '../api/http.js';
import { addressBlock } from '../asks/network.js';

/** What the bearer of a setting's tokens may do. A token that stands in two settings may do what both allow. */
const GRANTS = {
  OFFPRINT_READ_TOKEN: ['read'],
  OFFPRINT_TOKEN: ['read', 'write'],
  OFFPRINT_IMPORT_TOKEN: ['read', 'import'],
  OFFPRINT_GATEWAY_TOKEN: ['fetch'],
};
/** Fewest characters of a token. Fewer can be guessed by somebody who asks from many addresses. */
const SHORTEST = 16;

/** The tokens, hashed, and what each allows; made at the first request, since an isolate has one set of variables. */
let tokens;

/**
 * Lets a request pass if its bearer may do this, or anybody. Strangers are limited, the bearer of a token is not.
 * @param {Request} request
 * @param {Env} env
 * @param {string} access what the request needs: one of GRANTS
 * @param {{ open: boolean, limiter?: RateLimit }} strangers whether they may do it too, and how often
 * @returns {Promise<Set<string>>} what the bearer may do
 */
export async function admit(request, env, access, { open, limiter }) {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  const rights = await rightsOf(token, env);
  if (rights.size === 0) {
    const { success } = (await limiter?.limit({ key: addressBlock(request) })) ?? { success: true };
    const message = 'too many requests from this address: wait a minute';
    if (!success) throw new ApiError(429, 'rate', message, { 'Retry-After': '60' });
  }
  if (open || rights.has(access)) return rights;
  const settings = Object.keys(GRANTS).filter((setting) => GRANTS[setting].includes(access));
  const challenge = (error) => ({ 'WWW-Authenticate': `Bearer realm="offprint"${error}` });
  if (rights.size > 0) {
    const message = `this token is not for that: send one of ${settings.join(' or ')}`;
    throw new ApiError(403, 'insufficient_scope', message, challenge(', error="insufficient_scope"'));
  }
  if (settings.every((setting) => sound(env[setting]).length === 0)) {
    const message = `this needs a token and none is set: \`npx wrangler secret put ${settings[0]}\``;
    throw new ApiError(403, 'no_token', message);
  }
  if (token) throw new ApiError(401, 'token', 'this is none of the tokens', challenge(', error="invalid_token"'));
  throw new ApiError(401, 'token', 'send the token: `Authorization: Bearer …`', challenge(''));
}

/** What the bearer of a token may do. It is compared with every one, so that the time says nothing. */
async function rightsOf(token, env) {
  if (!token) return new Set();
  tokens ??= await Promise.all(
    Object.entries(GRANTS).flatMap(([setting, rights]) =>
      sound(env[setting]).map(async (text) => ({ hash: await hashOf(text), rights })),
    ),
  );
  const hash = await hashOf(token);
  return new Set(tokens.flatMap((own) => (crypto.subtle.timingSafeEqual(hash, own.hash) ? own.rights : [])));
}

/** Hashes are of one length, whatever the texts are, so that they can be compared in constant time. */
function hashOf(text) {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
}

/** The tokens of a setting: several, so that a new one can be given out before the old one is taken back. */
function listed(setting) {
  return typeof setting === 'string' ? setting.split(/[\s,]+/).filter(Boolean) : [];
}

/** Those that open anything. */
function sound(setting) {
  return listed(setting).filter((token) => faultOf(token) === undefined);
}

function faultOf(token) {
  if (token.length < SHORTEST) return `has fewer than ${SHORTEST} characters`;
  if (!/^[\x21-\x7e]*$/.test(token)) return 'has characters that no header carries';
  return undefined;
}

/**
 * What is wrong with the settings about access. A token that is wrong opens nothing, and is not told.
 * @param {Env} env
 * @param {{ public: boolean } | undefined} gateway
 * @returns {import('../settings.js').Fault[]}
 */
export function accessFaults(env, gateway) {
  /** @type {import('../settings.js').Fault[]} */
  const wrong = [];
  const add = (setting, message) => wrong.push({ setting, message: `${setting}: ${message}` });
  for (const setting of Object.keys(GRANTS)) {
    const value = env[setting] ?? '';
    if (typeof value !== 'string') {
      add(setting, 'write the tokens as text');
      continue;
    }
    for (const [i, token] of listed(value).entries()) {
      const fault = faultOf(token);
      if (fault) add(setting, `token ${i + 1} ${fault}: take what \`openssl rand -hex 32\` makes`);
    }
  }
  if (!['token', 'public', '', undefined].includes(env.OFFPRINT_READS)) {
    add('OFFPRINT_READS', 'write `token` or `public`; until then, reading needs a token');
  }
  if (gateway?.public && !env.GATEWAY_LIMITER) {
    const message =
      '`"access": "public"` needs the rate limit GATEWAY_LIMITER; until it is bound, fetching needs a token';
    add('OFFPRINT_GATEWAY', message);
  }
  return wrong;
}
