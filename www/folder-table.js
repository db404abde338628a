// The table of all pages of a folder.

import { h, scrollable } from '../shared/dom.js';
import { rowsAt } from './folder-read.js';
import { dated, number, t } from './i18n.js';

/** @import { Found, Row } from './folder-read.js' */
/** @typedef {{ row: Row, cluster?: number, role: string }} Line */

/** How many rows are added at once. */
const ROWS = 100;

/** All pages. Rows are added as they come into view. */
export function table(/** @type {Found} */ { rows, clusters }) {
  /** @type {Line[]} */
  const lines = [
    ...clusters.clusters.flatMap((cluster, i) => {
      const verdict = new Map(cluster.links.map((link) => [link.copy, link.verdict]));
      return rowsAt(rows, cluster.members).map((row) => ({
        row,
        cluster: i + 1,
        role: row.place === cluster.original ? 'original' : (verdict.get(row.place) ?? 'same'),
      }));
    }),
    ...rowsAt(rows, clusters.unique).map((row) => ({ row, role: 'unique' })),
    ...rowsAt(rows, clusters.unknown).map((row) => ({ row, role: 'unknown' })),
  ];
  let shown = lines;
  const body = h('tbody');
  const end = h('p.unseen', { 'aria-hidden': 'true' });
  const grow = () => body.append(...shown.slice(body.childElementCount, body.childElementCount + ROWS).map(line));
  const watch = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting || body.childElementCount >= shown.length) return;
      grow();
      watch.unobserve(end); // Then it reports again if the end is still in view.
      watch.observe(end);
    },
    { rootMargin: '600px' },
  );
  const find = (/** @type {string} */ wanted) => {
    const has = (/** @type {string | null} */ text) => text?.toLocaleLowerCase().includes(wanted);
    shown = lines.filter(({ row }) => [row.title, row.source, row.id].some(has));
    body.replaceChildren();
    grow();
  };
  /** @type {HTMLInputElement} */
  const filter = h('input', { type: 'search', oninput: () => void find(filter.value.toLocaleLowerCase()) });
  grow();
  watch.observe(end);
  const names = ['cluster', 'title', 'role', 'source', 'published', 'length'];
  const columns = names.map((name) => t(`folder.col.${name}`));
  return h(
    'section.all',
    h('h2', t('folder.table')),
    h('label.field', h('span', t('folder.filter')), filter),
    scrollable(t('folder.table'), 'table.stacked', columns, body),
    end,
  );
}

function line(/** @type {Line} */ { row, cluster, role }) {
  const { id, title, source, published, length, noFingerprintReason } = row;
  const why = noFingerprintReason && ` · ${t(`why.${noFingerprintReason}`)}`;
  return h(
    'tr',
    { class: role },
    h('td', cluster ? number(cluster) : ''),
    h('td.name', { dir: 'auto' }, title || t('untitled'), h('span.path.quiet', id)),
    h('td.whole', h('span', { class: `is-${role}` }, t(`folder.role.${role}`)), why && h('span.quiet', why)),
    h('td', { dir: 'auto' }, source ?? ''),
    h('td', dated(published) ?? ''),
    h('td.number', { 'data-name': t('folder.col.length') }, number(length)),
  );
}
