/** A store that ends with the program. */
export class MemoryStore {
  #values = new Map();

  async get(keys) {
    const found = keys.filter((key) => this.#values.has(key));
    return new Map(found.map((key) => [key, structuredClone(this.#values.get(key))]));
  }

  async put(entries) {
    for (const [key, value] of entries) this.#values.set(key, structuredClone(value));
  }

  async delete(keys) {
    for (const key of keys) this.#values.delete(key);
  }

  async keys() {
    return [...this.#values.keys()];
  }
}
