// The records of a web archive, packed by gzip or not. Where it is damaged, that is told, and reading goes
// on at the next record that is whole: one bad block must not take the rest of a crawl along.
import pako from 'pako';
import { MAGIC, begun, isPacked } from './gzip.js';

/** Packed bytes taken at a time: what they unpack to, a thousandfold at most, is in memory at once. */
const PIECE = 16 << 10;
/** Packed bytes of a member that are kept, to look for another in it if it is damaged. */
const KEPT = 1 << 20;
/** The most that the fields at the head of a record may take. */
const HEAD = 1 << 20;
/** What zlib calls to give out all there is. */
const SYNC_FLUSH = 2;

const EMPTY = Buffer.alloc(0);
const RECORD = Buffer.from('WARC/');
/** The first line of a record, and how long it is at most; and what shows it to be one wherever it stands, with how
 * long that is. */
const FIRST_LINE = /^WARC\/\d\.\d+\r?\n/;
const LINE = 16;
const BEGIN = /WARC\/\d\.\d+\r?\n(WARC|Content)-[\w-]+:/;
const LONGEST = 64;

/** A place where an archive cannot be read. */
class Damage {
  /**
   * @param {string} reason
   * @param {number} offset
   */
  constructor(reason, offset) {
    this.reason = reason;
    this.offset = offset;
  }
}

/**
 * The records in their order, `{ head, content }`, and where some are lost, `{ damage: { reason, offset } }`.
 * Offsets are in the bytes of the file; in a packed one, that of a gzip member.
 *
 * @param {Iterable<Uint8Array> | AsyncIterable<Uint8Array>} chunks
 * @param {number} most bytes of a record's content that are kept
 * @returns {AsyncGenerator<{ head?: string, content?: Buffer, damage?: Damage }>}
 */
export async function* records(chunks, most) {
  const [start, whole] = await begun(chunks, MAGIC.length);
  const input = new Input(isPacked(start) ? members(whole) : plain(whole));
  try {
    /** @type {number | undefined} Where the last damage was. */
    let told;
    for (let lost = false; ; ) {
      let found;
      try {
        if (lost && !(await input.search())) return;
        lost = false;
        found = await input.record(most);
      } catch (damage) {
        if (!(damage instanceof Damage)) throw damage;
        lost = true;
        // A damaged member may unpack to a damaged record first.
        if (told === damage.offset) continue;
        told = damage.offset;
        found = { damage };
      }
      if (!found) return;
      yield found;
    }
  } finally {
    await input.close();
  }
}

/** How long the content of a record is, by its head; NaN if that does not say. */
const lengthIn = (head) => Number(/^content-length:\s*(\d{1,15})\s*$/im.exec(head)?.[1]);

/** The bytes of a file that come from {@link plain} or {@link members}. */
class Input {
  #pieces;
  #buffer = EMPTY;
  /** Where the buffer begins in the file, or the member that it begins in. */
  #offset = 0;
  #packed = false;

  constructor(pieces) {
    this.#pieces = pieces;
  }

  close() {
    return this.#pieces.return();
  }

  /** Waits for more: bytes, or that what came is proven good. False at the end. */
  async #more() {
    const { value, done } = await this.#pieces.next();
    if (done) return false;
    const { bytes, offset, packed, damage } = value;
    if (damage) {
      this.#buffer = EMPTY; // It is of the damaged member.
      throw damage;
    }
    if (!bytes) return true;
    if (!this.#buffer.length) this.#offset = offset;
    this.#packed = packed;
    this.#buffer = this.#buffer.length ? Buffer.concat([this.#buffer, bytes]) : bytes;
    return true;
  }

  #take(length) {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    if (!this.#packed) this.#offset += taken.length;
    return taken;
  }

  #putBack(bytes) {
    this.#buffer = Buffer.concat([bytes, this.#buffer]);
    if (!this.#packed) this.#offset -= bytes.length;
  }

  #begins() {
    return this.#buffer.subarray(0, RECORD.length).equals(RECORD);
  }

  /** The next record; undefined at the end. */
  async record(most) {
    for (;;) {
      while (this.#buffer[0] === 13 || this.#buffer[0] === 10) this.#take(1);
      if (this.#buffer.length) break;
      if (!(await this.#more())) return undefined;
    }
    const offset = this.#offset;
    const head = await this.#head(offset);
    const content = await this.#content(lengthIn(head), most, offset);
    while (this.#buffer.length < 4 && (await this.#more()));
    // What ends here may end early.
    const [ending] = /^(\r\n\r\n|\n\n|[\r\n]{0,3}$)/.exec(this.#buffer.toString('latin1', 0, 4)) ?? [];
    if (ending === undefined) {
      this.#putBack(content); // The next record may have begun in it.
      throw new Damage('its length is not what it says', offset);
    }
    this.#take(ending.length);
    // What is packed is proven by what stands at the end of its member, or by another record behind it.
    for (let before; this.#packed && !this.#begins() && this.#buffer.length <= HEAD; ) {
      before = this.#buffer.length;
      if (!(await this.#more()) || this.#buffer.length === before) break;
    }
    return { head, content };
  }

  /** The fields of a record, and the line before them. */
  async #head(offset) {
    const refuse = (reason) => {
      this.#take(1); // Not to be found again.
      return new Damage(reason, offset);
    };
    for (let searched = 0; ; ) {
      const end = /\n\r?\n/.exec(this.#buffer.toString('latin1', searched));
      if (end) {
        const length = searched + end.index + end[0].length;
        const head = this.#buffer.toString('latin1', 0, length);
        if (!FIRST_LINE.test(head)) throw refuse('no record begins here');
        if (BEGIN.test(head.slice(1))) throw refuse('its head is cut short');
        if (Number.isNaN(lengthIn(head))) throw refuse('it does not say how long it is');
        return this.#take(length).toString('latin1');
      }
      searched = Math.max(0, this.#buffer.length - 3);
      const known = searched > LINE;
      if (known && !FIRST_LINE.test(this.#buffer.toString('latin1', 0, LINE))) throw refuse('no record begins here');
      if (searched > HEAD) throw refuse('its head does not end');
      if (!(await this.#more())) throw refuse('it is cut short');
    }
  }

  async #content(length, most, offset) {
    const kept = [];
    let held = 0;
    for (let left = length; ; ) {
      const piece = this.#take(left);
      left -= piece.length;
      if (held < most) kept.push(piece);
      held += piece.length;
      if (!left) return Buffer.concat(kept);
      if (!(await this.#more())) {
        this.#putBack(Buffer.concat(kept)); // If a part is missing, others may have begun in it.
        throw new Damage('it is cut short', offset);
      }
    }
  }

  /** Goes to where the next record begins; false if none does. */
  async search() {
    for (;;) {
      const at = this.#buffer.toString('latin1').search(BEGIN);
      if (at >= 0) {
        this.#take(at);
        return true;
      }
      // It may stand at the end, in part.
      this.#take(Math.max(0, this.#buffer.length - LONGEST));
      if (!(await this.#more())) return false;
    }
  }
}

async function* plain(chunks) {
  let offset = 0;
  for await (const bytes of chunks) {
    yield { bytes: Buffer.from(bytes), offset, packed: false };
    offset += bytes.length;
  }
}

/** What the members of a gzip file hold, as it comes; `{}` when one has ended and its sum was right. */
async function* members(chunks) {
  const source = chunks[Symbol.asyncIterator]();
  let raw = EMPTY;
  /** Where `raw` begins in the file; in it, the member that is read, and what comes next of it. */
  let base = 0;
  let start = 0;
  let next = 0;
  const more = async () => {
    const { value, done } = await source.next();
    if (done) return false;
    const from = Math.max(start, next - KEPT);
    raw = Buffer.concat([raw.subarray(from), value]);
    base += from;
    [start, next] = [0, next - from];
    return true;
  };
  try {
    for (let lost = false; ; ) {
      // What fills up a block of a tape is no member.
      while (!lost && raw[start] === 0) start += 1;
      while (lost && !raw.subarray(start, start + MAGIC.length).equals(MAGIC)) {
        const at = raw.indexOf(MAGIC, start);
        start = at < 0 ? Math.max(start, raw.length - MAGIC.length + 1) : at;
        next = start;
        if (at < 0 && !(await more())) return;
      }
      next = start;
      if (next === raw.length) {
        if (!(await more())) return;
        continue;
      }
      const offset = base + start;
      // Behind damage, only a member that begins with a record is one.
      /** @type {Buffer[]} */
      const held = [];
      let proven = !lost;
      let damage;
      const { inflate, out } = inflater();
      while (!inflate.ended && !damage) {
        if (next === raw.length && !(await more())) {
          damage = new Damage('it is cut short', offset);
          break;
        }
        const piece = raw.subarray(next, next + PIECE);
        inflate.push(piece, SYNC_FLUSH);
        next += piece.length - inflate.strm.avail_in;
        if (inflate.failed) damage = new Damage('its packed bytes are not as they were written', offset);
        else if (proven) for (const bytes of out) yield { bytes, offset, packed: true };
        else held.push(...out);
        out.length = 0;
        if (!proven && !damage) {
          const begin = Buffer.concat(held);
          if (begin.length < RECORD.length && !inflate.ended) continue;
          if (!begin.subarray(0, RECORD.length).equals(RECORD)) break;
          proven = true;
          yield { bytes: begin, offset, packed: true };
        }
      }
      if (damage && proven) yield { damage };
      lost = Boolean(damage) || !proven;
      start = lost ? start + 1 : next;
      if (!lost) yield {};
    }
  } finally {
    await source.return?.();
  }
}

function inflater() {
  /** @type {any} Of what it has beside its results, its types say nothing. */
  const inflate = new pako.Inflate({ windowBits: 31 });
  /** @type {Buffer[]} */
  const out = [];
  inflate.onData = (bytes) => out.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  inflate.onEnd = (status) => (inflate.failed = status !== 0);
  return { inflate, out };
}
