// The calls that only an edge worker needs, over their own module.
import { bind, textual } from '../api.js';

/** @import { EdgeKeys } from './offprint.js' */

/** @param {import('../api.js').Glue & typeof import('../dist/edge/glue.js')} glue @param {() => URL} address */
export function bindEdge(glue, address) {
  const offprint = bind(glue, address, { markup: false });
  const { mustBeLoaded, whenLoaded, running } = offprint;

  // The keys are lost with the instance that held them; the next one starts empty.
  class Keys {
    /** @type {number | undefined} */ #instance;
    /** @type {EdgeKeys | undefined} */ #held;

    /** @type {EdgeKeys['lookUp']} */
    lookUp(fingerprint, url, domain) {
      return this.#keys().lookUp(textual(fingerprint), url, domain);
    }

    /** @type {EdgeKeys['load']} */
    load(name, bytes) {
      return this.#keys().load(name, bytes);
    }

    /** @type {EdgeKeys['learn']} */
    learn(record, keys) {
      this.#keys().learn(record, keys);
    }

    #keys() {
      mustBeLoaded();
      if (!this.#held || this.#instance !== running()) [this.#held, this.#instance] = [new glue.EdgeKeys(), running()];
      return this.#held;
    }
  }

  /** @type {typeof import('./offprint.js').edge} */
  const edge = {
    Keys,
    pack: whenLoaded(glue.edgePack),
    digits: whenLoaded(glue.edgeDigits),
    recordName: whenLoaded(glue.edgeRecordName),
    shard: whenLoaded((fingerprint) => glue.edgeShard(textual(fingerprint))),
    readKeys: whenLoaded((fingerprint, url, domain) =>
      glue.edgeReadKeys(fingerprint === undefined ? undefined : textual(fingerprint), url, domain),
    ),
    address: whenLoaded(glue.edgeAddress),
    decide: whenLoaded(glue.edgeDecide),
    settle: whenLoaded(glue.edgeSettle),
    bounded: whenLoaded(glue.edgeBounded),
    rank: whenLoaded(glue.edgeRank),
    shards: whenLoaded(glue.edgeShards),
    isSamePage: whenLoaded(glue.edgeIsSamePage),
    publicAddress: whenLoaded(glue.edgePublicAddress),
  };
  return { ...offprint, edge };
}
