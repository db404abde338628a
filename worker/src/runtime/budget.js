// The time that a request may wait.

import { inTime } from '../../../shared/fetching/limits.js';

/**
 * The total time that a request waits for the worker, in ms: for a signer's keys, the page's body, the store and the
 * original. Larger: slower pages are also judged; smaller: crawlers wait less.
 */
export const BUDGET = 5000;

/** The waiting time that is left to a request, counted from its arrival. */
export class Budget {
  #end = Date.now() + BUDGET;

  /** In ms. */
  get left() {
    return Math.max(0, this.#end - Date.now());
  }

  /**
   * The result of some work; throws once the budget is used up.
   * @template T
   * @param {Promise<T>} work
   * @param {(error: Error) => void} [late] is called with the error
   * @returns {Promise<T>}
   */
  wait(work, late) {
    return inTime(this.left, work, () => {
      const error = new Error(`not done ${BUDGET} ms after the request came`);
      late?.(error);
      return error;
    });
  }
}
