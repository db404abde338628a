// Documents name only packages of ours to install, and say which of them the registries do not have yet. No link of a
// packed document leads out of its package.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
const textOf = (path) => readFileSync(new URL(path, ROOT), 'utf8');
const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '-z', ...patterns], { cwd: fileURLToPath(ROOT), encoding: 'utf8' })
    .split('\0')
    .filter((path) => path && !path.includes('/test/') && !path.includes('/tests/'));

/** Our names in each registry; README.md says why they are these. */
const OURS = {
  npm: ['offprint', 'offprint-edge', 'offprint-mcp'],
  PyPI: ['offprint-articles'],
  'crates.io': ['offprint', 'offprint-cli'],
};
const REST = '\\s+([^\\n`|&;>#]*)';
const COMMANDS = [
  ['PyPI', `(?:pip[3x]?|uv(?: pip| tool)?|poetry|pdm|conda|mamba) (?:install|add|run|inject|download)${REST}`],
  ['PyPI', `uvx${REST}`],
  ['npm', `(?:npm|pnpm|yarn|bun|deno)(?: global)? (?:install|i|add|ci|exec|x|dlx|create)${REST}`],
  ['npm', `(?:npx|pnpx|bunx)${REST}`],
  ['crates.io', `cargo (?:install|add|binstall)${REST}`],
].map(([registry, command]) => [registry, new RegExp(`(?<![\\w/-])${command.replaceAll(' ', '\\s+')}`, 'g')]);
/** Commands that run what is installed, if it is: it is enough for the document to say where it comes from. */
const RUNS = /^(npx|pnpx|bunx|uvx)\b/;
const SAYS_SO = /not\s+published\s+yet|尚未发布/;

/** The packages with names like ours that a text installs: the registry, the name, the command. */
function asked(text) {
  return COMMANDS.flatMap(([registry, command]) =>
    [...text.matchAll(command)].flatMap(([whole, rest]) => {
      const words = rest.split(/\s+/).filter((word) => word && !word.startsWith('-'));
      // What follows the program is for it; a path leads to what is here.
      const named = RUNS.test(whole) ? words.slice(0, 1) : words;
      return named
        .map((word) => word.replace(/^(npm|jsr):/, '').replace(/["'“”，。,.:)]+$|^["'(]+/g, ''))
        .filter((word) => /offprint/i.test(word) && !/^[./~$]|^crates\/|\.(tgz|whl)$/.test(word))
        .map((word) => ({ registry, whole, name: word.replace(/(?!^)(@|[=<>~!]=?|\[).*/, '') }));
    }),
  );
}

/** The sections of a document, each with its heading. */
const sectionsOf = (text) => text.split(/^(?=#+ )/m);

/** What is wrong with a document. */
function faults(path, text) {
  return sectionsOf(text).flatMap((section) =>
    asked(section).flatMap(({ registry, whole, name }) => {
      if (!OURS[registry].includes(name))
        return `${path}: \`${whole.trim()}\`: ${name} on ${registry} belongs to others`;
      const around = RUNS.test(whole) ? text : section;
      return SAYS_SO.test(around) ? [] : `${path}: \`${whole.trim()}\`: this is not published yet`;
    }),
  );
}

test('every command that installs one of our packages names it, and says that it is not published yet', () => {
  const documents = tracked('*.md');
  assert.ok(documents.length > 30, 'the documents are found');
  assert.deepEqual(
    documents.flatMap((path) => faults(path, textOf(path))),
    [],
  );
});

test('the helps, the site and the programs name no packages of others', () => {
  // Readers of the help have the program, so `npx offprint` is its name there.
  const programs = ['pkg/bin/*.js', '*.rs', '*.py', 'www/*.js', 'www/*.html', 'extension/*.js*', 'worker/*.js*'];
  const texts = programs.flatMap((pattern) => {
    const files = tracked(pattern);
    assert.ok(files.length > 0, `${pattern} finds no file`);
    return files;
  });
  const wrong = texts.flatMap((path) =>
    asked(textOf(path))
      .filter(({ registry, name, whole }) => !OURS[registry].includes(name) || !RUNS.test(whole))
      .map(({ whole }) => `${path}: ${whole}`),
  );
  assert.deepEqual(wrong, []);
});

test('packages of others are refused, whatever command installs them', () => {
  const published = 'It is not published yet.\n';
  const found = (command) => faults('README.md', `${published}${command}\n`);
  // A command a line.
  const refused = `pip install offprint
    pip install offprint pyspark
    pip install pyspark offprint
    pip install -U offprint
    pip3 install "offprint[all]"
    pip install offprint==0.0.6
    python3 -m pip install offprint
    uv pip install offprint
    uv add offprint
    uvx offprint
    pipx install offprint
    poetry add offprint
    npm i offprint-web
    npx offprint-cli read
    yarn add @offprint/core
    cargo add offprint-core`;
  for (const command of [...refused.split(/\n */), 'pip\ninstall offprint'])
    assert.equal(found(command).length, 1, command);
  const allowed = `pip install offprint-articles
    pip install ./crates/python
    pip install target/wheels/offprint_articles-0.1.0.whl
    npm install offprint
    npm install ./offprint-0.1.0.tgz
    npx offprint read offprint-x
    npx wrangler deploy offprint
    cargo install offprint-cli@0.1.0
    cargo install --path crates/cli
    pip install numpy # for offprint`;
  for (const command of allowed.split(/\n */)) assert.deepEqual(found(command), [], command);
  // In the same section, or for a program that runs what is installed, in the same document.
  assert.equal(faults('README.md', `${published}# Install\n\n    npm install offprint\n`).length, 1);
  assert.equal(faults('README.md', `${published}# Run\n\n    npx offprint read\n`).length, 0);
  assert.equal(faults('README.md', '    npx offprint read\n').length, 1);
});

test('packages have these names, and their READMEs link to nothing outside them', () => {
  const [cargo, python] = ['crates/cli/Cargo.toml', 'crates/python/pyproject.toml'].map(textOf);
  const nameOf = (manifest) => manifest.match(/^name = "(.*)"$/m)[1];
  const ofNode = ['pkg/package.json', 'worker/package.json', 'mcp/package.json'].map(
    (path) => JSON.parse(textOf(path)).name,
  );
  assert.deepEqual(OURS.npm, ofNode);
  assert.deepEqual(OURS.PyPI, [nameOf(python)]);
  assert.deepEqual(OURS['crates.io'], [nameOf(textOf('Cargo.toml')), nameOf(cargo)]);

  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: fileURLToPath(new URL('pkg/', ROOT)),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const inside = JSON.parse(packed)[0].files.map(({ path }) => path);
  assert.ok(inside.includes('README.md') && inside.length > 20);
  const readmes = inside.filter((path) => path.endsWith('.md')).map((path) => [`pkg/${path}`, inside]);
  // A registry shows the README of a crate or a wheel alone.
  readmes.push(['crates/python/README.md', []]);
  for (const manifest of tracked('Cargo.toml', 'crates/*/Cargo.toml')) {
    const text = textOf(manifest);
    if (/^publish = false$/m.test(text)) continue;
    const readme = posix.join(posix.dirname(manifest), text.match(/^readme = "(.*)"$/m)?.[1] ?? 'README.md');
    if (tracked(readme).length) readmes.push([readme, []]);
  }
  const linksOf = (text) => [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, a, b]) => a ?? b);
  const leave = ([readme, files]) =>
    linksOf(textOf(readme).replace(/^```.*?^```$/gms, ''))
      .filter((to) => !/^(https?:|#)/.test(to) && !files.includes(to.split('#')[0]))
      .map((to) => `${readme}: ${to}`);
  assert.ok(readmes.length >= 4, `${readmes}`);
  assert.deepEqual(readmes.flatMap(leave), []);
});
