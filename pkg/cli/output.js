// Standard output, buffered and no faster than it is read.
import { once } from 'node:events';

const ENOUGH = 64 << 10;
let buffered = [];
let length = 0;

// Nobody reads any more (`offprint … | head`): the end, but no error.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 2));

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
