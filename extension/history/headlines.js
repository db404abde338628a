// Whether the text of a link is the headline of an article. Sites shorten headlines, put a section before them or a
// summary after them, and add words. A wrong "read" costs more than a missing one, so no word may differ.
import { width } from './text.js';

/** The fewest letters of a text that tells articles apart. A Han character counts as two. */
const LEAST = 20;
/** The fewest letters of a headline that may be part of any longer text. */
const WHOLE = 30;
/** The share of a headline that a shortened form must have. */
const KEPT = 0.5;
/** Characters of a text that count: a link may have a summary. */
const MOST = 300;
/** The weight of a shingle, which finds headlines, and how many shingles a headline has in the index. */
const SHINGLE = 12;
const SHINGLES = 8;
/** The most headlines per shingle. One with more is a common phrase. */
const COMMON = 32;
/** Words that turn a sentence into its opposite. */
const NOT = /^(not?|never|without|nor|cannot|\w+n[’']t|[不没沒未无無非否勿莫])$/u;

/** @typedef {ReturnType<typeof headlineOf>} Headline */
const isPlain = (/** @type {string} */ text) => /^[\x20-\x7e]*$/.test(text);

function fold(/** @type {string} */ text) {
  const start = text.slice(0, MOST);
  const plain = isPlain(start) ? start : start.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.toLowerCase().replace(/[’']s\b/g, '');
}

/** A text in the form that is compared: its letters, and its words and Han characters. */
export function headlineOf(/** @type {string} */ text) {
  const folded = fold(text);
  const letters = folded.replace(isPlain(folded) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '');
  return {
    letters,
    size: isPlain(letters) ? letters.length : width(letters),
    isCut: /(…|\.\.\.)\s*$/.test(text),
    tokens: () => folded.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}’'])+/gu) ?? [],
  };
}

/** Whether a headline and the text of a link are forms of one headline. */
export function isHeadlineOf(/** @type {Headline | undefined} */ title, /** @type {Headline} */ link) {
  if (!title || Math.min(title.size, link.size) < LEAST) return false;
  if (link.isCut) return title.letters.startsWith(link.letters) && link.size >= KEPT * title.size;
  const [short, long] = title.size < link.size ? [title, link] : [link, title];
  // A link with a summary has a long headline as it is.
  const isWhole = () => short === title && title.size >= WHOLE && long.letters.includes(title.letters);
  if (short.size < KEPT * long.size && !isWhole()) return false;
  if (!addedTo([...short.letters], [...long.letters])) return false;
  const added = addedTo(short.tokens(), long.tokens());
  return added !== null && !added.some((token) => NOT.test(token));
}

/** Whether a link repeats a headline with other figures. */
export function isUpdated(/** @type {Headline | undefined} */ title, /** @type {Headline} */ link) {
  if (!title || Math.min(title.size, link.size) < LEAST) return false;
  const [before, now] = [figuresOf(title), figuresOf(link)];
  const isNew = before.count > 0 && before.count === now.count && before.figures !== now.figures;
  return isNew && before.words === now.words;
}

/** The figures of a headline, their number, and its other words. */
function figuresOf(/** @type {Headline} */ { tokens }) {
  const all = tokens();
  const figures = all.filter((token) => /\p{N}/u.test(token));
  const words = all.filter((token) => !/\p{N}/u.test(token));
  return { count: figures.length, figures: figures.join(), words: words.join() };
}

/** The tokens that a longer text adds to a shorter one; null if it is not the shorter one with additions. */
function addedTo(/** @type {string[]} */ short, /** @type {string[]} */ long) {
  let at = 0;
  const added = long.filter((token) => token !== short[at] || !(at += 1));
  return at === short.length ? added : null;
}

/** Hashes of all parts of a text with the weight of a shingle. @param {string} letters */
function shinglesOf(letters) {
  const found = /** @type {Set<number>} */ (new Set());
  for (let start = 0; start < letters.length; start += 1) {
    let [hash, size] = [0, 0];
    for (let end = start; end < letters.length && size < SHINGLE; end += 1) {
      const code = letters.charCodeAt(end);
      hash = Math.imul(hash ^ code, 0x01000193);
      size += code >= 0x3400 && code <= 0x9fff ? 2 : 1;
    }
    if (size >= SHINGLE) found.add(Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0);
  }
  return found;
}

/** An index of articles in memory, by address and headline, for all links of a page at once. */
export class LinkIndex {
  #byAddress = /** @type {Map<string, number>} */ (new Map());
  #byShingle = /** @type {Map<number, number[]>} */ (new Map());
  #headlines = /** @type {Map<number, Headline>} */ (new Map());

  add(/** @type {number} */ id, /** @type {string[]} */ addresses, /** @type {string} */ title) {
    for (const address of addresses) this.#byAddress.set(address, id);
    const headline = headlineOf(title);
    this.#headlines.set(id, headline);
    if (headline.size < LEAST) return;
    const shingles = [...shinglesOf(headline.letters)].sort((a, b) => a - b).slice(0, SHINGLES);
    for (const shingle of shingles) {
      const ids = this.#byShingle.get(shingle);
      if (!ids) this.#byShingle.set(shingle, [id]);
      else if (ids.length < COMMON) ids.push(id);
    }
  }

  /** The article at the address of a link; otherwise the one whose headline is the link's text. */
  find(/** @type {string} */ address, /** @type {string} */ text) {
    const here = this.#byAddress.get(address);
    const link = headlineOf(text);
    if (here !== undefined) return { id: here, isHere: true, isUpdated: isUpdated(this.#headlines.get(here), link) };
    if (link.size < LEAST) return null;
    const seen = new Set();
    for (const shingle of shinglesOf(link.letters)) {
      for (const id of this.#byShingle.get(shingle) ?? []) {
        if (seen.has(id)) continue;
        if (isHeadlineOf(this.#headlines.get(id), link)) return { id, isHere: false, isUpdated: false };
        seen.add(id);
      }
    }
    return null;
  }
}
