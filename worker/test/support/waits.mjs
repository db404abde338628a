// What tests wait for: the worker goes on after it has answered.

import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../../tests/until.mjs';
import { BUDGET } from '../../src/runtime/budget.js';

export { until };

/** Waits until `count` articles are registered and in the store, which happens after the answer. */
export function registered(site, count) {
  const done = async () => {
    const stats = await site.stats();
    return stats.registered === count && stats.published >= count;
  };
  return until(done, `${count} registered articles`);
}

/**
 * Waits until this many visits of pages are judged or left unread, and every claim that followed is settled: nothing
 * more comes of them.
 */
export function finished(site, visits) {
  const done = async () => {
    const { same, partial, different, unknown, recalled, unread = {}, claims, settled } = await site.stats();
    const counts = [same, partial, different, unknown, recalled, ...Object.values(unread)];
    return counts.reduce((sum, count) => sum + count, 0) === visits && claims === settled;
  };
  return until(done, `the end of ${visits} visits`);
}

/** Waits until no claim is under way, and more holds of the counters; returns these. */
export function idle(site, more = () => true) {
  const done = async () => {
    const stats = await site.stats();
    return stats.claims === stats.settled && more(stats) && stats;
  };
  return until(done, 'the last claim');
}

/** The same, and all that is registered is in the store. */
export const published = (site) => idle(site, (stats) => stats.registered <= stats.published);

/** Waits until the finding about a page is remembered, by asking for no more than its headers: that reads no page. */
export function remembered(site, path) {
  const isKnown = async () => (await site.ask(path, { method: 'HEAD' })).headers.offprint !== undefined;
  return until(isKnown, `the finding about ${path}`);
}

/** Waits until the view lists all articles, and pages such as this one are judged by it. */
export async function listed(site, html) {
  const rest = async () => {
    const { json } = await site.api('GET', 'health');
    return Object.values(json?.register ?? { none: { unlisted: 1 } }).every(({ unlisted }) => unlisted === 0);
  };
  await until(rest, 'all articles to be listed');
  const isUsed = async () => {
    const { asked } = await site.stats();
    await site.api('POST', 'check?url=https://nobody.example/', html, { type: 'text/html' });
    return (await site.stats()).asked === asked;
  };
  await until(isUsed, 'the view to be used');
}

/**
 * An answer, and how long it took as a share of the time that the worker lets a request wait. A timer of that length
 * runs at the same time: a busy machine makes it late as well.
 */
export async function inBudgets(asked) {
  const begun = performance.now();
  const since = () => performance.now() - begun;
  const [answer, took, budget] = await Promise.all([asked, asked.then(since), pause(BUDGET).then(since)]);
  return { answer, budgets: took / budget };
}
