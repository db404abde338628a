// Edits that reprints may have: each makes a new text.

/** The text without the last fifth of its sentences, at least one. */
export function cutTail(/** @type {string} */ text) {
  const all = sentences(text);
  const kept = all.slice(0, all.length - Math.max(1, Math.round(all.length / 5)));
  return kept.length ? kept.join('').trim() : text;
}

/** The sentences of a text, each with the white space after it. Joined they are the text. */
export const sentences = (/** @type {string} */ text) =>
  (text.match(/[^。！？!?\n]*?(?:[。！？!?]+[”’」』"')）]*|\.(?=\s|$)|\n|$)\s*/gu) ?? []).filter(Boolean);

/** The text with two of its paragraphs swapped; if it has one paragraph, with its sentences reversed. */
export function swapParagraphs(/** @type {string} */ text) {
  const all = text.split('\n');
  if (all.length < 2) return sentences(text).toReversed().join('').trim();
  const [first, second] = [Math.floor((all.length - 1) / 3), Math.max(Math.floor((2 * (all.length - 1)) / 3), 1)];
  if (first === second) return all.toReversed().join('\n');
  const [one = '', other = ''] = [all[first], all[second]];
  return all.with(first, other).with(second, one).join('\n');
}

/**
 * The text with a share of its words or Han characters replaced by others of the same text. @param {string} text
 * @param {number} share from 0 to 1 @param {number} seed the same seed changes the same places
 */
export function change(text, share, seed) {
  const words = text.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];
  const random = generator(seed);
  return text.replace(/\p{Script=Han}|[\p{L}\p{N}]+/gu, (word) => {
    const [chance, pick] = [random(), random()];
    return (chance < share && words[Math.floor(pick * words.length)]) || word;
  });
}

/** Random numbers from 0 to 1, the same for each seed (Lehmer's generator). */
function generator(/** @type {number} */ seed) {
  let state = (seed % 2147483646) + 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** The text after a line that credits a source, as reprints have it. @param {string} text @param {string} line */
export const addLine = (text, line) => `${line}\n${text}`;

/** The text with a line inserted after its first third. @param {string} text @param {string} line */
export function insert(text, line) {
  const all = text.split('\n');
  return all.toSpliced(Math.ceil(all.length / 3), 0, line).join('\n');
}
