// All of the package, over its largest module.
import { string, textual } from '../api.js';
import { bindOffprint } from '../bind.js';
import { bindFacts } from '../facts.js';

/** @import * as types from './offprint.js' */

/**
 * @param {import('../bind.js').Glue & typeof import('../dist/full/glue.js')} glue @param {() => URL} address
 * @returns {ReturnType<typeof bindOffprint> & ReturnType<typeof bindFacts> & Pick<typeof types, 'Collection' | 'fold' |
 *   'layoutMap' | 'origin' | 'origins' | 'pageAddress' | 'pageKey'>}
 */
export function bindFull(glue, address) {
  const offprint = bindOffprint(glue, address, { markup: true });
  const { whenLoaded } = offprint;

  class Collection {
    #articles = whenLoaded(() => new glue.Collection())();

    /** @type {types.Collection['add']} */
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

    /** @type {types.Collection['table']} */
    table(form) {
      return this.#articles.table(form === 'json');
    }
  }

  return {
    ...offprint,
    ...bindFacts(glue, offprint),
    Collection,
    layoutMap: whenLoaded((fingerprint, text) =>
      glue.layoutMap(fingerprint == null ? null : textual(fingerprint), string(text)),
    ),
    fold: whenLoaded((results) => glue.fold([...results])),
    pageAddress: whenLoaded(glue.pageAddress),
    pageKey: whenLoaded(glue.pageKey),
    origin: whenLoaded((articles) => glue.origin([...articles])),
    origins: whenLoaded((articles) => glue.origins([...articles])),
  };
}
