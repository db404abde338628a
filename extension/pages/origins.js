// The independent origins of a cluster. The module that finds them is fetched when it is first asked for.
import { bindOrigins } from '../../pkg/origins/bind.js';
import * as glue from '../../pkg/dist/origins/glue.js';
import { api } from '../shared/api.js';
import { ask } from '../shared/ask.js';

const offprint = bindOrigins(glue, () => fetch(api.runtime.getURL('origins.wasm')));

/** What is known of the articles that are still there, and the origins, which call them by their places in that. */
export async function originsOf(entries) {
  const [known] = await Promise.all([ask('known', { ids: entries.map(({ id }) => id) }), offprint.init()]);
  return { known, origins: offprint.origins(known).origins };
}
