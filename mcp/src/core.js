// The modules of Offprint that the tools call.

import initReading, * as reading from 'offprint/markup';
import initOrigins, * as counting from 'offprint/origins';
import initRewrites, * as retelling from 'offprint/rewrites';

export const { ArticleIndex, compare, read } = reading;
export const { fold, origins } = counting;
export const { rewriting, sketch } = retelling;

/** Resolves when all can be called. */
export const ready = () => Promise.all([initReading(), initOrigins(), initRewrites()]);

/**
 * Replaces the instances after a trap, which may have left their memory in any state. Pages that are being read then
 * fail.
 * @param {unknown} error
 */
export function recover(error) {
  if (!(error instanceof globalThis.WebAssembly.RuntimeError || error instanceof RangeError)) return;
  for (const { restart } of [reading, counting, retelling]) restart();
}
