// The extension, built once for the tests of a file, as a browser loads it.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension } from '../../build.mjs';

/**
 * A copy of the extension in a folder of its own.
 * @param {'chromium' | 'firefox'} browser
 * @param {{ granted?: boolean }} [options] `granted`: as if a person had granted every site, which no
 *   program can; without it the extension is as it is shipped
 */
export async function unpack(browser, { granted = true } = {}) {
  const into = await mkdtemp(join(tmpdir(), 'offprint-extension-'));
  const { [browser]: built } = await buildExtension(join(into, 'dist'));
  const folder = join(into, 'extension');
  await cp(built.folder, folder, { recursive: true });
  if (granted) {
    const file = join(folder, 'manifest.json');
    const { optional_host_permissions, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, host_permissions: optional_host_permissions }));
  }
  return { folder, remove: () => rm(into, { recursive: true, force: true }) };
}
