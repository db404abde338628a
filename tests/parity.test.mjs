// The native program and the WebAssembly module, in every runtime, give the same result on every page, to the byte.
//
// Pages: tests/pages and tests/stubs, or the folder in OFFPRINT_PAGES. OFFPRINT is the native program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';
import init, { Reader, compare } from 'offprint';
import { startWorker } from '../pkg/test/support/worker.mjs';
import { BROWSERS, inBrowser } from './browsers.mjs';
import { readEveryWay } from './parity-ways.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folders = process.env.OFFPRINT_PAGES ? [process.env.OFFPRINT_PAGES] : [here('pages'), here('stubs')];
const native = process.env.OFFPRINT;
assert.ok(native, 'set OFFPRINT to the native program, or run `cargo xtask test`');
await init();

/** Every page of the folders, in the order of the native program. */
const pages = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.html?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort(),
);

const nativeArticles = folders.flatMap((folder) => {
  const { status, stdout, stderr } = spawnSync(native, ['read', folder, '--jsonl'], { maxBuffer: 2 ** 31 });
  assert.equal(status, 0, String(stderr));
  return String(stdout)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
});

/** Reads every page in a runtime, and compares each with the native program's result. */
async function sameAsNative(t, readThere) {
  assert.ok(pages.length >= 20);
  assert.equal(pages.length, nativeArticles.length);
  let fingerprints = 0;
  for (const [i, path] of pages.entries()) {
    // The program does not print the keys, and prints the path.
    const { keys, ...article } = JSON.parse(await readThere(readFileSync(path), i));
    assert.equal(keys.read.length > 0, article.fingerprint !== null);
    for (const field of Object.keys(article)) {
      assert.deepEqual(article[field], nativeArticles[i][field], `${field} of ${path}`);
    }
    fingerprints += Number(article.fingerprint !== null);
  }
  t.diagnostic(`${pages.length} pages, ${fingerprints} fingerprints, each read whole, byte by byte and in chunks`);
}

test('Node reads every page as the native program does', (t) =>
  sameAsNative(t, (bytes, seed) => readEveryWay(Reader, bytes, seed)));

test('workerd reads every page as the native program does', async (t) => {
  const out = await mkdtemp(join(tmpdir(), 'offprint-parity-'));
  t.after(() => rm(out, { recursive: true }));
  const worker = await startWorker(here('parity-worker.js'), out);
  t.after(() => worker.dispose());
  await sameAsNative(t, async (body, seed) => {
    const response = await worker.dispatchFetch('http://localhost/', { method: 'POST', body, headers: { seed } });
    return response.text();
  });
});

/** As on a host of the edge runtime: the program is bundled, and the module is compiled beforehand. */
test("Vercel's edge runtime reads every page as the native program does", async (t) => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import init, { Reader } from 'offprint';
        import module from 'offprint/wasm?module';
        import { readEveryWay } from './parity-ways.js';
        globalThis.ready = init(module);
        globalThis.readThere = (bytes, seed) => readEveryWay(Reader, bytes, seed);`,
      resolveDir: here('.'),
    },
    bundle: true,
    write: false,
    conditions: ['edge-light'],
    define: { 'import.meta.url': '"https://site.example/"' },
    logLevel: 'error',
    plugins: [
      {
        name: 'compiled',
        setup(esbuild) {
          esbuild.onResolve({ filter: /\?module$/ }, ({ path }) => ({ path, namespace: 'compiled' }));
          esbuild.onLoad({ filter: /./, namespace: 'compiled' }, () => ({ contents: 'export default compiled;' }));
        },
      },
    ],
  });
  const compiled = await WebAssembly.compile(readFileSync(here('../pkg/dist/offprint.wasm')));
  const edge = new EdgeVM({ extend: (context) => Object.assign(context, { compiled }) });
  edge.evaluate(outputFiles[0].text);
  await edge.evaluate('ready');
  await sameAsNative(t, (bytes, seed) => edge.context.readThere(bytes, seed));
});

for (const [name, start] of Object.entries(BROWSERS)) {
  test(`${name} reads every page as the native program does`, async (t) => {
    const there = async ([base64, seed]) => {
      const [{ default: init, Reader }, { readEveryWay }] = await Promise.all([
        import('/pkg/index.js'),
        import('/tests/parity-ways.js'),
      ]);
      await init();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      return readEveryWay(Reader, bytes, seed);
    };
    await inBrowser(start, here('..'), (page) =>
      sameAsNative(t, (bytes, seed) => page.evaluate(there, [bytes.toString('base64'), seed])),
    );
  });
}

test('native and WebAssembly compare alike', () => {
  const fingerprints = nativeArticles
    .map((article) => article.fingerprint)
    .filter(Boolean)
    .slice(0, 12);
  assert.ok(fingerprints.length > 1);
  for (const a of fingerprints) {
    const b = fingerprints[0];
    const { stdout } = spawnSync(native, ['compare', a, b, '--json']);
    const { passages, rewriting, ...relation } = JSON.parse(String(stdout));
    assert.equal(passages, null, 'there are no texts');
    const isCopy = ['same', 'partial'].includes(relation.verdict);
    assert.equal(rewriting.verdict, isCopy ? 'copied' : 'unknown', 'and no facts');
    assert.deepEqual(relation, compare(a, b));
  }
});

test('WebAssembly reads stored fingerprints of every version, and says of each two what was said', () => {
  const corpora = readdirSync(here('golden')).filter((name) => name.startsWith('corpus-v'));
  assert.ok(corpora.length > 0);
  for (const name of corpora) {
    const lines = readFileSync(here(`golden/${name}`), 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const of = (word) => lines.filter(([first]) => first === word).map(([, ...rest]) => rest);
    const prints = of('fingerprint').sort(([a], [b]) => (a < b ? -1 : 1));
    const said = prints.flatMap(([a, first], i) =>
      prints.slice(i + 1).map(([b, second]) => {
        const { verdict, score } = compare(first, second);
        return [`${a} ${b}`, verdict === 'different' ? verdict : `${verdict} ${score.toFixed(4)}`];
      }),
    );
    const known = new Map(of('verdict').map(([a, b, verdict, score]) => [`${a} ${b}`, `${verdict} ${score}`]));
    assert.ok(known.size > 0);
    // A pair that is not listed is different.
    assert.deepEqual(
      said.filter(([pair, answer]) => answer !== (known.get(pair) ?? 'different')),
      [],
    );
  }
});
