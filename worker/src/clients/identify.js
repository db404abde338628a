// Gathers the facts about a request's client. classes.js weighs them.

import { isbot } from 'isbot';
import { LruMap } from '../../../shared/lru-map.js';
import { classify } from './classes.js';
import { crawlerIn } from './crawlers.js';
import { signerOf } from './signature.js';

/** User agents, and clients, that are remembered. Larger: more memory; smaller: more work. */
const KEPT = 2000;
/** Longest user agent that is looked at. */
const MAX_AGENT = 1024;

/**
 * By user agent.
 * @type {LruMap<{ bot: boolean, name: string | null, listed: import('./classes.js').ClientClass | null }>}
 */
const facts = new LruMap(KEPT);
/** By all facts about a client that signed nothing. @type {LruMap<Client>} */
const clients = new LruMap(KEPT);

/** The client of a request. @param {Request} request @param {Settings} settings @returns {Promise<Client>} */
export async function identify(request, { agents }) {
  const { headers } = request;
  const cf = /** @type {(IncomingRequestCfProperties & { verifiedBotCategory?: string }) | undefined} */ (request.cf);
  const userAgent = (headers.get('User-Agent') ?? '').slice(0, MAX_AGENT);
  const stated = {
    userAgent,
    category: cf?.verifiedBotCategory,
    verified: cf?.botManagement?.verifiedBot,
    score: cf?.botManagement?.score,
    address: headers.get('CF-Connecting-IP'),
  };
  /** @param {Awaited<ReturnType<typeof signerOf>>} [signer] */
  const classified = (signer) => {
    const found = factsOf(userAgent);
    return { ...classify({ ...stated, ...found, ...signer }, agents), name: found.name, agent: userAgent };
  };
  if (headers.has('Signature-Input')) return classified(await signerOf(request, agents));
  return clients.getOr(Object.values(stated).join('\n'), () => classified());
}

/** What the lists of crawlers say about a user agent. @param {string} userAgent */
function factsOf(userAgent) {
  return facts.getOr(userAgent, () => {
    const { name = null, kind: listed = null } = crawlerIn(userAgent) ?? {};
    return { bot: isbot(userAgent), name, listed };
  });
}
