// What may import what: between the products nothing, between the folders of the worker the earlier ones.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { words } from './words.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PRODUCTS = words`pkg worker mcp extension www`;
/** Code that they share, and data that belong to the core. */
const COMMON = /^shared\/|\.json$/;
/** The folders of the worker; the last is its src itself, with index.js and settings.js. */
const FOLDERS = [...words`runtime clients site policy register pages operator api`, ''];

/** The files that modules below a folder import by their paths: `[importing, imported]`, from the root. */
async function importsIn(folder, pattern = /(?:\bfrom|\bimport\(?) ?'(\.[^']+)'/g) {
  const entries = await readdir(ROOT + folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ parentPath, name }) => resolve(parentPath, name));
  const own = files
    .map((file) => relative(ROOT, file))
    .filter((file) => !/(^|\/)(dist|test|node_modules)\//.test(file));
  const found = own.map(async (file) => {
    const paths = (await readFile(ROOT + file, 'utf8')).matchAll(pattern);
    return [...paths].map(([, path]) => [file, relative(ROOT, resolve(ROOT, dirname(file), path))]);
  });
  return (await Promise.all(found)).flat();
}

test('no product imports from another one', async () => {
  for (const product of [...PRODUCTS, 'shared']) {
    const imports = await importsIn(product);
    assert.ok(imports.length > 4, `only ${imports.length} imports found in ${product}`);
    const others = imports.filter(([, path]) => !path.startsWith(`${product}/`) && !COMMON.test(path));
    assert.deepEqual(others, [], 'what several of them need stands in shared/, or is exported by a package');
  }
});

test('no folder of the worker imports from a later one', async () => {
  const placeOf = (path) => FOLDERS.indexOf(path.split('/').slice(2, -1)[0] ?? '');
  // Types may be those of a later one.
  const all = await importsIn('worker/src', /^(?:import|export) [^;]*?\bfrom '(\.[^']+)';$/gm);
  const imports = all.filter(([, path]) => path.startsWith('worker/src/'));
  assert.ok(imports.length > 100, `only ${imports.length} imports found`);
  for (const [file, path] of imports) {
    assert.notEqual(placeOf(file), -1, `${file} is in no folder of the list`);
    assert.ok(placeOf(path) <= placeOf(file), `${file} imports ${path}`);
  }
});
