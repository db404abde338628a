// Writes the sizes of the modules and of the JavaScript around them into the documents that state them: `node
// tools/scripts/sizes.mjs`, after `cargo xtask wasm`. `pkg/test/figures.test.mjs` fails when they are out of date.

import { buildSync } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = new URL('../../', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));

/** A size as written: in bytes, or in thousands of them. */
const bytes = (n) => n.toLocaleString('en');
const thousands = (n) => String(Math.round(n / 1000));

/** The size of a file, raw and compressed. */
const weight = (file) => ({
  raw: file.length,
  gzip: gzipSync(file, { level: 9 }).length,
  brotli: brotliCompressSync(file).length,
});
const moduleOf = (folder) => weight(readFileSync(path(`pkg/dist/${folder}offprint.wasm`)));
/** Bundled as by `cargo xtask wasm`. */
const scriptOf = (folder) => {
  const { outputFiles } = buildSync({
    entryPoints: [path(`pkg/${folder}index.js`)],
    bundle: true,
    format: 'esm',
    write: false,
  });
  return weight(outputFiles[0].contents);
};

/**
 * Each place with figures: the document, the words around them, their format and their values.
 * @typedef {[document: string, pattern: RegExp, written: (n: number) => string, values: number[]]} Place
 * @returns {Place[]}
 */
export function places() {
  const [module, script] = [moduleOf(''), scriptOf('')];
  /** @returns {Place} */
  const row = (folder) => {
    const { raw, gzip, brotli } = moduleOf(folder);
    const name = `offprint/${folder}`.replace(/\/$/, '');
    return [
      'docs/size.md',
      new RegExp(`\\| \`${name}\` \\| ([\\d,]+) \\| ([\\d,]+) \\| ([\\d,]+) \\|`),
      bytes,
      [raw, gzip, brotli],
    ];
  };
  const readme = [module.raw, module.brotli, script.raw, script.brotli];
  return [
    ...['', 'full/', 'edge/'].map(row),
    ['docs/size.md', /minified, weighs ([\d,]+) bytes,\s+([\d,]+)\s+with gzip/, bytes, [script.raw, script.gzip]],
    [
      'pkg/README.md',
      /The module is (\d+) KB, (\d+) KB with brotli\. The JavaScript around\s+it is (\d+) KB, (\d+) KB with brotli/,
      thousands,
      readme,
    ],
    [
      'pkg/README-zh_CN.md',
      /模块大小为 (\d+) KB，用 brotli 压缩后 (\d+) KB。外围的 JavaScript 为 (\d+) KB，用 brotli 压缩后 (\d+) KB/,
      thousands,
      readme,
    ],
  ];
}

/** The position of a place's figures in its document; there is exactly one. A line may end at any of its spaces. */
export function figures(text, pattern) {
  const found = [...text.matchAll(new RegExp(pattern.source.replaceAll(' ', '\\s+'), 'gd'))];
  if (found.length !== 1)
    throw new Error(`${pattern} is found ${found.length} times: change it in tools/scripts/sizes.mjs with the words`);
  return found[0].indices.slice(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [document, pattern, written, values] of places()) {
    let text = readFileSync(path(document), 'utf8');
    // From the last to the first, so that earlier positions stay valid.
    for (const [i, [start, end]] of [...figures(text, pattern).entries()].reverse()) {
      text = text.slice(0, start) + written(values[i]) + text.slice(end);
    }
    writeFileSync(path(document), text);
  }
}
