// The API under /_offprint/: routes, access, and errors.

import document from '../../openapi.json';
import { admit } from '../operator/access.js';
import script from '../operator/operator.js';
import page from '../operator/operator.html';
import style from '../operator/operator.css';
import { failed, keepCounts, stats } from '../runtime/counts.js';
import { ApiError } from '../operator/api-error.js';
import { articles } from './articles.js';
import { pages } from './pages.js';
import { status } from './status.js';
import { transfer } from './transfer.js';

export const API = '/_offprint/';

/**
 * An operation, and the access that it needs: `open` to everybody, or a right, see operator/access.js.
 * @typedef {object} Operation
 * @property {'open' | 'read' | 'write' | 'import'} access
 * @property {(call: ApiCall) => Response | Promise<Response>} handle
 */

/**
 * A call of an operation, with the id in its path, which is empty if there is none, and the caller's rights.
 * @typedef {Call & { url: URL, id: string, rights: Set<string> }} ApiCall
 */

/** @typedef {[pattern: RegExp, methods: Record<string, Operation>]} Route */

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * A file of the operator's view, whose script calls the API.
 * @param {string} text @param {string} type @returns {Record<string, Operation>}
 */
function file(text, type) {
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };
  return { GET: { access: 'open', handle: () => new Response(text, { headers }) } };
}

/** @type {Route[]} */
const ROUTES = [
  [/^$/, file(page, 'text/html')],
  [/^operator\.js$/, file(script, 'text/javascript')],
  [/^operator\.css$/, file(style, 'text/css')],
  ...status,
  ...pages,
  ...articles,
  ...transfer,
  [/^openapi\.json$/, { GET: { access: 'open', handle: () => Response.json(document) } }],
];

/** @param {Call} call */
export async function api(call) {
  const { request } = call;
  stats.api++;
  const response = await route(call).catch(explained);
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Content-Type-Options', 'nosniff');
  // The unread part of a body must not be taken for the next request.
  if (!request.bodyUsed) request.body?.cancel().catch(() => {});
  if (request.method !== 'HEAD') return response;
  response.body?.cancel().catch(() => {});
  return new Response(null, response);
}

/** @param {Call} call */
async function route(call) {
  const { request, env, context } = call;
  const url = new URL(request.url);
  const [methods, id] = found(url.pathname.slice(API.length));
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = [...allowed, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
  const operation = methods[request.method === 'HEAD' ? 'GET' : request.method];
  if (!operation || !allowed.includes(request.method)) {
    throw new ApiError(405, 'method', `method ${request.method} is not allowed; use ${allow}`, { Allow: allow });
  }
  const { access, handle } = operation;
  const open = access === 'open' || (access === 'read' && env.OFFPRINT_READS === 'public');
  const rights = await admit(request, env, access, open);
  // Not for operations that are open to everybody: their requests must not cause calls of the Counters object.
  if (access !== 'open' || rights.size > 0) keepCounts(env, context);
  return handle({ ...call, url, id, rights });
}

/** @param {string} path @returns {[methods: Record<string, Operation>, id: string]} */
function found(path) {
  for (const [pattern, methods] of ROUTES) {
    const match = pattern.exec(path);
    if (match) return [methods, match[1] ?? ''];
  }
  throw new ApiError(404, 'not_found', `there is no operation ${API}${path}; see ${API}openapi.json`);
}

/** @param {unknown} error */
function explained(error) {
  if (error instanceof ApiError) return error.toResponse();
  failed('api', error);
  const message = 'this did not succeed; try again in a moment';
  return new ApiError(503, 'unavailable', message, { 'Retry-After': '5' }).toResponse();
}
