// The state of a page, in words. The functions here depend only on data and `Words`, so they work in every page.
import { shownHost } from '../shared/address.js';
import { camel } from './words.js';

export const titleOf = (entry) => entry.title || entry.url;
export const siteOf = (entry) => entry.site || shownHost(entry.host);

/** When an article was published, in words: as its page writes it, unless that is a date with only one reading. */
export function publishedOn(words, { published }) {
  const isDate = /^\d{4}-\d{2}-\d{2}(T|$)/.test(published ?? '') && !Number.isNaN(Date.parse(published));
  if (!isDate) return published;
  // A date without a time is a day, not midnight in Greenwich.
  return published.length > 10 ? words.moment(published) : words.date(`${published}T00:00`);
}

/** The verdict in three or four words. */
export const headline = (words, state) =>
  words.say(`head_${isFile(state) ? 'notPage' : state.why === 'gated' ? 'gated' : camel(state.status)}`);

/** Whether the content is not a page at all, and may be an article in its own way. */
export const isFile = ({ why }) => ['pdf', 'plain', 'file'].includes(why);

/**
 * The verdict in sentences.
 * @param {import('./words.js').Words} words
 * @param {import('../messages.d.ts').PageState} state
 * @param {import('../messages.d.ts').Difference | null} difference the page as `id`, and the most similar copy
 */
export function sentences(words, state, difference = null) {
  const { status, entry } = state;
  switch (status) {
    case 'not-article':
      return [words.say(`whyNot_${camel(state.why)}`)];
    case 'never':
      return [words.say(`whyNever_${camel(state.why)}`, shownHost(state.site ?? ''))];
    case 'failed':
      return [failure(words, state.error)];
    case 'unchanged':
      return [words.say('sayUnchanged')];
    case 'new':
      return state.remembered
        ? [words.say(entry.hasText ? 'sayNew' : 'sayNewWithoutText'), ...gated(words, entry)]
        : [words.say('sayNotRemembered'), failure(words, state.error)];
    case 'changed': {
      const copy = mostSimilar(state);
      const told = [...edited(words, state, difference), ...gated(words, entry), credit(words, entry)];
      return [...told, copy && likeness(words, copy)].filter(Boolean);
    }
    case 'seen':
      return [words.say('saySeen', words.date(entry.firstSeen)), ...gated(words, entry), credit(words, entry)].filter(
        Boolean,
      );
    case 'same':
    case 'partial':
      break;
    default:
      return [];
  }
  const copy = mostSimilar(state);
  const kept = state.remembered ? [] : [words.say('sayNotRemembered'), failure(words, state.error)];
  const amounts = difference ? differences(words, difference) : changes(words, copy);
  const stubs = gated(words, entry, copy.entry);
  return [likeness(words, copy), ...stubs, credit(words, entry), held(words, copy), ...amounts, ...kept].filter(
    Boolean,
  );
}

/** Whether an article, and the other one if there is one, is only a beginning. */
const gated = (words, entry, other) => [
  ...(entry?.gated ? [words.say('sayGated')] : []),
  ...(other?.gated ? [words.say('sayOtherGated')] : []),
];

/**
 * Since when an article has been edited, and what differs.
 * @param {import('./words.js').Words} words
 * @param {import('../messages.js').PageState} state
 * @param {import('../messages.js').Difference | null} difference
 */
function edited(words, { versions: [before], entry }, difference) {
  const since = words.say('sayChanged', words.date(before?.lastSeen ?? entry.firstSeen));
  const headline = before && headlineThen(words, entry, before);
  return [
    since,
    ...(headline ? [headline] : []),
    ...(before ? (difference ? differences(words, difference) : []) : [words.say('sayNoVersion')]),
  ];
}

/** The headline of an earlier version, if it was another. */
export const headlineThen = (words, { headlines }, { title }) =>
  headlines.includes(title) && words.say('headlineThen', title);

/** The copies of an article, and the original of its cluster if that is a copy of its copies alone. */
export function withOriginal({ entry, copies, original }) {
  const isShown = [entry, ...copies.map((copy) => copy.entry)].some(({ id }) => id === original?.id);
  return original?.entry && !isShown ? [...copies, { entry: original.entry }] : copies;
}

/** @param {import('../messages.js').PageState} state */
export const mostSimilar = (state) => state.copies.find(({ entry }) => entry.id === state.mostSimilar);

/** How one page relates to another. */
function likeness(words, { entry, verdict, changes }) {
  const has = (kind) => changes.some((change) => change.kind === kind);
  const key =
    verdict === 'same' ? 'saySame' : has('contained') ? 'sayContained' : has('contains') ? 'sayContains' : 'sayOverlap';
  return words.say(key, titleOf(entry), siteOf(entry), words.date(entry.firstSeen));
}

const credit = (words, entry) => entry?.credit && words.say('sayCredit', entry.credit);

const WHOLE = 0.995;
/**
 * How much of a copy is in the page in question: the one figure that is shown for two articles.
 * @param {import('./words.js').Words} words
 * @param {import('../messages.js').Copy} copy
 */
const held = (words, { sides: [{ held }] }) =>
  held >= WHOLE ? words.say('heldAll') : words.say('held', words.percent(held));

/** What differs, by the sentences of both texts. */
export function differences(words, { missing, added, changed, moved }) {
  const amounts = [
    amount(missing, 'missingParagraphs', 'missingSentences'),
    amount(added, 'addedParagraphs', 'addedSentences'),
    ['changedSentences', changed],
    ['movedSentences', moved],
  ];
  const told = amounts.filter(([, number]) => number > 0).map(([key, number]) => words.count(key, number));
  return told.length ? told : [words.say('nothingDiffers')];
}

/** In paragraphs if whole ones differ; single sentences beside them would be too much detail. */
const amount = ({ paragraphs, sentences }, inParagraphs, inSentences) =>
  paragraphs ? [inParagraphs, paragraphs] : [inSentences, sentences];

/** How the whole of one text relates to the whole of the other: the first sentence states that. */
export const WHOLES = ['contained', 'contains', 'overlap'];

/** What differs, by the fingerprints alone: the place, but not the number of sentences. */
const changes = (words, copy) =>
  copy.changes.filter(({ kind }) => !WHOLES.includes(kind)).map(({ kind }) => words.say(`change_${camel(kind)}`));

/**
 * A verdict in a word, and how much of that article is here.
 * @param {import('./words.js').Words} words
 * @param {Pick<import('../messages.js').Copy, 'verdict' | 'sides'>} copy
 */
export function likenessInShort(words, { verdict, sides: [{ held }] }) {
  const said = words.say(verdict);
  return held >= WHOLE ? words.say('withAll', said) : words.say('withShare', said, words.percent(held));
}

/**
 * How likely it is that one article rewrites another.
 * @param {import('./words.js').Words} words
 * @param {Pick<import('../messages.js').Rewriting, 'likely'>} rewritings
 */
export const tellRewriting = (words, { likely }) => words.say(`rewriting_${likely}`);

/**
 * The facts that an article shares with its rewriting, for the user to check.
 * @param {import('./words.js').Words} words
 * @param {Pick<import('../messages.js').Rewriting, 'facts'>} rewritings
 */
export function evidence(words, { facts }) {
  if (!facts) return [words.say('rewritingNoText')];
  const { compared, shared, names, figures } = facts;
  const list = (key, items) => items.length > 0 && words.say(key, items.join(words.say('listComma')));
  return [
    words.say('rewritingFacts', words.number(shared), words.number(compared)),
    list('rewritingNames', names),
    list('rewritingFigures', figures),
  ].filter(Boolean);
}

/** When an article was in an earlier version: at one time, or from one to another. */
export function versionText(words, { firstSeen, lastSeen }) {
  const [first, last] = [firstSeen, lastSeen].map((time) => words.moment(time));
  return first === last ? words.say('versionOn', first) : words.say('versionFrom', first, last);
}

/** Why an article is taken for the original: the evidence for and against, and the confidence. */
export function reasons(words, { confidence, reasons }) {
  const told = (speaks) => [
    ...new Set(
      reasons
        .filter((reason) => reason.for === speaks)
        .sort((a, b) => b.weight - a.weight)
        .map(({ ground }) => words.say(`${speaks ? 'for' : 'against'}_${camel(ground)}`)),
    ),
  ];
  return { for: told(true), against: told(false), sure: words.say('confidence', words.number(confidence)) };
}

/** What went wrong, and what to do. */
export const failure = (words, { code, message }) =>
  words.say(`error_${code}`, message) || words.say('error_internal', message);
