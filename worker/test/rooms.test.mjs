// Imports between the folders of src go one way: from a later folder of this list to an earlier one.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { words } from '../../tests/words.mjs';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
/** The last is src itself, with index.js and settings.js. */
const ROOMS = [...words`runtime addresses clients site policy register pages operator api`, ''];

/** The place of a file's folder in the list. */
const placeOf = (path) => ROOMS.indexOf(relative(SRC, path).split('/').slice(0, -1)[0] ?? '');

test('no folder imports from a later one', async () => {
  const entries = await readdir(SRC, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  let checked = 0;
  for (const file of files) {
    assert.notEqual(placeOf(file), -1, `${file} is in no folder of the list`);
    for (const [, path] of (await readFile(file, 'utf8')).matchAll(/^(?:import|export) .*from '(\.[^']+)';$/gm)) {
      checked++;
      assert.ok(placeOf(resolve(dirname(file), path)) <= placeOf(file), `${relative(SRC, file)} imports ${path}`);
    }
  }
  assert.ok(checked > 100, `only ${checked} imports found`);
});
