// Texts as they are kept: deflated; and whether one was edited.

/** Letters of a line below which it may be a clock or a counter, that is another each time. */
const LINE = 20;

export const deflate = async (text) =>
  new Uint8Array(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text)));

export const inflate = async (bytes) =>
  new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));

function through(stream, bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
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
