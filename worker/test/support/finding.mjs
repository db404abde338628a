/** A finding about a copy; each field can be overridden. */
export const findingOf = (fields) => ({
  ...{ verdict: 'same', score: 0.9514, original: null, copy: null, site: 'cross', confidence: 75, seen: null },
  ...{ known: false, stated: null, canonicalConflict: false, changed: false, gated: false, digest: '00ab' },
  ...fields,
});
