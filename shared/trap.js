/**
 * Whether an error may have left a WebAssembly module in a bad state: it trapped, or its stack overflowed. Not all
 * platforms that are checked have types for the first.
 * @param {unknown} error
 */
export const isTrap = (error) => error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name);
