// Reads the pages of a folder in a worker.

import { h } from '../shared/dom.js';
import { number, t } from './i18n.js';

/**
 * @typedef {import('offprint/full').Origins} Origins
 * @typedef {{ id: string, blob: Blob, contentType: string | null, url?: string | null }} FolderPage
 * @typedef {{ [why in 'noFingerprintReason' | 'failed']: string | null }} Failures
 * @typedef {import('offprint/full').Placed & Failures} PlacedRow
 * @typedef {PlacedRow & { id: string, title: string, length: number, published: string | null }} Row of a page
 * @typedef {{ worker: Worker, pages: FolderPage[], rows: Row[], stopped: boolean, tell: () => void }} Work
 * @typedef {Work & { [count in 'skipped' | 'bytes' | 'began']: number }} Reading
 * @typedef {Reading & { clusters: Promise<Origins>, isRead?: boolean }} Job
 * @typedef {Reading & { clusters: Origins, time: number, withFacts?: Job }} Found the `time` in milliseconds
 */

/** Pages per message to the worker: enough to keep it busy, and few enough to stop soon. */
const BATCH = 32;

/**
 * Starts to read pages, `withFacts` to find reports in other words. Returns a job with its progress and a promise of
 * the `clusters`. @param {FolderPage[]} pages @returns {Job}
 */
export function read(pages, { skipped = 0, withFacts = false } = {}) {
  const worker = new Worker(new URL('folder-worker.js', import.meta.url), { type: 'module' });
  /** @type {Omit<Job, 'clusters'>} */
  const job = { worker, pages, skipped, rows: [], bytes: 0, began: performance.now(), stopped: false, tell() {} };
  /** @type {Job['clusters']} */
  const clusters = new Promise((resolve, reject) => {
    let sent = 0;
    let ended = false;
    // The worker always has up to two batches, so it never waits and stops soon.
    const feed = () => {
      while (!ended && sent - job.rows.length <= BATCH) {
        const some = job.stopped ? [] : pages.slice(sent, sent + BATCH);
        ended = some.length === 0;
        sent += some.length;
        worker.postMessage(ended ? { end: true } : { pages: some, withFacts });
      }
    };
    worker.onerror = ({ message }) => reject(new Error(message || 'worker'));
    worker.onmessage = ({ data }) => {
      if (data.failed) return reject(new Error(data.failed.message));
      if (data.clusters) return resolve(data.clusters);
      job.rows.push(...data.read.rows);
      job.bytes += data.read.bytes;
      job.tell();
      feed();
    };
    feed();
  });
  return Object.assign(job, { clusters });
}

/** The rows at these places. @param {Row[]} rows @param {number[]} places */
export const rowsAt = (rows, places) => places.flatMap((place) => rows[place] ?? []);

/** The progress of a job: a bar and a line. */
export function progress(/** @type {Job} */ job) {
  const bar = h('progress', { max: job.pages.length, value: 0, 'aria-label': t('folder.progress') });
  const status = h('p.quiet', { role: 'status' }, t('loading'));
  job.tell = () => {
    const { rows, bytes, began } = job;
    bar.value = rows.length;
    const rate = number(bytes / 1e3 / (performance.now() - began), { maximumFractionDigits: 1 });
    status.textContent = t('folder.reading', { done: rows.length, all: job.pages.length, rate });
  };
  if (job.rows.length) job.tell();
  return [bar, status];
}
