/** Whether a script runs in its page for the first time. The id of an element can be a global name, but no symbol. */
export function isFirst(/** @type {string} */ script) {
  const name = Symbol.for(`offprint ${script}`);
  return !Reflect.has(globalThis, name) && Reflect.set(globalThis, name, true);
}

/** The browser's interface for extensions, under one name. */
export const api = globalThis.browser ?? globalThis.chrome;
