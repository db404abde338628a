// What a client is: a search engine, another kind of crawler, or a person.
//
// What can be known of a client is weighed in order of trust: a signature (Web Bot Auth), what the platform found out,
// the address it asks from, and what it says of itself as its user agent. The first of these that says something
// decides. A name that a stronger proof contradicts is worse than none: such a client is `other`, and what it
// claimed is reported.

import * as v from 'valibot';
import { addressOf, isWithin, rangeOf } from '../addresses/ip.js';
import { listOf, objectOf, oneOf, readFields, readList, readMap, text } from '../runtime/fields.js';
import { directoryFault } from '../gateway/targets.js';

/**
 * What a client wants a page for: the index of a search engine, also of one that answers by a model; somebody who waits
 * for it, and on whose behalf a machine asks; to train a model; a web archive; anything else that a program may want;
 * or to read it.
 */
export const CLASSES = /** @type {const} */ (['search', 'agent', 'training', 'archive', 'other', 'person']);
/** How a client's class is known, the surest first. */
export const PROOFS = /** @type {const} */ (['signature', 'platform', 'address', 'agent']);

/** @typedef {typeof CLASSES[number]} ClientClass */
/** @typedef {typeof PROOFS[number]} Proof */

/**
 * @typedef {object} Client
 * @property {ClientClass} class
 * @property {Proof | null} by how that is known; null for a person, of whom nothing is known
 * @property {string | null} claim what it claims to be, if a stronger proof contradicts that
 */

/**
 * @typedef {object} ClientFacts
 * @property {string} userAgent
 * @property {boolean} bot whether lists of user agents have it
 * @property {{ pattern: string, description: string, tags: string[] }[]} listed what the list of crawlers has under it
 * @property {string | null} [category] Cloudflare's `verifiedBotCategory`
 * @property {boolean | null} [verified] `verifiedBot` of its `botManagement`
 * @property {number | null} [score] that one's `score`, from 1 (certainly a program) to 99 (certainly a person)
 * @property {string | null} [address] that it asks from
 * @property {string} [signer] the agent that its signature names, if the operator trusts that one
 * @property {boolean} [signed] whether the signature is that agent's; undefined if that cannot be told now
 */

const CLASS = oneOf(CLASSES);
const RANGE = v.pipe(
  text,
  v.check(
    (range) => rangeOf(range) !== undefined,
    ({ input }) => `\`${input}\` is no range of addresses: write one as \`66.249.64.0/19\` or \`2001:db8::/32\``,
  ),
  v.transform((range) => /** @type {import('../addresses/ip.js').Range} */ (rangeOf(range))),
);
const RANGED = objectOf({ name: text, class: CLASS, addresses: listOf(RANGE) });

/**
 * Whom the operator knows.
 * @typedef {object} Agents
 * @property {Map<string, ClientClass>} signed agents whose signatures are trusted, by the address of their directory
 * @property {v.InferOutput<typeof RANGED>[]} ranges crawlers that always ask from the same addresses; a client whose
 *   user agent contains such a name and that asks from elsewhere is not believed
 * @property {Map<string, ClientClass>} agents classes by a part of the user agent, before the list of crawlers is asked
 */

/**
 * Reads `{ "signed": { address: class }, "ranges": [{ "name", "class", "addresses" }], "agents": { name: class } }`, of
 * which all may be left out. A range is left out whole: with some of its addresses missing, who asks from
 * there would be taken for a liar.
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults are added to
 * @returns {Agents}
 */
export function readAgents(value = {}, place, faults) {
  const { signed, ranges, agents } = readFields(['signed', 'ranges', 'agents'], value, place, faults);
  return {
    signed: readMap(CLASS, signed, `${place}.signed`, faults, directoryFault),
    ranges: readList(RANGED, ranges, `${place}.ranges`, faults),
    agents: readMap(CLASS, agents, `${place}.agents`, faults),
  };
}

/**
 * @param {ClientFacts} facts
 * @param {Agents} known
 * @returns {Client}
 */
export function classify(facts, known) {
  /** @type {(kind: ClientClass, by: Proof | null, claim?: string | null) => Client} */
  const is = (kind, by, claim = null) => ({ class: kind, by, claim });
  const { userAgent, signer, signed, category, verified, score, address } = facts;
  const trusted = signer !== undefined && signed !== undefined ? known.signed.get(signer) : undefined;
  if (trusted) return signed ? is(trusted, 'signature') : is('other', 'signature', signer);

  if (category) return is(CATEGORIES.get(category) ?? 'other', 'platform');
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
 * Whether more than a client's own word says who it is. Who lied about it, or is a program by the platform's word and
 * nothing more, is nobody in particular.
 * @param {Client} client
 * @returns {boolean}
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
  if (!bot) return undefined;
  const tagged = (tag) => listed.find(({ tags }) => tags.includes(tag));
  const crawler = tagged('ai-crawler');
  // An engine that answers by a model is both `ai-crawler` and `search-engine`.
  if (crawler) return purposeOf(crawler) ?? (tagged('search-engine') ? 'search' : 'training');
  if (tagged('archiver')) return 'archive';
  return tagged('search-engine') ? 'search' : 'other';
}

/**
 * What a crawler for AI fetches pages for, going by its name and description; the list has no tags for that. Names such
 * as `ChatGPT-User` and `OAI-SearchBot` are a convention of their makers.
 * @returns {ClientClass | undefined}
 */
function purposeOf({ pattern, description }) {
  const words = description.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const says = (...names) => names.some((name) => words.includes(name));
  if (/-user/i.test(pattern)) return 'agent';
  if (/-searchbot/i.test(pattern)) return 'search';
  if (says('user', 'users', 'assistant')) return 'agent';
  return says('search', 'answer', 'answering', 'queries') ? 'search' : undefined;
}

/** Cloudflare's categories of verified bots; all others are `other`. @type {Map<string, ClientClass>} */
const CATEGORIES = new Map([
  ['Search Engine Crawler', 'search'],
  ['AI Crawler', 'training'],
  ['AI Assistant', 'agent'],
  ['AI Search', 'search'],
  ['Archiver', 'archive'],
]);

/** Whether a user agent contains a name, in whatever case. */
function isNamed(userAgent, name) {
  return name !== '' && userAgent.toLowerCase().includes(name.toLowerCase());
}
