// Gathers the facts about a request's client. classes.js weighs them.

import crawlers from 'crawler-user-agents';
import { isbot } from 'isbot';
import { classify } from './classes.js';
import { signerOf } from './signature.js';

/** User agents, and clients, that are remembered. Larger: more memory; smaller: more work. */
const KEPT = 2000;
/** Longest user agent that is looked at. */
const MAX_AGENT = 1024;

/** @typedef {import('./classes.js').ClientFacts['listed'][number]} Listed */

/** By user agent. @type {Map<string, { bot: boolean, listed: Listed[] }>} */
const facts = new Map();
/** By all facts about a client that signed nothing. @type {Map<string, Client>} */
const clients = new Map();
/** @type {[RegExp, Listed][] | undefined} */
let list;

/** The client of a request. @param {Request} request @param {Settings} settings @returns {Promise<Client>} */
export async function identify(request, { agents }) {
  const { headers } = request;
  /** @type {IncomingRequestCfProperties | undefined} */
  const cf = /** @type {any} */ (request.cf);
  const userAgent = (headers.get('User-Agent') ?? '').slice(0, MAX_AGENT);
  const stated = {
    userAgent,
    category: cf?.verifiedBotCategory,
    verified: cf?.botManagement?.verifiedBot,
    score: cf?.botManagement?.score,
    address: headers.get('CF-Connecting-IP'),
  };
  const classified = (signer) => classify({ ...stated, ...factsOf(userAgent), ...signer }, agents);
  if (headers.has('Signature-Input')) return classified(await signerOf(request, agents));
  return kept(clients, Object.values(stated).join('\n'), classified);
}

/** What the lists of crawlers contain about a user agent. */
function factsOf(userAgent) {
  return kept(facts, userAgent, () => {
    const bot = isbot(userAgent);
    return { bot, listed: bot ? listed(userAgent) : [] };
  });
}

/** The value in a map, or a new one that is then kept there. */
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
  /** @type {any[]} The package's types do not match its data. */
  const known = crawlers;
  list ??= known.map(({ pattern, description, tags }) => [new RegExp(pattern), { pattern, description, tags }]);
  return list.filter(([pattern]) => pattern.test(userAgent)).map(([, entry]) => entry);
}
