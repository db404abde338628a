/** Makes a function that runs what it is given once all that it was given before is done, even if that failed. */
export function turns() {
  let last = /** @type {Promise<unknown>} */ (Promise.resolve());
  /** @template T @param {() => T | Promise<T>} run @returns {Promise<T>} */
  return (run) => {
    const done = last.then(run);
    last = done.catch(() => {});
    return done;
  };
}
