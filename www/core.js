// Loads the package when it is first needed.

let main;
let more;
let facts;

/** The module `offprint`, ready for use. */
export function offprint() {
  main ??= load(() => import('./offprint/index.js')).catch((error) => {
    main = undefined; // The next call may try again.
    throw error;
  });
  return main;
}

/** The module `offprint/methods`: it includes the other one, and is three times as large. */
export function methods() {
  more ??= load(() => import('./offprint/methods/index.js')).catch((error) => {
    more = undefined;
    throw error;
  });
  return more;
}

/** The module `offprint/rewrites`, which compares the facts of two texts. */
export function rewrites() {
  facts ??= load(() => import('./offprint/rewrites/index.js')).catch((error) => {
    facts = undefined;
    throw error;
  });
  return facts;
}

async function load(find) {
  const module = await find();
  await module.default();
  return module;
}

/** The key of the message on a loading error: why there is no WebAssembly here. */
export function whyNot(error) {
  const blocked = !globalThis.WebAssembly || error.cause instanceof WebAssembly.CompileError;
  if (blocked) return 'problem.blocked';
  return error.code === 'load_failed' ? 'problem.missing' : 'problem.other';
}
