// The alarm of one object.

export class Alarm {
  #storage;
  /** When the alarm is set for, as far as this object knows. */
  #at = Infinity;

  /** @param {DurableObjectStorage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * Sets the alarm, unless it is set for an earlier time. Call it in the same turn as the statements that it is set
   * for: then both are stored, or neither.
   * @param {number} at
   */
  wake(at) {
    if (at >= this.#at) return;
    this.#at = at;
    this.#storage.setAlarm(at);
  }

  /** Notes that the alarm went off. */
  rang() {
    this.#at = Infinity;
  }
}
