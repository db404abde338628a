// The package as it is published, installed with only the packages that it names.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run, tool } from '../../pkg/test/support/project.mjs';
import { folder } from '../../tests/folder.mjs';
import { start } from './support/client.mjs';
import { TEXT } from './support/pages.mjs';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const manifest = async (path) => JSON.parse(await readFile(join(HERE, path, 'package.json'), 'utf8'));

test('the packed package starts, and answers', async () => {
  await run(process.execPath, [join(HERE, 'build.mjs')]);
  const cwd = await folder();
  const own = join(cwd, 'node_modules/offprint-mcp');
  const { bin, dependencies } = await manifest('.');
  const unpacked = {
    'offprint-mcp': [HERE, own],
    offprint: [join(HERE, '../pkg'), join(cwd, 'node_modules/offprint')],
  };
  for (const [from, to] of Object.values(unpacked)) {
    const [{ filename }] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', cwd, from]));
    await mkdir(to, { recursive: true });
    await run('tar', ['xzf', join(cwd, filename), '-C', to, '--strip-components=1']);
  }
  for (const name of Object.keys(dependencies).filter((name) => name !== 'offprint')) {
    await mkdir(dirname(join(cwd, 'node_modules', name)), { recursive: true });
    const nested = join(HERE, 'node_modules', name);
    await symlink(existsSync(nested) ? nested : tool(name), join(cwd, 'node_modules', name));
  }
  const server = await start([], { program: join(own, bin['offprint-mcp']) });
  assert.equal((await server.client.listTools()).tools.length, 4);
  const { sentence } = await server.call('origins', { items: [{ text: TEXT }, { text: TEXT }] });
  assert.equal(sentence, '2 results go back to 1 independent origin.');
  assert.match((await server.call('read', { address: 'http://localhost/' })).error, /^not_public: /);
});

test('it takes its own version of Offprint, and all versions are exact', async () => {
  const { version, dependencies } = await manifest('.');
  const { version: ofPackage } = await manifest('../pkg');
  assert.deepEqual([version, dependencies.offprint], [ofPackage, ofPackage]);
  for (const wanted of Object.values(dependencies)) assert.match(wanted, /^\d+\.\d+\.\d+$/);
  assert.equal(dependencies['ipaddr.js'], (await manifest('../worker')).devDependencies['ipaddr.js']);
});
