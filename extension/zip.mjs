// Archives that are the same to the byte whenever and wherever they are made: no times, and nothing
// compressed, since what a compressor makes depends on its version.

/** 1980-01-01, the earliest that the format knows. */
const DATE = 0x21;
const VERSION = 20;
/** Names are in UTF-8. */
const FLAGS = 0x800;

/** @param {[name: string, content: Buffer][]} files */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of files) {
    const encoded = Buffer.from(name);
    const about = fields([
      [VERSION, 2],
      [FLAGS, 2],
      [0, 2],
      [0, 2],
      [DATE, 2],
      [crc32(content), 4],
      [content.length, 4],
      [content.length, 4],
      [encoded.length, 2],
      [0, 2],
    ]);
    parts.push(fields([[0x04034b50, 4]]), about, encoded, content);
    directory.push(
      fields([
        [0x02014b50, 4],
        [VERSION, 2],
      ]),
      about,
      fields([
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [offset, 4],
      ]),
      encoded,
    );
    offset += 4 + about.length + encoded.length + content.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = fields([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]);
  return Buffer.concat([...parts, ...directory, end]);
}

function fields(values) {
  const buffer = Buffer.alloc(values.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of values) at = buffer.writeUIntLE(value, at, size);
  return buffer;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** Node has one of its own only since 20.15. */
function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
