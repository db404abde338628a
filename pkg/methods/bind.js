// The methods of the papers and the baselines, over their own module.
import { bind, textual } from '../api.js';
import { coded } from '../error.js';
import { originsOf } from '../origins/bind.js';

export function bindMethods(glue, address) {
  const offprint = bind(glue, address);
  const { whenLoaded } = offprint;
  const methods = {
    list: whenLoaded(glue.methodList),
    compare: whenLoaded((name, a, b) => glue.methodCompare(String(name), a, b)),
    explain: whenLoaded((name, a, b) => glue.methodExplain(String(name), a, b)),
  };

  class Collection {
    #articles = whenLoaded(() => new glue.Collection())();

    add(id, article) {
      const place = this.#articles.add(String(id), article);
      return { place, minutes: this.#articles.minutes(place) ?? null, source: this.#articles.source(place) ?? null };
    }

    clusters() {
      return this.#articles.clusters();
    }

    origins() {
      return this.#articles.origins();
    }

    table(form) {
      return this.#articles.table(form === 'json');
    }
  }

  const origins = originsOf(glue, whenLoaded);
  const anatomy = whenLoaded((fingerprint, text) => {
    if (typeof text !== 'string')
      throw coded('text', '`anatomy` takes a fingerprint, or null, and the text: `article.text`');
    return glue.anatomy(fingerprint == null ? null : textual(fingerprint), text);
  });
  return { ...offprint, anatomy, methods, origins, Collection };
}
