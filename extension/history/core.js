// The package, as the extension uses it: over what is kept of an article.
import init, { Fingerprint, align, compare, keys, policy, read, restart } from 'offprint';
import { api } from '../shared/api.js';

export { Fingerprint, align, keys, policy, read };

/** Loads the module; in the extension it lies beside the background. */
export const load = () => init(api?.runtime ? new URL(api.runtime.getURL('offprint.wasm')) : undefined);

/** Starts the module afresh if the error left it in an unknown state. */
export function recover(error) {
  if (error instanceof WebAssembly.RuntimeError) restart();
}

/** A key as the database holds it: its 40 bits are exact in a number, which takes a third of the room. */
export const numeric = (key) => Number.parseInt(key, 16);

/**
 * What one record is to another, if they are the same or partial; null if not, or if one is damaged.
 * @returns {(import('offprint').Relation & { verdict: 'same' | 'partial' }) | null}
 */
export function relate(a, b) {
  try {
    const relation = compare(known(a), known(b));
    const { verdict } = relation;
    return verdict === 'same' || verdict === 'partial' ? { ...relation, verdict } : null;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return null;
  }
}

function known(record) {
  return { ...record, fingerprint: Fingerprint.fromBytes(record.fingerprint) };
}

/** Of two relations to one article, the likest first. */
export function byLikeness(a, b) {
  return Number(b.verdict === 'same') - Number(a.verdict === 'same') || b.score - a.score;
}
