// Loads the package when it is first needed.

const loading = new Map();

/**
 * A module of the package, ready for use; after a failure the next call tries again.
 * @returns {Promise<any>}
 */
function load(name, find) {
  if (!loading.has(name)) {
    const begun = ready(find).catch((error) => {
      loading.delete(name);
      throw error;
    });
    loading.set(name, begun);
  }
  return loading.get(name);
}

async function ready(find) {
  const module = await find();
  await module.default();
  return module;
}

export const offprint = () => load('offprint', () => import('./offprint/index.js'));

/** All of the package; includes the module `offprint`, and is half as large again. */
export const full = () => load('full', () => import('./offprint/full/index.js'));

/** The methods of the papers. */
export const methods = () => load('methods', () => import('./offprint/methods/index.js'));

/** The key of the message on a loading error: why there is no WebAssembly here. */
export function whyNot(error) {
  const blocked = !globalThis.WebAssembly || error.cause instanceof WebAssembly.CompileError;
  if (blocked) return 'problem.blocked';
  return error.code === 'load_failed' ? 'problem.missing' : 'problem.other';
}
