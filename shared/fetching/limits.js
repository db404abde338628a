// Limits of time, and of the length of streams.

/**
 * The result of some work; throws if it takes longer than the limit.
 * @template T
 * @param {number} time in ms
 * @param {Promise<T>} work
 * @param {() => Error} [late] makes the error
 * @returns {Promise<T>}
 */
export async function inTime(time, work, late = () => new Error(`no answer after ${time} ms`)) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const over = new Promise((_, reject) => {
    timer = setTimeout(() => reject(late()), time);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/**
 * The result of some work under a signal that ends with another one, or once the time is over. In Node 20, garbage
 * collection keeps an `AbortSignal.any` of an `AbortSignal.timeout` from ever ending.
 * @template T
 * @param {AbortSignal} signal
 * @param {number} time in ms
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function limited(signal, time, work) {
  signal.throwIfAborted();
  const limit = new AbortController();
  const end = () => limit.abort(signal.reason);
  signal.addEventListener('abort', end);
  const timer = setTimeout(() => limit.abort(new Error(`no answer after ${time} ms`)), time);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/**
 * The stream, which breaks off with an error once it exceeds the limit.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most bytes
 * @returns {ReadableStream<Uint8Array>}
 */
export function within(stream, most) {
  let room = most;
  return stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        room -= chunk.byteLength;
        if (room < 0) throw new Error(`longer than ${most} bytes`);
        controller.enqueue(chunk);
      },
    }),
  );
}
