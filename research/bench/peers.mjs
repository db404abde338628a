// Offprint's WebAssembly in Node, or, if a folder is named, the extractors written in JavaScript that are in its
// `node_modules`, on the same pages; the protocol is that of `peers.py`. The extractors get the pages decoded,
// and build a document first, as they must. What they leave to the garbage collector must not be taken for Offprint's.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

import init, { read } from 'offprint';
import { inItsOwnProcess } from './once.mjs';

const DIST = fileURLToPath(new URL('../../pkg/dist', import.meta.url));
const STARTS = 5;
const PACKAGES = ['@mozilla/readability', 'linkedom', 'jsdom', 'defuddle'];
const [folder, packages] = process.argv.slice(2);
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .sort()
  .map((name) => readFileSync(join(folder, name)));
const texts = pages.map((page) => page.toString());

/** A package and its version, if it is there. */
function versioned(name) {
  const manifest = join(resolve(packages), 'node_modules', name, 'package.json');
  return existsSync(manifest) ? `${name} ${JSON.parse(readFileSync(manifest, 'utf8')).version}` : undefined;
}

/** Those whose packages are there. */
async function extractors() {
  const { resolve: find } = createRequire(join(resolve(packages), 'x.js'));
  const load = async (name) => import(pathToFileURL(find(name)).href);
  // For `import` alone, which createRequire does not look up.
  const loadDefuddle = () => import(pathToFileURL(join(resolve(packages), 'node_modules/defuddle/dist/node.js')).href);
  const loading = [...PACKAGES.slice(0, 3).map(load), loadDefuddle()];
  const [readability, linkedom, jsdom, defuddle] = await Promise.all(
    loading.map((loaded) => loaded.catch(() => undefined)),
  );
  const parse = {
    linkedom: (text) => linkedom.parseHTML(text).document,
    jsdom: (text) => new jsdom.JSDOM(text).window.document,
  };
  return {
    ...(readability &&
      linkedom && { 'Readability on linkedom': (text) => new readability.Readability(parse.linkedom(text)).parse() }),
    ...(readability &&
      jsdom && { 'Readability on jsdom': (text) => new readability.Readability(parse.jsdom(text)).parse() }),
    ...(defuddle &&
      linkedom && {
        'Defuddle on linkedom': (text) => defuddle.Defuddle(parse.linkedom(text), 'https://example.org/'),
      }),
  };
}

await init();
const tools = packages
  ? Object.fromEntries(Object.entries(await extractors()).map(([name, tool]) => [name, [tool, texts]]))
  : { 'Offprint as WebAssembly in Node': [read, pages] };
const names = [...Object.keys(tools), ...(packages ? [] : ['start'])];
const versions = packages ? PACKAGES.map(versioned).filter(Boolean) : [`Node ${process.versions.node}`];
console.log(`ready ${names.join(', ')}; ${versions.join(', ')}`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'start') {
    const starts = Array.from({ length: STARTS }, () => inItsOwnProcess(DIST)[0]);
    console.log([0, ...starts].join(' '));
    continue;
  }
  const [tool, inputs] = tools[line];
  const before = process.cpuUsage();
  const each = [];
  for (const input of inputs) {
    const start = performance.now();
    await tool(input);
    each.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  console.log([(user + system) / 1e6, ...each].join(' '));
}
