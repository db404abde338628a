// Pages and feeds from the web: with a clear name, and limits to time and size.
import { Failure } from './failure.js';
import { version } from '../package.json';

const AGENT = `offprint/${version} (+https://www.npmjs.com/package/offprint)`;
/** Seconds until an answer must have ended. */
export const SECONDS = 30;

export function isAddress(text) {
  return /^https?:\/\//i.test(text);
}

/**
 * Asks for an address. Redirects are followed.
 *
 * @returns {Promise<{ url: string, contentType: string | null, body: AsyncIterable<Uint8Array> }>} its
 *   own address, and the bytes as they come; reading them fails with a {@link Failure} too
 */
export async function ask(url, { seconds = SECONDS } = {}) {
  const signal = AbortSignal.timeout(seconds * 1000);
  let response;
  try {
    response = await fetch(url, {
      signal,
      headers: { 'user-agent': AGENT, accept: 'text/html,application/xhtml+xml,*/*;q=0.5' },
    });
  } catch (error) {
    throw failed(error, url, seconds);
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new Failure(`the server answered ${response.status}`, url, 'check the address, or try again later');
  }
  const body = async function* () {
    try {
      yield* response.body ?? [];
    } catch (error) {
      throw failed(error, url, seconds);
    }
  };
  return { url: response.url || url, contentType: response.headers.get('content-type'), body: body() };
}

function failed(error, url, seconds) {
  if (error.name === 'TimeoutError') {
    return new Failure(`no whole answer in ${seconds} s`, url, 'try again later, or give it more with --timeout');
  }
  if (error instanceof Failure) return error;
  const reason = error.cause?.message || error.cause?.code || error.message;
  return new Failure(`cannot fetch (${reason})`, url, 'check the address and the connection');
}

/** All bytes, but no more than so many. */
export async function whole(body, most) {
  const chunks = [];
  let length = 0;
  for await (const chunk of body) {
    const taken = chunk.subarray(0, most - length);
    chunks.push(taken);
    length += taken.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks);
}
