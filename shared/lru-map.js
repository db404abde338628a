/**
 * A map that forgets what was used least recently when it has more than it may.
 * @template T @extends {Map<string, T>}
 */
export class LruMap extends Map {
  #most;

  /** @param {number} most */
  constructor(most) {
    super();
    this.#most = most;
  }

  /** @override @param {string} key @returns {T | undefined} */
  get(key) {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** The value of a key, or a new one that is then kept. @param {string} key @param {() => T} make */
  getOr(key, make) {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }

  /** @override @param {string} key @param {T} value */
  set(key, value) {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#most) this.delete(this.keys().next().value ?? '');
    return this;
  }
}
