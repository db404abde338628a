// Access: the tokens and what they allow, and limits on requests without one.

import { networkOf } from '../../../shared/fetching/ip.js';
import { itemsIn } from '../runtime/fields.js';
import { ApiError } from './api-error.js';

/**
 * The rights of each setting's tokens. A token in two settings has the rights of both.
 * @type {[setting: `OFFPRINT_${string}`, rights: string[]][]}
 */
const GRANTS = [
  ['OFFPRINT_READ_TOKEN', ['read']],
  ['OFFPRINT_TOKEN', ['read', 'write']],
  ['OFFPRINT_IMPORT_TOKEN', ['read', 'import']],
];
/** Fewest characters of a token. Shorter ones can be guessed by a client with many addresses. */
const SHORTEST = 16;

/**
 * The tokens, hashed, with their rights; computed at the first request, since an isolate's variables never change.
 * @type {{ hash: ArrayBuffer, rights: string[] }[] | undefined}
 */
let tokens;

/**
 * Admits a request if its token has the right, or if none is needed. Requests without a valid token are rate-limited.
 * @param {Request} request
 * @param {Env} env
 * @param {string} access that the request needs: one of GRANTS
 * @param {boolean} open whether requests without a token are also admitted
 * @returns {Promise<Set<string>>} the token's rights
 */
export async function admit(request, env, access, open) {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  const rights = await rightsOf(token, env);
  if (rights.size === 0) {
    const { success } = (await env.LIMITER?.limit({ key: networkOf(request) })) ?? { success: true };
    const message = 'too many requests from this address: wait a minute';
    if (!success) throw new ApiError(429, 'rate', message, { 'Retry-After': '60' });
  }
  if (open || rights.has(access)) return rights;
  const settings = GRANTS.filter(([, rights]) => rights.includes(access)).map(([setting]) => setting);
  /** @param {string} error */
  const challenge = (error) => ({ 'WWW-Authenticate': `Bearer realm="offprint"${error}` });
  if (rights.size > 0) {
    const message = `this token is not for that: send one of ${settings.join(' or ')}`;
    throw new ApiError(403, 'insufficient_scope', message, challenge(', error="insufficient_scope"'));
  }
  if (settings.every((setting) => validTokens(env[setting]).length === 0)) {
    const message = `this needs a token and none is set: \`npx wrangler secret put ${settings[0]}\``;
    throw new ApiError(403, 'no_token', message);
  }
  if (token) throw new ApiError(401, 'token', 'this token is not known', challenge(', error="invalid_token"'));
  throw new ApiError(401, 'token', 'send the token: `Authorization: Bearer …`', challenge(''));
}

/**
 * The rights of a token. It is compared with every token, so that the time reveals nothing.
 * @param {string | undefined} token @param {Env} env @returns {Promise<Set<string>>}
 */
async function rightsOf(token, env) {
  if (!token) return new Set();
  tokens ??= await Promise.all(
    GRANTS.flatMap(([setting, rights]) =>
      validTokens(env[setting]).map(async (text) => ({ hash: await hashOf(text), rights })),
    ),
  );
  const hash = await hashOf(token);
  return new Set(tokens.flatMap((own) => (crypto.subtle.timingSafeEqual(hash, own.hash) ? own.rights : [])));
}

/**
 * The hash of a token. All have the same length, so that they can be compared in constant time.
 * @param {string} text
 */
function hashOf(text) {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
}

/**
 * The valid tokens of a setting. There may be several, so that a new one can be introduced before the old one is
 * removed.
 * @param {unknown} setting
 */
function validTokens(setting) {
  return itemsIn(setting).filter((token) => faultOf(token) === undefined);
}

/** @param {string} token */
function faultOf(token) {
  if (token.length < SHORTEST) return `has fewer than ${SHORTEST} characters`;
  if (!/^[\x21-\x7e]*$/.test(token)) return 'has characters that a header cannot carry';
  if (/^["'`]|["'`]$/.test(token)) return 'is in quotation marks, which would have to be sent';
  return undefined;
}

/**
 * Faults of the settings about access. An invalid token opens nothing, and is not printed.
 * @param {Env} env
 * @returns {import('../settings.js').Fault[]}
 */
export function accessFaults(env) {
  /** @type {import('../settings.js').Fault[]} */
  const wrong = [];
  /** @param {string} setting @param {string} message */
  const add = (setting, message) => wrong.push({ setting, message: `${setting}: ${message}` });
  for (const [setting] of GRANTS) {
    const value = env[setting] ?? '';
    if (typeof value !== 'string') {
      add(setting, 'write the tokens as text');
      continue;
    }
    for (const [i, token] of itemsIn(value).entries()) {
      const fault = faultOf(token);
      if (fault) add(setting, `token ${i + 1} ${fault}: take what \`openssl rand -hex 32\` makes`);
    }
  }
  if (!(/** @type {unknown[]} */ (['token', 'public', '', undefined]).includes(env.OFFPRINT_READS))) {
    add('OFFPRINT_READS', 'write `token` or `public`; until then, reading needs a token');
  }
  return wrong;
}
