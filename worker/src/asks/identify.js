// Facts about who asks. They are weighed in clients.js.

import crawlers from 'crawler-user-agents';
import { isbot } from 'isbot';
import { classify } from './classes.js';
import { signerOf } from './signer-keys.js';

/** User agents, and clients, of which it is kept what they are. Larger: more memory; smaller: more work. */
const KEPT = 2000;
/** Longest user agent that is looked at. */
const MAX_AGENT = 1024;

/** @typedef {import('./classes.js').ClientFacts['listed'][number]} Listed */

/** By user agent. @type {Map<string, { bot: boolean, listed: Listed[] }>} */
const facts = new Map();
/** By all that is known of a client that signed nothing. @type {Map<string, Who>} */
const clients = new Map();
/** @type {[RegExp, Listed][] | undefined} */
let list;

/**
 * @typedef {import('./classes.js').Client & { signer?: string, priceSigned?: boolean }} Who
 *   also who signed, and whether the price that it offers
 */

/**
 * Who asks.
 * @param {Request} request
 * @param {import('../settings.js').Settings} settings
 * @returns {Promise<Who>}
 */
export async function whoAsks(request, { agents }) {
  const { headers } = request;
  /** @type {IncomingRequestCfProperties | undefined} */
  const cf = /** @type {any} */ (request.cf);
  const userAgent = (headers.get('User-Agent') ?? '').slice(0, MAX_AGENT);
  const told = {
    userAgent,
    category: cf?.verifiedBotCategory,
    verified: cf?.botManagement?.verifiedBot,
    score: cf?.botManagement?.score,
    address: headers.get('CF-Connecting-IP'),
  };
  const classified = (signer) => classify({ ...told, ...factsOf(userAgent), ...signer }, agents);
  if (headers.has('Signature-Input')) {
    const signer = await signerOf(request, agents);
    const who = classified(signer);
    return who.by === 'signature' ? { ...who, signer: signer.signer, priceSigned: signer.priceSigned } : who;
  }
  return kept(clients, Object.values(told).join('\n'), classified);
}

/** What the lists have of a user agent. */
function factsOf(userAgent) {
  return kept(facts, userAgent, () => {
    const bot = isbot(userAgent);
    return { bot, listed: bot ? listed(userAgent) : [] };
  });
}

/** What a map holds, or what is made and then held. */
function kept(map, key, make) {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    if (map.size >= KEPT) map.clear();
    map.set(key, value);
  }
  return value;
}

function listed(userAgent) {
  /** @type {any[]} The types of the package are behind its data. */
  const known = crawlers;
  list ??= known.map(({ pattern, description, tags }) => [new RegExp(pattern), { pattern, description, tags }]);
  return list.filter(([pattern]) => pattern.test(userAgent)).map(([, entry]) => entry);
}
