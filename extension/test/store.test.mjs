// Checks the package for Chromium by the rules of the Chrome Web Store; `cargo xtask test extension` checks the one for
// Firefox with its store's own linter. Both are the same whenever they are made, and ask for the same permissions.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { folder } from '../../tests/folder.mjs';
import { words } from '../../tests/words.mjs';
import { buildExtension } from '../build.mjs';
import { takePictures } from './pictures.mjs';

const into = await folder();
const built = await buildExtension(join(into, 'dist'));
const files = new Map(Object.entries(unzipSync(await readFile(built.chromium.archive))));
const textOf = (name) => new TextDecoder().decode(files.get(name));
const manifest = JSON.parse(textOf('manifest.json'));
const namesOf = (ending) => [...files.keys()].filter((name) => name.endsWith(ending));

test('the manifest has what the store requires, and nothing of another browser', () => {
  assert.equal(manifest.manifest_version, 3);
  assert.match(manifest.version, /^\d{1,5}(\.\d{1,5}){0,3}$/);
  assert.ok(manifest.version.split('.').every((part) => Number(part) <= 65_535 && !/^0\d/.test(part)));
  const known = words`
    manifest_version name description homepage_url version default_locale icons action options_ui permissions
    optional_host_permissions incognito content_security_policy commands minimum_chrome_version background`;
  assert.deepEqual(
    Object.keys(manifest).filter((name) => !known.includes(name)),
    [],
    '`key` and `update_url` are refused, the rest is warned of',
  );
  assert.deepEqual(manifest.background, { service_worker: 'background.js', type: 'module' });
});

test('a build that is published names its site, and a key opens the popup', async () => {
  const { manifest: manifestOf } = await import('../manifest.js');
  assert.equal(manifestOf('chromium', '1', 'https://offprint.example/').homepage_url, 'https://offprint.example/');
  assert.equal(manifest.homepage_url, undefined, 'it has no other');
  assert.ok(manifest.commands._execute_action.suggested_key.default);
  const suggested = Object.values(manifest.commands).filter((command) => command.suggested_key);
  assert.ok(suggested.length <= 4, 'Chrome takes no more');
});

test('archives are deflated', async () => {
  const { length } = await readFile(built.chromium.archive);
  const whole = [...files.values()].reduce((sum, file) => sum + file.length, 0);
  assert.ok(length < whole / 1.8, `${length} of ${whole} bytes`);
});

test('archives are the same to the byte each time', async () => {
  const again = await buildExtension(join(into, 'again'));
  for (const browser of ['chromium', 'firefox']) {
    const [one, other] = await Promise.all([built, again].map((dist) => readFile(dist[browser].archive)));
    assert.ok(one.equals(other), browser);
  }
});

test('it asks for no more than it uses, for no site before a person grants one, and sends nothing', async () => {
  const firefox = JSON.parse(await readFile(join(built.firefox.folder, 'manifest.json'), 'utf8'));
  for (const one of [manifest, firefox]) {
    assert.deepEqual(one.permissions, ['activeTab', 'scripting', 'storage', 'unlimitedStorage']);
    assert.deepEqual([one.host_permissions, one.content_scripts], [undefined, undefined]);
    assert.match(one.content_security_policy.extension_pages, /default-src 'none';.* connect-src 'self';/);
  }
  assert.deepEqual(firefox.browser_specific_settings.gecko.data_collection_permissions, { required: ['none'] });
  const background = textOf('background.js');
  for (const used of ['scripting.executeScript', 'storage.local']) assert.ok(background.includes(used), used);
});

test('every file that the manifest or a page names is in the archive; icons have their sizes', () => {
  const named = [
    manifest.background.service_worker,
    manifest.action.default_popup,
    manifest.options_ui.page,
    ...Object.values(manifest.icons),
    ...Object.values(manifest.action.default_icon),
  ];
  for (const page of namesOf('.html')) {
    for (const [, path] of textOf(page).matchAll(/(?:src|href)="([^"#]+)"/g)) {
      named.push(new URL(path, `http://x/${page}`).pathname.slice(1));
    }
  }
  assert.deepEqual(
    named.filter((name) => !files.has(name)),
    [],
  );
  for (const size of [16, 48, 128]) {
    const view = new DataView(files.get(manifest.icons[size]).buffer, files.get(manifest.icons[size]).byteOffset);
    assert.equal(view.getUint32(0), 0x89504e47, 'a PNG');
    assert.deepEqual([view.getUint32(16), view.getUint32(20)], [size, size]);
  }
  const reserved = [...files.keys()].filter((name) => name.startsWith('_') && !name.startsWith('_locales/'));
  assert.deepEqual(reserved, [], 'Chrome keeps names that begin with _ for itself');
});

test('no code comes from elsewhere, and none is made of text', () => {
  const policy = manifest.content_security_policy.extension_pages;
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
  assert.doesNotMatch(policy, /'unsafe-(eval|inline)'/);
  for (const page of namesOf('.html')) {
    assert.doesNotMatch(
      textOf(page),
      /<script(?![^>]*\bsrc="(?!\w+:|\/\/))/,
      `${page}: a script within, or from elsewhere`,
    );
    assert.doesNotMatch(textOf(page), /\son\w+=/, `${page}: a handler within`);
  }
  for (const script of namesOf('.js')) {
    assert.doesNotMatch(textOf(script), /\beval\(|new Function\(|import\(['"`]https?:|importScripts\(/, script);
  }
});

test('each language has pictures and a tile of the sizes that the stores want', async () => {
  const taken = await takePictures();
  assert.deepEqual(Object.keys(taken), await readdir(new URL('../_locales', import.meta.url)));
  for (const { store } of Object.values(taken)) {
    const sizes = Object.values(store).map((png) => [png.readUInt32BE(16), png.readUInt32BE(20)].join());
    assert.deepEqual(sizes, [...Array(5).fill('1280,800'), '440,280']);
  }
});
