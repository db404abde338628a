// The extension, built once for the tests of a file, as a browser loads it.
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension } from '../../build.mjs';

/**
 * A copy of the extension in a separate folder.
 * @param {'chromium' | 'firefox'} browser
 * @param {{ granted?: boolean, locale?: string }} [options] `granted`: as if the user had granted every site, which a
 * program cannot do; without it the extension is as released. `locale`: its only locale, for a browser that cannot be
 * set to it
 */
export async function unpack(browser, { granted = true, locale } = {}) {
  const into = await mkdtemp(join(tmpdir(), 'offprint-extension-'));
  const { [browser]: built } = await buildExtension(join(into, 'dist'));
  const folder = join(into, 'extension');
  await cp(built.folder, folder, { recursive: true });
  if (granted) {
    const whole = ({ optional_host_permissions, ...manifest }) => ({
      ...manifest,
      host_permissions: optional_host_permissions,
    });
    await changeManifest(folder, whole);
  }
  if (locale) {
    await changeManifest(folder, (manifest) => ({ ...manifest, default_locale: locale }));
    for (const other of await readdir(join(folder, '_locales'))) {
      if (other !== locale) await rm(join(folder, '_locales', other), { recursive: true });
    }
  }
  return { folder, remove: () => rm(into, { recursive: true, force: true }) };
}

async function changeManifest(folder, change) {
  const file = join(folder, 'manifest.json');
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')))));
}
