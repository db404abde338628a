// The look-up policy of the core over plain data, for stores that fetch the articles that keys lead to.
import { known } from './api.js';

/**
 * @param {import('./bind.js').Glue} glue
 * @param {ReturnType<typeof import('./api.js').bindModule>['whenLoaded']} whenLoaded
 * @returns {typeof import('./offprint.js').policy}
 */
export function bindPolicy(glue, whenLoaded) {
  return {
    keys: whenLoaded((article) => glue.recordKeys(known(article))),
    candidates: whenLoaded((keys) => {
      const postings = keys.flat();
      const counts = Uint32Array.from(keys, (found) => found.length);
      const numbers = Float64Array.from(postings, (posting) => posting.number);
      const classes = Float64Array.from(postings, (posting) => posting.class);
      return [...glue.candidates(counts, numbers, classes)];
    }),
    judge: whenLoaded((article, others) => glue.judge(known(article), others)),
  };
}
