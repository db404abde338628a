// What could be read, and what could not.
import { FAILED, note, warn } from './failure.js';

/** Failures that are told once more at the end. */
const REPEATED = 3;

/** @typedef {import('./failure.js').Failure} Failure */

/** Counts what was read, reports each failure, and at the end how many there were: among many lines one is overlooked. */
export class Tally {
  #read = 0;
  #failed = 0;
  #first = [];
  #isMany;

  /** @param {{ failed?: Failure[], one?: boolean }} found `failed`: what was reported before */
  constructor({ failed = [], one = false }) {
    this.#isMany = !one;
    for (const failure of failed) this.#count(failure);
  }

  read() {
    this.#read += 1;
  }

  fail(failure) {
    warn(failure);
    this.#count(failure);
  }

  #count(failure) {
    this.#failed += 1;
    if (this.#first.length < REPEATED) this.#first.push(`${failure.place} (${failure.what})`);
  }

  /** The exit code, after a line about failures if there were some among many. */
  end() {
    const [read, failed] = [this.#read, this.#failed];
    const more = failed > REPEATED ? '; …' : '';
    if (failed && this.#isMany) note(`${read} read, ${failed} failed: ${this.#first.join('; ')}${more}`);
    return failed ? FAILED : 0;
  }
}
