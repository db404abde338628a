// The package as it is published, installed in small projects of every kind, and run there.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { createServer } from 'vite';

import { read } from 'offprint';
import { BROWSERS, chromium, inBrowser, openInBrowser } from '../../tests/browsers.mjs';
import { COPY, ORIGINAL, page } from './support/pages.mjs';
import { installed, run, tool, write } from './support/project.mjs';
import { startWorker } from './support/worker.mjs';

/** What every project does: reads pages, one as it passes, compares them, finds one by the other, and gives one up. */
const MAIN = `
import { MemoryIndex, OffprintStream, compare, read } from 'offprint';
import { pages } from './pages.js';

export async function main() {
  const bytes = pages.map((page) => Uint8Array.from(atob(page), (character) => character.charCodeAt(0)));
  const [a, b] = await Promise.all(bytes.map((page, i) => read(page, { url: 'https://paper.example/' + i })));
  const index = new MemoryIndex();
  await index.add(a);
  const [match] = await index.find(b);
  const passing = new OffprintStream();
  const passed = await new Response(new Response(bytes[0]).body.pipeThrough(passing)).arrayBuffer();
  const same = (await passing.article).fingerprint === a.fingerprint && passed.byteLength === bytes[0].byteLength;
  const cancelled = new OffprintStream();
  await cancelled.readable.cancel();
  const { code } = await cancelled.article.catch((error) => error);
  return JSON.stringify([compare(a, b).verdict, match.id, same, code, a.fingerprint, b.fingerprint]);
}
`;

const { folder, tarball } = await installed();
const pages = [ORIGINAL, COPY].map(page);
const [original, copy] = await Promise.all(pages.map((bytes) => read(bytes)));
const found = ['same', 'https://paper.example/0', true, 'aborted'];
const expected = JSON.stringify([...found, original.fingerprint, copy.fingerprint]);
const SHARED = {
  'main.js': MAIN,
  'log.js': "import { main } from './main.js';\nconsole.log(await main());\n",
  'pages.js': `export const pages = ${JSON.stringify(pages.map((bytes) => bytes.toString('base64')))};\n`,
};
await write(folder, SHARED);

/** A project in a folder of its own. */
function project(name, files) {
  return write(join(folder, name), { ...SHARED, ...files });
}

async function prints(program, args, cwd) {
  assert.equal((await run(program, args, { cwd })).trim(), expected);
}

test('Node', () => prints(process.execPath, ['log.js'], folder));

test('Deno', () => {
  return prints(process.execPath, [tool('deno/bin.cjs'), 'run', '--no-remote', '--allow-read', 'log.js'], folder);
});

test('Bun', () => {
  // Its install script, which is not run here, would only link this program.
  const program = readdirSync(tool('@oven'))
    .map((name) => tool(`@oven/${name}/bin/bun`))
    .find(existsSync);
  assert.ok(program, 'the package `bun` has no program for this machine: run `npm ci` with optional dependencies');
  return prints(program, ['run', 'log.js'], folder);
});

test('Node, from CommonJS', async () => {
  const program = "import('./main.js').then(({ main }) => main()).then(console.log);";
  const cwd = await project('commonjs', { 'log.cjs': program });
  await prints(process.execPath, ['log.cjs'], cwd);
});

test('workerd', async () => {
  const cwd = await project('workerd', {
    'worker.js': `import { main } from './main.js';
      export default { fetch: async () => new Response(await main()) };`,
  });
  const worker = await startWorker(join(cwd, 'worker.js'), join(cwd, 'dist'));
  try {
    assert.equal(await (await worker.dispatchFetch('http://localhost/')).text(), expected);
  } finally {
    await worker.dispose();
  }
});

test('esbuild, the module in the bundle', async () => {
  const cwd = await project('esbuild', {
    'start.js': `import init from 'offprint';
      import wasm from 'offprint/wasm';
      await init(wasm);
      await import('./log.js');`,
  });
  await build({
    absWorkingDir: cwd,
    entryPoints: ['start.js'],
    outfile: 'out.mjs',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    loader: { '.wasm': 'binary' },
  });
  await prints(process.execPath, ['out.mjs'], cwd);
});

const VITE = {
  'index.html': '<!doctype html><title>Offprint</title><script type="module" src="start.js"></script>',
  'start.js': "import { main } from './main.js';\nglobalThis.done = main();\n",
};

test('Vite, built, in each browser', async () => {
  const cwd = await project('vite', VITE);
  await run(process.execPath, [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { cwd });
  for (const start of Object.values(BROWSERS)) assert.equal(await inBrowser(start, join(cwd, 'dist')), expected);
  const modules = readdirSync(join(cwd, 'dist/assets')).filter((name) => name.endsWith('.wasm'));
  assert.equal(modules.length, 1, 'the module is there once');
});

test('Vite, while developing, in Chromium', async (t) => {
  const root = await project('vite-dev', VITE);
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    optimizeDeps: { exclude: ['offprint'] },
    server: { host: '127.0.0.1', port: 0 },
  });
  t.after(() => server.close());
  await server.listen();
  assert.equal(await openInBrowser(chromium, server.resolvedUrls.local[0]), expected);
});

const STRICT = { noEmit: true, strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
for (const [name, settings] of Object.entries({
  'TypeScript for a bundler': { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
  'TypeScript for Node 16': { module: 'node16', moduleResolution: 'node16', lib: ['es2022', 'dom'], types: [] },
  'TypeScript with nothing but the language': {
    module: 'node16',
    moduleResolution: 'node16',
    lib: ['es2022'],
    types: [],
  },
  'TypeScript for Node, without the DOM': {
    module: 'nodenext',
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [tool('@types')],
  },
})) {
  test(name, async () => {
    // What programs of the web and of Node use is missing without their types.
    const program = settings.types.length || settings.lib.includes('dom') ? 'api.ts' : 'bare.ts';
    const cwd = await write(join(folder, name.replaceAll(' ', '-')), {
      [program]: await readFile(new URL(`types/${program}`, import.meta.url)),
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...STRICT, target: 'es2022', ...settings } }),
    });
    await run(process.execPath, [tool('typescript/bin/tsc'), '-p', '.'], { cwd });
  });
}

test('publint and attw find nothing', async () => {
  await run(process.execPath, [tool('publint/src/cli.js'), 'run', '--strict', join(folder, 'node_modules/offprint')]);
  const files = ['./wasm', './edge/wasm', './full/wasm', './integrity.json', './package.json'];
  const attw = [tool('@arethetypeswrong/cli/dist/index.js'), tarball, '--profile', 'esm-only'];
  await run(process.execPath, [...attw, '--exclude-entrypoints', ...files]);
});

test('the hashes of the modules are in the package', async () => {
  const dist = join(folder, 'node_modules/offprint/dist');
  const integrity = JSON.parse(await readFile(join(dist, 'integrity.json'), 'utf8'));
  assert.equal(Object.keys(integrity).length, 3);
  for (const [path, hash] of Object.entries(integrity)) {
    assert.equal(
      hash,
      `sha384-${createHash('sha384')
        .update(await readFile(join(dist, path)))
        .digest('base64')}`,
    );
  }
});
