// What could be read, and what could not.
import { FAILED, note, warn } from './failure.js';

/** Failures that are told once more at the end. */
const REPEATED = 3;

/** Counts what was read, tells each failure, and at the end how many there were: among many lines one is overlooked. */
export class Tally {
  #read = 0;
  #failed = 0;
  #first = [];
  #incomplete;
  #isMany;

  /** @param {{ failed?: boolean, one?: boolean }} found */
  constructor({ failed = false, one = false }) {
    this.#incomplete = failed;
    this.#isMany = !one;
  }

  read() {
    this.#read += 1;
  }

  fail(failure) {
    warn(failure);
    this.#failed += 1;
    if (this.#first.length < REPEATED) this.#first.push(`${failure.place} (${failure.what})`);
  }

  /** The exit code, after a line about failures if there were some among many. */
  end() {
    const [read, failed] = [this.#read, this.#failed];
    const more = failed > REPEATED ? '; …' : '';
    if (failed && this.#isMany) note(`${read} read, ${failed} failed: ${this.#first.join('; ')}${more}`);
    return failed || this.#incomplete ? FAILED : 0;
  }
}
