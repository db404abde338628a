// Standard output, buffered and no faster than it is read.
import { once } from 'node:events';
import { isMainThread } from 'node:worker_threads';
import { FAILED, Failure, warn } from './failure.js';

const ENOUGH = 64 << 10;
let buffered = [];
let length = 0;

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

export async function print(text) {
  buffered.push(text);
  length += text.length;
  if (length > ENOUGH) await flush();
}

export async function flush() {
  const text = buffered.join('');
  buffered = [];
  length = 0;
  if (text && !process.stdout.write(text)) await once(process.stdout, 'drain');
}
