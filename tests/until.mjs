import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until `look` returns something that holds, and returns that.
 * @template T
 * @param {() => T | Promise<T>} look
 * @param {string} what
 */
export async function until(look, what, seconds = 30) {
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; await pause(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`waited ${seconds} s in vain for ${what}`);
}
