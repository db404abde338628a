// The articles that one origin keeps in the browser.
import { coded } from '../error.js';

const TABLE = 'articles';

/** A store in IndexedDB, which pages and workers have. */
export class IndexedDbStore {
  #name;
  #database;

  constructor(name = 'offprint') {
    this.#name = name;
  }

  async get(id) {
    const [record] = await this.#run('readonly', (table) => [table.get(id)]);
    return record;
  }

  async find(keys) {
    return (await this.#run('readonly', (table) => keys.map((key) => table.index('keys').getAll(key)))).flat();
  }

  async put(record) {
    await this.#run('readwrite', (table) => [table.put(record)]);
  }

  async delete(ids) {
    await this.#run('readwrite', (table) => ids.map((id) => table.delete(id)));
  }

  async all() {
    const [records] = await this.#run('readonly', (table) => [table.getAll()]);
    return records;
  }

  /** Closes the connection; the next call opens another. */
  async close() {
    const database = this.#database;
    this.#database = undefined;
    (await database)?.close();
  }

  /** The results of requests, once their transaction is complete. */
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
