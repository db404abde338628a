// The independent origins of a cluster. The module that finds them is fetched when it is first asked for.
import init, { origins } from 'offprint/origins';
import { api } from '../shared/api.js';
import { ask } from '../shared/ask.js';

/** What is known of the articles that are still there, and the origins, which call them by their places in that. */
export async function originsOf(entries) {
  const loaded = init(new URL(api.runtime.getURL('origins.wasm')));
  const [known] = await Promise.all([ask('known', { ids: entries.map(({ id }) => id) }), loaded]);
  return { known, origins: origins(known).origins };
}
