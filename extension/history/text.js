// Texts as they are kept: deflated; what is found in one; and whether one was edited.

/** Letters of a line below which it may be a clock or a counter, that is another each time. */
const LINE = 20;

/** Characters that are shown before and after what was found. */
const AROUND = 60;

export const deflate = async (text) =>
  new Uint8Array(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text)));

export const inflate = async (bytes) =>
  new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));

/** Bytes through a stream; without a Blob, which lies in another process. */
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const [made] = await Promise.all([new Response(stream.readable).arrayBuffer(), written]);
  return made;
}

/**
 * Whether a text is another than it was: by its lines of some length, since what counts readers or hours stands in
 * short ones. A Han character counts for two letters.
 */
export function isEdited(before, after) {
  return JSON.stringify(linesOf(before)) !== JSON.stringify(linesOf(after));
}

function linesOf(text) {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => weight(line) >= LINE);
}

const weight = (line) => line.length + (line.match(/\p{Script=Han}/gu)?.length ?? 0);

/** In which width and case make no difference. */
export const folded = (text) => text.normalize('NFKC').toLowerCase();

/**
 * Where a text has the first of some folded words that it has: what stands before, the word itself, what comes after.
 * @returns {[string, string, string]}
 */
export function passageOf(text, words) {
  const has = (line) => words.find((word) => folded(line).includes(word));
  const line = text.split('\n').find(has) ?? '';
  const plain = folded(line);
  const word = has(line) ?? '';
  // Folding makes a few signs longer, such as ligatures; the place is then near enough.
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
