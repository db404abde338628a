// The independent origins of a cluster. The module that finds them is loaded on the first request.
import init, { origins } from 'offprint/full';
import { api } from '../shared/api.js';
import { ask } from '../shared/ask.js';

/** Loads the module, which also folds lists. */
export const load = () => init(new URL(api.runtime.getURL('origins.wasm')));

/** The `known` articles, without forgotten ones, and the `origins`, which refer to them by their places. */
export async function originsOf(entries) {
  const [known] = await Promise.all([ask('known', { ids: entries.map(({ id }) => id) }), load()]);
  return { known, origins: origins(known).origins };
}
