// How each runtime reads a page: whole, byte by byte, and in chunks of any size.

/** Chunk sizes that differ from page to page but not from run to run. */
function* sizes(seed) {
  for (let state = seed + 1; ; state = (state * 48271) % 0x7fffffff) yield 1 + (state % 5000);
}

function* always(size) {
  for (;;) yield size;
}

function readIn(Reader, bytes, options, chunkSizes) {
  const reader = new Reader(options);
  for (let at = 0; at < bytes.length; ) {
    const end = at + chunkSizes.next().value;
    reader.write(bytes.subarray(at, end));
    at = end;
  }
  return reader.end();
}

/** The article of a page as JSON, however the page arrives; `seed` differs for each page. */
export function readEveryWay(Reader, bytes, options, seed) {
  const readAs = (chunkSizes) => JSON.stringify(readIn(Reader, bytes, options, chunkSizes));
  const whole = readAs(always(bytes.length || 1));
  for (const [way, chunkSizes] of [
    ['byte by byte', always(1)],
    ['in chunks', sizes(seed)],
  ]) {
    const read = readAs(chunkSizes);
    if (read !== whole) throw new Error(`read ${way} it is\n${read}\nand whole it is\n${whole}`);
  }
  return whole;
}
