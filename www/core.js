// Loads the package when it is first needed.

/**
 * Returns a function that loads a module of the package once. After a failure the next call tries again.
 * @template {{ default(): Promise<void> }} Module @param {() => Promise<Module>} find
 */
function loader(find) {
  /** @type {Promise<Module> | undefined} */
  let loading;
  return () => {
    loading ??= ready(find).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** @template {{ default(): Promise<void> }} Module @param {() => Promise<Module>} find */
async function ready(find) {
  const module = await find();
  await module.default();
  return module;
}

export const offprint = loader(() => import('./offprint/index.js'));

/** The whole package. It includes the module `offprint`, and is half as large again. */
export const full = loader(() => import('./offprint/full/index.js'));

/** The key of the message about a loading error. */
export function whyNot(/** @type {Error & { code?: string }} */ error) {
  const blocked = !globalThis.WebAssembly || error.cause instanceof WebAssembly.CompileError;
  if (blocked) return 'problem.blocked';
  return error.code === 'load_failed' ? 'problem.missing' : 'problem.other';
}
