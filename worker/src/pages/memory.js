// What was found out about pages lately, so that a page which has not changed is neither read nor looked up again.
//
// An isolate knows what it found out itself, and asks the cache of its data centre for what others did. Neither costs a
// key of the store, and what is lost is found out again. Workers of one zone share that cache, and believe nothing that
// was found out by another register than theirs.

import { sha256 } from '../runtime/hash.js';
import { identityOf } from '../register/shards.js';
import { failed } from '../runtime/counts.js';

/** Pages that are remembered, at some 500 bytes each. Larger: more memory; smaller: more reading. */
const MOST = 2000;
/** How long a finding answers, in ms. Larger: an article that was deleted is named longer. */
const ANSWERS = 10 * 60e3;
/** How soon a page is read again for a person, in ms. Larger: less work; smaller: changes are noticed sooner. */
const REREAD = 60e3;

/** The cache that isolates share; no visitor's request reaches it. Another name, if a finding holds something else. */
const SHARED = 'offprint-findings-1';

/**
 * @typedef {{ at: number, validator: string | null, changed?: boolean, finding?: import('offprint/edge').EdgeFinding }}
 *   Remembered `changed` if the validator was another one shortly before
 */

/**
 * By key, the least lately used first.
 * @type {Map<string, Remembered>}
 */
const pages = new Map();

/**
 * What a page is remembered by: its address, and what of the request it depends on.
 * @param {Request} request
 * @param {Response} response
 */
export function keyOf({ url, headers }, response) {
  const vary = response.headers.get('Vary');
  if (!vary) return url;
  // However it is compressed, it is the same page.
  const names = vary
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^[a-z-]+$/.test(name) && name !== 'accept-encoding');
  return [url, ...names.map((name) => headers.get(name))].join('\n');
}

/**
 * What was found out about a page that has not changed since.
 * @param {string} key
 * @param {string | null} validator
 */
export function recall(key, validator) {
  const page = recent(key, ANSWERS);
  return page && validator !== null && page.validator === validator ? page.finding : undefined;
}

/**
 * The same, of what other isolates of this data centre found out.
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

/** Tells other isolates what was found out, if a page that has not changed can be told. */
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

/** An address for what was found out about a page: a hash, since addresses and validators may be of any length. */
async function addressOf(env, key, validator) {
  return `https://finding.invalid/${await sha256(JSON.stringify([identityOf(env), key, validator]))}`;
}

/**
 * Whether reading a page for a person would hardly tell anything new.
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
 * Whether a page was another one a moment ago. Then others have hardly read it as it is now, and may not come to do so
 * before it changes again: many sites state another ETag each time.
 */
function hasChanged(key, validator) {
  const page = recent(key, ANSWERS);
  return page !== undefined && page.validator !== validator;
}

/** Notes what was found out; nothing if it failed, so that it is tried again. */
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
