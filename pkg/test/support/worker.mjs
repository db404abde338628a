// Programs in workerd, bundled as they would be deployed.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

/**
 * Bundles a worker into a folder and starts it.
 * @param {string} main its source
 * @param {string} folder
 * @param {object} [options] of Miniflare
 */
export async function startWorker(main, folder, options) {
  const scriptPath = join(folder, 'worker.js');
  await build({
    entryPoints: [main],
    outfile: scriptPath,
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*'],
    loader: { '.wasm': 'copy' },
    // For sources in a folder that has no packages.
    nodePaths: [fileURLToPath(new URL('../../../node_modules', import.meta.url))],
    logLevel: 'error',
  });
  return new Miniflare({
    modules: true,
    modulesRoot: folder,
    modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
    scriptPath,
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    cf: false,
    ...options,
  });
}
