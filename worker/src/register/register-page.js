// Brings pages to the register, after the answer.

import { counted, failed, log, stats } from '../runtime/counts.js';
import { LruMap } from '../../../shared/lru-map.js';
import { inTime } from '../../../shared/fetching/limits.js';
import { ANSWER_TIME, shard } from './shards.js';

/** @import { EdgeClaim, EdgeDecision } from 'offprint/edge' */
/** @import { Settled, Visitor } from './object/object.js' */

/** Pauses before a claim is tried again, in ms. With them, all tries end within the 30 s of waitUntil. */
const PAUSES = [200, 1000, 3000];
/** Copies that are remembered as entered, and for how long, in ms. Larger: fewer requests; smaller: less memory. */
const MOST_ENTERED = 2000;
const ENTERED_FOR = 10 * 60e3;
/**
 * How long a network whose page was refused brings no more of that kind, in ms. Larger: fewer calls; smaller: it may
 * write again earlier.
 */
const REFUSED_FOR = 60e3;

/** When this isolate last brought a copy, by its address and text. Another visit would bring nothing new. */
const entered = /** @type {LruMap<number>} */ (new LruMap(MOST_ENTERED));
/** Until when each network is refused, by kind of page. @type {LruMap<number>} */
const refused = new LruMap(MOST_ENTERED);

/**
 * Brings a page to the register. A claim can be repeated: the second time, the page is known.
 * @param {Env} env
 * @param {{ claim: EdgeClaim, damaged: number }} decision
 * @param {Visitor | null} visitor whose visit brings it; null if the API does
 * @returns {Promise<Settled>}
 */
export async function register(env, { claim, damaged }, visitor) {
  stats.claims++;
  for (let tries = 0; ; tries++) {
    try {
      const { record, unseen } = claim;
      const claiming = shard(env, claim.shard).claim(record, { unseen, damaged: damaged > 0 }, visitor);
      const settled = await inTime(ANSWER_TIME, claiming);
      stats.settled++;
      const { outcome, article } = settled;
      if (['new', 'copy'].includes(outcome)) log('registered', { outcome, article, url: record.url });
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

/**
 * The kind of page that a visitor brings: each has an allowance of its own, see `Tally.mayWrite`.
 * @param {Visitor} visitor @param {EdgeClaim} claim
 */
const kindOf = ({ network }, { unseen, record }) => [network, unseen, record.statesItself].join(' ');

/**
 * Whether a visitor may not bring a page for now, since an earlier one of its network and kind was refused.
 * @param {Visitor} visitor @param {EdgeClaim} claim
 */
const isRefused = (visitor, claim) => !visitor.proven && Date.now() < (refused.get(kindOf(visitor, claim)) ?? 0);

/**
 * Brings a page to the register at a visit, unless it is a copy that a visit brought recently. A page that the view
 * lacks is always brought: the view may need a repair.
 * @param {Env} env
 * @param {EdgeDecision} decision
 * @param {Visitor} visitor
 * @returns {Promise<Settled | undefined>}
 */
export async function registerVisit(env, decision, visitor) {
  const { claim, damaged, withheld } = decision;
  if (withheld && !decision.finding.known) counted('withheld', withheld);
  if (!claim) return undefined;
  if (isRefused(visitor, claim)) {
    stats.refused++;
    return { outcome: 'refused', article: null };
  }
  const copy = `${claim.record.url} ${claim.record.fingerprint}`;
  const isCopy = !claim.unseen && damaged === 0;
  if (isCopy && Date.now() - (entered.get(copy) ?? 0) < ENTERED_FOR) return undefined;
  const settled = await register(env, { claim, damaged }, visitor);
  if (settled.outcome === 'refused') {
    if (!visitor.proven) refused.set(kindOf(visitor, claim), Date.now() + REFUSED_FOR);
  } else if (isCopy) {
    entered.set(copy, Date.now());
  }
  return settled;
}
