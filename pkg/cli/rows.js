// Files of JSON lines.
import { createReadStream } from 'node:fs';
import { Failure } from './failure.js';

/**
 * @typedef {Record<string, boolean | ((row: any) => boolean)>} Fields names of those that are text, and whether they
 *   must be there
 * @typedef {{ number: number, offset: number, length: number, row?: any, failure?: Failure }} Row a line
 */

/**
 * The rows of a file of JSON lines one by one, each with the number of its line, counted from 1, and
 * the place of its bytes. Empty lines are passed over.
 *
 * @param {string} path or `-` for standard input
 * @param {Fields} fields
 * @param {string} like what such a line looks like, for the user who has to mend one
 * @param {{ all?: boolean }} [options] `all`: go on past a line that cannot be used, with its `failure` in its place
 * @returns {AsyncGenerator<Row>}
 */
export async function* rows(path, fields, like, { all = false } = {}) {
  for await (const { bytes, number, offset } of lines(path)) {
    const text = bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd();
    if (!text) continue;
    /** @type {Row} */
    const at = { number, offset, length: bytes.length };
    try {
      at.row = row(text, fields, like, path, number);
    } catch (failure) {
      if (!all) throw failure;
      at.failure = failure;
    }
    yield at;
  }
}

/**
 * One row.
 * @param {string} text
 * @param {Fields} fields
 * @param {string} like
 * @param {string} path
 * @param {number} number
 */
export function row(text, fields, like, path, number) {
  const refuse = (reason) => {
    return new Failure(`cannot use this line (${reason})`, `${path} line ${number}`, `write it like ${like}`);
  };
  let row;
  try {
    row = JSON.parse(text);
  } catch (error) {
    throw refuse(error.message);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw refuse('not an object');
  const reason = fault(row, fields);
  if (reason) throw refuse(reason);
  return row;
}

/** What is wrong with the fields of a row, if anything is. */
export function fault(row, fields) {
  for (const [field, required] of Object.entries(fields)) {
    const value = row[field];
    const isMissing = value == null && (typeof required === 'function' ? required(row) : required);
    if (isMissing) return `missing field \`${field}\``;
    if (value != null && typeof value !== 'string') return `\`${field}\` is no text`;
  }
  return undefined;
}

/** Longest line, in bytes. A device, or a file that is no list at all, may have no end of line for ever. */
const MOST = 64 * 2 ** 20;

async function* lines(path) {
  const stream = path === '-' ? process.stdin : createReadStream(path);
  let rest = [];
  let held = 0;
  let number = 0;
  let offset = 0;
  const line = (bytes) => {
    number += 1;
    offset += bytes.length;
    return { bytes, number, offset: offset - bytes.length };
  };
  try {
    for await (let chunk of stream) {
      for (let end; (end = chunk.indexOf(10) + 1) > 0; chunk = chunk.subarray(end)) {
        yield line(Buffer.concat([...rest, chunk.subarray(0, end)]));
        rest = [];
        held = 0;
      }
      if (chunk.length) rest.push(chunk);
      held += chunk.length;
      if (held > MOST) {
        const place = `${path} line ${number + 1}`;
        throw new Failure('a line of more than 64 MiB', place, 'name a file with a document a line');
      }
    }
  } catch (error) {
    throw error.syscall ? Failure.unreadable(error, path) : error;
  }
  if (rest.length) yield line(Buffer.concat(rest));
}
