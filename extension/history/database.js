// The database of the extension: opening it, and what its errors mean.
import { coded, isCoded, messageOf } from '../shared/errors.js';
import { copied, copy, noteLoss } from './copy.js';
/** @import { Stored, StoredVersion } from './records.js' */

/**
 * The stores, by their names.
 * @typedef {{ articles: Stored, versions: StoredVersion, texts: { id: number, bytes: Uint8Array<ArrayBuffer> },
 *   denied: { pair: [number, number] }, totals: { of: string, count: number, bytes: number } }} Stores
 * @typedef {keyof Stores} StoreName
 * @typedef {<Name extends StoreName>(name: Name) => StoreOf<Stores[Name]>} Store
 * @typedef {IDBValidKey | IDBKeyRange} Key
 */
/** @template T @typedef {T extends { id: number } ? number : IDBValidKey} KeyOf */
/**
 * @template T
 * @typedef {{ get: (key: Key) => IDBRequest<T | undefined>,
 *   getAll: (keys?: Key | null, most?: number) => IDBRequest<T[]>,
 *   getAllKeys: () => IDBRequest<KeyOf<T>[]>, put: (value: Omit<T, 'id'> & { id?: number }) => IDBRequest<number>,
 *   index: (name: string) => IndexOf<T> }} Typed
 */
/** @template T @typedef {Omit<IDBObjectStore, keyof Typed<T>> & Typed<T>} StoreOf */
/**
 * @template T
 * @typedef {{ getAll: (keys?: Key | null, most?: number) => IDBRequest<T[]>,
 *   getAllKeys: (keys?: Key | null) => IDBRequest<KeyOf<T>[]> }} TypedIndex
 */
/** @template T @typedef {Omit<IDBIndex, keyof TypedIndex<T>> & TypedIndex<T>} IndexOf */

const VERSION = 7;
/** Names of errors that keep the browser from opening a database. */
const BLOCKED = ['InvalidStateError', 'SecurityError', 'NotAllowedError', 'TimeoutError'];

export class Database {
  #name;
  /** @type {Promise<IDBDatabase> | undefined} */ #opened;

  constructor(name = 'history') {
    this.#name = name;
  }

  /**
   * Runs `work` in one transaction, and returns its value once everything is written. If anything fails, nothing is
   * written. Changed articles are copied. @template T @param {IDBTransactionMode} mode
   * @param {StoreName[]} names @param {(store: Store) => Promise<T>} work @returns {Promise<T>}
   */
  async run(mode, names, work) {
    const transaction = await this.#begin(mode, names);
    const written = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    written.catch(() => {});
    const changes = /** @type {Map<number, Stored | null>} */ (new Map());
    const storeOf = /** @type {Store} */ ((name) => transaction.objectStore(name));
    try {
      const noted = /** @type {Store} */ (
        (name) => (name === 'articles' ? noting(storeOf('articles'), changes) : storeOf(name))
      );
      const value = await work(noted);
      await written;
      if (changes.size > 0) void copy(changes).catch(() => {}); // The disk may be full.
      return value;
    } catch (cause) {
      end(transaction);
      const error = errorOf(transaction.error ?? cause);
      // In Firefox, a connection that ran out of space adds nothing in later transactions either.
      if (error.code === 'quota') this.#close(transaction.db);
      throw error;
    }
  }

  /** The browser may have closed the connection: then the second attempt opens a new one. */
  async #begin(/** @type {IDBTransactionMode} */ mode, /** @type {StoreName[]} */ names) {
    const begin = async () => (await this.#open()).transaction(names, mode);
    return begin().catch((cause) => {
      if (isCoded(cause)) throw cause;
      this.#opened = undefined;
      return begin().catch((again) => Promise.reject(errorOf(again)));
    });
  }

  #open() {
    this.#opened ??= this.#openWith(null).catch((cause) => {
      this.#opened = undefined; // The next call tries again.
      throw isCoded(cause) ? cause : blocked(cause);
    });
    return this.#opened;
  }

  /**
   * Opens the database. A new one gets the articles of the copy. @param {Stored[] | null} saved
   * @returns {Promise<IDBDatabase>}
   */
  async #openWith(saved) {
    let isMissing = false;
    /** @type {IDBDatabase | null} */
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, VERSION);
      request.onupgradeneeded = ({ oldVersion }) => {
        isMissing = oldVersion === 0 && saved === null;
        if (isMissing) request.transaction?.abort();
        else if (request.transaction) create(request.result, request.transaction, saved ?? []);
      };
      request.onblocked = () => reject(blocked('another version of it holds the database: restart the browser'));
      request.onerror = () => {
        if (isMissing) resolve(null);
        else reject(BLOCKED.includes(request.error?.name ?? '') ? blocked(request.error) : errorOf(request.error));
      };
      request.onsuccess = () => resolve(request.result);
    });
    if (!database) return this.#openWith(await copied());
    if (saved && saved.length > 0) await noteLoss(saved.length);
    database.onclose = () => this.#close(database);
    database.onversionchange = database.onclose;
    return database;
  }

  /** The next call opens it again. */
  #close(/** @type {IDBDatabase} */ database) {
    database.close();
    this.#opened = undefined;
  }
}

/**
 * The store of articles. It notes the new record of each id, or null. @param {StoreOf<Stored>} store
 * @param {Map<number, Stored | null>} changes
 */
function noting(store, changes) {
  /** @template T @param {IDBRequest<T>} pending @param {(result: T) => unknown} note */
  const then = (pending, note) => {
    pending.addEventListener('success', () => note(pending.result));
    return pending;
  };
  const gone = (/** @type {number} */ id) => void changes.set(id, null);
  const noted = {
    put: (/** @type {Stored} */ record) => then(store.put(record), (id) => changes.set(id, record)),
    delete: (/** @type {number} */ id) => then(store.delete(id), () => gone(id)),
    clear: () => then(store.getAllKeys(), (ids) => ids.forEach(gone)) && store.clear(),
  };
  const bound = (/** @type {unknown} */ value) => (typeof value === 'function' ? value.bind(store) : value);
  return new Proxy(store, { get: (_, name) => Reflect.get(noted, name) ?? bound(Reflect.get(store, name)) });
}

/** The result of a request. @template T @param {IDBRequest<T>} pending @returns {Promise<T>} */
export function request(pending) {
  return new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result);
    pending.onerror = () => reject(pending.error);
  });
}

/**
 * The result of a request that may fail without the transaction, as on a damaged record.
 * @template T, U @param {IDBRequest<T>} request @param {U} otherwise @returns {Promise<T | U>}
 */
export function requestOr(request, otherwise) {
  return new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault(); // Otherwise the whole transaction fails.
      event.stopPropagation();
      resolve(otherwise);
    };
  });
}

/**
 * Calls `visit` with each value of a cursor, until it returns true. @template {IDBCursor} Cursor
 * @param {IDBRequest<Cursor | null>} request @param {(cursor: Cursor) => unknown} visit @returns {Promise<void>}
 */
export function forEachCursor(request, visit) {
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      try {
        if (!cursor || visit(cursor)) return resolve();
        cursor.continue();
      } catch (error) {
        reject(error);
      }
    };
  });
}

/** The stores with their indexes: name and path, if they differ. Texts have their own store: no look-up reads them. */
/** @type {Record<StoreName, [name: string, path?: string][]>} */
const STORES = {
  // Only articles with copies have a `cluster`.
  articles: [['keys'], ['addresses'], ['url'], ['host'], ['lastSeen'], ['cluster'], ['title']],
  texts: [],
  versions: [['of']], // The id of the article.
  denied: [['of', 'pair']],
  totals: [],
};
const KEYS = /** @type {{ [name: string]: string | undefined }} */ ({ denied: 'pair', totals: 'of' });

/** @param {IDBDatabase} database @param {IDBTransaction} transaction @param {Stored[]} records */
function create(database, transaction, records) {
  for (const [name, indexes] of Object.entries(STORES)) {
    const key = { keyPath: KEYS[name] ?? 'id', autoIncrement: ['articles', 'versions'].includes(name) };
    const store = database.createObjectStore(name, key);
    for (const [index, path = index] of indexes) store.createIndex(index, path, { multiEntry: true });
  }
  for (const record of records) transaction.objectStore('articles').put(record);
}

function end(/** @type {IDBTransaction} */ transaction) {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

/** A database error with a code of the extension, and advice. @param {unknown} cause */
function errorOf(cause) {
  if (isCoded(cause)) return cause;
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'VersionError') return coded('newer', 'a newer version of Offprint has stored this', { cause });
  if (name === 'QuotaExceededError') {
    return coded('quota', 'the browser gives the extension no more space: forget articles, or keep fewer texts', {
      cause,
    });
  }
  return coded('database', `the database failed: ${messageOf(cause)}`, { cause });
}

const blocked = (/** @type {unknown} */ cause) =>
  coded('blocked', `the browser does not let the extension store anything: ${messageOf(cause)}`, { cause });
