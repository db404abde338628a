// Texts as they are kept: deflated.

export const deflate = async (text) => new Uint8Array(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text)));

export const inflate = async (bytes) => new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));

function through(stream, bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}
