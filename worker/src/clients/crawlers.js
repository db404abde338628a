// The crawlers whose purpose is known: worker/crawlers.mjs writes the list.

import list from './data/crawlers.json' with { type: 'json' };

/** @typedef {import('./classes.js').ClientClass} ClientClass */

/** The spelling and the class of each name, in lower case. @type {Map<string, { name: string, kind: ClientClass }>} */
const known = new Map();
/** All names as whole words, also after Amazon's `Agent-`, longest first: one may begin another. @type {RegExp} */
let names;
/** The patterns of each class. @type {[ClientClass, RegExp, Set<string>][]} */
let patterns;

/**
 * The crawler that a user agent names outside of addresses; its name is one of the list's, or null.
 * @param {string} userAgent
 * @returns {{ name: string | null, kind: ClientClass } | undefined}
 */
export function crawlerIn(userAgent) {
  if (!patterns) read();
  const named = names.exec(userAgent.replace(/\S+:\/\/\S*|\S+@\S+/g, ' '));
  if (named) return known.get(named[0].toLowerCase());
  for (const [kind, pattern, plain] of patterns) {
    const found = pattern.exec(userAgent)?.[0].replace(/\W+$/, '');
    if (found !== undefined) return { name: plain.has(found) ? found : null, kind };
  }
  return undefined;
}

/** Reads the list, at the first user agent. */
function read() {
  for (const [kind, of] of /** @type {[ClientClass, string[]][]} */ (Object.entries(list.names)))
    for (const name of of) known.set(name.toLowerCase(), { name, kind });
  const escaped = [...known.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const any = escaped.sort((a, b) => b.length - a.length).join('|');
  names = new RegExp(`(?<=^|[^\\w-]|\\bAgent-)(?:${any})(?![\\w-])`, 'i');
  /** @param {[kind: string, sources: string[]]} entry */
  const ofClass = ([kind, sources]) => {
    const plain = new Set(sources.map((source) => source.replaceAll('\\', '').replace(/\W+$/, '')));
    return [kind, new RegExp(sources.join('|')), plain];
  };
  patterns = /** @type {typeof patterns} */ (Object.entries(list.patterns).map(ofClass));
}
