// A folder with the packed package installed, as a user would have it.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folder as temporary } from '../../../tests/folder.mjs';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const start = promisify(execFile);

/** Runs a program; its output. What went wrong is in the message. */
export async function run(program, args, options) {
  try {
    const { stdout } = await start(program, args, { maxBuffer: 2 ** 26, ...options });
    return stdout;
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}: ${error.code}\n${error.stdout}\n${error.stderr}`);
  }
}

/** The program that one of our devDependencies brings. */
export function tool(path) {
  return join(REPOSITORY, 'node_modules', path);
}

/** Packs the package and installs it; the folder, and the tarball. */
export async function installed() {
  const folder = await temporary();
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder, join(REPOSITORY, 'pkg')]);
  const [{ filename }] = JSON.parse(packed);
  await write(folder, { 'package.json': '{ "type": "module", "private": true }' });
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
  return { folder, tarball: join(folder, filename) };
}

/** Writes files, by path. */
export async function write(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
