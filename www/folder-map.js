// The map of a folder: its clusters over time, and who copied whom.

import { h, svg } from '../shared/dom.js';
import { date, dated, number, t } from './i18n.js';
import { rowsAt } from './folder-read.js';
import { add } from './pages.js';
import { changesText } from './relation.js';

/** @import { Cluster, Link } from 'offprint/full' */
/** @import { Found, Row } from './folder-read.js' */
/** @typedef {Map<number, number>} Places of pages, from the left */

/** How many items of a list are drawn at once. */
const LINES = 30;
/** From this confidence on, the page leaves out “probably” when it says who copied. */
const SURE = 80;

/** The clusters, one per row. */
export function map(/** @type {Found} */ folder) {
  return [
    h('p.quiet', t('folder.map.lead')),
    h(
      'p.legend.small.quiet',
      ['original', 'same', 'partial'].map((kind) => h('span', { class: `dot-key ${kind}` }, t(`folder.key.${kind}`))),
    ),
    growing('ol.lanes', folder.clusters.clusters, (cluster, i) => lane(folder, cluster, i)),
  ];
}

/**
 * A list that shows some of its items, with a button for more.
 * @template T @param {string} name @param {T[]} items @param {(item: T, i: number) => Element} make
 */
export function growing(name, items, make) {
  const list = h(name);
  const more = h('button', { type: 'button', onclick: grow });
  function grow() {
    const from = list.childElementCount;
    list.append(...items.slice(from, from + LINES).map((item, i) => make(item, from + i)));
    const left = Math.min(items.length - list.childElementCount, LINES);
    more.hidden = left === 0;
    more.textContent = t('folder.more', { n: left });
  }
  grow();
  return [list, more];
}

/** A cluster: its pages over time, with an arc from each source to its copy. */
function lane(/** @type {Found} */ folder, /** @type {Cluster} */ cluster, /** @type {number} */ i) {
  const members = rowsAt(folder.rows, cluster.members);
  const head = folder.rows[cluster.original ?? -1] ?? members[0];
  const detail = h('div.detail', { role: 'status' });
  const verdict = new Map(cluster.links.map((link) => [link.copy, link.verdict]));
  const { at, width, height, base } = places(members);
  const choose = (/** @type {Link | undefined} */ link) => () => {
    if (link) detail.replaceChildren(linkParts(folder, link));
  };
  const linkOf = (/** @type {number} */ member) =>
    cluster.links.find(({ copy }) => copy === member) ??
    cluster.links.find(({ source }) => source === member) ??
    cluster.links[0];
  const facts = [head?.source, t('folder.cluster.size', { n: members.length }), spanText(members)];
  const dots = members.map((row, i) => {
    const { place } = row;
    const kind = place === cluster.original ? 'original' : (verdict.get(place) ?? 'same');
    return dot(row, { kind, x: placeIn(at, place), y: base, isStop: i === 0, choose: choose(linkOf(place)) });
  });
  /** @param {{ x: number, label: string }} given */
  const day = ({ x, label }) => svg('text.day', { x, y: height - 4, 'text-anchor': x < 60 ? 'start' : 'end' }, label);
  const picture = svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height },
    svg('line.axis', { x1: 0, x2: width, y1: base, y2: base }),
    days(members, at).map(day),
    cluster.links.map((link) =>
      arc(link, { from: placeIn(at, link.source), to: placeIn(at, link.copy), base }, choose(link)),
    ),
    dots,
  );
  const title = h('p.lane-title', { dir: 'auto' }, h('span.quiet', `${i + 1} `), head?.title || t('untitled'));
  return h(
    'li.lane',
    h('div.lane-head', title, h('p.small.quiet', facts.filter(Boolean).join(' · '))),
    h('div.lane-map', picture),
    detail,
  );
}

/**
 * An arc from a page to its copy; dotted if it is uncertain which is which.
 * @param {Link} link @param {{ from: number, to: number, base: number }} places @param {() => void} onclick
 */
function arc({ verdict, confidence }, { from, to, base }, onclick) {
  const lift = Math.min(12 + Math.abs(to - from) / 3, base - 8);
  const d = `M${from} ${base}C${from} ${base - lift} ${to} ${base - lift} ${to} ${base}`;
  return [svg('path', { class: `arc ${verdict}${confidence ? '' : ' unsure'}`, d }), svg('path.hit', { d, onclick })];
}

/**
 * A page of a cluster. The Tab key stops once per row, at the page that `isStop`; arrow keys move between pages.
 * @param {Row} row @param {{ kind: string, x: number, y: number, isStop: boolean, choose: () => void }} about
 */
function dot({ title, source, published }, { kind, x, y, isStop, choose }) {
  const facts = [title || t('untitled'), source, dated(published) ?? t('folder.cluster.undated')];
  const label = facts.filter(Boolean).join(' · ');
  const onkeydown = (/** @type {KeyboardEvent} */ event) => press(event, choose);
  return svg(
    `g.page.${kind}`,
    { tabindex: isStop ? 0 : -1, role: 'button', 'aria-label': label, onclick: choose, onkeydown },
    svg('title', label),
    svg('circle.hit', { cx: x, cy: y, r: 12 }),
    svg('circle.dot', { cx: x, cy: y, r: kind === 'original' ? 7 : 5 }),
  );
}

function press(/** @type {KeyboardEvent} */ event, /** @type {() => void} */ choose) {
  const own = /** @type {SVGElement} */ (event.currentTarget);
  const pages = /** @type {SVGElement[]} */ ([...(own.parentElement?.querySelectorAll('.page') ?? [])]);
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step) {
    const next = pages[(pages.indexOf(own) + step + pages.length) % pages.length];
    for (const page of pages) page.setAttribute('tabindex', page === next ? '0' : '-1');
    next?.focus();
  } else if (event.key === 'Enter' || event.key === ' ') choose();
  else return;
  event.preventDefault();
}

/** Where the pages of a cluster go: by time, but never one over another. Those of unknown time come last. */
function places(/** @type {Row[]} */ members) {
  const [gap, margin, room] = [26, 14, Math.min(560, innerWidth - 48)];
  const times = timesOf(members);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const undated = members.length - times.length;
  const scale = last > first ? Math.max(room - 2 * margin - 1.5 * gap * undated, 0) / (last - first) : 0;
  const at = /** @type {Places} */ (new Map());
  let x = margin - gap;
  for (const { place, minutes } of members) {
    const wanted = minutes === null ? x + 1.5 * gap : margin + (minutes - first) * scale;
    x = Math.max(wanted, x + gap);
    at.set(place, x);
  }
  const base = Math.min(30 + 4 * members.length, 76);
  return { at, width: Math.max(x + margin, room), height: base + 34, base };
}

/** Labels under the first and the last page of a cluster with their days; one label if the day is the same. */
function days(/** @type {Row[]} */ members, /** @type {Places} */ at) {
  const dated = members.filter(({ minutes }) => minutes !== null);
  const ends = dated.filter((_, i) => i === 0 || i === dated.length - 1);
  const marked = ends.map(({ place, minutes }, i) => {
    return { x: placeIn(at, place) + (i ? 8 : -8), label: date((minutes ?? 0) * 60_000) };
  });
  return marked.filter(({ label }, i) => i === 0 || label !== marked[0]?.label);
}

/** The known times of pages, in minutes. */
const timesOf = (/** @type {Row[]} */ members) =>
  members.map(({ minutes }) => minutes).filter((minutes) => minutes !== null);

const MINUTE = /** @type {[string, number]} */ (['minute', 1]);
/** Units of time in minutes. The largest one that fits twice is used. */
const UNITS = /** @type {[string, number][]} */ ([
  ['year', 525_960],
  ['month', 43_830],
  ['day', 1440],
  ['hour', 60],
  MINUTE,
]);

const placeIn = (/** @type {Places} */ at, /** @type {number} */ page) => at.get(page) ?? 0;

function spanText(/** @type {Row[]} */ members) {
  const [first, ...others] = timesOf(members);
  const last = others.at(-1);
  if (first === undefined || last === undefined) return null;
  const minutes = last - first;
  const [unit, length] = UNITS.find(([, length]) => minutes >= 2 * length) ?? MINUTE;
  const span = number(Math.round(minutes / length), { style: 'unit', unit, unitDisplay: 'long' });
  return t('folder.cluster.within', { span });
}

/** What is known about a page and its copy. @param {Found} folder @param {Link} link */
function linkParts(folder, { copy, source, confidence, verdict, changes }) {
  const { name, titles, compare } = pair(folder, source, copy);
  const certainty = !confidence ? 'unsure' : confidence < SURE ? 'probably' : 'sure';
  const sentence = t(`folder.link.${certainty}`, { copy: name(copy), of: name(source) });
  return h(
    'div',
    h('p', h('strong', { class: `is-${verdict}` }, t(`verdict.${verdict}`)), ' · ', sentence),
    h('p.quiet.small', changesText(changes)),
    titles,
    compare,
  );
}

/** The parts for two pages: the `name` of each, their `titles`, and a button to `compare` them. */
export function pair(/** @type {Found} */ { rows, pages }, /** @type {number} */ one, /** @type {number} */ other) {
  const title = (/** @type {number} */ place) => rows[place]?.title || (rows[place]?.id ?? '');
  const bring = (/** @type {number} */ place) => {
    const page = pages[place];
    if (page) Object.assign(add(page.blob, page.id, page.contentType), { url: page.url, title: title(place) });
    return page?.id ?? '';
  };
  const open = () => {
    location.hash = `#/compare?${new URLSearchParams({ one: bring(one), other: bring(other) })}`;
  };
  return {
    name: (/** @type {number} */ place) => rows[place]?.source ?? title(place),
    titles: h('p.small', { dir: 'auto' }, `${title(one)} → ${title(other)}`),
    compare: h('button.compare-two', { type: 'button', onclick: open }, t('folder.link.compare')),
  };
}
