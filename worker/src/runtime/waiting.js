// Time limits.

/**
 * The total time that a request waits for the worker, in ms: for a signer's keys, the page's body, the store and
 * the original. Larger: slower pages are judged too; smaller: crawlers wait less.
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

/**
 * The result of some work; throws if it takes longer than the limit.
 * @template T
 * @param {number} time in ms
 * @param {Promise<T>} work
 * @param {() => Error} [late] makes the error
 * @returns {Promise<T>}
 */
export async function inTime(time, work, late = () => new Error(`no answer after ${time} ms`)) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const over = new Promise((_, reject) => {
    timer = setTimeout(() => reject(late()), time);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/**
 * The result of some work under a signal that ends with another one, or once the time is over. In Node 20, garbage
 * collection keeps an `AbortSignal.any` of an `AbortSignal.timeout` from ever ending.
 * @template T
 * @param {AbortSignal} signal
 * @param {number} time in ms
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function limited(signal, time, work) {
  signal.throwIfAborted();
  const limit = new AbortController();
  const end = () => limit.abort(signal.reason);
  signal.addEventListener('abort', end);
  const timer = setTimeout(() => limit.abort(new Error(`no answer after ${time} ms`)), time);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
