// What lists of links and groups say of the pairs, if the pages are numbered in the order of the pairs.

import { APART } from './mappings.mjs';

/** By the clusters of `origins`. */
export function linked(pairs, clusters) {
  const links = new Map(clusters.flatMap(({ links }) => links.map((link) => [Math.max(link.copy, link.source), link])));
  return pairs.map((_, i) => links.get(2 * i + 1) ?? APART);
}

/** By the groups of `fold`. */
export function folded(pairs, groups) {
  const others = new Map();
  for (const { others: under } of groups) {
    for (const { result, of, likeness, score } of under) others.set(Math.max(result, of), { verdict: likeness, score });
  }
  // `similar` is a guess by headlines, for pages without a fingerprint.
  const isSure = (other) => other && other.verdict !== 'similar';
  return pairs.map((_, i) => (isSure(others.get(2 * i + 1)) ? others.get(2 * i + 1) : APART));
}
