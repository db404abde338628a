// Every module, in every runtime, reads the pages of vectors.json and compares its pairs as the native code does, which
// vectors.rs checks.
//
// With a folder of other pages in OFFPRINT_PAGES, they are read as the native program in OFFPRINT reads them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';
import * as plain from 'offprint';
import * as edge from 'offprint/edge';
import * as full from 'offprint/full';
import { startWorker } from '../pkg/test/support/worker.mjs';
import { BROWSERS, inBrowser } from './browsers.mjs';
import { folder } from './folder.mjs';
import { readEveryWay } from './parity-ways.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const vectors = JSON.parse(readFileSync(here('vectors.json'), 'utf8'));
const { compare } = plain;
/** The fields of an article that only a module with markup returns, and that are empty unless it writes it. */
const MARKUP = ['markdown', 'html', 'links', 'images', 'comments'];
/** What only some modules return. */
const PARTIAL = ['posts', ...MARKUP];

/** The pages of a folder, and their articles by the native program. */
function readNatively(folder) {
  const { status, stdout, stderr } = spawnSync(process.env.OFFPRINT, ['read', folder, '--jsonl'], {
    maxBuffer: 2 ** 31,
  });
  assert.equal(status, 0, String(stderr));
  return String(stdout)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { id, ...article } = JSON.parse(line);
      const keys = article.fingerprint ? plain.keys(article.fingerprint) : { read: [], write: [] };
      return { path: `${folder}/${id}.html`, options: {}, article, keys };
    });
}

for (const module of [plain, edge, full]) await module.default();
const pages = process.env.OFFPRINT_PAGES
  ? readNatively(process.env.OFFPRINT_PAGES)
  : vectors.pages.map(({ page, contentType, url, ...rest }) => ({
      path: here(`../${page}`),
      options: { contentType, url },
      ...rest,
    }));

/** Reads every page in a runtime, which returns the article as JSON; `more` are the fields of the module alone. */
async function readsEveryPage(t, readThere, more = []) {
  assert.ok(pages.length >= 20);
  let fingerprints = 0;
  for (const [i, { path, options, article, keys }] of pages.entries()) {
    // The digest is of the module for the edge alone.
    const { digest, ...found } = JSON.parse(await readThere(readFileSync(path), options, i));
    const expected = { ...article, keys };
    for (const field of PARTIAL) if (!more.includes(field)) delete expected[field];
    assert.deepEqual(found, expected, path);
    fingerprints += Number(article.fingerprint !== null);
  }
  t.diagnostic(`${pages.length} pages, ${fingerprints} fingerprints, each read whole, byte by byte and in chunks`);
}

test('Node reads every page', (t) => readsEveryPage(t, (...page) => readEveryWay(plain.Reader, ...page)));

// The native program writes no markup unless asked.
const only = { skip: Boolean(process.env.OFFPRINT_PAGES) };
for (const [name, { Reader }, more] of [
  ['edge', edge, MARKUP],
  ['full', full, PARTIAL],
]) {
  test(`offprint/${name} reads every page`, only, (t) =>
    readsEveryPage(t, (bytes, options, seed) => readEveryWay(Reader, bytes, { ...options, markup: true }, seed), more),
  );
}

for (const [name, { compare }] of Object.entries({ offprint: plain, edge, full })) {
  test(`${name} compares every pair`, () => {
    const articles = new Map(vectors.pages.map(({ page, article }) => [page, article]));
    const verdicts = new Set();
    for (const { first, second, verdict } of vectors.pairs) {
      assert.deepEqual(compare(articles.get(first), articles.get(second)), verdict, `${first}, ${second}`);
      verdicts.add(verdict.verdict);
    }
    assert.equal(verdicts.size, 4);
  });
}

test('workerd reads every page', async (t) => {
  const worker = await startWorker(here('parity-worker.js'), await folder(t));
  t.after(() => worker.dispose());
  await readsEveryPage(t, async (body, options, seed) => {
    const headers = { how: JSON.stringify({ options, seed }) };
    const response = await worker.dispatchFetch('http://localhost/', { method: 'POST', body, headers });
    return response.text();
  });
});

/** As on a host of the edge runtime: the program is bundled, and the module is compiled beforehand. */
test("Vercel's edge runtime reads every page", async (t) => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import init, { Reader } from 'offprint';
        import module from 'offprint/wasm?module';
        import { readEveryWay } from './parity-ways.js';
        globalThis.ready = init(module);
        globalThis.readThere = (...page) => readEveryWay(Reader, ...page);`,
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
  const runtime = new EdgeVM({ extend: (context) => Object.assign(context, { compiled }) });
  runtime.evaluate(outputFiles[0].text);
  await runtime.evaluate('ready');
  await readsEveryPage(t, (...page) => runtime.context.readThere(...page));
});

for (const [name, start] of Object.entries(BROWSERS)) {
  test(`${name} reads every page`, async (t) => {
    const there = async ([base64, options, seed]) => {
      const [{ default: init, Reader }, { readEveryWay }] = await Promise.all([
        import('/pkg/index.js'),
        import('/tests/parity-ways.js'),
      ]);
      await init();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      return readEveryWay(Reader, bytes, options, seed);
    };
    await inBrowser(start, here('..'), (page) =>
      readsEveryPage(t, (bytes, ...how) => page.evaluate(there, [bytes.toString('base64'), ...how])),
    );
  });
}

test('WebAssembly reads stored fingerprints of every version, and gives the recorded verdict on every two', () => {
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
