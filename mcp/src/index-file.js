// A store of articles in a file of JSON, one record a line, which several processes may share.
//
// A record is added as one line at the end, in one write, and stands for its id from then on. To remove records, a new
// file is written, which then replaces the old one. So nothing is lost when a process ends in between. Only one process
// writes at a time. A line that cannot be read is reported and left where it is.

import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { turns } from '../../shared/turns.js';

/** Most articles; the oldest quarter makes room. Larger: more memory, and a slower start. */
const MOST = 10_000;
/** Largest file that is read, in bytes: it holds many times that number of articles. */
const MOST_BYTES = 64 << 20;
/** Age in ms from which a lock belongs to a process that ended: no write takes so long. */
const LEFT = 20_000;
/** Files are written to the disk at once, and for their owner alone: they hold addresses that somebody read. */
const KEPT = { mode: 0o600, flush: true };

/** @typedef {import('offprint').ArticleRecord} ArticleRecord */
/** @typedef {() => Promise<boolean>} Holds whether the lock is still this process's */

export class IndexFile {
  #path;
  #most;
  /** One operation after the other. */
  #inTurn = turns();
  /** The file that `#records` and the others were read from. */
  #seen = '';
  /** @type {Map<string, ArticleRecord>} by id, the oldest first */
  #records = new Map();
  /** Lines with a record. */
  #lines = 0;
  /** @type {number[]} numbers of lines, from 1 */
  #damaged = [];
  /** Whether the last line lacks its end. */
  #isOpen = false;

  /**
   * @param {string} path
   * @param {number} [most] articles
   */
  constructor(path, most = MOST) {
    this.#path = path;
    this.#most = most;
  }

  /** What is wrong with the file; undefined if nothing is. */
  get fault() {
    if (this.#damaged.length === 0) return undefined;
    const [first, ...more] = this.#damaged;
    const which = more.length
      ? `lines ${first} and ${more.length} more are damaged and were`
      : `line ${first} is damaged and was`;
    return `${this.#path}: ${which} passed over; nothing was removed, and the other ${this.size} articles are used`;
  }

  /** Articles in the file. */
  get size() {
    return this.#records.size;
  }

  /** @param {string} id */
  get(id) {
    return this.#reading((records) => records.get(id));
  }

  /** @param {string[]} keys */
  find(keys) {
    const sought = new Set(keys);
    return this.#reading((records) => [...records.values()].filter(({ keys }) => keys.some((key) => sought.has(key))));
  }

  all() {
    return this.#reading((records) => [...records.values()]);
  }

  /** @param {ArticleRecord} record */
  put(record) {
    return this.#writing(async (holds) => {
      if (this.#lines >= this.#most) {
        const latest = [...this.#records.values()].slice(-Math.ceil(this.#most * 0.75));
        if (!(await this.#rewrite(latest, holds))) return false;
      }
      await appendFile(this.#path, (this.#isOpen ? '\n' : '') + written(record), KEPT);
      return true;
    });
  }

  /** @param {string[]} ids */
  delete(ids) {
    return this.#writing(async (holds) => {
      const rest = [...this.#records.values()].filter(({ id }) => !ids.includes(id));
      return rest.length === this.#records.size || this.#rewrite(rest, holds);
    });
  }

  /**
   * A copy of what a function takes from the file.
   * @template T
   * @param {(records: Map<string, ArticleRecord>) => T} take
   */
  #reading(take) {
    return this.#inTurn(async () => {
      await this.#load();
      return structuredClone(take(this.#records));
    });
  }

  /**
   * Runs while no other process writes the file; again if it returns false, since another one took over.
   * @param {(holds: Holds) => Promise<boolean>} write
   */
  #writing(write) {
    return this.#inTurn(async () => {
      await mkdir(dirname(this.#path), { recursive: true });
      const lock = `${this.#path}.lock`;
      for (let isDone = false; !isDone; ) {
        const token = await take(lock);
        try {
          await this.#load();
          isDone = await write(async () => (await tokenIn(lock)) === token);
          await this.#load();
        } finally {
          await release(lock, token);
        }
      }
    });
  }

  /** Reads the file if it has changed, by this process or another one. */
  async #load() {
    const { ino, size, mtimeMs } = await stat(this.#path).catch(unlessMissing);
    const seen = `${ino} ${size} ${mtimeMs}`;
    if (seen === this.#seen) return;
    if (size > MOST_BYTES) throw new Error(`${this.#path} is larger than ${MOST_BYTES} bytes: name another file`);
    const text = size ? await readFile(this.#path, 'utf8') : '';
    [this.#records, this.#lines, this.#damaged] = [new Map(), 0, []];
    this.#isOpen = text !== '' && !text.endsWith('\n');
    for (const [i, line] of text.split('\n').entries()) {
      const record = parsed(line);
      if (record) {
        this.#lines++;
        // A later one is newer.
        this.#records.delete(record.id);
        this.#records.set(record.id, record);
      } else if (line !== '') {
        this.#damaged.push(i + 1);
      }
    }
    if (this.#lines === 0 && this.#damaged.length > 0) {
      this.#damaged = [];
      throw new Error(`${this.#path} is no index, or all of it is damaged; it was left as it is: name another file`);
    }
    this.#seen = seen;
  }

  /** Replaces all records, unless another process took over. @param {ArticleRecord[]} records @param {Holds} holds */
  async #rewrite(records, holds) {
    if (this.fault) throw new Error(`${this.fault}; repair or delete the damage, since the file must be rewritten`);
    const fresh = `${this.#path}.${randomUUID()}`;
    try {
      await writeFile(fresh, records.map(written).join(''), { ...KEPT, flag: 'wx' });
      if (!(await holds())) return false;
      await rename(fresh, this.#path);
    } finally {
      await rm(fresh, { force: true });
    }
    this.#isOpen = false;
    return true;
  }
}

/**
 * Takes a lock, a file with the token of its owner, and returns the token. A lock that a process left when it ended is
 * removed under a lock of its own, so that nobody removes the one of who was faster.
 * @param {string} lock @returns {Promise<string>}
 */
async function take(lock) {
  const token = randomUUID();
  while (!(await isMade(lock, token))) {
    const left = await tokenIn(lock);
    if (left === undefined || !(await isLeft(lock))) {
      await pause(10);
      continue;
    }
    const removal = `${lock}.${left}`;
    const own = await take(removal);
    await release(lock, left);
    await release(removal, own);
  }
  return token;
}

/** Removes a lock, unless it has become another's. @param {string} lock @param {string} token */
async function release(lock, token) {
  if ((await tokenIn(lock)) === token) await rm(lock, { force: true });
}

/** The token of who holds a lock; undefined if nobody does. @param {string} lock */
async function tokenIn(lock) {
  try {
    return await readFile(lock, 'utf8');
  } catch (error) {
    unlessMissing(/** @type {NodeJS.ErrnoException} */ (error));
    return undefined;
  }
}

/** @param {string} lock */
async function isLeft(lock) {
  const { mtimeMs } = await stat(lock).catch(unlessMissing);
  return mtimeMs > 0 && Math.abs(Date.now() - mtimeMs) > LEFT;
}

/** Makes a file; false if it exists. @param {string} path @param {string} text */
async function isMade(path, text) {
  try {
    await writeFile(path, text, { mode: KEPT.mode, flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {NodeJS.ErrnoException} error */
function unlessMissing(error) {
  if (error.code === 'ENOENT') return { ino: 0, size: 0, mtimeMs: 0 };
  throw error;
}

/** @param {ArticleRecord} record */
const written = (record) => `${JSON.stringify(record)}\n`;

/** @param {string} line @returns {ArticleRecord | undefined} */
function parsed(line) {
  try {
    const record = JSON.parse(line);
    const isKey = (/** @type {unknown} */ key) => typeof key === 'string' && /^[\da-f]{10,16}$/.test(key);
    const hasTexts = [record.id, record.firstSeen, record.judgement.verdict].every((text) => typeof text === 'string');
    const hasNumbers = [record.number, record.class].every(Number.isSafeInteger);
    return record.keys.every(isKey) && hasTexts && hasNumbers ? record : undefined;
  } catch {
    return undefined;
  }
}
