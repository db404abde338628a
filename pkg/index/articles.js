// Articles seen before, in any store that keeps values under keys. The core makes the keys, and compares two articles.
//
// A key holds one article, the first that took it: so a store needs no transactions, and text that
// all pages of a site share costs one comparison. The edge worker stores its articles the same way.
import { coded } from '../error.js';
import { METADATA } from '../metadata.js';

/** The fields of an article that are stored. */
const KEPT = [...METADATA, 'fingerprint', 'data'];
/** Matches come in this order. */
const VERDICTS = ['same', 'partial'];
/** The most values that several stores return at once. */
const BATCH = 100;

/** The class, over the calls of the package that it needs. */
export const bindIndex = (core) =>
  class ArticleIndex extends Articles {
    constructor(store) {
      super(core, store);
    }
  };

class Articles {
  #core;
  #store;

  constructor(core, store) {
    if (typeof store?.get !== 'function') throw coded('store', 'an index takes a store: see `Store` in the types');
    this.#core = core;
    this.#store = store;
  }

  async add(article) {
    await this.#core.init();
    const record = identified(recordOf(article));
    const { id, fingerprint } = record;
    if (fingerprint === null) return { id, verdict: 'unknown', of: null, score: 0, known: false, keys: 0 };
    const { read, write } = this.#core.keys(fingerprint);
    const found = await this.#ask('get', read);
    const [nearest] = this.#matches(record, found);
    const { verdict, id: of, score } = nearest ?? { verdict: 'different', id: null, score: 0 };
    const known = records(found).some(([, other]) => other.id === id);
    // A key to store it under is among those to look it up by.
    return { id, verdict, of, score, known, keys: await this.#keep(record, write, found) };
  }

  async find(article) {
    await this.#core.init();
    const sought = recordOf(article);
    if (sought.fingerprint === null) return [];
    return this.#matches(sought, await this.#ask('get', this.#core.keys(sought.fingerprint).read));
  }

  /** The matches of an article among those that were found under its keys, the nearest first. */
  #matches(sought, found) {
    const others = new Map(records(found).map(([, record]) => [record.id, record]));
    others.delete(sought.id);
    const matches = [...others.values()]
      .map((record) => ({ id: record.id, record, ...this.#judged(record, sought) }))
      .filter(({ verdict }) => VERDICTS.includes(verdict))
      .sort(byAge);
    // A key holds one article, so each is a class of its own.
    const nearest = this.#core.policy.nearest(matches.map(({ verdict, score }, i) => ({ class: i, verdict, score })));
    const first = nearest ? matches.splice(nearest.place, 1) : [];
    return [...first, ...matches.sort(byRank)];
  }

  async remove(article) {
    await this.#core.init();
    const { id, fingerprint } = identified(recordOf(article));
    if (fingerprint === null) return false;
    const found = await this.#ask('get', this.#core.keys(fingerprint).write);
    const own = records(found)
      .filter(([, record]) => record.id === id)
      .map(([key]) => key);
    await this.#ask('delete', own);
    return own.length > 0;
  }

  async clear() {
    for (const batch of await this.#batches()) await this.#ask('delete', batch);
  }

  async stats() {
    const articles = await this.export();
    return { stored: articles.length, keys: articles.reduce((sum, { keys }) => sum + keys.length, 0) };
  }

  async export() {
    const articles = new Map();
    for (const batch of await this.#batches()) {
      for (const [key, record] of records(await this.#ask('get', batch))) {
        if (!articles.has(record.id)) articles.set(record.id, { ...record, keys: [] });
        articles.get(record.id).keys.push(key);
      }
    }
    return [...articles.values()];
  }

  async import(articles) {
    const all = Array.from(articles ?? []);
    if (all.some((article) => !Array.isArray(article?.keys))) {
      throw coded('article', 'import takes what `export` returned');
    }
    for (const { keys, ...record } of all) await this.#keep(record, keys, await this.#ask('get', keys));
  }

  /** Puts a record under the keys that no other article has taken; returns the number of keys that lead to it. */
  async #keep(record, wanted, taken) {
    const free = wanted.filter((key) => (taken.get(key)?.id ?? record.id) === record.id);
    await this.#ask(
      'put',
      free.map((key) => [key, record]),
    );
    return free.length;
  }

  async #batches() {
    const all = [...(await this.#ask('keys'))];
    return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, i) => all.slice(i * BATCH, (i + 1) * BATCH));
  }

  async #ask(operation, ...values) {
    try {
      const result = await this.#store[operation](...values);
      return operation === 'get' ? new Map(result) : result;
    } catch (cause) {
      throw coded('store_failed', `the store failed to ${operation}: ${cause?.message ?? cause}`, { cause });
    }
  }

  /** The comparison with an article that was seen before; undefined if its record is damaged. */
  #judged(record, article) {
    try {
      return this.#core.compare(record, article);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      return undefined;
    }
  }
}

/** The record of an article, to store it or to search by it. */
function recordOf(article) {
  const given = typeof article === 'string' ? { fingerprint: article } : article;
  if (given?.fingerprint === undefined) {
    throw coded('article', 'an index takes an article: what `read` returned, or `{ id, fingerprint }`');
  }
  const id = given.id ?? given.url ?? null;
  const known = KEPT.filter((name) => given[name] != null).map((name) => [name, given[name]]);
  return { id, fingerprint: null, firstSeen: new Date().toISOString(), ...Object.fromEntries(known) };
}

function identified(record) {
  if (typeof record.id === 'string') return record;
  throw coded('id', 'an article is kept under an id, or else its url: give `{ ...article, id }`');
}

/** The entries that a store returned, without values that are not our records. */
function records(found) {
  return [...found].filter(([, record]) => typeof record?.id === 'string');
}

const byAge = (a, b) => (a.record.firstSeen < b.record.firstSeen ? -1 : 1);

/** Same before partial, then by score; equals keep their order. */
const byRank = (a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) || b.score - a.score;
