// The articles that one origin keeps in the browser.
import { coded } from '../error.js';

const TABLE = 'articles';

/** @import { ArticleRecord } from '../offprint.js' */

/** A store in IndexedDB, which pages and workers have. */
export class IndexedDbStore {
  #name;
  /** @type {Promise<IDBDatabase> | undefined} */ #database;

  constructor(name = 'offprint') {
    this.#name = name;
  }

  /** @param {string} id @returns {Promise<ArticleRecord | undefined>} */
  async get(id) {
    return (await this.#run('readonly', (table) => [table.get(id)]))[0];
  }

  /** @param {string[]} keys @returns {Promise<ArticleRecord[]>} */
  async find(keys) {
    return (await this.#run('readonly', (table) => keys.map((key) => table.index('keys').getAll(key)))).flat();
  }

  /** @param {ArticleRecord} record */
  async put(record) {
    await this.#run('readwrite', (table) => [table.put(record)]);
  }

  /** @param {string[]} ids */
  async delete(ids) {
    await this.#run('readwrite', (table) => ids.map((id) => table.delete(id)));
  }

  /** @returns {Promise<ArticleRecord[]>} */
  async all() {
    return (await this.#run('readonly', (table) => [table.getAll()]))[0];
  }

  /** Closes the connection; the next call opens another. */
  async close() {
    const database = this.#database;
    this.#database = undefined;
    (await database)?.close();
  }

  /**
   * The results of requests, once their transaction is complete.
   * @param {IDBTransactionMode} mode @param {(table: IDBObjectStore) => IDBRequest[]} ask
   */
  async #run(mode, ask) {
    this.#database ??= this.#open();
    const transaction = (await this.#database).transaction(TABLE, mode);
    const requests = ask(transaction.objectStore(TABLE));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    return requests.map((request) => request.result);
  }

  #open() {
    /** @type {Promise<IDBDatabase>} */
    const opened = new Promise((resolve, reject) => {
      if (!globalThis.indexedDB) {
        throw coded('no_indexed_db', 'there is no IndexedDB here: take a MemoryIndex, or a store of your own');
      }
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore(TABLE, { keyPath: 'id' }).createIndex('keys', 'keys', { multiEntry: true });
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        // Another page wants to delete it.
        request.result.onversionchange = () => this.close();
        request.result.onclose = () => (this.#database = undefined);
        resolve(request.result);
      };
    });
    opened.catch(() => (this.#database = undefined)); // The next call tries again.
    return opened;
  }
}
