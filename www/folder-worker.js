// Reads many pages in a worker, so that the page stays responsive, and finds which copy which.
//
// Receives `{ pages: [{ id, blob, contentType, url }] }` any number of times, `{ end: true }` after the last, and `{
// table }` for a table. Pages that come `withFacts` are also searched for reports in other words. Sends `{ read: {
// rows, bytes } }` for the pages that it has read, `{ clusters }` at the end, `{ table }`, and `{ failed }` if it
// cannot go on.

import init, { Collection, Reader, sketch } from './offprint/full/index.js';

/** Most time between two messages about progress, in milliseconds. */
const PAUSE = 100;

let collection;
let queue = Promise.resolve();
let reported = performance.now();
let rows = [];
let bytes = 0;

addEventListener('message', ({ data }) => {
  queue = queue.then(() => answer(data)).catch(({ message, code }) => postMessage({ failed: { message, code } }));
});

async function answer({ pages, withFacts, end, table }) {
  await init();
  collection ??= new Collection();
  for (const page of pages ?? []) await take(page, withFacts);
  // The sender waits for it before it sends more.
  if (pages) report();
  if (end) postMessage({ clusters: collection.origins() });
  if (table) postMessage({ table: { form: table, text: collection.table(table) } });
}

async function take({ id, blob, contentType, url }, withFacts) {
  let article;
  let failed = null;
  try {
    article = await read(blob, { contentType, url });
    if (withFacts) article.sketch = sketch(article);
  } catch (error) {
    // A file that is gone or may not be opened; the others go on.
    failed = error.message;
    article = { title: id, fingerprint: null };
  }
  const { place, minutes, source } = collection.add(id, article);
  const { title, length = 0, published = null, noFingerprintReason = null } = article;
  rows.push({ id, place, minutes, source, title, length, published, noFingerprintReason, failed });
  bytes += blob.size;
  if (performance.now() - reported > PAUSE) report();
}

async function read(blob, options) {
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
