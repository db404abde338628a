// Whether one article is a rewriting of another.
import { string, textual } from './api.js';

/** @typedef {Pick<typeof import('./dist/full/glue.js'), 'sketch' | 'sketchKeys' | 'rewriting' | 'sharedFacts'>} Glue */

/**
 * @param {Glue} glue @param {Pick<ReturnType<typeof import('./api.js').bindModule>, 'keys' | 'whenLoaded'>} offprint
 * @returns {Pick<typeof import('./rewriting.js'), 'sketch' | 'keys' | 'rewriting' | 'sharedFacts'>}
 */
export function bindFacts(glue, { keys, whenLoaded }) {
  return {
    sketch: whenLoaded(
      ({ title, text, published, fingerprint }) =>
        glue.sketch(title ?? '', string(text), published ?? undefined, fingerprint ?? undefined) ?? null,
    ),
    keys: whenLoaded((fingerprint, sketch) => {
      const ofWords = fingerprint == null ? { read: [], write: [] } : keys(fingerprint);
      if (sketch == null) return ofWords;
      const ofFacts = glue.sketchKeys(textual(sketch));
      return { read: [...ofWords.read, ...ofFacts.read], write: [...ofWords.write, ...ofFacts.write] };
    }),
    rewriting: whenLoaded((a, b, verdict) => glue.rewriting(a, b, verdict)),
    sharedFacts: whenLoaded((a, b) => glue.sharedFacts(string(a), string(b))),
  };
}
