// How much of pages this isolate holds: what was read ahead of the clients that take it.
//
// An isolate has 128 MB for all that it does at a time. A page that is read is held until its client has taken
// it, and a client may be as slow as it likes.

/**
 * Most bytes of pages that are held at a time, of all clients. Larger: more pages are read under load; smaller: less
 * memory.
 */
const MOST = 32 << 20;
/**
 * How long a page counts as held at most, in ms: a request can end without a word. Larger: what was lost so
 * counts longer; smaller: a slower client is forgotten.
 */
const LONGEST = 15 * 60e3;
/**
 * The same for a page that is compressed. Of such a page the runtime passes on the very bytes, and tells nobody
 * when they were taken.
 */
const LONGEST_COMPRESSED = 15e3;

/** @type {Set<Hold>} */
const holds = new Set();
let held = 0;

/** What is held of one page. */
export class Hold {
  #bytes = 0;
  #length;
  #isStated;
  #isCompressed;
  #until;
  #isOver = false;
  /**
   * Until when reading the page can wait, so that its client comes first: until the client has taken it, if room was
   * made for all of it.
   * @type {Promise<unknown>}
   */
  taken = Promise.resolve();

  /**
   * @param {Response} response whose body is held
   * @param {number} most bytes that are read of it
   */
  constructor({ headers }, most) {
    const coding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
    this.#isCompressed = !['', 'identity'].includes(coding);
    // A compressed page is held as it came, however long it is when it is read.
    this.#length = Math.min(Number(headers.get('Content-Length')) || Infinity, most);
    this.#isStated = headers.has('Content-Length');
    this.#until = Date.now() + (this.#isCompressed ? LONGEST_COMPRESSED : LONGEST);
  }

  /**
   * Makes room for the page, if its length is stated, unless that is too much: of many that come at once some are
   * read to their ends, rather than all in part.
   * @returns {boolean}
   */
  begin() {
    return this.take(this.#isStated ? this.#length : 0);
  }

  /**
   * Holds so many bytes more, unless that is too much.
   * @param {number} bytes as they are read
   * @returns {boolean}
   */
  take(bytes) {
    if (this.#isOver) return true;
    const more = Math.min(bytes, this.#length - this.#bytes);
    if (held + more > MOST) {
      for (const hold of holds) if (hold.#until < Date.now()) hold.release();
      if (held + more > MOST) return false;
    }
    held += more;
    this.#bytes += more;
    holds.add(this);
    return true;
  }

  /** It is held no longer, nor will it be. */
  release() {
    this.#isOver = true;
    held -= this.#bytes;
    this.#bytes = 0;
    holds.delete(this);
  }

  /**
   * The body, which is held until its client has taken it or has left.
   * @param {ReadableStream<Uint8Array>} body
   * @param {Response} response whose body it is
   * @param {ExecutionContext} context
   * @returns {ReadableStream<Uint8Array>}
   */
  until(body, { headers }, context) {
    if (this.#isCompressed) return body;
    const length = headers.get('Content-Length');
    const through = length === null ? new IdentityTransformStream() : new FixedLengthStream(Number(length));
    const taken = body.pipeTo(through.writable).catch(() => {});
    if (Number(length) === this.#length) this.taken = taken;
    context.waitUntil(taken.then(() => this.release()));
    return through.readable;
  }
}
