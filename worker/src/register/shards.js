// The register as the edge sees it: one object for each shard, see crates/edge/src/register.rs.

import init, { edge } from 'offprint/edge';
import { counted, failed, log, stats } from '../runtime/counts.js';
import { inTime } from '../runtime/waiting.js';
import { inWasm } from '../runtime/wasm.js';

/** Longest time that an object may take to answer, in ms. */
const ANSWER_TIME = 5000;
/** Pauses before a claim is tried again, in ms. With them all tries end within the 30 s of waitUntil. */
const PAUSES = [200, 1000, 3000];

/**
 * @typedef {import('offprint/edge').EdgeClaim & { retold?: import('../pages/rewrites.js').Retold }} Claim with what is kept of
 *   the facts of the page, if that is wanted
 */

/**
 * Brings a page to the register, if there is anything to bring. To be called after the answer: it
 * takes as long as it takes. A claim can be repeated; the second time the page is known.
 * @param {Env} env
 * @param {{ claim: Claim | null, damaged: number }} decision
 * @param {import('./object/object.js').Visitor | null} stranger by whose visit it comes; none if somebody who may
 *   write brings it
 * @returns {Promise<import('./object/object.js').Settled | undefined>}
 */
export async function register(env, { claim, damaged }, stranger) {
  if (!claim) return undefined;
  stats.claims++;
  for (let tries = 0; ; tries++) {
    try {
      const settled = await inTime(
        ANSWER_TIME,
        shard(env, claim.shard).claim(claim.record, claim.unseen, damaged > 0, stranger, claim.retold),
      );
      stats.settled++;
      if (['new', 'copy'].includes(settled.outcome))
        log('registered', { outcome: settled.outcome, article: settled.article, url: claim.record.url });
      return settled;
    } catch (error) {
      failed('register', error);
      if (tries === PAUSES.length) {
        failed('unregistered', `${claim.record.url}: given up after ${tries + 1} tries; its next visit tries again`);
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSES[tries]));
    }
  }
}

/** Copies that are remembered as entered, and for how long, in ms. Larger: fewer requests; smaller: less memory. */
const MOST_ENTERED = 2000;
const ENTERED_FOR = 10 * 60e3;

/** When a copy was last settled here, by its address and its text: another visit tells the register nothing. */
const entered = new Map();

/** How long a client whose page was refused brings nothing more, in ms. Larger: fewer calls; smaller: writes sooner. */
const REFUSED_FOR = 60e3;

/** Until when clients are refused. @type {Map<string, number>} */
const refused = new Map();

/** Whether a client may bring nothing for now, since what it brought was refused. */
export const isRefused = ({ client, proven }) => !proven && Date.now() < refused.get(client);

/**
 * Brings a page to the register at a visit, unless it is a copy that a visit brought here lately. A page
 * of which the store shows nothing is always brought: the store may have to be mended.
 * @param {Env} env
 * @param {import('offprint/edge').EdgeDecision} decision
 * @param {import('./object/object.js').Visitor} visitor
 * @returns {Promise<import('./object/object.js').Settled | undefined>}
 */
export async function registerVisit(env, decision, visitor) {
  const { claim, damaged, withheld } = decision;
  if (withheld && !decision.finding.known) counted('withheld', withheld);
  if (!claim) return undefined;
  if (isRefused(visitor)) {
    stats.refused++;
    return { outcome: 'refused', article: null };
  }
  const copy = `${claim.record.url} ${claim.record.fingerprint}`;
  const isCopy = !claim.unseen && damaged === 0;
  if (isCopy && Date.now() - entered.get(copy) < ENTERED_FOR) return undefined;
  const settled = await register(env, decision, visitor);
  if (settled.outcome === 'refused') {
    if (refused.size >= MOST_ENTERED) refused.clear();
    if (!visitor.proven) refused.set(visitor.client, Date.now() + REFUSED_FOR);
  } else if (isCopy) {
    if (entered.size >= MOST_ENTERED) entered.clear();
    entered.set(copy, Date.now());
  }
  return settled;
}

/**
 * What tells this register from those of other workers, which may share the cache of a zone with this one. The platform
 * makes it of the register's namespace and a name, and asks no object for it.
 * @param {Env} env
 * @returns {string} 64 hexadecimal digits
 */
export function identityOf(env) {
  return env.REGISTER.idFromName('identity').toString();
}

/** The object of a shard. After a failure a stub is of no more use, so it is asked for each time. */
export function shard(env, name) {
  stats.objectRequests++;
  return env.REGISTER.getByName(name);
}

/** What each object answers. */
export async function everyShard(env, ask) {
  await init();
  return Promise.all(inWasm(edge.shards).map((name) => inTime(ANSWER_TIME, ask(shard(env, name)))));
}

/** What the object answers that holds an id, which begins with the name of its shard; undefined if none can. */
export async function shardOf(env, id, ask) {
  await init();
  const [name] = id.split('-');
  return inWasm(edge.shards).includes(name) ? inTime(ANSWER_TIME, ask(shard(env, name))) : undefined;
}
