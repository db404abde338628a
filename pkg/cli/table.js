// Tables for engines: files of JSON lines, or Parquet.
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { ParquetWriter, fileWriter } from 'hyparquet-writer';
import { Failure } from './failure.js';
import { fault, rows } from './rows.js';

/** Rows written at a time. Larger: files that engines read faster; smaller: less memory. */
const GROUP = 5000;

/** @typedef {import('hyparquet').SchemaElement} Column */

/**
 * @param {string} name
 * @param {Column['repetition_type']} [repetition_type]
 * @returns {Column}
 */
const text = (name, repetition_type = 'REQUIRED') => ({
  name,
  repetition_type,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
});
/**
 * @param {string} name
 * @returns {Column[]}
 */
const list = (name) => [
  { name, repetition_type: 'REQUIRED', num_children: 1, converted_type: 'LIST' },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  text('element'),
];
/**
 * @param {string} name
 * @param {Column['type']} type
 * @returns {Column}
 */
const plain = (name, type) => ({ name, repetition_type: 'REQUIRED', type });
/** @param {string} name */
const maybe = (name) => text(name, 'OPTIONAL');
/** By column: those of `Row` in crates/report/src/row.rs. */
const COLUMN_SCHEMAS = [
  [text('id')],
  [maybe('url')],
  [text('title')],
  [plain('length', 'INT32')],
  [text('script')],
  list('read_keys'),
  list('write_keys'),
  ...['fingerprint', 'canonical', 'site', 'credit', 'author', 'published', 'published_time', 'modified_time'].map(
    (name) => [maybe(name)],
  ),
  [text('language')],
  [text('direction')],
  [text('page_type')],
  [plain('quality', 'INT32')],
  [plain('gated', 'BOOLEAN')],
  [plain('word_count', 'INT32')],
  ...['description', 'image', 'tags', 'favicon'].map((name) => [maybe(name)]),
  [text('text')],
  [maybe('markdown')],
];
const COLUMNS = COLUMN_SCHEMAS.map(([{ name }]) => name);
/** @type {Column[]} */
const SCHEMA = [{ name: 'root', num_children: COLUMNS.length }, ...COLUMN_SCHEMAS.flat()];

function isParquet(path) {
  return /\.parquet$/i.test(path);
}

/** A file that pages are written to, a row each. It has its name only when it is whole. */
export class Table {
  #path;
  #part;
  #rows = [];
  #parquet;

  constructor(path) {
    if (!isParquet(path) && !/\.(ndjson|jsonl)$/i.test(path)) {
      throw new Failure('a table of an unknown kind', path, 'let it end in .ndjson, .jsonl or .parquet');
    }
    this.#path = path;
    this.#part = `${path}.part`;
    this.#try(() => {
      if (isParquet(path)) this.#parquet = new ParquetWriter({ writer: fileWriter(this.#part), schema: SCHEMA });
      else writeFileSync(this.#part, '');
    });
  }

  add(row) {
    this.#rows.push(row);
    if (this.#rows.length >= GROUP) this.#flush();
  }

  end() {
    this.#flush();
    this.#try(() => {
      this.#parquet?.finish();
      renameSync(this.#part, this.#path);
    });
  }

  /** Leaves nothing behind. */
  drop() {
    rmSync(this.#part, { force: true });
  }

  #flush() {
    const rows = this.#rows;
    this.#rows = [];
    if (!rows.length) return;
    this.#try(() => {
      if (!this.#parquet) return appendFileSync(this.#part, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      const columnData = COLUMNS.map((name) => ({ name, data: rows.map((row) => row[name] ?? undefined) }));
      this.#parquet.write({ columnData, rowGroupSize: GROUP });
    });
  }

  #try(write) {
    try {
      write();
    } catch (error) {
      throw error.syscall ? Failure.unwritable(error, this.#path) : error;
    }
  }
}

/** The rows of a table, with the fields that {@link rows} checks. */
export async function* tableRows(path, fields, like) {
  if (!isParquet(path)) {
    for await (const { row } of rows(path, fields, like)) yield row;
    return;
  }
  let file;
  let metadata;
  try {
    file = await asyncBufferFromFile(path);
    metadata = await parquetMetadataAsync(file);
  } catch (error) {
    throw error.syscall ? Failure.unreadable(error, path) : unusable(path, error.message);
  }
  const columns = Object.keys(fields);
  const there = new Set(metadata.schema.map(({ name }) => name));
  const missing = columns.find((name) => !there.has(name));
  if (missing) throw unusable(path, `no column \`${missing}\``, `name its columns ${columns.join(', ')}`);
  let rowStart = 0;
  for (const { num_rows: length } of metadata.row_groups) {
    const rowEnd = rowStart + Number(length);
    const group = parquetReadObjects({ file, metadata, columns, rowStart, rowEnd });
    const found = await group.catch((error) => {
      throw unusable(path, error.message);
    });
    for (const row of found) {
      const reason = fault(row, fields);
      if (reason) throw unusable(path, reason, `write rows like ${like}`);
      yield row;
    }
    rowStart = rowEnd;
  }
}

function unusable(path, reason, advice = 'write it again, with snappy or no compression') {
  return new Failure(`cannot use this Parquet file (${reason})`, path, advice);
}
