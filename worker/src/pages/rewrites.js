// Whether a new page reports an earlier article in other words, if OFFPRINT_REWRITES is set. The verdict mentions it,
// and no action depends on it.
//
// Such a page shares no keys with the earlier article, so the view in KV does not lead there. The register does, since
// it stores the facts of its articles.

import { edge, keys as keysOf, rewriting, sketch } from 'offprint/edge';
import { shard } from '../register/shards.js';
import { counted, failed, step } from '../runtime/counts.js';
import { inTime } from '../runtime/waiting.js';
import { inWasm } from '../runtime/wasm.js';

/**
 * Longest time that the register may take to answer, in ms: a crawler waits for it. Larger: fewer rewrites are missed.
 */
const LOOK_TIME = 500;

/**
 * @typedef {{ of: string, score: number }} Rewritten the address of the earlier article, and how likely it is that
 *   one of the two is the other in other words: 0.95 to 1
 * @typedef {{ sketch: string, keys: string[] }} Facts a sketch of an article's facts, and the keys that lead to
 *   it
 * @typedef {{ facts: Facts, of?: string, score?: number }} Rewrite also the id of the earlier article, if it has
 *   one
 */

/**
 * The decision on a page whose words match no article, with the article that it reports in other words, if any: for a
 * new page from the register, for a known one from its record. After any failure, the decision as it was.
 * @template {import('offprint/edge').EdgeDecision} Decision
 * @param {Env} env
 * @param {{ title?: string, text?: string, published?: string | null, fingerprint: string | null }} article
 * @param {Decision} decision
 * @param {[string, any][]} found the records that the page was judged against
 * @returns {Promise<Decision>}
 */
export async function withRewrite(env, article, decision, found) {
  const { finding, claim } = decision;
  const { text } = article;
  if (finding.verdict !== 'different' || !text) return decision;
  if (finding.known) {
    // A record with another text is about another version.
    const own = found.find(([, record]) => record?.fingerprint === article.fingerprint)?.[1];
    return isRewritten(own?.rewritten) ? mentioning(decision, own.rewritten) : decision;
  }
  if (!claim) return decision;
  try {
    const made = inWasm(() => sketch({ ...article, text }));
    if (made === null) return decision;
    const { read, write } = inWasm(() => keysOf(null, made));
    const facts = { sketch: made, keys: write };
    const look = () => inTime(LOOK_TIME, shard(env, claim.shard).sharing(read));
    const sharing = await step('rewrites', look).catch(() => []);
    const isOther = ({ url }) => !inWasm(() => edge.isSamePage(url, claim.record.url));
    const nearest = mostLikely(sharing.filter(isOther), made);
    if (!nearest) return { ...decision, claim: { ...claim, rewrite: { facts } } };
    const { id: of, url, score } = nearest;
    counted('rewritten');
    const kept = { ...decision, claim: { ...claim, rewrite: { facts, of, score } } };
    return mentioning(kept, { of: url, score });
  } catch (error) {
    failed('rewrites', error);
    return decision;
  }
}

/** The decision with the earlier article in its finding. */
const mentioning = (decision, { of, score }) => ({
  ...decision,
  finding: { ...decision.finding, rewritten: { of, score } },
});

/** Whether a record's `rewritten` is well-formed. */
function isRewritten(value) {
  const { of, score } = Object(value);
  return typeof of === 'string' && /^https?:/.test(of) && score > 0 && score <= 1;
}

/** The article that a page most likely reports, among those that share facts with it; undefined if it reports none. */
function mostLikely(sharing, made) {
  const scoreOf = (kept) => {
    try {
      const { verdict, score } = inWasm(() => rewriting({ sketch: kept }, { sketch: made }, 'different'));
      return verdict === 'rewritten' ? score : 0;
    } catch (error) {
      if (typeof error.code !== 'string') throw error;
      failed('damaged', error);
      return 0;
    }
  };
  const judged = sharing.map(({ id, url, sketch }) => ({ id, url, score: scoreOf(sketch) }));
  const [first] = judged.filter((other) => other.score > 0).sort((a, b) => b.score - a.score);
  return first;
}
