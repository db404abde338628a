// Counters of this isolate. They start anew with it, and other isolates have their own.

export const stats = {
  /** Pages read, for whom, and what they were to the articles known. */
  pages: 0,
  crawlers: 0,
  persons: 0,
  same: 0,
  partial: 0,
  different: 0,
  unknown: 0,
  /** Pages answered by what was found out at an earlier visit. */
  recalled: 0,
  /** Answers to crawlers by what the policy had done: see src/edge/policy.rs. */
  answers: /** @type {Record<string, number>} */ ({}),
  /** Articles new to the store. */
  registered: 0,
  /** Keys asked for and keys written: both are billed by the key. */
  kvReads: 0,
  kvWrites: 0,
  /** How often something failed, by cause. The visitor got the page all the same. */
  failures: /** @type {Record<string, number>} */ ({}),
};

/**
 * Counts one more.
 * @param {string} what
 */
export function counted(what) {
  stats[what]++;
}

/**
 * Counts a failure and says what it was.
 * @param {string} cause
 * @param {unknown} error
 */
export function failed(cause, error) {
  stats.failures[cause] = (stats.failures[cause] ?? 0) + 1;
  console.error(`offprint: ${cause}: ${error instanceof Error ? error.message : error}`);
}

/**
 * Does one step of the work; if it fails, that is counted under its cause.
 * @template T
 * @param {string} cause
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(cause, work) {
  try {
    return await work();
  } catch (error) {
    failed(cause, error);
    throw error;
  }
}
