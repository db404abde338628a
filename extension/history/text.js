// Compresses and searches stored texts, and determines whether one was edited.
import { lettersOf } from '../shared/letters.js';

/** A line with fewer letters may be a clock or a counter, which always differs; also a longer one with such words. */
const LINE = 20;
const STATING = 60;
const COUNTED =
  '阅读|阅览|浏览|点击|评论|点赞|转发|分享|收藏|播放|在看|views?|reads?|readers?|comments?|likes?|shares?|replies';
/** Times that have passed, counts of readers, and the weather. */
const PASSING = new RegExp(
  [
    '\\d+\\s*(seconds?|minutes?|mins?|hours?|hrs?|days?)\\s+ago',
    '[\\d一二三四五六七八九十两几]+\\s*(秒钟?|分钟|小时|天)之?前',
    `(${COUNTED})[量数次：:\\s(（]*\\d[\\d,.]*\\s*[万kKmM]?[)）]?`,
    `\\d[\\d,.]*\\s*[万kKmM]?\\s*[次人位条个]{0,3}(已|people)?\\s*(${COUNTED})`,
    '-?\\d+\\s*(°|℃|摄氏度)',
    '^(last )?updated\\b|^更新(时间|于)?[：:\\s]|^(天气|气温)|^weather\\b',
  ].join('|'),
  'giu',
);
/** The number of messages before a title, as in a chat. */
const WAITING = /^[([]\d+\+?[)\]]\s*/;
/** Signs between a headline and the name of the site. */
const APART = /^\s*[|_–—·]|^\s+-\s/;

/** Characters that are shown before and after a match. */
const AROUND = 60;

export const deflate = async (/** @type {string} */ text) =>
  new Uint8Array(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text)));

export const inflate = async (/** @type {Uint8Array<ArrayBuffer>} */ bytes) =>
  new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));

/**
 * Passes bytes through a stream. A Blob would be in another process.
 * @param {CompressionStream | DecompressionStream} stream @param {Uint8Array<ArrayBuffer>} bytes
 */
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const [made] = await Promise.all([new Response(stream.readable).arrayBuffer(), written]);
  return made;
}

/** Whether a text was edited: compares its longer lines, except those that count readers or hours. */
export function isEdited(/** @type {string} */ before, /** @type {string} */ after) {
  return JSON.stringify(linesOf(before)) !== JSON.stringify(linesOf(after));
}

function linesOf(/** @type {string} */ text) {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => {
    const size = width(line);
    return size >= STATING || (size >= LINE && line.search(PASSING) < 0);
  });
}

/** Whether a headline has other words than before, not just another counter, sign or site name. */
export function isOtherHeadline(/** @type {string} */ before, /** @type {string} */ after) {
  const lasting = (/** @type {string} */ title) => folded(title).replace(WAITING, '').replace(PASSING, '').trim();
  const [one, other] = [lasting(before), lasting(after)];
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.startsWith(short) && (short === '' || APART.test(long.slice(short.length)))) return false;
  return lettersOf(one) !== lettersOf(other);
}

/** How wide a line is; a Han character counts as two, as it is shown. @param {string} line */
export const width = (line) => line.length + (line.match(/\p{Script=Han}/gu)?.length ?? 0);

/** A text without differences of width and case. @param {string} text */
export const folded = (text) => text.normalize('NFKC').toLowerCase();

/**
 * The first place where a text has one of the folded words: the text before it, the word, and the text after it.
 * @param {string} text @param {string[]} words @returns {[string, string, string]}
 */
export function passageOf(text, words) {
  const has = (/** @type {string} */ line) => words.find((word) => folded(line).includes(word));
  const line = text.split('\n').find(has) ?? '';
  const plain = folded(line);
  const word = has(line) ?? '';
  // Folding makes a few characters longer, such as ligatures. Then the place is only close.
  const at = Math.round((plain.indexOf(word) * line.length) / (plain.length || 1));
  const end = at + word.length;
  const before = line.slice(0, at);
  const after = line.slice(end);
  return [
    before.length > AROUND ? `…${before.slice(-AROUND)}` : before,
    line.slice(at, end),
    after.length > AROUND ? `${after.slice(0, AROUND)}…` : after,
  ];
}
