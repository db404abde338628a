// Makes what is published on npm: a package with the native program for each platform, and the package itself with all
// of these as optional dependencies.
//
//     node pkg/platforms.mjs linux-x64 target/release/offprint FOLDER
//     node pkg/platforms.mjs FOLDER
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The platforms, and the target of Rust for each; musl, since programs linked to it run on any Linux. */
const PLATFORMS = {
  'darwin-arm64': 'aarch64-apple-darwin',
  'darwin-x64': 'x86_64-apple-darwin',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'linux-x64': 'x86_64-unknown-linux-musl',
  'win32-x64': 'x86_64-pc-windows-msvc',
};

const here = fileURLToPath(new URL('.', import.meta.url));
const { name, version, license } = manifest();

function manifest() {
  return JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
}

function write(folder, fields) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(fields, null, 2)}\n`);
}

/** The package of a platform. */
export function writePlatform(platform, program, folder) {
  if (!Object.hasOwn(PLATFORMS, platform)) throw new Error(`no platform ${platform}: ${Object.keys(PLATFORMS)}`);
  const [os, cpu] = platform.split('-');
  mkdirSync(folder, { recursive: true });
  cpSync(program, join(folder, basename(program)));
  chmodSync(join(folder, basename(program)), 0o755);
  for (const file of ['LICENSE-APACHE', 'LICENSE-MIT']) cpSync(join(here, file), join(folder, file));
  const description = `The program of ${name} for ${platform}; install ${name} instead.`;
  writeFileSync(join(folder, 'README.md'), `${description}\n`);
  write(folder, { name: `${name}-${platform}`, version, description, license, os: [os], cpu: [cpu] });
}

/** The package itself. */
export function writePackage(folder) {
  cpSync(here, folder, { recursive: true, filter: (path) => !/[/\\](node_modules|test)$/.test(path) });
  const names = Object.keys(PLATFORMS).map((platform) => [`${name}-${platform}`, version]);
  write(folder, { ...manifest(), optionalDependencies: Object.fromEntries(names) });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  if (words.length === 3) writePlatform(words[0], words[1], words[2]);
  else if (words.length === 1) writePackage(words[0]);
  else throw new Error('give PLATFORM PROGRAM FOLDER, or FOLDER');
}
