// A page that passes through a stream, and its article with it.
import { aborted, checked, release } from './read.js';

/** @import { Article, ReaderOptions } from './offprint.js' */
/** @import { Reading } from './read.js' */
/** @typedef {InstanceType<Reading['Reader']>} Reader */

/** @param {Reading} offprint */
export function bindStream({ init, Reader }) {
  return class OffprintStream extends Passage {
    /** @param {ReaderOptions | null} [options] */
    constructor(options) {
      super(checked(options), async () => {
        await init();
        return () => new Reader(options);
      });
    }
  };
}

/** Not a TransformStream, since some runtimes do not notify one when it is aborted or cancelled. */
class Passage {
  #clean;
  /** @type {Reader | undefined} */ #reader;
  #isStopped = false;
  /** @type {{ resolve: (article: Article) => void, reject: (reason: unknown) => void } | undefined} */ #settle;
  /** The controllers of both ends. */
  /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */ #out;
  /** @type {WritableStreamDefaultController | undefined} */ #into;
  /** Fulfilled once more is read at the other end. */
  /** @type {Promise<void> | undefined} */ #demand;
  /** @type {(() => void) | undefined} */ #wanted;

  /**
   * @param {{ clean?: boolean }} options
   * @param {() => Promise<() => Reader>} load loads the module and returns what makes a reader
   */
  constructor({ clean }, load) {
    this.#clean = clean;
    /** @type {Promise<Article>} */
    this.article = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.article.catch(() => {}); // Callers may ignore it.
    this.#renewDemand();
    this.readable = new ReadableStream(
      {
        start: (controller) => void (this.#out = controller),
        pull: () => this.#wanted?.(),
        cancel: (reason) => {
          this.#into?.error(reason);
          this.#stop(reason);
        },
      },
      { highWaterMark: 0 },
    );
    this.writable = new WritableStream({
      start: (controller) => this.#start(controller, load),
      write: (chunk) => this.#write(chunk),
      close: () => this.#close(),
      abort: (reason) => {
        this.#stop(reason);
        this.#out?.error(reason);
      },
    });
  }

  /** @param {WritableStreamDefaultController} controller @param {() => Promise<() => Reader>} load */
  #start(controller, load) {
    this.#into = controller;
    // `abort` is called only after a pending write, which may wait for a reader; the signal fires at once.
    controller.signal?.addEventListener('abort', () => this.#stop(controller.signal.reason));
    return this.#attempt(async () => {
      const makeReader = await load();
      if (!this.#isStopped) this.#reader = makeReader();
    });
  }

  /** @param {Uint8Array} chunk */
  async #write(chunk) {
    await this.#demand;
    if (this.#isStopped) return;
    const cleaned = await this.#attempt(() => this.#reader?.write(chunk));
    if (!this.#isStopped) this.#pass(this.#clean ? /** @type {Uint8Array} */ (cleaned) : chunk);
  }

  async #close() {
    const article = await this.#attempt(() => this.#reader?.end());
    if (this.#isStopped) return;
    if (article?.rest) this.#pass(article.rest);
    delete article?.rest;
    this.#out?.close();
    this.#settle?.resolve(article);
    release(this.#reader);
  }

  /** @param {unknown} reason */
  #stop(reason) {
    this.#isStopped = true;
    this.#settle?.reject(aborted(reason));
    release(this.#reader);
    this.#reader = undefined;
    this.#wanted?.();
  }

  /** @param {Uint8Array} bytes */
  #pass(bytes) {
    if (bytes?.byteLength === 0) return;
    this.#renewDemand();
    this.#out?.enqueue(bytes);
  }

  #renewDemand() {
    this.#demand = new Promise((resolve) => (this.#wanted = resolve));
  }

  /**
   * Runs a step of the reading. If it fails, the page still passes, unless it is to be cleaned.
   * @template T @param {() => T | Promise<T>} step
   */
  async #attempt(step) {
    try {
      return await step();
    } catch (error) {
      this.#settle?.reject(error);
      this.#reader = undefined;
      if (!this.#clean) return undefined;
      this.#out?.error(error);
      throw error;
    }
  }
}
