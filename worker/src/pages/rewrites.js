// Whether a new page tells an earlier article in other words, if the operator wants that told: see OFFPRINT_REWRITES.
// It is told, and nothing is done about it.
//
// By its words such a page is like no article, so the view in KV does not lead to any. The register is asked, which
// holds what is kept of the facts of its articles. The module for facts starts when it is first needed.

import init, { restart, rewriting, sketch } from 'offprint/rewrites';
import { edge } from 'offprint/edge';
import { shard } from '../register/shards.js';
import { counted, failed } from '../runtime/counts.js';
import { inTime } from '../runtime/waiting.js';
import { inWasm } from '../runtime/wasm.js';

/** Longest time that the register may take to answer, in ms: a crawler waits for it. Larger: less is left untold. */
const LOOK_TIME = 500;

/**
 * @typedef {{ of: string, likelihood: number }} Rewritten the address of the earlier article, and how likely it is that
 *   one of the two is the other in other words: 0.95 to 1
 * @typedef {{ sketch: string, keys: string[] }} Facts what is kept of an article's facts, and the keys that lead to it
 * @typedef {{ facts: Facts, of?: string, likelihood?: number }} Retold the same, and the id of the earlier article, if
 *   there is one
 */

/**
 * The decision on a page that is like no other by its words, with the article that it tells in other words if there is
 * one: of a new page by the register, of a known one by its record. Whatever fails, it is the decision as it was.
 * @template {import('offprint/edge').EdgeDecision} Decision
 * @param {Env} env
 * @param {{ title?: string, text?: string, published?: string | null, fingerprint: string | null }} article
 * @param {Decision} decision
 * @param {[string, any][]} found the records that the page was judged against
 * @returns {Promise<Decision>}
 */
export async function retell(env, article, decision, found) {
  const { finding, claim } = decision;
  const { text } = article;
  if (finding.verdict !== 'different' || !text) return decision;
  if (finding.known) {
    // With another text it is another report.
    const own = found.find(([, record]) => record?.fingerprint === article.fingerprint)?.[1];
    return isRewritten(own?.rewritten) ? telling(decision, own.rewritten) : decision;
  }
  if (!claim) return decision;
  try {
    await init();
    const { sketch: made, readKeys, writeKeys: keys } = sketch({ ...article, text });
    if (made === null) return decision;
    const kept = { ...decision, claim: { ...claim, retold: { facts: { sketch: made, keys } } } };
    const told = await inTime(LOOK_TIME, shard(env, claim.shard).sharing(readKeys)).catch((error) => {
      failed('rewrites', error);
      return [];
    });
    const isOther = ({ url }) => !inWasm(() => edge.isSamePage(url, claim.record.url));
    const nearest = likeliest(told.filter(isOther), made);
    if (!nearest) return kept;
    const { id: of, url, likelihood } = nearest;
    counted('rewritten');
    return telling(
      { ...kept, claim: { ...kept.claim, retold: { ...kept.claim.retold, of, likelihood } } },
      { of: url, likelihood },
    );
  } catch (error) {
    failed('rewrites', error);
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) restart();
    return decision;
  }
}

/** The decision, with what is told of the page. */
const telling = (decision, { of, likelihood }) => ({
  ...decision,
  finding: { ...decision.finding, rewritten: { of, likelihood } },
});

/** Whether a record says so in a form that can be told. */
function isRewritten(told) {
  const { of, likelihood } = Object(told);
  return typeof of === 'string' && /^https?:/.test(of) && likelihood > 0 && likelihood <= 1;
}

/** Of articles that share facts with a page the one that it most likely tells; nothing if it tells none. */
function likeliest(told, made) {
  const likelihood = (kept) => {
    try {
      const { verdict, score } = rewriting({ sketch: kept }, { sketch: made }, 'different');
      return verdict === 'rewritten' ? score : 0;
    } catch (error) {
      if (typeof error.code !== 'string') throw error;
      failed('damaged', error);
      return 0;
    }
  };
  const judged = told.map(({ id, url, sketch }) => ({ id, url, likelihood: likelihood(sketch) }));
  const [first] = judged.filter((other) => other.likelihood > 0).sort((a, b) => b.likelihood - a.likelihood);
  return first;
}
