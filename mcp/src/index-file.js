// A store of articles in a file of JSON, one record a line, which several processes may share.
//
// A record is added as one line at the end, in one write, and stands for its id from then on. To remove records, a new
// file is written, which then replaces the old one. So nothing is lost when a process ends in between. Only one process
// writes at a time. A line that cannot be read is reported and left where it is.

import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Most articles; the oldest quarter makes room. Larger: more memory, and a slower start. */
const MOST = 10_000;
/** Largest file that is read, in bytes: it holds many times that number of articles. */
const MOST_BYTES = 64 << 20;
/** Age in ms from which a lock belongs to a process that ended: no write takes so long. */
const LEFT = 20_000;
/** Files are written to the disk at once, and for their owner alone: they hold addresses that somebody read. */
const KEPT = { mode: 0o600, flush: true };

/** @typedef {import('offprint').ArticleRecord} ArticleRecord */

export class IndexFile {
  #path;
  #most;
  /** One operation after the other. */
  #turn = pLimit(1);
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
    return this.#writing(async () => {
      if (this.#lines >= this.#most)
        await this.#rewrite([...this.#records.values()].slice(-Math.ceil(this.#most * 0.75)));
      await appendFile(this.#path, (this.#isOpen ? '\n' : '') + written(record), KEPT);
    });
  }

  /** @param {string[]} ids */
  delete(ids) {
    return this.#writing(async () => {
      const rest = [...this.#records.values()].filter(({ id }) => !ids.includes(id));
      if (rest.length < this.#records.size) await this.#rewrite(rest);
    });
  }

  /**
   * A copy of what a function takes from the file.
   * @template T
   * @param {(records: Map<string, ArticleRecord>) => T} take
   */
  #reading(take) {
    return this.#turn(async () => {
      await this.#load();
      return structuredClone(take(this.#records));
    });
  }

  /**
   * Runs while no other process writes the file.
   * @param {() => Promise<void>} write
   */
  #writing(write) {
    return this.#turn(async () => {
      await mkdir(dirname(this.#path), { recursive: true });
      const lock = `${this.#path}.lock`;
      while (!(await isMade(lock))) {
        const { mtimeMs } = await stat(lock).catch(unlessMissing);
        if (mtimeMs > 0 && Math.abs(Date.now() - mtimeMs) > LEFT) await rm(lock, { force: true });
        else await pause(10);
      }
      try {
        await this.#load();
        await write();
        await this.#load();
      } finally {
        await rm(lock, { force: true });
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

  /** Replaces all records. @param {ArticleRecord[]} records */
  async #rewrite(records) {
    if (this.fault) throw new Error(`${this.fault}; repair or delete the damage, since the file must be rewritten`);
    const fresh = `${this.#path}.${randomUUID()}`;
    try {
      await writeFile(fresh, records.map(written).join(''), { ...KEPT, flag: 'wx' });
      await rename(fresh, this.#path);
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
    this.#isOpen = false;
  }
}

/** Makes an empty file; false if it exists. @param {string} path */
async function isMade(path) {
  try {
    await writeFile(path, '', { mode: KEPT.mode, flag: 'wx' });
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
