// Which words of a sentence another one lacks: those outside the longest common subsequence.

/** Words; Han, kana and Hangul characters one by one; the characters between them count as short words. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{M}\p{N}]+|[^\s]/gu;
/** Most words of a sentence that are compared one by one. Larger: slower by the square. */
const MOST = 500;

/**
 * The stretches of `text` with words that `other` lacks, in order: `[start, end]` each, in UTF-16 code units.
 * @param {string} text @param {string} other @returns {[start: number, end: number][]}
 */
export function changedWords(text, other) {
  const [all, others] = [wordsOf(text), wordsOf(other)];
  // A common beginning or end is unchanged, even if one of its words also occurs elsewhere.
  let [first, last] = [0, 0];
  while (equal(all[first], others[first])) first += 1;
  const most = Math.min(all.length, others.length) - first;
  while (last < most && equal(all[all.length - 1 - last], others[others.length - 1 - last])) last += 1;
  const own = all.slice(first, all.length - last).slice(0, MOST);
  const theirs = others.slice(first, others.length - last).slice(0, MOST);
  const width = theirs.length + 1;
  const lengths = new Uint16Array((own.length + 1) * width);
  // The length of the longest common subsequence from here on.
  const rest = (/** @type {number} */ i, /** @type {number} */ j) => lengths[i * width + j] ?? 0;
  for (let i = own.length - 1; i >= 0; i -= 1) {
    for (let j = theirs.length - 1; j >= 0; j -= 1) {
      const same = equal(own[i], theirs[j]);
      lengths[i * width + j] = same ? rest(i + 1, j + 1) + 1 : Math.max(rest(i + 1, j), rest(i, j + 1));
    }
  }
  /** @type {[start: number, end: number][]} */
  const changed = [];
  let [j, isChanging] = [0, false];
  for (const [i, word] of own.entries()) {
    while (j < theirs.length && !equal(word, theirs[j]) && rest(i, j + 1) > rest(i + 1, j)) j += 1;
    const isKept = j < theirs.length && equal(word, theirs[j]);
    const end = word.index + word[0].length;
    const open = isChanging ? changed.at(-1) : undefined;
    if (isKept) j += 1;
    else if (open) open[1] = end;
    else changed.push([word.index, end]);
    isChanging = !isKept;
  }
  return changed;
}

/** @param {string} text */
const wordsOf = (text) => [...text.matchAll(WORDS)];

/** @type {(one?: RegExpMatchArray, another?: RegExpMatchArray) => boolean} */
const equal = (one, another) => !!one && !!another && one[0].toLowerCase() === another[0].toLowerCase();

/**
 * The text in order, with what `mark` makes of each stretch that `other` lacks. @template T @param {string} text
 * @param {string} other @param {(words: string) => T} mark
 */
export function withChanges(text, other, mark) {
  let at = 0;
  const parts = changedWords(text, other).flatMap(([start, end]) => {
    const before = text.slice(at, start);
    at = end;
    return [before, mark(text.slice(start, end))];
  });
  return [...parts, text.slice(at)];
}
