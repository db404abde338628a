// All of the package, over its largest module.
import { textual } from '../api.js';
import { bindOffprint } from '../bind.js';
import { coded } from '../error.js';
import { bindFacts } from '../facts.js';

export function bindFull(glue, address) {
  const offprint = bindOffprint(glue, address, { markup: true });
  const { whenLoaded } = offprint;

  class Collection {
    #articles = whenLoaded(() => new glue.Collection())();

    add(id, article) {
      const place = this.#articles.add(String(id), article);
      return { place, minutes: this.#articles.minutes(place) ?? null, source: this.#articles.source(place) ?? null };
    }

    dedupe() {
      return this.#articles.dedupe();
    }

    origins() {
      return this.#articles.origins();
    }

    table(form) {
      return this.#articles.table(form === 'json');
    }
  }

  return {
    ...offprint,
    ...bindFacts(glue, offprint),
    Collection,
    layoutMap: whenLoaded((fingerprint, text) => {
      if (typeof text !== 'string')
        throw coded('text', '`layoutMap` takes a fingerprint, or null, and the text: `article.text`');
      return glue.layoutMap(fingerprint == null ? null : textual(fingerprint), text);
    }),
    fold: whenLoaded((results) => glue.fold([...results])),
    pageAddress: whenLoaded(glue.pageAddress),
    pageKey: whenLoaded(glue.pageKey),
    origin: whenLoaded((articles) => glue.origin([...articles])),
    origins: whenLoaded((articles) => glue.origins([...articles])),
  };
}
