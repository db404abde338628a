// Stored texts: compresses them, searches them, and determines whether one was edited.

/** A line with fewer letters may be a clock or a counter, which differs each time. */
const LINE = 20;

/** Characters shown before and after a match. */
const AROUND = 60;

export const deflate = async (text) =>
  new Uint8Array(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text)));

export const inflate = async (bytes) =>
  new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));

/** Passes bytes through a stream, without a Blob, which would be in another process. */
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const [made] = await Promise.all([new Response(stream.readable).arrayBuffer(), written]);
  return made;
}

/**
 * Whether a text has been edited: compares its longer lines, since counters of readers or hours are in short ones. A
 * Han character counts as two letters.
 */
export function isEdited(before, after) {
  return JSON.stringify(linesOf(before)) !== JSON.stringify(linesOf(after));
}

function linesOf(text) {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => weight(line) >= LINE);
}

const weight = (line) => line.length + (line.match(/\p{Script=Han}/gu)?.length ?? 0);

/** The text without differences of width and case. */
export const folded = (text) => text.normalize('NFKC').toLowerCase();

/**
 * The first place where a text has one of some folded words: the text before it, the word itself, the text after it.
 * @returns {[string, string, string]}
 */
export function passageOf(text, words) {
  const has = (line) => words.find((word) => folded(line).includes(word));
  const line = text.split('\n').find(has) ?? '';
  const plain = folded(line);
  const word = has(line) ?? '';
  // Folding makes a few characters longer, such as ligatures; the place is then close enough.
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
