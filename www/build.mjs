// The files of the site: www/, the package, the samples and the documents. `node www/build.mjs FOLDER`
// writes them to a folder, for any static host; the demo serves them directly.

import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CRATE, documents } from './documents.mjs';
import { examined, pathOf, words } from './home.js';
import { PAIRS } from './pages.js';

const ROOT = new URL('../', import.meta.url);
/** The fixtures, and the samples that only the site has. */
const SAMPLES = ['tests/pages/', 'www/samples/'].map((folder) => new URL(folder, ROOT));

/** Folders of the repository, their place on the site, and which of their files belong to it. */
/** @type {[folder: string, prefix: string, wanted: RegExp][]} */
const FOLDERS = [
  ['www/', '', /\.(html|js|css|svg)$/],
  ['www/data/', 'data/', /\.txt$/],
  ['shared/', '', /\.(css|svg)$/],
  ['shared/', 'shared/', /\.js$/],
  ['pkg/', 'offprint/', /^(?!workerd).*\.js$/],
  ['pkg/index/', 'offprint/index/', /^(?!store-test).*\.js$/],
  ['pkg/full/', 'offprint/full/', /^(?!workerd).*\.js$/],
  ['pkg/dist/', 'offprint/dist/', /^(glue\.js|offprint\.wasm)$/],
  ['pkg/dist/full/', 'offprint/dist/full/', /^(glue\.js|offprint\.wasm)$/],
  ['node_modules/minisearch/dist/es/', 'minisearch/', /^index\.js$/],
  ['node_modules/minisearch/', 'minisearch/', /^LICENSE\.txt$/],
];

/** The sample pages, each with its `file` and the data of its meta.json. The original of a family comes first. */
export async function samples() {
  const pages = (await Promise.all(SAMPLES.map(pagesIn))).flat();
  const rank = ({ relation }) => ['original', 'same', 'partial', 'different'].indexOf(relation);
  return pages.sort((a, b) => a.family.localeCompare(b.family) || rank(a) - rank(b) || a.slug.localeCompare(b.slug));
}

async function pagesIn(folder) {
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return Promise.all(
    folders.map(async ({ name: slug }) => ({
      slug,
      file: new URL(`${slug}/page.html`, folder),
      ...JSON.parse(await readFile(new URL(`${slug}/meta.json`, folder), 'utf8')),
    })),
  );
}

/** All files of the site: their paths, and their sources (URLs) or contents (text). */
export async function site() {
  const files = new Map();
  for (const [folder, prefix, wanted] of FOLDERS) {
    const from = new URL(folder, ROOT);
    for (const name of await readdir(from)) if (wanted.test(name)) files.set(prefix + name, new URL(name, from));
  }
  for (const [path, file] of files) if (/^(shared\/)?[^/]+\.js$/.test(path)) files.set(path, await asServed(file));
  const pages = await samples();
  for (const { slug, file } of pages) files.set(`pages/${slug}/page.html`, file);
  files.set('samples.json', JSON.stringify(pages.map(({ file, ...about }) => about)));
  const offprint = await import('offprint');
  const article = async ({ file, contentType, url }) =>
    offprint.read(await readFile(file), { contentType, url, explain: true });
  const articles = new Map(
    await Promise.all(pages.map(async (page) => /** @type {const} */ ([page.slug, await article(page)]))),
  );
  for (const [path, pair] of pairs(articles, offprint)) files.set(path, JSON.stringify(pair));
  const known = [...articles].map(([id, { url, fingerprint }]) => ({ id, url, fingerprint }));
  files.set('known.json', JSON.stringify(known.filter(({ fingerprint }) => fingerprint)));
  for (const [path, file] of await documents()) files.set(path, file);
  for (const path of await crate()) files.set(`rust/${path}`, new URL(path, CRATE));
  files.set('index.html', await inlined(opened(await readFile(new URL('www/index.html', ROOT), 'utf8'))));
  // Files for offline use: all but the photographs of the documents and the crate's documentation.
  const kept = [...files.keys(), 'files.json'].filter((path) => !/\.(jpg|webp)$|^rust\//.test(path));
  files.set('files.json', JSON.stringify(kept.map((path) => (path === 'index.html' ? './' : path))));
  return files;
}

/** A module for the site: the files of www/ are at the top, and JSON is part of the module that imports it. */
async function asServed(file) {
  const module = (await readFile(file, 'utf8')).replaceAll("'../shared/", "'./shared/");
  const [line, name, path] = /^import (\w+) from '([^']+)' with \{ type: 'json' \};$/m.exec(module) ?? [];
  if (!path) return module;
  const json = await readFile(new URL(path, file), 'utf8');
  return module.replace(line, () => `const ${name} = ${json.trim()};`);
}

/** What the first screen shows of its pairs, by path. */
const pairs = (articles, offprint) =>
  Object.entries(PAIRS).flatMap(([tongue, ofTongue]) =>
    Object.entries(ofTongue).map(([name, [one, other]]) => [
      pathOf(tongue, name),
      examined([articles.get(one), articles.get(other)], offprint),
    ]),
  );

/** The files of the crate's documentation, if it was built: pages, sources, and shared files. */
async function crate() {
  const wanted = /^((src\/)?offprint|(trait|type)\.impl|static\.files|search\.index)\/|^[^/]+\.(js|html)$/;
  const all = await readdir(CRATE, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = all.filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(fileURLToPath(CRATE), join(entry.parentPath, entry.name)));
  return paths.map((path) => path.replaceAll('\\', '/')).filter((path) => wanted.test(path));
}

/** The first page, with the beginning of its first screen in both languages, which needs no script. */
function opened(html) {
  const part = (tag, { title, lead }) => `<h1 lang="${tag}">${title}</h1><p class="lead" lang="${tag}">${lead}</p>`;
  const opening = `<header class="head opening">${part('en', words.en)}${part('zh-Hans', words.zh)}</header>`;
  return html.replace('<noscript>', () => `${opening}\n    <noscript>`);
}

/** The first page with its style and its first script inlined, so that it shows at once. */
async function inlined(html) {
  const [base, own, script] = await Promise.all(
    ['shared/base.css', 'www/style.css', 'www/early.js'].map((path) => readFile(new URL(path, ROOT), 'utf8')),
  );
  const style = base + own;
  const allowed = (text) => `'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return html
    .replace("script-src 'self'", () => `style-src ${allowed(style)}; script-src ${allowed(script)}`)
    .replace('<script src="early.js"></script>', () => `<script>${script}</script>`)
    .replace('<link rel="stylesheet" href="base.css">\n  ', '')
    .replace('<link rel="stylesheet" href="style.css">', () => `<style>${style}</style>`);
}

async function write(folder) {
  await rm(folder, { recursive: true, force: true });
  for (const [path, file] of await site()) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await (file instanceof URL ? cp(fileURLToPath(file), target) : writeFile(target, file));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2];
  if (!folder) throw new Error('usage: node www/build.mjs FOLDER');
  await write(folder);
}
