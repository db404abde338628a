// Standard output, buffered and no faster than it is read.
import { once } from 'node:events';
import { isMainThread } from 'node:worker_threads';
import { FAILED, Failure, wantsColours, warn } from './failure.js';

const ENOUGH = 64 << 10;
/** How long a line waits for others, in milliseconds. */
const PATIENCE = 50;
let buffered = [];
let length = 0;
/** @type {NodeJS.Timeout | undefined} */
let waiting;

if (isMainThread) {
  process.stdout.on('error', (error) => {
    // Nobody reads any more (`offprint … | head`): the end, but no error.
    if (error.code === 'EPIPE') process.exit(0);
    warn(Failure.unwritable(error, 'standard output'));
    process.exit(FAILED);
  });
  // What cannot be told is no reason to end.
  process.stderr.on('error', () => {});
}

const COLOURS = { same: 32, partial: 33, different: 2, unknown: 2 };

/** Lines of which some begin with a verdict; on a terminal that wants colours, it has one. */
export function printVerdicts(text) {
  if (!wantsColours(process.stdout)) return print(text);
  const painted = (verdict) => `\x1b[${COLOURS[verdict]}m${verdict}\x1b[0m`;
  return print(text.replace(/^(same|partial|different|unknown)(?=[, ])/gm, painted));
}

export async function print(text) {
  buffered.push(text);
  length += text.length;
  if (length > ENOUGH) await flush();
  else waiting ??= setTimeout(flush, PATIENCE);
}

export async function flush() {
  clearTimeout(waiting);
  waiting = undefined;
  const text = buffered.join('');
  buffered = [];
  length = 0;
  if (text && !process.stdout.write(text)) await once(process.stdout, 'drain');
}
