// Articles seen before, in any store of records with keys. The core makes the keys, selects the articles to compare
// with one, and judges it: an index of this package says what the others of Offprint say.
import { coded } from '../error.js';
import { METADATA } from '../metadata.js';

/** What is stored of an article if it is known. */
const KEPT = [...METADATA, 'fingerprint', 'digest', 'data'];

/** The class, over the calls of the package that it needs. */
export function bindIndex({ init, compare, policy }) {
  /** The record of an article before it is judged, and its keys. */
  function taken(article) {
    const given = typeof article === 'string' ? { fingerprint: article } : article;
    if (given?.fingerprint === undefined) {
      throw coded('article', 'an index takes an article: what `read` returned, or `{ id, fingerprint }`');
    }
    const { digest, ...keys } = policy.keys(given);
    const known = Object.entries({ ...given, digest }).filter(([name, value]) => KEPT.includes(name) && value != null);
    return { record: { id: given.id ?? given.url, fingerprint: null, ...Object.fromEntries(known) }, keys };
  }

  function judged(record, others) {
    const relations = policy.judge(record, others);
    return relations.map(({ place, ...relation }) => ({ id: others[place].id, record: others[place], ...relation }));
  }

  /** The matches of an article: first the one that decides, which is the first with an equal text if there is one. */
  function matchesOf(record, candidates) {
    const equal = candidates.find((other) => other.digest && other.digest === record.digest && isSame(other, record));
    if (!equal) return judged(record, candidates);
    return [...judged(record, [equal]), ...judged(record, candidates).filter(({ id }) => id !== equal.id)];
  }

  /** Whether an article without a match may be a copy. */
  const isDoubtful = (record, candidates) =>
    record.fingerprint === null || candidates.some((other) => verdictOn(other, record) === 'unknown');

  /** Undefined if the other is damaged. */
  function verdictOn(other, record) {
    try {
      return compare(other, record).verdict;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      return undefined;
    }
  }

  /** Whether a key that leads to these articles may take another. */
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
    /** Done when the last call that writes is. */
    #turn = Promise.resolve();

    constructor(store) {
      if (typeof store?.find !== 'function') throw coded('store', 'an index takes a store: see `Store` in the types');
      this.#store = store;
    }

    add(article) {
      return this.#inTurn(async () => {
        const { record, keys } = taken(article);
        const { id, earlier } = await this.#keptAs(idOf(record), record);
        record.id = id;
        if (earlier) {
          await this.#ask('put', { ...earlier, ...record });
          return { id, ...earlier.judgement, known: true, keys: earlier.keys.length };
        }
        const number = Math.max(this.#last + 1, Date.now() * 1000);
        this.#last = number;
        const { found, candidates } = await this.#lookUp(keys.read, id);
        const [first] = matchesOf(record, candidates);
        const judgement = first
          ? { verdict: first.verdict, of: first.id, score: first.score }
          : { verdict: isDoubtful(record, candidates) ? 'unknown' : 'new', of: null, score: 0 };
        const joined = judgement.verdict === 'same' ? first.record.class : number;
        const kept = { firstSeen: new Date().toISOString(), ...record, number, class: joined, judgement };
        return { id, ...judgement, known: false, keys: await this.#keep(kept, keys, found) };
      });
    }

    async find(article) {
      await init();
      const { record, keys } = taken(article);
      return matchesOf(record, (await this.#lookUp(keys.read, record.id)).candidates);
    }

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

    import(articles) {
      return this.#inTurn(async () => {
        const all = Array.from(articles ?? []);
        if (!all.every(isRecord)) throw coded('article', 'import takes what `export` returned');
        /** From classes of these to those of this index: two that share an article are one. */
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

    /** The id under which a text is kept, and its record if it is: its number follows an id that another text has. */
    async #keptAs(id, record) {
      const earlier = await this.#ask('get', id);
      if (!earlier || isSame(earlier, record)) return { id, earlier };
      return this.#keptAs(`${id}#${record.digest ?? record.fingerprint?.slice(-16) ?? ''}`, record);
    }

    /** Runs after all earlier calls that write. */
    #inTurn(run) {
      const done = this.#turn.then(() => init()).then(run);
      this.#turn = done.catch(() => {});
      return done;
    }

    /** The articles but one that are under these keys, the earliest first, and those of them to compare with. */
    async #lookUp(keys, but) {
      const records = (await this.#ask('find', keys)).filter(({ id }) => id !== but);
      const found = [...new Map(records.map((record) => [record.id, record])).values()].sort(byNumber);
      const numbers = new Set(policy.candidates(keys.map((key) => under(key, found))));
      return { found, candidates: found.filter(({ number }) => numbers.has(number)) };
    }

    /** Puts an article that has keys into the store, and returns the number of those that lead to it. */
    async #keep(record, { write }, found) {
      const keys = write.filter((key) => extendsKey(under(key, found), record));
      if (write.length > 0) await this.#ask('put', { ...record, keys });
      return keys.length;
    }

    async #ask(operation, ...values) {
      try {
        const result = await this.#store[operation](...values);
        if (operation === 'get') return isRecord(result) ? result : undefined;
        return operation === 'find' || operation === 'all' ? [...result].filter(isRecord) : undefined;
      } catch (cause) {
        throw coded('store_failed', `the store failed to ${operation}: ${cause?.message ?? cause}`, { cause });
      }
    }
  };
}

/** The id of an article that is to be kept. */
function idOf(article) {
  const id = article?.id ?? article?.url;
  if (typeof id === 'string' || Number.isInteger(id)) return String(id);
  throw coded('id', 'an article is kept under an id, or else its url: give `{ ...article, id }`');
}

/** Whether two have one text: by their fingerprints, or by their digests if it is too short for these. */
const isSame = (a, b) => a.fingerprint === b.fingerprint && (a.fingerprint !== null || a.digest === b.digest);

/** Whether a store returned one of our records. */
const isRecord = (value) =>
  typeof value?.id === 'string' && Array.isArray(value.keys) && [value.number, value.class].every(Number.isFinite);

const under = (key, records) => records.filter(({ keys }) => keys.includes(key));

const byNumber = (a, b) => a.number - b.number;
