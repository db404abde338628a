// What an edge worker needs beside the rest, over a module of its own.
import { bind, textual } from '../api.js';

export function bindEdge(glue, findModule) {
  const offprint = bind(glue, findModule);
  const { whenLoaded } = offprint;
  const edge = {
    reading: whenLoaded(glue.edgeReading),
    holdBytes: whenLoaded(glue.edgeHoldBytes),
    readKeys: whenLoaded((fingerprint) => glue.edgeReadKeys(textual(fingerprint))),
    decide: whenLoaded(glue.edgeDecide),
    settle: whenLoaded(glue.edgeSettle),
    bounded: whenLoaded(glue.edgeBounded),
    shards: whenLoaded(glue.edgeShards),
  };
  return { ...offprint, edge };
}
