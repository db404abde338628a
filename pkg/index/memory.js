/** @import { ArticleRecord } from '../offprint.js' */

/** A store that ends with the program. */
export class MemoryStore {
  /** By id. @type {Map<string, ArticleRecord>} */
  #records = new Map();
  /** By key, the ids of the records that have it. @type {Map<string, string[]>} */
  #ids = new Map();

  /** @param {string} id */
  async get(id) {
    return structuredClone(this.#records.get(id));
  }

  /** @param {string[]} keys @returns {Promise<ArticleRecord[]>} */
  async find(keys) {
    const ids = new Set(keys.flatMap((key) => this.#ids.get(key) ?? []));
    return Array.from(ids, (id) => structuredClone(/** @type {ArticleRecord} */ (this.#records.get(id))));
  }

  /** @param {ArticleRecord} record */
  async put(record) {
    const kept = structuredClone(record);
    await this.delete([kept.id]);
    this.#records.set(kept.id, kept);
    for (const key of kept.keys) this.#ids.set(key, [...(this.#ids.get(key) ?? []), kept.id]);
  }

  /** @param {string[]} ids */
  async delete(ids) {
    for (const id of ids) {
      for (const key of this.#records.get(id)?.keys ?? []) {
        const others = this.#ids.get(key)?.filter((other) => other !== id);
        if (others?.length) this.#ids.set(key, others);
        else this.#ids.delete(key);
      }
      this.#records.delete(id);
    }
  }

  async all() {
    return structuredClone([...this.#records.values()]);
  }
}
