// Findings about pages, so that a page which has not changed is neither read nor looked up again.
//
// A finding is recalled by the address and a digest of the page's bytes. Validators are not enough: a site may send two
// texts under one ETag, and one would get the other's verdict.
//
// An isolate remembers its own findings and looks up those of others in the cache of its data centre. Neither costs a
// read of KV. Workers of one zone share that cache, so findings are stored by register.

import { LruMap } from '../../../shared/lru-map.js';
import { sha256 } from '../runtime/bytes.js';
import { identityOf } from '../register/shards.js';
import { step } from '../runtime/counts.js';

/** Pages that are remembered, at some 500 bytes each. Larger: more memory; smaller: more reading. */
const MOST = 2000;
/** How long a finding is used, in ms. Larger: an article that was deleted is named longer. */
const ANSWERS = 10 * 60e3;
/** How soon a page is read again for a person, in ms. Larger: less work; smaller: changes are noticed sooner. */
const REREAD = 60e3;

/** The cache that isolates share; no visitor's request reaches it. Change the name when findings change their form. */
const SHARED = 'offprint-findings-2';

/**
 * @typedef {object} Remembered
 * @property {number} begun when the page was last read
 * @property {string | null} validator that it had then
 * @property {number} [at] when the finding was made
 * @property {string} [digest] of the page that it is about
 * @property {Finding} [finding]
 */

/** @type {LruMap<Remembered>} by key */
const pages = new LruMap(MOST);

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
    .filter((name) => /^[a-z\d-]+$/.test(name) && name !== 'accept-encoding');
  return [url, ...names.map((name) => headers.get(name))].join('\n');
}

/** The finding about a page with these bytes. @param {string} key @param {string} digest */
export function recall(key, digest) {
  const page = pages.get(key);
  return page?.digest === digest && Date.now() - (page.at ?? 0) <= ANSWERS ? page.finding : undefined;
}

/** The same, by other isolates of this data centre. @param {Env} env @param {string} key @param {string} digest */
export function recallShared(env, key, digest) {
  return inCache(key, digest, async (cache) => {
    const found = await cache.match(await addressOf(env, key, digest));
    if (!found) return undefined;
    const { at, finding } = /** @type {{ at: number, finding: Finding }} */ (await found.json());
    if (Date.now() - at > ANSWERS) return undefined;
    pages.set(key, { begun: Date.now(), validator: null, ...pages.get(key), at, digest, finding });
    return finding;
  });
}

/**
 * Shares a finding with other isolates, unless the page changes all the time.
 * @param {Env} env @param {string} key @param {string} digest @param {Finding} finding
 */
export function share(env, key, digest, finding) {
  return inCache(key, digest, async (cache) => {
    const headers = { 'Cache-Control': `max-age=${ANSWERS / 1000}` };
    await cache.put(await addressOf(env, key, digest), Response.json({ at: Date.now(), finding }, { headers }));
  });
}

/**
 * Uses the cache, unless the page changes all the time; a failure is only counted.
 * @template T @param {string} key @param {string} digest @param {(cache: Cache) => Promise<T>} use
 */
async function inCache(key, digest, use) {
  if (hasChanged(key, digest)) return undefined;
  return step('cache', async () => use(await caches.open(SHARED))).catch(() => undefined);
}

/**
 * The address of a finding in the cache: a hash, since addresses of pages may have any length.
 * @param {Env} env @param {string} key @param {string} digest
 */
async function addressOf(env, key, digest) {
  return `https://finding.invalid/${await sha256(JSON.stringify([identityOf(env), key, digest]))}`;
}

/**
 * Whether a page was read so recently that it need not be read again for a person. No answer depends on this, so a
 * validator is enough to see that the page has not changed.
 * @param {string} key
 * @param {Response} response
 */
export function isRead(key, response) {
  const page = pages.get(key);
  if (!page) return false;
  const validator = validatorOf(response);
  return Date.now() - page.begun <= (validator !== null && validator === page.validator ? ANSWERS : REREAD);
}

/** Whether there is a finding about some page with this key. @param {string} key */
export function isKnown(key) {
  return pages.get(key)?.finding !== undefined;
}

/** Notes that a page is being read. @param {string} key @param {Response} response */
export function begin(key, response) {
  pages.set(key, { ...pages.get(key), begun: Date.now(), validator: validatorOf(response) });
}

/**
 * Whether a page had other bytes a moment ago. Other isolates have probably not read this version, and it may change
 * again before they do: many sites send a different page each time.
 * @param {string} key @param {string} digest
 */
function hasChanged(key, digest) {
  const page = pages.get(key);
  return page?.digest !== undefined && page.digest !== digest && Date.now() - (page.at ?? 0) <= ANSWERS;
}

/**
 * Notes the finding; without one, since reading failed, the page is forgotten and the next visit tries again.
 * @param {string} key @param {string} [digest] @param {Finding} [finding]
 */
export function end(key, digest, finding) {
  const page = pages.get(key);
  if (finding) pages.set(key, { begun: Date.now(), validator: null, ...page, at: Date.now(), digest, finding });
  else pages.delete(key);
}

/** @param {Response} response */
function validatorOf({ headers }) {
  return headers.get('ETag') ?? headers.get('Last-Modified');
}
