// The worker on this machine, as the demo and the tests run it: bundled as it is deployed, with
// the settings of wrangler.jsonc, on the real workerd.

import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

// A program for this machine alone needs neither.
Object.assign(process.env, { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' });
const { unstable_getMiniflareWorkerOptions: optionsOf } = await import('wrangler');

const HERE = fileURLToPath(new URL('.', import.meta.url));
const WRANGLER = createRequire(import.meta.url).resolve('wrangler/bin/wrangler.js');

/**
 * Bundles the worker into a folder; returns the options of Miniflare that run it from there.
 * @param {string} folder
 */
export async function bundle(folder) {
  await promisify(execFile)(process.execPath, [WRANGLER, 'deploy', '--dry-run', '--outdir', folder], { cwd: HERE });
  return bundled(folder);
}

/** The options of Miniflare that run the bundle in a folder. */
export function bundled(folder) {
  const { workerOptions } = optionsOf(`${HERE}wrangler.jsonc`);
  return { ...workerOptions, modules: true, modulesRoot: folder, scriptPath: `${folder}/index.js` };
}
