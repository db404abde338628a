// The commands that need no native program: `read` and `compare` of files and addresses, which print JSON.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { compare, read } from '../full/index.js';

/** The exit codes of a wrong command line, of pages that could not be read, and of failure: the native program's. */
const [MISUSE, LOSSES, FAILED] = [2, 3, 4];
const CODES = { same: 0, partial: 0, different: 1, unknown: 1 };
const COMMANDS = { read: readAll, compare: compareTwo };

/**
 * @param {string[]} words the words after `offprint`
 * @param {string} platform
 * @returns {Promise<number>} the exit code
 */
export async function run([command, ...words], platform) {
  const help =
    'Without the native program there are only `read PAGE…` and `compare A B` of files or addresses, which print ' +
    `JSON. The rest comes with the package offprint-${platform}; if that is missing, build it in the repository ` +
    '(`cargo install --path crates/cli --features full`), and name it in OFFPRINT_BINARY.';
  if (command === '--help' || command === '--version') {
    const { version } = createRequire(import.meta.url)('../package.json');
    console.log(command === '--help' ? help : `offprint ${version}`);
    return 0;
  }
  // They always print JSON.
  const given = words.filter((word) => word !== '--json' && word !== '--jsonl');
  const option = given.find((word) => word.startsWith('-') && word !== '-');
  if (!Object.hasOwn(COMMANDS, command ?? '') || option || !given.length) {
    console.error(`offprint: ${help}`);
    return MISUSE;
  }
  return COMMANDS[command](given);
}

/** @param {string[]} pages */
async function readAll(pages) {
  let code = 0;
  for (const page of pages) {
    try {
      console.log(JSON.stringify({ id: page, ...(await article(page)) }));
    } catch (error) {
      code = failed(error, page, pages.length > 1 ? LOSSES : FAILED);
    }
  }
  return code;
}

/** @param {string[]} sides */
async function compareTwo(sides) {
  if (sides.length !== 2) return failed(new Error('`compare` takes two pages'), sides.join(' '), MISUSE);
  const articles = [];
  for (const side of sides) {
    try {
      articles.push(await article(side));
    } catch (error) {
      return failed(error, side);
    }
  }
  const comparison = compare(articles[0], articles[1]);
  console.log(JSON.stringify(comparison));
  return CODES[comparison.verdict];
}

/** @param {string} page a file, an address, or `-` for standard input */
async function article(page) {
  if (page === '-') return read(process.stdin);
  if (!/^https?:\/\//i.test(page)) return read(await readFile(page));
  const answer = await fetch(page, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return read(answer);
}

function failed(error, place, code = FAILED) {
  console.error(`offprint: ${error.cause?.message ?? error.message}, ${place}`);
  return code;
}
