// Builds the extension for both browsers in extension/dist: a folder to load, and the archive for the store. The same
// sources give the same bytes.
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import MarkdownIt from 'markdown-it';
import { manifest } from './manifest.js';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const packaged = (name) => fileURLToPath(import.meta.resolve(`offprint/${name}`));
const BROWSERS = /** @type {const} */ (['chromium', 'firefox']);
/** Files to copy. Scripts are bundled; the script of a page has the page's name. */
const COPIED = [
  [path('pages'), 'pages'],
  [path('icons'), 'icons'],
  [packaged('full/wasm'), 'offprint.wasm'],
  [path('_locales'), '_locales'],
  [path('../LICENSE-MIT'), 'LICENSE-MIT'],
  [path('../node_modules/punycode/LICENSE-MIT.txt'), 'LICENSE-punycode'],
  [path('../node_modules/tldts/LICENSE'), 'LICENSE-tldts'],
  [path('../LICENSE-APACHE'), 'LICENSE-APACHE'],
];

/** A line break between Chinese characters, which is not a space. */
const BREAK = /(?<=[\p{Script=Han}，。；：、（）“”「」])\n\s*(?=[\p{Script=Han}“「])/gu;

const markdown = new MarkdownIt();

/** The colours of the site, for marks in pages and for the button, which its variables do not reach. */
const BASE = readFileSync(path('../shared/base.css'), 'utf8');
const COLOURS = Object.fromEntries(
  [...BASE.matchAll(/--([\w-]+): (light-dark\((#\w+), #\w+\))/g)].map(([, name, value, light]) => [
    name,
    { value, light },
  ]),
);

/**
 * Always the same bytes: the lock file fixes the version of the compressor, and 1980 is the format's first year.
 * @type {import('fflate').ZipOptions}
 */
const REPRODUCIBLE = { level: 9, mtime: new Date(1980, 0, 1) };

/** Builds both; returns the paths of the folders and the archives. */
export async function buildExtension(into = path('dist')) {
  const { version } = JSON.parse(await readFile(packaged('package.json'), 'utf8'));
  await rm(into, { recursive: true, force: true });
  const built = {};
  for (const browser of BROWSERS) {
    const folder = join(into, browser);
    await mkdir(folder, { recursive: true });
    const json = `${JSON.stringify(manifest(browser, version, process.env.HOMEPAGE), null, 2)}\n`;
    await writeFile(join(folder, 'manifest.json'), json);
    await copy(folder);
    await Promise.all([bundle(folder), privacy(folder), styles(folder)]);
    const archive = join(into, `offprint-${browser}-${version}.zip`);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
    const contents = await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name))]));
    await writeFile(archive, zipSync(Object.fromEntries(contents), REPRODUCIBLE));
    built[browser] = { folder, archive };
  }
  return built;
}

/** Copies files, except scripts and the sources of pictures. */
function copy(folder) {
  const filter = (file) => !/\.(js|mjs|svg)$/.test(file);
  return Promise.all(COPIED.map(([from, to]) => cp(from, join(folder, to), { recursive: true, filter })));
}

/** Writes the styles of the site, and the styles of marks with its colours. */
async function styles(folder) {
  await writeFile(join(folder, 'pages/base.css'), BASE);
  const marks = await readFile(path('content/marks.css'), 'utf8');
  const coloured = marks.replace(/var\(--([\w-]+)\)/g, (_, name) => COLOURS[name].value);
  await writeFile(join(folder, 'marks.css'), coloured);
}

/** Writes the privacy text of each language. English has the plain name. */
async function privacy(folder) {
  const options = await readFile(path('pages/options.html'), 'utf8');
  for (const locale of await readdir(path('_locales'))) {
    const { language } = JSON.parse(await readFile(path(`_locales/${locale}/messages.json`), 'utf8'));
    const text = await readFile(path(locale === 'en' ? 'PRIVACY.md' : `PRIVACY.${locale}.md`), 'utf8');
    const page = privacyPage(options, text, language.message);
    await writeFile(join(folder, `pages/privacy.${language.message}.html`), page);
  }
}

/**
 * @param {string} options the settings page, for the head that all pages share
 * @param {string} text
 * @param {string} language as in the message `language`
 */
function privacyPage(options, text, language) {
  const head = options
    .slice(0, options.indexOf('<nav>'))
    .replace(/ lang="\w+"/, ` lang="${language}"`)
    .replace(/ *<script .*\n/, '');
  const [heading, paragraphs] = markdown.render(text.replace(BREAK, '')).split(/(?<=<\/h1>)\n/);
  return `${head}${heading}</header>
  <main>
${paragraphs}</main>
</body>
</html>
`;
}

async function bundle(folder) {
  const pages = (await readdir(path('pages'))).filter((name) => name.endsWith('.html'));
  const names = pages.map((name) => `pages/${basename(name, '.html')}`);
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    absWorkingDir: path('..'),
    bundle: true,
    define: { COLOURS: JSON.stringify(COLOURS) },
    target: ['chrome123', 'firefox147'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  };
  const ofPages = names.map((out) => ({ in: path(`${out}.js`), out }));
  const modules = [{ in: path('background/index.js'), out: 'background' }, ...ofPages];
  const scripts = ['watch', 'take', 'marks', 'links'].map((name) => ({ in: path(`content/${name}.js`), out: name }));
  await build({
    ...options,
    entryPoints: modules,
    outdir: folder,
    format: 'esm',
    splitting: true,
    conditions: ['browser'],
  });
  await build({ ...options, entryPoints: scripts, outdir: folder, format: 'iife' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { folder, archive } of Object.values(await buildExtension())) {
    console.log(`${folder}\n${archive}: ${(await readFile(archive)).length} bytes`);
  }
}
