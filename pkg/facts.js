// Whether one article is a rewriting of another.
import { textual } from './api.js';
import { coded } from './error.js';

/** Why an article with facts may have no fingerprint. */
const SHORT = 'short';

export function bindFacts(glue, { compare, keys, whenLoaded }) {
  const sketch = whenLoaded(
    ({ title, text, published, fingerprint }) =>
      glue.sketch(title ?? '', string(text), published ?? undefined, fingerprint ?? undefined) ?? null,
  );

  /** The sketch that was kept of an article, else that of its text. */
  function sketchOf(article) {
    if (article?.sketch !== undefined || typeof article?.text !== 'string') return article?.sketch ?? undefined;
    const isArticle = (article.noFingerprintReason ?? SHORT) === SHORT;
    return (isArticle && sketch(article)) || undefined;
  }

  const verdictOn = (a, b) => compare({ fingerprint: null, ...a }, { fingerprint: null, ...b }).verdict;

  return {
    sketch,
    keys: whenLoaded((fingerprint, sketch) => {
      const ofWords = fingerprint == null ? { read: [], write: [] } : keys(fingerprint);
      if (sketch == null) return ofWords;
      const ofFacts = glue.sketchKeys(textual(sketch));
      return { read: [...ofWords.read, ...ofFacts.read], write: [...ofWords.write, ...ofFacts.write] };
    }),
    rewriting: whenLoaded((a, b, verdict = verdictOn(a, b)) =>
      glue.rewriting(sketchOf(a), sketchOf(b), verdict, a?.text, a?.published, b?.text, b?.published),
    ),
    sharedFacts: whenLoaded((a, b) => glue.sharedFacts(string(a), string(b))),
  };
}

function string(text) {
  if (typeof text !== 'string') throw coded('text', 'a text is a string, as `article.text` is');
  return text;
}
