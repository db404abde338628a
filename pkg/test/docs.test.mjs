// Every program in the documents is run unchanged, with the packed package.
//
// A line `console.log(…); // this` has to print this, and a program has to print the comments at its end. The web comes
// from support/web.mjs. The word after `js` says where a program runs, Node unless it names another runtime, or which
// file it is for the shell commands that follow.
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';

import { BROWSERS, chromium, inBrowser } from '../../tests/browsers.mjs';
import { COPY, ORIGINAL, page } from './support/pages.mjs';
import { programs } from './support/programs.mjs';
import { installed, run, tool, write } from './support/project.mjs';
import { answer } from './support/web.mjs';
import { startWorker } from './support/worker.mjs';

const { folder, tarball } = await installed();
const WEB = new URL('support/web.mjs', import.meta.url);
const PAGES = ['https://paper.example/dam', 'https://portal.example/dam'];
const env = { ...process.env, NODE_OPTIONS: `--import=${WEB}`, PATH: tool('.bin') + delimiter + process.env.PATH };

const runs = {
  js: async (code, { file, cwd }) => {
    await write(cwd, { [file]: code });
    if (code.includes("'offprint/wasm'")) return; // Its shell commands bundle it first.
    prints(code, await run(process.execPath, [file, ...PAGES], { cwd, env }));
  },
  sh: async (code, { cwd, before }) => {
    const here = code
      .replace(`npm install ./${basename(tarball)}`, `npm install --offline ${tarball}`)
      .replaceAll('npx ', '');
    prints(before, await run('sh', ['-ec', here], { cwd, env }));
  },
  worker: async (code, { cwd, file, out }) => {
    await write(cwd, { [file]: code });
    const worker = await startWorker(join(cwd, file), out, {
      outboundService: ({ url }) => answer(url),
      handleRuntimeStdio: (stdout, stderr) => {
        stdout.resume();
        stderr.resume();
      },
    });
    try {
      const bodies = [];
      for (const address of PAGES) {
        const response = await worker.dispatchFetch(`http://localhost/?page=${address}`);
        assert.equal(response.status, 200);
        bodies.push(Buffer.from(await response.arrayBuffer()));
      }
      assert.deepEqual(bodies, [page(ORIGINAL), page(COPY)]);
    } finally {
      await worker.dispose();
    }
  },
  browser: async (code, { cwd, out: site }) => {
    await bundled(code, cwd, site);
    const heard = '<script>globalThis.done = new Promise((resolve) => (console.log = resolve));</script>';
    await write(site, { 'index.html': `${page(ORIGINAL)}${heard}<script type="module" src="program.js"></script>` });
    for (const start of Object.values(BROWSERS)) prints(code, await inBrowser(start, site));
  },
  'service-worker': async (code, { cwd, out: site }) => {
    await bundled(code, cwd, site);
    await write(site, { 'index.html': '<!doctype html>', 'one.html': page(ORIGINAL), 'two.html': page(COPY) });
    const verdicts = await inBrowser(chromium, site, (tab) =>
      tab.evaluate(async () => {
        const { serviceWorker } = navigator;
        const controlled = new Promise((resolve) => (serviceWorker.oncontrollerchange = resolve));
        await serviceWorker.register('program.js', { type: 'module' });
        await controlled;
        const verdicts = [];
        for (const page of ['one.html', 'two.html']) {
          const message = new Promise((resolve) => (serviceWorker.onmessage = resolve));
          await (await fetch(page)).arrayBuffer();
          verdicts.push((await message).data.seen.map(({ verdict }) => verdict));
        }
        return verdicts;
      }),
    );
    assert.deepEqual(verdicts, [[], ['same']]);
  },
};

/** Makes a site with the program and the module. */
async function bundled(code, cwd, site) {
  await write(cwd, { 'program.js': code });
  await build({ entryPoints: [join(cwd, 'program.js')], outdir: site, bundle: true, format: 'esm', logLevel: 'error' });
  await cp(join(folder, 'node_modules/offprint/dist/offprint.wasm'), join(site, 'dist/offprint.wasm'));
}

/** Compares the output with the comments that state it. */
function prints(code, output) {
  const inLines = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
  const after = [...code.matchAll(/^\/\/ (.*)/gm)].map(([, text]) => text);
  const expected = [...inLines, ...after];
  if (expected.length) assert.deepEqual(output.trimEnd().split('\n'), expected);
}

for (const document of ['README.md', '../docs/concepts.md', '../docs/runtimes.md']) {
  const name = basename(document);
  const cwd = join(folder, name);
  let before = '';
  for (const [i, { language, word, code }] of programs(document).entries()) {
    const how = word in runs ? word : language;
    const file = how === language && word ? word : `program-${i}.mjs`;
    const project = { cwd, file, out: join(cwd, String(i)), before };
    if (language === 'js') before = code;
    test(`${name}: program ${i + 1}, ${word ?? language}`, async () => {
      assert.ok(how in runs, `there is no way to run "${how}"`);
      await write(cwd, {});
      await runs[how](code, project);
    });
  }
}
