// Waiting no longer than is good.

/**
 * The result of some work, if it comes in time; else an error.
 * @template T
 * @param {number} time in ms
 * @param {Promise<T>} work
 * @param {() => Error} [late] makes the error
 * @returns {Promise<T>}
 */
export async function inTime(time, work, late = () => new Error(`no answer after ${time} ms`)) {
  let timer;
  const over = new Promise((_, reject) => {
    timer = setTimeout(() => reject(late()), time);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
