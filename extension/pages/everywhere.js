// Access to all sites for as long as it takes to fetch pages that the user has asked for, a few at a time.
import { api } from '../shared/api.js';
import { ask } from '../shared/ask.js';
import { coded } from '../shared/error.js';
import { EVERYWHERE, originsOf } from '../shared/origins.js';

/** Pages in one message, which are fetched at once. */
const PIECE = 4;

/**
 * Runs `work` with access to all sites, and gives back what the settings do not need.
 * Call this on a click: the browser asks the user.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withEverywhere(work) {
  if (!(await api.permissions.request({ origins: EVERYWHERE }))) throw coded('permission', 'not granted');
  try {
    return await work();
  } finally {
    const kept = originsOf(await ask('settings'));
    const origins = EVERYWHERE.filter((origin) => !kept.includes(origin));
    // Those that an administrator has granted cannot be given back.
    if (origins.length > 0) await api.permissions.remove({ origins }).catch(() => {});
  }
}

/**
 * Runs `work` on a few items at a time, and reports before each time how many are done.
 * @template T
 * @param {T[]} items
 * @param {(some: T[]) => Promise<void>} work
 * @param {(done: number, of: number) => void} report
 */
export async function inPieces(items, work, report) {
  for (let at = 0; at < items.length; at += PIECE) {
    report(at, items.length);
    await work(items.slice(at, at + PIECE));
  }
}
