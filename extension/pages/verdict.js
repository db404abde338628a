// The state of a page in words. It needs only data and messages, so it works in every page.
import { shownHost } from '../shared/address.js';
import { camel, Words } from './words.js';

/** @import { Copy, Difference, Entry, Failure, Original, PageState, Version } from '../messages.js' */

/** @typedef {Pick<Copy, 'entry'> & Partial<Copy>} Listed a copy, or an original that is only a copy of the copies */

/** Kinds of changes that say how two whole texts relate, for the headline. */
export const WHOLES = ['first-contains', 'second-contains', 'overlap'];

export const titleOf = (/** @type {Pick<Entry, 'title' | 'url'>} */ entry) => entry.title || entry.url;
export const siteOf = (/** @type {Pick<Entry, 'site' | 'host'>} */ entry) => entry.site || shownHost(entry.host);

/** Whether the content is a file and not a page. It may still be an article. @param {PageState} state */
export const isFile = ({ why }) => ['pdf', 'plain', 'file'].includes(why ?? '');

/** @param {PageState} state */
export const mostSimilar = (state) => state.copies.find(({ entry }) => entry.id === state.mostSimilar);

/**
 * The copies of an article, and the original of its cluster if it is only a copy of these copies.
 * @param {{ entry: Entry, copies: Copy[], original: Original | null }} state @returns {Listed[]}
 */
export function withOriginal({ entry, copies, original }) {
  const isShown = [entry, ...copies.map((copy) => copy.entry)].some(({ id }) => id === original?.id);
  return original?.entry && !isShown ? [...copies, { entry: original.entry }] : copies;
}

/** Whether any sentence of two texts differs. @param {Difference} difference */
export const differs = ({ missing, added, changed, moved }) =>
  missing.sentences + added.sentences + changed + moved > 0;

/** How a page relates to a copy of it. @param {Pick<Copy, 'verdict' | 'changes'>} copy */
function kindOf({ verdict, changes }) {
  if (verdict === 'same') return 'same';
  return WHOLES.find((whole) => changes.some(({ kind }) => kind === whole)) ?? 'overlap';
}

/**
 * Counts paragraphs if whole ones differ. Single sentences as well would be too much detail.
 * @param {Difference['missing']} amount @param {string} inParagraphs @param {string} inSentences
 * @returns {[string, number]}
 */
const amount = ({ paragraphs, sentences }, inParagraphs, inSentences) =>
  paragraphs ? [inParagraphs, paragraphs] : [inSentences, sentences];

export class Verdict extends Words {
  /** The state in a few words, or where the copy was read. @param {PageState} state */
  headline(state) {
    const copy = mostSimilar(state);
    if (copy && ['same', 'partial'].includes(state.status)) return this.#likeness(copy);
    return this.say(`head_${isFile(state) ? 'notPage' : state.why === 'gated' ? 'gated' : camel(state.status)}`);
  }

  /**
   * The state in sentences. @param {PageState} state
   * @param {Difference | null} difference the page as `id`, and the most similar copy
   */
  sentences(state, difference = null) {
    return this.#sentences(state, difference).filter(Boolean);
  }

  #sentences(/** @type {PageState} */ state, /** @type {Difference | null} */ difference) {
    const { status, why, error, entry, remembered } = state;
    const copy = mostSimilar(state);
    const unkept = () => [this.say('sayNotRemembered'), error && this.failure(error)];
    const about = () => [
      entry?.gated && this.say('sayGated'),
      ['same', 'partial'].includes(status) && copy?.entry.gated && this.say('sayOtherGated'),
    ];
    switch (status) {
      case 'not-article':
        return [why && this.say(`whyNot_${camel(why)}`)];
      case 'never':
        return [why && this.say(`whyNever_${camel(why)}`, shownHost(state.site ?? ''))];
      case 'failed':
        return [error && this.failure(error)];
      case 'unchanged':
        return [this.say('sayUnchanged')];
      case 'new':
        return remembered ? [this.say(entry?.hasText ? 'sayNew' : 'sayNewWithoutText'), ...about()] : unkept();
      case 'changed':
        return [...this.#edited(state, difference), ...about(), copy && this.#elsewhere(copy)];
      case 'seen': {
        const first = entry?.completed
          ? this.say('sayCompleted')
          : entry && this.say('saySeen', this.when(entry.firstSeen));
        const headline = entry?.headlines.at(-1);
        return [headline && this.say('headlineThen', headline), first, copy && this.#elsewhere(copy), ...about()];
      }
      case 'same':
      case 'partial': {
        const amounts = difference ? this.differences(difference) : copy ? this.#changes(copy) : [];
        const title = copy?.entry.title;
        const headline = title && title !== entry?.title && this.say('headlineThere', title);
        return [headline, ...about(), ...amounts, ...(remembered ? [] : unkept())];
      }
      default:
        return [];
    }
  }

  /** Since when an article is edited, and what differs. */
  #edited(/** @type {PageState} */ { versions, entry }, /** @type {Difference | null} */ difference) {
    if (!entry) return [];
    const before = versions.at(0);
    const since = this.say('sayChanged', this.when(before?.lastSeen ?? entry.firstSeen));
    if (!before) return [since, this.say('sayNoVersion')];
    return [this.headlineThen(entry, before), since, ...(difference ? this.differences(difference) : [])];
  }

  /** The headline of an earlier version, if it was different. @param {Entry} entry @param {Version} version */
  headlineThen({ headlines }, { title }) {
    return headlines.includes(title) && this.say('headlineThen', title);
  }

  /** How a page relates to a copy, and where and when the copy was read. @param {Copy} copy */
  #likeness(copy) {
    return this.say(`read_${camel(kindOf(copy))}`, siteOf(copy.entry), this.when(copy.entry.firstSeen));
  }

  /** On which other site a seen article was read. @param {Copy} copy */
  #elsewhere(copy) {
    return this.say(`also_${camel(kindOf(copy))}`, siteOf(copy.entry));
  }

  /** What differs, by the sentences of both texts. @param {Difference} difference */
  differences({ missing, added, changed, moved }) {
    /** @type {[string, number][]} */
    const amounts = [
      amount(missing, 'missingParagraphs', 'missingSentences'),
      amount(added, 'addedParagraphs', 'addedSentences'),
      ['changedSentences', changed],
      ['movedSentences', moved],
    ];
    const lines = amounts.filter(([, number]) => number > 0).map(([key, number]) => this.count(key, number));
    return lines.length ? lines : [this.say('nothingDiffers')];
  }

  /** What differs by the fingerprints: the places, but not the number of sentences. @param {Copy} copy */
  #changes({ changes }) {
    return changes.filter(({ kind }) => !WHOLES.includes(kind)).map(({ kind }) => this.say(`change_${camel(kind)}`));
  }

  /** How a copy relates to the article, in two words. @param {Pick<Copy, 'verdict' | 'changes'>} copy */
  likenessInShort(copy) {
    return this.say(`copy_${camel(kindOf(copy))}`);
  }

  /** When an article was published, as its page writes it; a date in ISO form is put into words. */
  publishedOn(/** @type {Pick<Entry, 'published'>} */ { published }) {
    const isDate = published && /^\d{4}-\d{2}-\d{2}(T|$)/.test(published) && !Number.isNaN(Date.parse(published));
    if (!isDate) return published;
    // A date without a time means the local day, not midnight UTC.
    return published.length > 10 ? this.moment(published) : this.date(`${published}T00:00`);
  }

  /** When an earlier version was seen: once, or from one time to another. @param {Version} version */
  versionText({ firstSeen, lastSeen }) {
    const [first, last] = [this.moment(firstSeen), this.moment(lastSeen)];
    return first === last ? this.say('versionOn', first) : this.say('versionFrom', first, last);
  }

  /** The evidence for and against an original. @param {Original} original */
  reasons({ reasons }) {
    const sentences = (/** @type {'first' | 'second'} */ side, /** @type {string} */ key) =>
      reasons.filter(({ favors }) => favors === side).map(({ evidence }) => this.say(`${key}_${camel(evidence)}`));
    return { for: sentences('first', 'for'), against: sentences('second', 'against') };
  }

  /** What went wrong and what to do. @param {Failure} failure */
  failure({ code, message }) {
    return this.say(`error_${code}`, message) || this.say('error_internal', message);
  }
}
