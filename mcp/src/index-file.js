// A store of articles in a file of JSON, one article a line, which several processes may share.
//
// A new article is one line at the end, in one write; only what removes articles rewrites the file, beside the old
// one, and then takes its place. So nothing is lost when a process ends in between. Only one process writes at a time.
// A line that cannot be read is reported and left where it is.

import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Most articles; the oldest quarter makes room. Larger: more memory, and a slower start. */
const MOST = 10_000;
/** Largest file that is read, in bytes: it holds many times that number of articles. */
const MOST_BYTES = 64 << 20;
/** Milliseconds after which a lock was left by a process that has ended: no write takes so long. */
const LEFT = 20_000;
/** How files are written: to the disk at once, and for their owner alone: they hold addresses that somebody read. */
const KEPT = { mode: 0o600, flush: true };

/** @typedef {import('offprint').ArticleRecord} ArticleRecord */
/** @typedef {{ keys: string[], record: ArticleRecord }} Line */

export class IndexFile {
  #path;
  #most;
  /** One operation after the other. */
  #turn = pLimit(1);
  /** The file that `#values` and the others were read from. */
  #seen = '';
  /** @type {Map<string, ArticleRecord>} */
  #values = new Map();
  /** @type {Line[]} */
  #lines = [];
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
    return this.#lines.length;
  }

  /** @param {string[]} keys */
  get(keys) {
    return this.#turn(async () => {
      await this.#load();
      const found = keys.filter((key) => this.#values.has(key));
      return new Map(found.map((key) => [key, /** @type {ArticleRecord} */ (structuredClone(this.#values.get(key)))]));
    });
  }

  /** @param {[string, ArticleRecord][]} entries */
  put(entries) {
    return this.#writing(async () => {
      if (entries.length === 0) return;
      await this.#load();
      if (this.#lines.length >= this.#most) await this.#rewrite(this.#lines.slice(-Math.ceil(this.#most * 0.75)));
      await appendFile(this.#path, (this.#isOpen ? '\n' : '') + written(linesOf(entries)), KEPT);
      await this.#load();
    });
  }

  /** @param {string[]} keys */
  delete(keys) {
    return this.#writing(async () => {
      await this.#load();
      if (!keys.some((key) => this.#values.has(key))) return;
      const rest = this.#lines.map(({ keys: all, record }) => ({
        keys: all.filter((key) => !keys.includes(key)),
        record,
      }));
      await this.#rewrite(rest.filter(({ keys }) => keys.length > 0));
    });
  }

  keys() {
    return this.#turn(async () => {
      await this.#load();
      return [...this.#values.keys()];
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
        await write();
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
    [this.#values, this.#lines, this.#damaged] = [new Map(), [], []];
    this.#isOpen = text !== '' && !text.endsWith('\n');
    for (const [i, written] of text.split('\n').entries()) {
      const line = written === '' ? undefined : parsed(written);
      if (line) {
        this.#lines.push(line);
        for (const key of line.keys) this.#values.set(key, line.record);
      } else if (written !== '') {
        this.#damaged.push(i + 1);
      }
    }
    if (this.#lines.length === 0 && this.#damaged.length > 0) {
      this.#damaged = [];
      throw new Error(`${this.#path} is no index, or all of it is damaged; it was left as it is: name another file`);
    }
    this.#seen = seen;
  }

  /** Puts other lines in the place of all. @param {Line[]} lines */
  async #rewrite(lines) {
    if (this.fault) throw new Error(`${this.fault}; repair or delete the damage, since the file must be rewritten`);
    const beside = `${this.#path}.${randomUUID()}`;
    try {
      await writeFile(beside, written(lines), { ...KEPT, flag: 'wx' });
      await rename(beside, this.#path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
    await this.#load();
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

/** @param {[string, ArticleRecord][]} entries @returns {Line[]} */
function linesOf(entries) {
  /** @type {Map<ArticleRecord, string[]>} */
  const keys = new Map();
  for (const [key, record] of entries) keys.set(record, [...(keys.get(record) ?? []), key]);
  return Array.from(keys, ([record, keys]) => ({ keys, record }));
}

/** @param {Line[]} lines */
const written = (lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** @param {string} written @returns {Line | undefined} */
function parsed(written) {
  try {
    const { keys, record } = JSON.parse(written);
    const isKey = (/** @type {unknown} */ key) => typeof key === 'string' && /^[\da-f]{10}$/.test(key);
    const hasFacts = ['id', 'fingerprint', 'firstSeen'].every((name) => typeof record?.[name] === 'string');
    return Array.isArray(keys) && keys.every(isKey) && hasFacts ? { keys, record } : undefined;
  } catch {
    return undefined;
  }
}
