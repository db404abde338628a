// The look-up policy of the core over plain data, for stores that fetch the articles that keys lead to.

const RANKS = { partial: 1, same: 2 };

export function bindPolicy(glue, whenLoaded) {
  return {
    candidates: whenLoaded((keys) => {
      const postings = keys.flat();
      const counts = Uint32Array.from(keys, (found) => found.length);
      const numbers = Float64Array.from(postings, (posting) => posting.number);
      const classes = Float64Array.from(postings, (posting) => posting.class);
      return [...glue.candidates(counts, numbers, classes)];
    }),

    nearest: whenLoaded((compared) => {
      const classes = Float64Array.from(compared, (one) => one.class);
      const verdicts = Uint8Array.from(compared, (one) => RANKS[one.verdict] ?? 0);
      const scores = Float64Array.from(compared, (one) => one.score ?? 0);
      const place = glue.nearest(classes, verdicts, scores);
      return place === 0 ? null : { place: Math.abs(place) - 1, verdict: place > 0 ? 'same' : 'partial' };
    }),
  };
}
