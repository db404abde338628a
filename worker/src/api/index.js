// The API under /_offprint/: who may do what, and how it is said that they may not.

import document from '../../openapi.json';
import { failed, stats } from '../stats.js';
import { articles } from './articles.js';
import { ApiError, json } from './http.js';
import { pages } from './pages.js';
import { status } from './status.js';
import { transfer } from './transfer.js';
import { view } from './view.js';

export const API = '/_offprint/';

/**
 * An operation: `open` to all, for those who may `read`, or who may `write`; and what does it.
 * @typedef {{ access: 'open' | 'read' | 'write', handle: (call: Call) => Response | Promise<Response> }} Operation
 * @typedef {{ request: Request, env: object, context: ExecutionContext, url: URL, parameters: string[] }} Call
 * @type {[pattern: RegExp, methods: Record<string, Operation>][]}
 */
const ROUTES = [
  ...view,
  ...status,
  ...pages,
  ...articles,
  ...transfer,
  [/^openapi\.json$/, { GET: { access: 'open', handle: () => json(document) } }],
];

/**
 * @param {Request} request
 * @param {object} env
 * @param {ExecutionContext} context
 * @returns {Promise<Response>}
 */
export async function api(request, env, context) {
  stats.api++;
  let response;
  try {
    response = await route(request, env, context);
  } catch (error) {
    response = explained(error);
  }
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Content-Type-Options', 'nosniff');
  forOrigins(request, response, env);
  // What was not read of a body must not be taken for the next request.
  if (!request.bodyUsed) request.body?.cancel().catch(() => {});
  if (request.method !== 'HEAD') return response;
  response.body?.cancel().catch(() => {});
  return new Response(null, response);
}

async function route(request, env, context) {
  const url = new URL(request.url);
  const path = url.pathname.slice(API.length);
  const [methods, parameters] = found(path);
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = [...allowed, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
  const operation = methods[request.method === 'HEAD' ? 'GET' : request.method];
  if (!operation || !allowed.includes(request.method)) {
    throw new ApiError(405, 'method', `${request.method} is not possible here, but ${allow}`, { Allow: allow });
  }
  await admit(request, env, operation.access);
  return operation.handle({ request, env, context, url, parameters });
}

function found(path) {
  for (const [pattern, methods] of ROUTES) {
    const match = pattern.exec(path);
    if (match) return [methods, match.slice(1)];
  }
  throw new ApiError(404, 'not_found', `nothing is at ${API}${path}; ${API}openapi.json lists what there is`);
}

/** Lets pass who may, at a rate that we can bear. The bearer of the token is not limited. */
async function admit(request, env, access) {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  if (token && env.OFFPRINT_TOKEN && (await equal(token, env.OFFPRINT_TOKEN))) return;
  const key = request.headers.get('CF-Connecting-IP') ?? '';
  const { success } = (await env.LIMITER?.limit({ key })) ?? { success: true };
  if (!success) throw new ApiError(429, 'rate', 'too many requests from this address: wait a minute', { 'Retry-After': '60' });
  if (access === 'open' || (access === 'read' && env.OFFPRINT_READS === 'public')) return;
  if (!env.OFFPRINT_TOKEN) {
    throw new ApiError(403, 'no_token', 'this needs a token and none is set: `npx wrangler secret put OFFPRINT_TOKEN`');
  }
  const said = token ? 'this is not the token' : 'send the token: `Authorization: Bearer …`';
  throw new ApiError(401, 'token', said, { 'WWW-Authenticate': 'Bearer realm="offprint"' });
}

/** Takes as long for any two texts: both are hashed, then all bytes are compared. */
async function equal(a, b) {
  const encoder = new TextEncoder();
  const hashes = [a, b].map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text)));
  return crypto.subtle.timingSafeEqual(...(await Promise.all(hashes)));
}

function explained(error) {
  if (!(error instanceof ApiError)) {
    failed('api', error);
    error = new ApiError(503, 'unavailable', 'this did not succeed; try again in a moment', { 'Retry-After': '5' });
  }
  const { status, code, message, headers } = error;
  return json({ error: { code, message } }, { status, headers });
}

/** Lets scripts of the origins that are set read the answers. They send the token themselves: no cookies. */
function forOrigins(request, { headers }, env) {
  const origin = request.headers.get('Origin');
  const origins = (env.OFFPRINT_ORIGINS ?? '').split(/[\s,]+/);
  headers.append('Vary', 'Origin');
  if (!origin || !(origins.includes(origin) || origins.includes('*'))) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', 'Allow, Retry-After');
  if (request.method !== 'OPTIONS') return;
  headers.set('Access-Control-Allow-Methods', headers.get('Allow') ?? 'GET');
  headers.set('Access-Control-Allow-Headers', 'Authorization, Content-Type');
  headers.set('Access-Control-Max-Age', '600');
}
