// The package, as the tools call it.

import init, { restart } from 'offprint/full';
import { isTrap } from '../../shared/trap.js';

export { ArticleIndex, compare, fold, origins, policy, read, rewriting, sketch } from 'offprint/full';

/** Resolves when all can be called. */
export const ready = () => init();

/**
 * Replaces the instance after a trap, which may have left its memory in any state. Pages that are being read then fail.
 * @param {unknown} error
 */
export function recover(error) {
  if (isTrap(error)) restart();
}
