// What an edge worker needs beside the rest, over a module of its own.
import { bind, textual } from '../api.js';

export function bindEdge(glue, findModule) {
  const offprint = bind(glue, findModule);
  const { whenLoaded } = offprint;
  let settings;

  const configure = whenLoaded((wanted) => {
    settings = wanted;
    return glue.edgeConfigure(wanted);
  });

  /** A new instance knows no settings. */
  function restart() {
    offprint.restart();
    if (settings) glue.edgeConfigure(settings);
  }

  const edge = {
    configure,
    classify: whenLoaded(glue.edgeClassify),
    signature: whenLoaded(glue.edgeSignature),
    plan: whenLoaded(glue.edgePlan),
    holdBytes: whenLoaded(glue.edgeHoldBytes),
    readKeys: whenLoaded((fingerprint) => glue.edgeReadKeys(textual(fingerprint))),
    decide: whenLoaded(glue.edgeDecide),
    settle: whenLoaded(glue.edgeSettle),
    bounded: whenLoaded(glue.edgeBounded),
    rank: whenLoaded(glue.edgeRank),
    shards: whenLoaded(glue.edgeShards),
    answer: whenLoaded(glue.edgeAnswer),
    outright: whenLoaded(glue.edgeOutright),
    hasOutright: whenLoaded(glue.edgeHasOutright),
    toOrigin: whenLoaded(glue.edgeToOrigin),
    unchanged: whenLoaded(glue.edgeUnchanged),
    isSamePage: whenLoaded(glue.edgeIsSamePage),
    publicAddress: whenLoaded(glue.edgePublicAddress),
    gateway: whenLoaded(glue.edgeGateway),
    withholds: whenLoaded(glue.edgeWithholds),
    refusal: whenLoaded(glue.edgeRefusal),
    typeRefusal: whenLoaded(glue.edgeTypeRefusal),
    robotsBytes: whenLoaded(glue.edgeRobotsBytes),
    robotsAllow: whenLoaded(glue.edgeRobotsAllow),
  };
  return { ...offprint, restart, edge };
}
