// The program of the package: the native one where its package is installed, otherwise `read` and `compare` in Wasm.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { writePackage, writePlatform } from '../platforms.mjs';
import { listen } from '../../tests/server.mjs';
import { page } from '../../tests/articles.mjs';
import { NATIVE, run as start } from './support/cli.mjs';
import { installed, run, write } from './support/project.mjs';

const { folder } = await installed();
await write(folder, { 'a.html': page(2, 0), 'b.html': page(2, 3), 'c.html': page(4, 0) });
const program = join(folder, 'node_modules/.bin/offprint');
const at = (name) => join(folder, name);

/** As `npx offprint` runs it; the time that it took is left out of what it prints. */
async function offprint(words, env = {}, bin = program) {
  const ran = await start('/usr/bin/env', [...Object.entries(env).map((pair) => pair.join('=')), bin, ...words]);
  return { ...ran, err: ran.err.replace(/ in [\d.]+ s: /, ': ') };
}

test('without the native program, pages are read and compared in WebAssembly', async () => {
  const { code, out, err } = await offprint(['read', at('a.html'), at('gone.html'), at('c.html'), '--jsonl']);
  const articles = out.trimEnd().split('\n').map(JSON.parse);
  assert.deepEqual(
    articles.map(({ id, length }) => [id, length > 1000]),
    [
      [at('a.html'), true],
      [at('c.html'), true],
    ],
  );
  assert.equal(code, 3);
  assert.match(err, /^offprint: .*no such file.*, .*gone\.html\n$/);
  for (const [other, verdict, expected] of [
    ['b.html', 'same', 0],
    ['c.html', 'different', 1],
  ]) {
    const { code, out } = await offprint(['compare', at('a.html'), at(other), '--json']);
    assert.deepEqual([JSON.parse(out).verdict, code], [verdict, expected]);
  }
});

test('an address is fetched', async (t) => {
  const { origin, close } = await listen((request, response) => {
    response.statusCode = request.url === '/a' ? 200 : 404;
    response.setHeader('content-type', 'text/html').end(page(2, 0));
  });
  t.after(close);
  const { code, out } = await offprint(['compare', `${origin}/a`, at('b.html')]);
  assert.deepEqual([JSON.parse(out).verdict, code], ['same', 0]);
  assert.match((await offprint(['read', `${origin}/gone`])).err, /the server answered 404/);
});

test('commands that need the native program say where to get it', async () => {
  for (const words of [['dedupe', folder], ['read', '--markdown', at('a.html')], [], ['read'], ['reed', 'a']]) {
    const { code, out, err } = await offprint(words);
    assert.deepEqual([code, out], [2, '']);
    const { platform, arch } = process;
    assert.match(err, new RegExp(`package offprint-${platform}-${arch}; .* build it in the .*OFFPRINT_BINARY`));
  }
});

test('without the native program, too, the version and the commands can be asked for', async () => {
  for (const [word, said] of Object.entries({ '--version': /^offprint \d+\.\d+\.\d+\n$/, '--help': /`read PAGE…`/ })) {
    const { code, out, err } = await offprint([word]);
    assert.deepEqual([code, said.test(out), err], [0, true, ''], out);
  }
});

test('the program of the platform runs, and its exit code is returned', async () => {
  const dedupe = ['dedupe', at('a.html'), at('b.html')];
  const expected = await offprint(dedupe, {}, NATIVE);
  assert.equal(expected.code, 0);
  assert.deepEqual(await offprint(dedupe, { OFFPRINT_BINARY: NATIVE }), expected);
  const { code, err } = await offprint(dedupe, { OFFPRINT_BINARY: at('a.html') });
  assert.deepEqual([code, /cannot run .*a\.html/.test(err)], [2, true]);

  // As it is published: the package wants the program of each platform, and takes the one that there is.
  const platform = `${process.platform}-${process.arch}`;
  writePlatform(platform, NATIVE, at('platform'));
  writePackage(at('package'));
  const packed = [];
  for (const name of ['platform', 'package']) {
    const [{ filename }] = JSON.parse(await run('npm', ['pack', '--json', at(name)], { cwd: folder }));
    packed.push(`file:${at(filename)}`);
  }
  const cwd = await write(at('user'), { 'package.json': '{ "private": true }' });
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packed], { cwd });
  const bin = join(cwd, 'node_modules/.bin/offprint');
  assert.deepEqual(await offprint(dedupe, {}, bin), expected);
  assert.equal((await offprint(['compare', at('a.html'), at('c.html')], {}, bin)).code, 1);
});
