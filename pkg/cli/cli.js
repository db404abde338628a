#!/usr/bin/env node
// The command line of Offprint: `read`, `compare`, `pairs`, `dedupe` and `origins`, as the native program has them.
import { isMainThread } from 'node:worker_threads';
import { version } from '../package.json';
import * as compare from './compare.js';
import { load } from './core.js';
import * as dedupe from './dedupe.js';
import { FAILED, Failure, warn } from './failure.js';
import * as origins from './origins.js';
import * as pairs from './pairs.js';
import * as read from './read.js';
import { serve } from './reading.js';

const COMMANDS = { read, compare, pairs, dedupe, origins };

const HELP = `\
Finds reprints: reads the article off a page, gives it a fingerprint of a few hundred bytes, and
says whether two pages carry the same article.

Usage: offprint <COMMAND>

Commands:
  read     Read the article off a page: title, text, credit, fingerprint
  compare  Compare two articles and say why
  pairs    Compare the pairs of a list
  dedupe   Find the reprints in a stream of articles
  origins  Count the independent origins of many pages: forty with one agency's story have one

Options:
  -h, --help     Print help; after a command, that of the command
  -V, --version  Print version

Verdicts:
  same       the same article, give or take a credit line, captions, a few edits
  partial    one abridges, extends, merges or quotes a large part of the other
  different  different articles, be they on the same event
  unknown    one of the two holds too little text to say

Exit codes: 0 done, 2 failed. \`compare\` has more: see \`offprint compare --help\`.

Example:
  offprint read page.html
  offprint compare page.html copy.html
`;

/** @param {string[]} words */
async function main([name, ...words]) {
  if (name === '-V' || name === '--version') return tell(`offprint ${version}\n`);
  if (name === '-h' || name === '--help') return tell(HELP);
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) {
    const what = name === undefined ? 'no command given' : `no such command, ${name}`;
    throw new Failure(what, 'offprint', `give ${Object.keys(COMMANDS).join(', ')}; see \`offprint --help\``);
  }
  if (words.includes('-h') || words.includes('--help')) return tell(command.HELP);
  load();
  return command.run(words);
}

function tell(text) {
  process.stdout.write(text);
  return 0;
}

if (isMainThread) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (failure) {
    if (failure instanceof Failure) warn(failure);
    else console.error('offprint: this should not happen; please report it with the page at hand\n', failure);
    process.exitCode = FAILED;
  }
  process.stdin.unref?.();
} else {
  serve();
}
