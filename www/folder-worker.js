// Reads many pages in a worker, so that the page stays responsive, and finds out which copy which.
//
// Receives `{ pages: [{ id, blob, contentType, url }] }` any number of times, `{ end: true }` after the last, and
// `{ table }` for a table. Pages `withFacts` are also searched for reports in other words. Sends
// `{ read: { rows, bytes } }` about the pages that it has read, `{ clusters }` at the end, `{ table }`, and
// `{ failed }` if it cannot go on.

import init, { Collection, Reader, sketch } from './offprint/full/index.js';

/** @import { NewArticle, ReaderOptions } from 'offprint/full' */
/** @import { FolderPage, Row } from './folder-read.js' */

/** Milliseconds between two messages about progress. */
const PAUSE = 100;

/** @type {Collection | undefined} */
let collection;
let queue = Promise.resolve();
let reported = performance.now();
let rows = /** @type {Row[]} */ ([]);
let bytes = 0;

addEventListener('message', ({ data }) => {
  queue = queue.then(() => answer(data)).catch(({ message, code }) => postMessage({ failed: { message, code } }));
});

/** @param {{ pages?: FolderPage[], withFacts?: boolean, end?: boolean, table?: 'csv' | 'json' }} asked */
async function answer({ pages, withFacts = false, end, table }) {
  await init();
  collection ??= new Collection();
  for (const page of pages ?? []) await take(collection, page, withFacts);
  // The sender waits for this before it sends more.
  if (pages) report();
  if (end) postMessage({ clusters: collection.origins() });
  if (table) postMessage({ table: { form: table, text: collection.table(table) } });
}

/** @param {Collection} all @param {FolderPage} page @param {boolean} withFacts */
async function take(all, { id, blob, contentType, url }, withFacts) {
  /** @type {NewArticle & { noFingerprintReason?: string | null }} */
  let article = { title: id, fingerprint: null };
  let failed = null;
  try {
    const read = await readAll(blob, { contentType, url });
    article = withFacts ? { ...read, sketch: sketch(read) } : read;
  } catch (error) {
    // The file may be gone, or not readable. The others go on.
    failed = error instanceof Error ? error.message : String(error);
  }
  const { place, minutes, source } = all.add(id, article);
  const { title, length = 0, published = null, noFingerprintReason = null } = article;
  rows.push({ id, place, minutes, source, title: title ?? '', length, published, noFingerprintReason, failed });
  bytes += blob.size;
  if (performance.now() - reported > PAUSE) report();
}

async function readAll(/** @type {Blob} */ blob, /** @type {ReaderOptions} */ options) {
  const reader = new Reader({ ...options, markup: false });
  try {
    const source = blob.stream().getReader();
    for (let part; !(part = await source.read()).done; ) reader.write(part.value);
    return reader.end();
  } finally {
    reader.free();
  }
}

function report() {
  postMessage({ read: { rows, bytes } });
  [rows, bytes, reported] = [[], 0, performance.now()];
}
