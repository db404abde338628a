/** Whether a script runs in its page for the first time. An element of the page could have a name, but no symbol. */
export function isFirst(/** @type {string} */ script) {
  const name = Symbol.for(`offprint ${script}`);
  return !Reflect.has(globalThis, name) && Reflect.set(globalThis, name, true);
}

/** The browser's interface for extensions, under one name. */
export const api = globalThis.browser ?? globalThis.chrome;
