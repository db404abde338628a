// What a surface is to say, by what another one says: of a pair by `compare`, and of a page in a crowd by `dedupe`.
//
// A pair tells whether a look-up `leads` from the later of its pages to the earlier one, by a key or, if both are too
// short for a fingerprint, by the text.

const isRepeat = ({ verdict }) => verdict === 'same' || verdict === 'partial';
/** The answer of a surface that names nothing but repeats. */
export const APART = { verdict: 'apart' };
/** The smallest score at which `origins` puts two pages into one cluster: `LEAST_COMMON` of the core. */
const LEAST_COMMON = 0.15;

/** The verdict on a pair. */
export const judged = (said) => said;
/** The verdict on its words: the surface takes fingerprints alone, and no address. */
export const byWords = (_, { words }) => words;
/** Repeats alone, among pairs that share a key. */
export const listed = (said) => (isRepeat(said) ? said : APART);

/** The verdict on a page that arrives: a repeat of an earlier one, another article, or too short or doubtful. */
export const lookedUp = (said, { leads, pages }) => {
  if (isRepeat(said) && leads()) return said;
  const isDoubtful = said.verdict === 'unknown' && leads();
  return { verdict: pages.at(-1).article.fingerprint && !isDoubtful ? 'new' : 'unknown' };
};
/** The same at the edge, which has no word for doubt: a page that nothing is like is another article. */
export const lookedUpAtEdge = (said, pair) => {
  const { verdict, ...rest } = lookedUp(isRepeat(said) ? said : { verdict: 'different' }, pair);
  return { verdict: verdict === 'new' ? 'different' : verdict, ...rest };
};
/** The same without the score. */
export const lookedUpUnscored = (said, pair) => ({ verdict: lookedUp(said, pair).verdict });
/** The repeats that are found when it arrives. */
export const found = (said, { leads }) => (isRepeat(said) && leads() ? said : APART);
/** The same by a surface that also looks up headlines. */
export const foundByTitle = (said, pair) => {
  const [a, b] = pair.pages.map(({ article }) => article.title);
  return a === b && isRepeat(said) ? said : found(said, pair);
};
/** The same by a surface that names no gated page as the source of a whole one. */
export const foundUngated = (said, pair) => {
  const [a, b] = pair.pages.map(({ article }) => article.gated);
  return a && !b ? APART : found(said, pair);
};
/** Copies alone, without a score. */
export const copied = (said, { leads }) => (said.verdict === 'same' && leads() ? { verdict: 'same' } : APART);
/** Repeats that share enough; of two pages without a date the longer counts as the earlier. */
export const clustered = (said, { leads, pages: [a, b] }) =>
  isRepeat(said) && said.score >= LEAST_COMMON && leads(b.article.length > a.article.length) ? said : APART;
/** By a surface that keeps no page without a fingerprint, or is not told its text. */
export const keyed = (expects) => (said, pair) => expects(pair.isShort ? { verdict: 'unknown' } : said, pair);
/**
 * By a surface that is told texts, and not whether they are gated: it is not asked about such. Equal ones are the same
 * under any headline, since a text that somebody lists is no notice off a page.
 */
export const ungated = (expects) => (said, pair) => {
  const articles = pair.pages.map(({ article }) => article);
  if (articles.some(({ gated }) => gated)) return null;
  const isOne =
    articles.length > 1 && articles.every(({ text, fingerprint }) => fingerprint && text === articles[0].text);
  return expects(isOne ? { ...said, verdict: 'same', score: 1 } : said, pair);
};
