// Whether one article is a rewriting of another.
import { textual } from './api.js';
import { coded } from './error.js';

export function bindFacts(glue, whenLoaded) {
  return {
    sketch: whenLoaded(({ title, text, published, fingerprint }) =>
      glue.sketch(title ?? '', string(text), published ?? undefined, fingerprint ?? undefined),
    ),
    sketched: whenLoaded((sketch) => glue.sketched(textual(sketch))),
    rewriting: whenLoaded((a, b, verdict) =>
      glue.rewriting(a?.sketch, b?.sketch, verdict, a?.text, a?.published, b?.text, b?.published),
    ),
    sharedFacts: whenLoaded((a, b) => glue.sharedFacts(string(a), string(b))),
  };
}

function string(text) {
  if (typeof text !== 'string') throw coded('text', 'a text is a string, as `article.text` is');
  return text;
}
