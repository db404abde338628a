#!/usr/bin/env node
// The command line of Offprint: `read`, `compare`, `pairs`, `dedupe`, `origins` and
// `index`, as the native program has them.
import { isMainThread } from 'node:worker_threads';
import { version } from '../package.json';
import * as compare from './compare.js';
import { load } from './core.js';
import * as dedupe from './dedupe.js';
import { FAILED, Failure, warn } from './failure.js';
import { helpOf } from './help.js';
import * as index from './keep.js';
import * as origins from './origins.js';
import * as pairs from './pairs.js';
import * as read from './read.js';
import { serve } from './reading.js';

const COMMANDS = { read, compare, pairs, dedupe, origins, index };

/** @param {string[]} words */
async function main([name, ...words]) {
  if (name === '-V' || name === '--version') return tell(`offprint ${version}\n`);
  if (name === '-h' || name === '--help') return tell(helpOf(''));
  if (name === 'help') return main(words.length ? [words[0], '--help'] : ['--help']);
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) {
    const what = name === undefined ? 'no command given' : `no such command, ${name}`;
    throw new Failure(what, 'offprint', `give ${Object.keys(COMMANDS).join(', ')}; see \`offprint --help\``);
  }
  if (words.includes('-h') || words.includes('--help')) return tell(helpOf(name));
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
