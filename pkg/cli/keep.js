// `offprint index`: what an index in a file holds, and what is taken out of it or into it.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Shelf } from './core.js';
import { Failure } from './failure.js';
import { parse } from './options.js';
import { flush, print } from './output.js';

/** What can be done, and what it is done with. */
const TASKS = { stats: [], remove: ['<ID>'], merge: ['<FILE>'] };

export async function run(words) {
  const { given } = parse('index', words, {}, ['<FILE>', '<COMMAND>', '...']);
  const [path, task, ...rest] = given;
  const names = Object.hasOwn(TASKS, task) ? TASKS[task] : undefined;
  if (!names) throw new Failure(`no such command, ${task}`, 'index', `give ${Object.keys(TASKS).join(', ')}`);
  if (rest.length !== names.length) {
    const what = rest.length ? `one word too many, ${rest.at(-1)}` : `${names[0]} is missing`;
    throw new Failure(what, `index ${task}`, 'see `offprint index --help`');
  }
  const shelf = opened(path);
  if (task === 'stats') {
    await print(shelf.stats());
  } else if (task === 'remove') {
    if (!shelf.remove(rest[0])) {
      throw new Failure(`no article with the id \`${rest[0]}\``, path, 'give an id as dedupe prints it');
    }
    replace(path, shelf.lines());
  } else {
    const found = shelf.merge(opened(rest[0]));
    replace(path, shelf.lines());
    await print(`${found} new articles\n`);
  }
  await flush();
  return 0;
}

/** An index that is there. */
function opened(path) {
  const shelf = new Shelf();
  restore(path, shelf);
  return shelf;
}

/**
 * Takes in what a file holds; a last line that was cut short by the end of a run is left out.
 * @param {string} path
 * @param {{ restore: (line: string) => void }} into
 * @returns {number | undefined} how many bytes are whole lines, if that is not all
 */
export function restore(path, into) {
  let bytes;
  try {
    // A device may have no end.
    if (!statSync(path).isFile()) throw new Failure('no file', path, 'name a file for the index');
    bytes = readFileSync(path);
  } catch (error) {
    throw error instanceof Failure ? error : Failure.unreadable(error, path);
  }
  const advice = 'name another file, or remove this one';
  const end = bytes.lastIndexOf(10) + 1;
  if (!end && bytes.length) throw new Failure('not an index of this program', path, 'name another file');
  const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
  for (const [at, line] of lines.entries()) {
    try {
      into.restore(line);
    } catch (error) {
      throw new Failure(`not an index of this program (${error.message})`, `${path} line ${at + 1}`, advice);
    }
  }
  return end < bytes.length ? end : undefined;
}

/** The old file stays until the new one is whole. */
function replace(path, text) {
  const part = `${path}.part`;
  try {
    writeFileSync(part, text);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error.syscall ? Failure.unwritable(error, path) : error;
  }
}
