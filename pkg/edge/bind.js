// The calls that only an edge worker needs, over their own module.
import { bind, textual } from '../api.js';

export function bindEdge(glue, address) {
  const offprint = bind(glue, address, { markup: false });
  const { mustBeLoaded, whenLoaded, running } = offprint;

  // The keys are lost with the instance that held them; the next one starts empty.
  class Keys {
    #instance;
    #held;

    lookUp(fingerprint, url, domain) {
      return this.#keys().lookUp(textual(fingerprint), url, domain);
    }

    load(name, bytes) {
      return this.#keys().load(name, bytes);
    }

    learn(record, keys) {
      this.#keys().learn(record, keys);
    }

    #keys() {
      mustBeLoaded();
      if (this.#instance !== running()) [this.#held, this.#instance] = [new glue.EdgeKeys(), running()];
      return this.#held;
    }
  }

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
