// A budget for the bytes of pages that this isolate holds: what it has read and clients have yet to receive.
//
// An isolate has 128 MB for everything it does at once. A page that is read is held until its client has received it,
// and a client may be arbitrarily slow.

/**
 * Most bytes of pages held at a time, for all clients. Larger: more pages are read under load; smaller: less memory.
 */
const MOST = 32 << 20;
/**
 * Longest time that a page counts as held, in ms: a request can end without notice. Larger: lost pages count longer;
 * smaller: slower clients are forgotten.
 */
const LONGEST = 15 * 60e3;
/** The same for a compressed page, which the runtime passes on as it is, without notice of when it was received. */
const LONGEST_COMPRESSED = 15e3;

/** @type {Set<Reservation>} */
const reservations = new Set();
let held = 0;

/** The bytes that one page takes of the budget. */
export class Reservation {
  #bytes = 0;
  #length;
  #isStated;
  #isCompressed;
  #until;
  #isOver = false;
  /** Why the page is left unread. @type {'length' | 'memory' | undefined} */
  unread;
  /**
   * Resolves when the page can be read without delaying its client: when the client has received it, if room was made
   * for all of it.
   * @type {Promise<unknown>}
   */
  taken = Promise.resolve();

  /**
   * @param {Response} response whose body is held
   * @param {number} most bytes of it that are read
   */
  constructor({ headers }, most) {
    const coding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? '';
    this.#isCompressed = !['', 'identity'].includes(coding);
    // A compressed page is held as it came, however long it is once decompressed.
    this.#length = Math.min(Number(headers.get('Content-Length')) || Infinity, most);
    this.#isStated = headers.has('Content-Length');
    this.#until = Date.now() + (this.#isCompressed ? LONGEST_COMPRESSED : LONGEST);
  }

  /**
   * Makes room for the whole page, if its length is stated: of many pages that come at once, some are then read to the
   * end, rather than all in part.
   */
  begin() {
    return this.take(this.#isStated ? this.#length : 0);
  }

  /** Holds more bytes, if there is room. @param {number} bytes as they are read */
  take(bytes) {
    if (this.#isOver) return true;
    const more = Math.min(bytes, this.#length - this.#bytes);
    if (held + more > MOST) {
      for (const other of reservations) if (other.#until < Date.now()) other.release();
      if (held + more > MOST) return false;
    }
    held += more;
    this.#bytes += more;
    reservations.add(this);
    return true;
  }

  /** Gives the bytes back for good. */
  release() {
    this.#isOver = true;
    held -= this.#bytes;
    this.#bytes = 0;
    reservations.delete(this);
  }

  /**
   * The body, which is held until its client has received it or has left.
   * @param {ReadableStream<Uint8Array>} body
   * @param {Response} response with that body
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
