import { listen } from '../../../tests/server.mjs';

/**
 * A server on this machine, until the test ends.
 * @param {{ after(end: () => void): void }} t
 * @param {import('node:http').RequestListener} handle
 * @returns {Promise<string>} its origin
 */
export async function serve(t, handle) {
  const { origin, close } = await listen(handle);
  t.after(close);
  return origin;
}
