// The keys of all articles, as far as this isolate holds them: see crates/edge/src/keys.rs. A page that shares none
// with any article is judged without reading a record.
//
// The register publishes them in KV, and isolates of one data centre hand them on by its cache, which costs nothing.
// Workers of one zone share that cache, so what stands in it bears the name of the register that it is of.
// Where they are missing, damaged or too old, the register itself is asked.

import { edge } from 'offprint/edge';
import { identityOf, shard } from './shards.js';
import { failed, stats, step } from '../runtime/counts.js';
import { find, withDomains } from './view-records.js';
import { inTime } from '../runtime/waiting.js';
import { inWasm } from '../runtime/wasm.js';

/** How long a head is used before it is loaded again, in ms. Larger: articles are found later. */
const FRESH = 30e3;
/** How long a cache keeps what was loaded, in s: a head, and a pack, which says itself whether it is new enough. */
const CACHED = { head: 30, pack: 3600 };
/** How long it is remembered that something could not be loaded, in ms. Larger: the register is asked for longer. */
const LACKING = 10e3;
/** Longest time to load what is needed, and for the register to answer, in ms. */
const LOAD_TIME = 1500;
const ANSWER_TIME = 3000;

/** The cache that isolates share; no visitor's request reaches it. */
const SHARED = 'offprint-keys-1';

const keys = new edge.Keys();
/** When each head was loaded, and until when something is not asked for again, by name. */
const loadedAt = new Map();
const lackingUntil = new Map();
/** What is being loaded. @type {Map<string, Promise<boolean>>} */
const loading = new Map();

/**
 * Asks for the records that share keys with a page, in the order in which to read them: after one step that settles
 * what the page is, the rest need not be read.
 * @param {Env} env
 * @param {string} fingerprint
 * @returns {Promise<(() => Promise<[string, unknown][]>)[]>}
 */
export async function recordsOf(env, fingerprint) {
  const { steps, lacks } = await lookUp(env, fingerprint);
  if (!steps) return [() => askRegister(env, fingerprint, { lacks })];
  return steps.map((names) => async () => {
    const records = await find(env.ARTICLES, names);
    const damaged = records.filter(([, record]) => record === undefined).map(([name]) => name);
    if (damaged.length > 0) failed('damaged', new Error(`${damaged.join(', ')}: no JSON`));
    // Those that are not there yet, or were forgotten, or are no records: the register knows.
    const found = records.filter(([, record]) => record !== undefined);
    if (found.length === names.length) return found;
    const there = records.map(([name]) => name);
    return askRegister(env, fingerprint, { lacks: names.filter((name) => !there.includes(name)), damaged });
  });
}

/**
 * Remembers an article that the register told of, until the view has it.
 * @param {import('./object/object.js').Settled} settled
 */
export function learn({ record, keys: learnt }) {
  if (record) inWasm(() => keys.learn(record, learnt));
}

/** The names of the records that share keys with a page; or what lacks to tell. */
async function lookUp(env, fingerprint) {
  const look = () => inWasm(() => keys.lookUp(fingerprint));
  let [[head], lacks, ...steps] = look();
  if (lacks.length === 0 && !(Date.now() - loadedAt.get(head) < FRESH)) {
    loadedAt.set(head, Date.now());
    // This page is judged by the head that there is.
    void load(env, head);
  }
  // The head tells which packs there are.
  for (let round = 0; round < 2 && lacks.length > 0; round++) {
    const loads = Promise.all(lacks.map((name) => load(env, name)));
    const loaded = await inTime(LOAD_TIME, loads).catch(() => [false]);
    if (loaded.includes(false)) return { lacks };
    [[head], lacks, ...steps] = look();
  }
  return lacks.length === 0 ? { steps: steps.filter((names) => names.length > 0) } : { lacks };
}

/** Loads a head or a pack; tells whether it is there, whole and new enough. */
function load(env, name) {
  if (Date.now() < lackingUntil.get(name)) return Promise.resolve(false);
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

async function fetchPack(env, name) {
  const isHead = name.split('/').length === 2;
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
  const bytes = await step('kvRead', () => env.ARTICLES.get(name, 'arrayBuffer'));
  if (bytes === null) return false;
  if (!take(bytes)) {
    failed('keys', new Error(`${name} is damaged, or older than the head`));
    return false;
  }
  const age = isHead ? CACHED.head : CACHED.pack;
  await cache.put(address, new Response(bytes, { headers: { 'Cache-Control': `max-age=${age}` } }));
  return true;
}

/** What the register has under the page's keys. */
async function askRegister(env, fingerprint, { lacks, damaged = [] }) {
  stats.asked++;
  const [name, wanted] = inWasm(() => [edge.shard(fingerprint), edge.readKeys(fingerprint)]);
  return step('register', async () =>
    withDomains(await inTime(ANSWER_TIME, shard(env, name).find(wanted, lacks, damaged))),
  );
}
