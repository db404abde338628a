// Bundles the command line, with the packages that it needs and what their licences ask for, into
// pkg/dist. It takes a moment, so it is done every time: `cargo xtask wasm` does.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

const { metafile } = await build({
  entryPoints: [path('cli.js')],
  outfile: path('../dist/cli.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  legalComments: 'none', // All licences stand in the file below.
  metafile: true,
});

/** The folder of the package that a file belongs to; some carry others inside, without their names. */
function packageOf(file) {
  const folders = [...file.matchAll(/node_modules\/(?:@[^/]+\/)?[^/]+/g)].map(({ 0: name, index }) =>
    file.slice(0, index + name.length),
  );
  return folders.findLast((folder) => existsSync(`${folder}/package.json`));
}

const packages = new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean));
const licences = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  const text = texts.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
  return [`${name} ${version}, ${license}`, ...text].join('\n\n');
});
writeFileSync(
  path('../dist/cli-licences.txt'),
  `dist/cli.js holds these packages.\n\n${licences.join('\n\n---\n\n')}\n`,
);
const [[, { bytes }]] = Object.entries(metafile.outputs);
console.log(
  `pkg/dist/cli.js: ${bytes} bytes, with ${[...packages]
    .map((folder) => folder.split('node_modules/').pop())
    .sort()
    .join(', ')}`,
);
