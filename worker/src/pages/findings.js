// Findings about pages, so that a page which has not changed is neither read nor looked up again.
//
// An isolate remembers its own findings and looks up those of others in the cache of its data centre. Neither costs a
// read of KV. Workers of one zone share that cache, so findings are stored by register.

import { sha256 } from '../runtime/bytes.js';
import { identityOf } from '../register/shards.js';
import { failed } from '../runtime/counts.js';

/** Pages that are remembered, at some 500 bytes each. Larger: more memory; smaller: more reading. */
const MOST = 2000;
/** How long a finding is used, in ms. Larger: an article that was deleted is named longer. */
const ANSWERS = 10 * 60e3;
/** How soon a page is read again for a person, in ms. Larger: less work; smaller: changes are noticed sooner. */
const REREAD = 60e3;

/** The cache that isolates share; no visitor's request reaches it. Change the name when findings change their form. */
const SHARED = 'offprint-findings-1';

/**
 * @typedef {{ at: number, validator: string | null, changed?: boolean, finding?: import('offprint/edge').EdgeFinding }}
 *   Remembered `changed` if the validator was another one shortly before
 */

/**
 * By key, the least recently used first.
 * @type {Map<string, Remembered>}
 */
const pages = new Map();

/**
 * The key that a page is remembered by: its address, and the headers of the request that it varies by.
 * @param {Request} request
 * @param {Response} response
 */
export function keyOf({ url, headers }, response) {
  const vary = response.headers.get('Vary');
  if (!vary) return url;
  // Compressed or not, it is the same page.
  const names = vary
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^[a-z-]+$/.test(name) && name !== 'accept-encoding');
  return [url, ...names.map((name) => headers.get(name))].join('\n');
}

/**
 * The finding about a page that has not changed since.
 * @param {string} key
 * @param {string | null} validator
 */
export function recall(key, validator) {
  const page = recent(key, ANSWERS);
  return page && validator !== null && page.validator === validator ? page.finding : undefined;
}

/**
 * The same, by other isolates of this data centre.
 * @param {Env} env
 * @param {string} key
 * @param {string} validator
 */
export async function recallShared(env, key, validator) {
  if (hasChanged(key, validator)) return undefined;
  try {
    const cache = await caches.open(SHARED);
    const found = await cache.match(await addressOf(env, key, validator));
    if (!found) return undefined;
    const { at, finding } = await found.json();
    if (Date.now() - at > ANSWERS) return undefined;
    remember(key, { at, validator, finding });
    return finding;
  } catch (error) {
    failed('cache', error);
    return undefined;
  }
}

/** Shares a finding with other isolates, if the page has a validator and that is stable. */
export async function share(env, key, validator, finding) {
  if (validator === null || pages.get(key)?.changed) return;
  try {
    const cache = await caches.open(SHARED);
    const headers = { 'Cache-Control': `max-age=${ANSWERS / 1000}` };
    await cache.put(await addressOf(env, key, validator), Response.json({ at: Date.now(), finding }, { headers }));
  } catch (error) {
    failed('cache', error);
  }
}

/** The address of a finding in the cache: a hash, since addresses and validators may have any length. */
async function addressOf(env, key, validator) {
  return `https://finding.invalid/${await sha256(JSON.stringify([identityOf(env), key, validator]))}`;
}

/**
 * Whether a page was read so lately that reading it again for a person is hardly worth it.
 * @param {string} key
 */
export function isRead(key) {
  return recent(key, REREAD) !== undefined;
}

/** Notes that a page is being read. */
export function begin(key, validator) {
  remember(key, { at: Date.now(), validator, changed: hasChanged(key, validator) });
}

/**
 * Whether a page had another validator a moment ago. Then other isolates have hardly read this version, and it may
 * change again before they do: many sites send a new ETag each time.
 */
function hasChanged(key, validator) {
  const page = recent(key, ANSWERS);
  return page !== undefined && page.validator !== validator;
}

/** Notes the finding; without one, since reading failed, the page is forgotten and the next visit tries again. */
export function end(key, validator, finding) {
  if (finding) remember(key, { at: Date.now(), validator, changed: pages.get(key)?.changed, finding });
  else pages.delete(key);
}

/**
 * @param {string} key
 * @param {Remembered} page
 */
function remember(key, page) {
  pages.delete(key);
  if (pages.size >= MOST) pages.delete(pages.keys().next().value);
  pages.set(key, page);
}

function recent(key, age) {
  const page = pages.get(key);
  if (!page || Date.now() - page.at > age) return undefined;
  pages.delete(key);
  pages.set(key, page);
  return page;
}
