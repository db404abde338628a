// The relation of two articles in sentences, as the command line prints it (crates/report/src/words.rs).

/** @type {Record<import('offprint').Relation['verdict'], string>} */
const VERDICTS = {
  same: 'Both are the same article',
  partial: 'They share a large part of their text',
  different: 'They are different articles by their wording',
  unknown: 'Whether they are the same article is unknown: one has too little text, or what they share may be a notice',
};

/** @type {Record<import('offprint').Change['kind'], (share: string) => string>} */
const CHANGES = {
  'head-cut': (share) => `lacks the head of the first (${share} of it)`,
  'middle-cut': (share) => `lacks passages inside the first (${share})`,
  'tail-cut': (share) => `lacks the tail of the first (${share} of it)`,
  'head-added': (share) => `has a head of its own (${share} of it)`,
  inserted: (share) => `has passages of its own inside (${share})`,
  'tail-added': (share) => `has a tail of its own (${share} of it)`,
  'doubtful-cut': (share) => `lacks text of the first that may not belong to the article (${share}, not counted)`,
  'doubtful-added': (share) => `has text of its own that may not belong to the article (${share}, not counted)`,
  contained: (share) => `is contained in the first (by ${share})`,
  contains: (share) => `contains the first (by ${share})`,
  overlap: (share) => `overlaps with it (${share} of one of them)`,
  'one-form': (share) =>
    `is written by the same form, with other facts: they agree ${share} as often as the other text`,
};

/** @type {Record<import('offprint').Reason['ground'], (other: string) => string>} */
const GROUNDS = {
  'canonical-address': (other) => `the ${other} states its address as its own`,
  'canonical-site': (other) => `the ${other} states an address on its site as its own`,
  credit: (other) => `the ${other} credits its site`,
  title: (other) => `the headline of the ${other} says that it is a reprint`,
  published: () => 'it was published earlier',
  longer: (other) => `it holds the ${other} and more`,
};

/**
 * Copies are missing: the verdict describes them.
 * @type {Partial<Record<import('offprint/rewrites').Rewriting['verdict'], string>>}
 */
const RETOLD = {
  rewritten: 'One reports the other in other words',
  independent: 'Neither is the other in other words',
  unknown: 'Whether one is the other in other words is unknown',
};

/** @param {string[]} parts */
const listed = (parts) => parts.join(', ').replace(/, ([^,]*)$/, ' and $1');

/**
 * @param {import('offprint').Relation} relation
 * @param {import('offprint/rewrites').Rewriting | null} told
 */
export function ofComparison({ verdict, score, close, version, changes, original }, told) {
  const sentences = [
    `${VERDICTS[verdict]} (${verdict}, score ${score.toFixed(3)}${close ? ', a close verdict' : ''}).`,
  ];
  if (version) sentences.push('They have one address: the later one is a new version.');
  const said = changes.map(({ kind, share }) => CHANGES[kind](`${Math.round(share * 100)} %`));
  if (said.length > 0) sentences.push(`The second ${listed(said)}.`);
  if (original) sentences.push(ofOriginal(original));
  if (told && RETOLD[told.verdict]) {
    const score = told.score === undefined ? '' : ` (likelihood ${told.score.toFixed(3)})`;
    sentences.push(`${RETOLD[told.verdict]}${score}.`);
  }
  return sentences.join(' ');
}

/** @param {import('offprint').Original} original */
function ofOriginal({ which, confidence, reasons }) {
  if (which === 'unsaid') return 'Which one is the original cannot be said.';
  const other = which === 'first' ? 'second' : 'first';
  const grounds = reasons.filter(({ speaksFor }) => speaksFor === which).map(({ ground }) => GROUNDS[ground](other));
  return `The ${which} is probably the original, confidence ${confidence} of 100: ${listed(grounds)}.`;
}
