/**
 * Makes a function that runs what it is given in order, at most so many at once: each waits until an earlier one is
 * done, even if that failed.
 */
export function turns(most = 1) {
  let free = most;
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @template T @param {() => T | Promise<T>} run @returns {Promise<T>} */
  return async (run) => {
    if (free > 0) free--;
    else await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
