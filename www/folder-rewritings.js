// Finds pages of a folder that report in other words what another page reports, by their facts, on request.

import { h, present } from '../shared/dom.js';
import { growing, pair } from './folder-map.js';
import { progress, read } from './folder-read.js';
import { number, t } from './i18n.js';
import './rewritten.js'; // For the words about a module that cannot be loaded.
/** @import { Origins, RewritingLink } from 'offprint/full' */
/** @import { Found, Job } from './folder-read.js' */

/**
 * A section that offers to find them. The texts with the facts are not kept, so the pages are read again. The job is in
 * `of.withFacts` while the visitor wants it, even in other views.
 */
export function rewritings(/** @type {Found} */ folder) {
  const choice = h('input', { type: 'checkbox', checked: !!folder.withFacts, onchange: choose });
  const found = h('div', { 'aria-live': 'polite' });

  function choose() {
    if (choice.checked) {
      folder.withFacts = read(folder.pages.slice(0, folder.rows.length), { withFacts: true });
      void show(folder.withFacts);
    } else {
      folder.withFacts?.worker.terminate();
      folder.withFacts = undefined;
      found.replaceChildren();
    }
  }

  async function show(/** @type {Job} */ job) {
    if (!job.isRead) found.replaceChildren(...progress(job));
    let shown;
    try {
      shown = summaryOf(folder, await job.clusters);
      job.isRead = true;
    } catch {
      job.worker.terminate();
      shown = [h('p', t('rewritten.failed'))];
    }
    if (folder.withFacts !== job) return;
    if (!job.isRead) folder.withFacts = undefined;
    choice.checked = job.isRead === true;
    found.replaceChildren(...shown);
  }

  if (folder.withFacts) void show(folder.withFacts);
  return h(
    'section.rewritings',
    h('h2', t('folder.rewritings')),
    h('label.toggle', choice, t('folder.rewritings.ask')),
    h('p.quiet', t('folder.rewritings.doubt')),
    found,
  );
}

function summaryOf(/** @type {Found} */ folder, /** @type {Origins} */ { rewritings, origins }) {
  if (!rewritings.length) return [h('p', t('folder.rewritings.none'))];
  const [now, before] = [origins.length, folder.clusters.origins.length];
  return present([
    h('p', t('folder.rewritings.found', { n: rewritings.length })),
    now < before && h('p', t('folder.rewritings.origins', { origins: now, before })),
    ...growing('ol', rewritings, (link) => line(folder, link)),
  ]);
}

/** A page and what it rewrites, with the row in the map if that has copies. */
function line(/** @type {Found} */ folder, /** @type {RewritingLink} */ { rewriting, source, score }) {
  const { name, titles, compare } = pair(folder, source, rewriting);
  const cluster = folder.clusters.clusters.findIndex(({ members }) => members.includes(source));
  const likelihood = number(score, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const sentence = t('folder.rewritings.link', { rewriting: name(rewriting), of: name(source) });
  const facts = [
    t('folder.rewritings.likelihood', { score: likelihood }),
    cluster >= 0 && t('folder.rewritings.cluster', { n: cluster + 1 }),
  ];
  return h('li', h('p', sentence, h('span.quiet', ` · ${facts.filter(Boolean).join(' · ')}`)), titles, compare);
}
