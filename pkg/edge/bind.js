// What an edge worker needs beside the rest, over a module of its own.
import { bind, textual } from '../api.js';

export function bindEdge(glue, findModule) {
  const offprint = bind(glue, findModule);
  const { whenLoaded } = offprint;
  const edge = {
    readKeys: whenLoaded((fingerprint) => glue.edgeReadKeys(textual(fingerprint))),
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
