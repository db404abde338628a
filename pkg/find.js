// Finds the module of WebAssembly that an entry binds, wherever the package runs.

/** Modules that an entry has imported, by their bindings. */
const imported = new WeakMap();

/**
 * For workerd, which compiles a module only by a static import.
 * @param {object} glue the generated bindings of the module
 * @param {WebAssembly.Module} module
 */
export function provide(glue, module) {
  imported.set(glue, module);
}

/**
 * The module if it was provided. Otherwise what is at its address: a `fetch` in browsers, and the bytes of the file in
 * Node, Deno and Bun. `node:fs` is no static import, since bundlers for browsers would look for it.
 * @param {object} glue the generated bindings of the module
 * @param {() => URL} address not called in workerd, where `import.meta.url` is no address
 */
export function find(glue, address) {
  const module = imported.get(glue);
  if (module) return module;
  const url = address();
  const files = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs');
  return files ? files.promises.readFile(url) : fetch(url);
}
