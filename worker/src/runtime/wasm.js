// Calls into WebAssembly, where pages are read and judged: see crates/edge/src/lib.rs.

import init, { restart } from 'offprint/edge';
import { isTrap } from '../../../shared/trap.js';
import { failed, step } from './counts.js';

/** Resolves when the module can be called. */
export function ready() {
  return step('wasm', init);
}

/**
 * Calls into WebAssembly. An instance that trapped is replaced, since its memory may be in any state.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function inWasm(work) {
  try {
    return work();
  } catch (error) {
    failed(/** @type {Partial<import('offprint').OffprintError>} */ (error).code ?? 'wasm', error);
    if (isTrap(error)) restart();
    throw error;
  }
}
