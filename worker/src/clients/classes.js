// What a client is: a search engine, another kind of crawler, or a person.
//
// The evidence is weighed in order of trust: a signature (Web Bot Auth), the platform's verdict, the client's address,
// and its user agent. The first evidence found decides. A client whose name is contradicted by stronger evidence is
// `other`, and its claim is reported.

import * as v from 'valibot';
import { addressOf, isWithin, rangeOf } from '../../../shared/fetching/ip.js';
import { listOf, objectOf, oneOf, readFields, readList, readMap, textWithout } from '../runtime/fields.js';
import { CATEGORIES } from '../runtime/standards.js';
import { directoryFault } from '../../../shared/fetching/reachable.js';

/**
 * A client's purpose: the index of a search engine, including one that answers with a model; a program that fetches
 * pages for a person who waits; training a model; a web archive; any other program; or a person who reads.
 */
export const CLASSES = /** @type {const} */ (['search', 'agent', 'training', 'archive', 'other', 'person']);
/** The evidence for a client's class, the strongest first. */
export const PROOFS = /** @type {const} */ (['signature', 'platform', 'address', 'agent']);

/** @typedef {typeof CLASSES[number]} ClientClass */
/** @typedef {typeof PROOFS[number]} Proof */

/**
 * @typedef {object} Client
 * @property {ClientClass} class
 * @property {Proof | null} by the evidence; null for a person
 * @property {string | null} claim the name that it claims, if stronger evidence contradicts that
 * @property {string | null} [name] of a crawler that is listed, or that the operator lists, by its user agent
 * @property {string} [agent] its user agent
 * @property {'yes' | 'no' | null} [stated] what the site's robots.txt states for it
 */

/**
 * @typedef {object} ClientFacts
 * @property {string} userAgent
 * @property {boolean} bot whether isbot knows it
 * @property {ClientClass | null} listed its class by the list of crawlers
 * @property {string | null} [category] Cloudflare's `verifiedBotCategory`
 * @property {boolean | null} [verified] `verifiedBot` of its `botManagement`
 * @property {number | null} [score] the `score` there, from 1 (certainly a program) to 99 (certainly a person)
 * @property {string | null} [address] its IP address
 * @property {string} [signer] the agent named by its signature, if the operator trusts that agent
 * @property {boolean} [signed] whether the signature is that agent's; undefined if that cannot be verified now
 */

/** What browsers call themselves: no crawler is recognised by a part of it. */
const BROWSERS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 ' +
  'Edg/140.0.0.0 OPR/120.0.0.0 Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 ' +
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Mozilla/5.0 (Linux; Android 15; K) SamsungBrowser/28.0 ' +
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const CLASS = oneOf(CLASSES);
const RANGE = v.pipe(
  textWithout((range) =>
    rangeOf(range)
      ? undefined
      : `\`${range}\` is not a range of addresses: write one as \`66.249.64.0/19\` or \`2001:db8::/32\``,
  ),
  v.transform((range) => /** @type {import('../../../shared/fetching/ip.js').Range} */ (rangeOf(range))),
);
const RANGED = objectOf({ name: textWithout(nameFault), class: CLASS, addresses: listOf(RANGE) });

/**
 * Clients that the operator knows.
 * @typedef {object} Agents
 * @property {Map<string, ClientClass>} signed agents whose signatures are trusted, by the address of their directory
 * @property {v.InferOutput<typeof RANGED>[]} ranges crawlers with fixed addresses, by which the
 *   same name from another address is disproved
 * @property {Map<string, ClientClass>} agents classes by a part of the user agent; they come before the list of
 *   crawlers
 */

/**
 * Reads `{ "signed": { address: class }, "ranges": [{ "name", "class", "addresses" }], "agents": { name: class } }`;
 * each is optional. A range with one invalid address is left out: without that address, the crawler would count
 * as a liar there.
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults is added to
 * @returns {Agents}
 */
export function readAgents(value = {}, place, faults) {
  const { signed, ranges, agents } = readFields(['signed', 'ranges', 'agents'], value, place, faults);
  return {
    signed: readMap(CLASS, signed, `${place}.signed`, faults, directoryFault),
    ranges: readList(RANGED, ranges, `${place}.ranges`, faults).filter((range) => range !== undefined),
    agents: readMap(CLASS, agents, `${place}.agents`, faults, nameFault),
  };
}

/** @param {ClientFacts} facts @param {Agents} known @returns {Client} */
export function classify(facts, known) {
  /** @type {(kind: ClientClass, by: Proof | null, claim?: string | null) => Client} */
  const is = (kind, by, claim = null) => ({ class: kind, by, claim });
  const { userAgent, signer, signed, category, verified, score, address } = facts;
  const trusted = signer !== undefined && signed !== undefined ? known.signed.get(signer) : undefined;
  if (trusted) return signed ? is(trusted, 'signature') : is('other', 'signature', signer);

  if (category) return is(categories.get(category) ?? 'other', 'platform');
  const byAgent = classOfAgent(facts, known);
  if (verified) return is(byAgent ?? 'other', 'platform');

  const from = address ? addressOf(address) : undefined;
  const ranged = from && known.ranges.find(({ addresses }) => addresses.some((range) => isWithin(range, from)));
  if (ranged) return is(ranged.class, 'address');
  const claimed = known.ranges.find(({ name }) => isNamed(userAgent, name));
  if (claimed) return is('other', 'address', claimed.name);

  if (byAgent) return is(byAgent, 'agent');
  return score === 1 ? is('other', 'platform') : is('person', null);
}

/**
 * Whether anything but its own claim proves who a client is. Nothing proves a client that lied, or one that the
 * platform only knows to be a program.
 * @param {Client} client
 */
export function isProven({ class: kind, by, claim }) {
  if (by === null || by === 'agent' || claim !== null) return false;
  return by !== 'platform' || kind !== 'other';
}

/**
 * The class by the user agent alone; undefined for a person's.
 * @param {ClientFacts} facts
 * @param {Agents} known
 * @returns {ClientClass | undefined}
 */
function classOfAgent({ userAgent, bot, listed }, known) {
  for (const [name, kind] of known.agents) if (isNamed(userAgent, name)) return kind;
  return listed ?? (bot ? 'other' : undefined);
}

/** The fault of a name that would make people crawlers. @param {string} name */
export function nameFault(name) {
  return isNamed(BROWSERS, name) ? `\`${name}\` is part of browsers’ user agents: people would match` : undefined;
}

/** @type {Map<string, ClientClass>} */
const categories = new Map(CATEGORIES);

/** Whether a user agent contains a name; case does not matter. @param {string} userAgent @param {string} name */
export function isNamed(userAgent, name) {
  return name !== '' && userAgent.toLowerCase().includes(name.toLowerCase());
}
