// The keys of all articles, as far as this isolate holds them: see crates/edge/src/keys.rs. A page that shares no key
// with any article is judged without reading a record.
//
// The register publishes the keys in KV, and the isolates of one data centre share them in its cache, at no cost.
// Workers of one zone share that cache, so entries are named after the register they belong to. Where keys are missing,
// damaged or too old, the register itself is asked.

import { edge } from 'offprint/edge';
import { domainOf, withDomains } from '../site/domains.js';
import { jsonOf } from '../runtime/bytes.js';
import { failed, stats, step } from '../runtime/counts.js';
import { inTime } from '../../../shared/fetching/limits.js';
import { inWasm } from '../runtime/wasm.js';
import { identityOf, kvName, shard } from './shards.js';

/** @import { Shown } from './object/outbox.js' */
/** @typedef {[name: string, record: Shown | undefined]} Found a record under a name or key; undefined if not JSON */

/** How long a head is used before it is loaded again, in ms. Larger: new articles are found later. */
const FRESH = 30e3;
/** How long the cache keeps a head and a pack, in s. The head states which packs are new enough. */
const CACHED = { head: 30, pack: 3600 };
/** How long to wait before a failed load is tried again, in ms. Larger: the register is asked for longer. */
const LACKING = 10e3;
/** Longest time to load what is needed, and for the register to answer, in ms. */
const LOAD_TIME = 1500;
const ANSWER_TIME = 3000;

/** The cache that isolates share; no visitor's request reaches it. */
const SHARED = 'offprint-keys-1';

const keys = new edge.Keys();
/** When each head was loaded, and when a failed name may be tried again. @type {Map<string, number>} */
const loadedAt = new Map();
const lackingUntil = /** @type {Map<string, number>} */ (new Map());
/** Loads that are under way. @type {Map<string, Promise<boolean>>} */
const loading = new Map();

/**
 * Steps that read the records which share keys with a page. Once a step settles what the page is, the remaining steps
 * can be left out.
 * @param {Env} env
 * @param {{ fingerprint: string, url: string }} page with the address under which it is known
 * @returns {Promise<(() => Promise<Found[]>)[]>}
 */
export async function recordsOf(env, page) {
  const { steps, lacks } = await lookUp(env, page);
  if (!steps) return [() => askRegister(env, page, { lacks })];
  return steps.map((names) => async () => {
    const records = await find(env, names);
    const damaged = records.filter(([, record]) => record === undefined).map(([name]) => name);
    if (damaged.length > 0) failed('damaged', new Error(`${damaged.join(', ')}: not JSON`));
    // The others are not written yet, were forgotten, or are damaged: the register knows.
    const found = records.filter(([, record]) => record !== undefined);
    if (found.length === names.length) return found;
    const there = records.map(([name]) => name);
    return askRegister(env, page, { lacks: names.filter((name) => !there.includes(name)), damaged });
  });
}

/**
 * Remembers an article that the register reported, until the view shows it.
 * @param {import('./object/object.js').Settled} settled
 */
export function learn({ record, keys: learnt }) {
  if (record) inWasm(() => keys.learn(record, learnt ?? []));
}

/**
 * The names of the records that share keys with a page; or the heads and packs that are lacking.
 * @param {Env} env @param {{ fingerprint: string, url: string }} page
 */
async function lookUp(env, { fingerprint, url }) {
  const look = () => inWasm(() => keys.lookUp(fingerprint, url, domainOf(url)));
  let [[head], lacks, ...steps] = look();
  if (lacks.length === 0 && !(Date.now() - (loadedAt.get(head) ?? 0) < FRESH)) {
    loadedAt.set(head, Date.now());
    // In the background: this page is judged by the old head.
    void load(env, head);
  }
  // The head names the packs, so there may be two rounds.
  for (let round = 0; round < 2 && lacks.length > 0; round++) {
    const loads = Promise.all(lacks.map((name) => load(env, name)));
    const loaded = await inTime(LOAD_TIME, loads).catch(() => [false]);
    if (loaded.includes(false)) return { lacks };
    [[head], lacks, ...steps] = look();
  }
  return lacks.length === 0 ? { steps: steps.filter((names) => names.length > 0) } : { lacks };
}

/**
 * Loads a head or a pack; resolves to whether it exists, is whole and new enough.
 * @param {Env} env @param {string} name
 */
function load(env, name) {
  if (Date.now() < (lackingUntil.get(name) ?? 0)) return Promise.resolve(false);
  let under = loading.get(name);
  if (!under) {
    under = fetchPack(env, name).catch(() => false);
    loading.set(name, under);
    void under.then((loaded) => {
      loading.delete(name);
      if (!loaded) lackingUntil.set(name, Date.now() + LACKING);
    });
  }
  return under;
}

/** @param {Env} env @param {string} name */
async function fetchPack(env, name) {
  const isHead = name.split('/').length === 2;
  /** @param {ArrayBuffer} bytes */
  const take = (bytes) => {
    const taken = inWasm(() => keys.load(name, new Uint8Array(bytes)));
    if (taken && isHead) loadedAt.set(name, Date.now());
    return taken;
  };
  const cache = await caches.open(SHARED);
  const address = `https://keys.invalid/${identityOf(env)}/${name}`;
  const cached = await cache.match(address);
  if (cached && take(await cached.arrayBuffer())) return true;
  stats.kvReads++;
  const bytes = await step('kvRead', () => env.ARTICLES.get(kvName(env, name), 'arrayBuffer'));
  if (bytes === null) return false;
  if (!take(bytes)) {
    failed('keys', new Error(`${name} is damaged, or older than the head`));
    return false;
  }
  const age = isHead ? CACHED.head : CACHED.pack;
  await cache.put(address, new Response(bytes, { headers: { 'Cache-Control': `max-age=${age}` } }));
  return true;
}

/**
 * The register's own records under the page's keys.
 * @param {Env} env @param {{ fingerprint: string, url: string }} page
 * @param {{ lacks: string[], damaged?: string[] }} faulty @returns {Promise<Found[]>}
 */
async function askRegister(env, { fingerprint, url }, { lacks, damaged = [] }) {
  stats.asked++;
  const name = inWasm(() => edge.shard(fingerprint));
  const object = shard(env, name);
  const wanted = inWasm(() => edge.readKeys(fingerprint, url, domainOf(url)));
  return step('register', async () => withDomains(await inTime(ANSWER_TIME, object.find(wanted, lacks, damaged))));
}

/**
 * The records that exist under names, by one bulk read.
 * @param {Env} env
 * @param {string[]} names at most 100
 * @returns {Promise<Found[]>}
 */
async function find(env, names) {
  stats.kvReads += names.length;
  const wanted = new Map(names.map((name) => [kvName(env, name), name]));
  // As text: with type `json` one damaged value would fail the whole read.
  const texts = await step('kvRead', () => env.ARTICLES.get([...wanted.keys()], 'text'));
  /** @type {Found[]} */
  const found = [];
  for (const [inKv, name] of wanted) {
    const text = texts.get(inKv);
    // `edge.decide` leaves out what is not JSON, and counts it.
    if (typeof text === 'string') found.push([name, jsonOf(text)]);
  }
  return withDomains(found);
}
