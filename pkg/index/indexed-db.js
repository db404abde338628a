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

  async get(keys) {
    const values = await this.#run('readonly', (table) => keys.map((key) => table.get(key)));
    return new Map(keys.map((key, i) => [key, values[i]]).filter(([, value]) => value !== undefined));
  }

  async put(entries) {
    await this.#run('readwrite', (table) => entries.map(([key, value]) => table.put(value, key)));
  }

  async delete(keys) {
    await this.#run('readwrite', (table) => keys.map((key) => table.delete(key)));
  }

  async keys() {
    const [keys] = await this.#run('readonly', (table) => [table.getAllKeys()]);
    return keys;
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
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
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
