// Articles seen before, in any store of records with keys. The core makes the keys, selects the articles to compare
// with one, and judges it: an index of this package says what the others of Offprint say.
import { coded, messageOf } from '../error.js';
import { METADATA } from '../metadata.js';

/** What is stored of an article if it is known. */
const KEPT = [...METADATA, 'fingerprint', 'digest', 'data'];

/** @import { ArticleRecord, Judgement, Keys, Known, Match, NewArticle } from '../offprint.js' */
/** @import { Posting, Query, Relation, Store } from '../offprint.js' */
/** @typedef {Pick<Match, keyof Relation> & { place: number }} Similar */
/** @typedef {Omit<Known & ArticleRecord, 'id' | 'firstSeen' | 'number' | 'class' | 'keys' | 'judgement'>} Data */
/** @typedef {{ get?: ArticleRecord, find: ArticleRecord[], all: ArticleRecord[], put: void, delete: void }} Answers */
/** @typedef {Data & { id?: string | null, firstSeen?: string }} Draft a record before it is judged */

/**
 * Makes the class from the calls of the package that it needs.
 * @param {Pick<typeof import('../offprint.js'), 'compare' | 'policy'> & { init: () => Promise<void> }} offprint
 */
export function bindIndex({ init, compare, policy }) {
  /**
   * The record of an article before it is judged, and its keys.
   * @param {NewArticle | string} article @returns {{ record: Draft, keys: Keys }}
   */
  function recordOf(article) {
    const given = typeof article === 'string' ? { fingerprint: article } : article;
    if (given?.fingerprint === undefined) {
      throw coded('article', 'an index takes an article: what `read` returned, or `{ id, fingerprint }`');
    }
    const { digest, ...keys } = policy.keys(given);
    const known = Object.entries({ ...given, digest }).filter(([name, value]) => KEPT.includes(name) && value != null);
    return { record: { id: given.id ?? given.url, fingerprint: null, ...Object.fromEntries(known) }, keys };
  }

  /** @param {Data} record @param {ArticleRecord[]} others @returns {Match[]} */
  function judged(record, others) {
    const relations = /** @type {Similar[]} */ (policy.judge(record, others));
    return relations.map(({ place, ...relation }) => {
      const other = /** @type {ArticleRecord} */ (others[place]);
      return { id: other.id, record: other, ...relation };
    });
  }

  /**
   * The matches of an article: first the one that decides, which is the first with an equal text if there is one.
   * @param {Data} record @param {ArticleRecord[]} candidates
   */
  function matchesOf(record, candidates) {
    const equal = candidates.find((other) => other.digest && other.digest === record.digest && isSame(other, record));
    if (!equal) return judged(record, candidates);
    return [...judged(record, [equal]), ...judged(record, candidates).filter(({ id }) => id !== equal.id)];
  }

  /** Whether an article without a match may be a copy. @param {Data} record @param {ArticleRecord[]} candidates */
  const isDoubtful = (record, candidates) =>
    record.fingerprint === null || candidates.some((other) => verdictOn(other, record) === 'unknown');

  /** Undefined if the other is damaged. @param {ArticleRecord} other @param {Data} record */
  function verdictOn(other, record) {
    try {
      return compare(other, record).verdict;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw error;
      return undefined;
    }
  }

  /** Whether a key that leads to these articles may take another. @param {Posting[]} led @param {Posting} record */
  function extendsKey(led, record) {
    const ofClass = led.filter((other) => other.class === record.class);
    const isFollowed = led.length === 0 || policy.candidates([led]).length > 0;
    // Nothing is selected from those of a class that are too many.
    return isFollowed && policy.candidates([[...ofClass, record]]).length > ofClass.length;
  }

  return class ArticleIndex {
    #store;
    /** The number of the last article. */
    #last = 0;
    /** Done when the last call that writes is. @type {Promise<unknown>} */
    #turn = Promise.resolve();

    /** @param {Store} store */
    constructor(store) {
      if (typeof store?.find !== 'function') throw coded('store', 'an index takes a store: see `Store` in the types');
      this.#store = store;
    }

    /** @param {NewArticle} article @returns {Promise<import('../offprint.js').Insertion>} */
    add(article) {
      return this.#inTurn(async () => {
        const { record, keys } = recordOf(article);
        const { id, earlier } = await this.#keptAs(idOf(record), record);
        if (earlier) {
          await this.#ask('put', { ...earlier, ...record, id });
          return { id, ...earlier.judgement, known: true, keys: earlier.keys.length };
        }
        const number = (this.#last = Math.max(this.#last + 1, Date.now() * 1000));
        const { found, candidates } = await this.#lookUp(keys.read, id);
        const [first] = matchesOf(record, candidates);
        /** @type {Judgement} */
        const judgement = first
          ? { verdict: first.verdict, of: first.id, score: first.score }
          : { verdict: isDoubtful(record, candidates) ? 'unknown' : 'new', of: null, score: 0 };
        const joined = first?.verdict === 'same' ? first.record.class : number;
        const kept = { firstSeen: new Date().toISOString(), ...record, id, number, class: joined, judgement };
        return { id, ...judgement, known: false, keys: await this.#keep(kept, keys, found) };
      });
    }

    /** @param {Query | string} article */
    async find(article) {
      await init();
      const { record, keys } = recordOf(article);
      return matchesOf(record, (await this.#lookUp(keys.read, record.id)).candidates);
    }

    /** @param {string | Pick<Query, 'id' | 'url'>} article */
    remove(article) {
      return this.#inTurn(async () => {
        const id = typeof article === 'string' ? article : idOf(article);
        const isThere = (await this.#ask('get', id)) !== undefined;
        if (isThere) await this.#ask('delete', [id]);
        return isThere;
      });
    }

    clear() {
      return this.#inTurn(async () => {
        const ids = (await this.#ask('all')).map(({ id }) => id);
        await this.#ask('delete', ids);
      });
    }

    async stats() {
      const all = await this.#ask('all');
      const [classes, keys] = [all.map((record) => record.class), all.flatMap((record) => record.keys)];
      return { stored: all.length, classes: new Set(classes).size, keys: new Set(keys).size };
    }

    async export() {
      return (await this.#ask('all')).sort(byNumber);
    }

    /** @param {Iterable<ArticleRecord>} articles */
    import(articles) {
      return this.#inTurn(async () => {
        const all = Array.from(articles ?? []);
        if (!all.every(isRecord)) throw coded('article', 'import takes what `export` returned');
        /** Classes of these and theirs in this index; two that share an article are one. @type {Map<number, number>} */
        const classes = new Map();
        for (const article of all.sort(byNumber)) {
          const { id, earlier: here } = await this.#keptAs(article.id, article);
          const record = here ?? { ...article, id, class: classes.get(article.class) ?? article.class };
          if (!classes.has(article.class)) classes.set(article.class, record.class);
          if (here) continue;
          const keys = policy.keys(record);
          await this.#keep(record, keys, (await this.#lookUp(keys.read, record.id)).found);
        }
      });
    }

    /**
     * The id under which a text is kept, and its record if it is: its number follows an id that another text has.
     * @param {string} id @param {Data} record @returns {Promise<{ id: string, earlier: ArticleRecord | undefined }>}
     */
    async #keptAs(id, record) {
      const earlier = await this.#ask('get', id);
      if (!earlier || isSame(earlier, record)) return { id, earlier };
      return this.#keptAs(`${id}#${record.digest ?? record.fingerprint?.slice(-16) ?? ''}`, record);
    }

    /** Runs after all earlier calls that write. @template T @param {() => Promise<T>} run */
    #inTurn(run) {
      const done = this.#turn.then(() => init()).then(run);
      this.#turn = done.catch(() => {});
      return done;
    }

    /**
     * The articles under these keys, except one, the earliest first; and those of them to compare with.
     * @param {string[]} keys @param {string | null} [but]
     */
    async #lookUp(keys, but) {
      const records = (await this.#ask('find', keys)).filter(({ id }) => id !== but);
      const found = [...new Map(records.map((record) => [record.id, record])).values()].sort(byNumber);
      const numbers = new Set(policy.candidates(keys.map((key) => under(key, found))));
      return { found, candidates: found.filter(({ number }) => numbers.has(number)) };
    }

    /**
     * Puts an article that has keys into the store, and returns the number of those that lead to it.
     * @param {Omit<ArticleRecord, 'keys'>} record @param {Keys} keys @param {ArticleRecord[]} found
     */
    async #keep(record, { write }, found) {
      const keys = write.filter((key) => extendsKey(under(key, found), record));
      if (write.length > 0) await this.#ask('put', { ...record, keys });
      return keys.length;
    }

    /**
     * @template {keyof Store} O @param {O} operation @param {Parameters<Store[O]>} values
     * @returns {Promise<Answers[O]>}
     */
    async #ask(operation, ...values) {
      try {
        const result = await Reflect.apply(this.#store[operation], this.#store, values);
        const ours = (['find', 'all'].includes(operation) ? [...result] : [result]).filter(isRecord);
        return /** @type {Answers[O]} */ (operation === 'get' ? ours[0] : ours);
      } catch (cause) {
        throw coded('store_failed', `the store failed to ${operation}: ${messageOf(cause)}`, { cause });
      }
    }
  };
}

/** The id of an article that is to be kept. @param {{ id?: string | null, url?: string | null }} article */
function idOf(article) {
  const id = article?.id ?? article?.url;
  if (typeof id === 'string' || Number.isInteger(id)) return String(id);
  throw coded('id', 'an article is kept under an id, or else its url: give `{ ...article, id }`');
}

/**
 * Whether two have one text: by their fingerprints, or by their digests if it is too short for these.
 * @type {(a: Data, b: Data) => boolean}
 */
const isSame = (a, b) => a.fingerprint === b.fingerprint && (a.fingerprint !== null || a.digest === b.digest);

/**
 * Whether a store returned one of our records.
 * @param {Partial<ArticleRecord> | null} [value] @returns {value is ArticleRecord}
 */
const isRecord = (value) =>
  typeof value?.id === 'string' && Array.isArray(value.keys) && [value.number, value.class].every(Number.isFinite);

/** @param {string} key @param {ArticleRecord[]} records */
const under = (key, records) => records.filter(({ keys }) => keys.includes(key));

/** @param {ArticleRecord} a @param {ArticleRecord} b */
const byNumber = (a, b) => a.number - b.number;
