// Draws a fingerprint.

import { h, svg } from '../shared/dom.js';

const [WIDTH, HEIGHT, FOOT, TOP] = [400, 100, 16, 12];

/**
 * Draws what `layoutMap` of `offprint/full` returns. Each sample is a line at its place in the text, as long as its
 * hash is large, so copies have the same skyline. The keys are below, the feature codes above.
 * @typedef {{ start: number, end: number }} Place
 * @typedef {import('offprint/full').LayoutMap} LayoutMap
 * @param {Pick<LayoutMap, 'samples' | 'keys' | 'codes'>} layoutMap @param {object} options
 * @param {number} options.extent the length of the whole text
 * @param {(place: Place | null) => void} options.show gets the place in the text under the pointer
 * @param {(counts: Record<string, number>) => string} options.label describes the picture
 */
export function picture({ samples, keys, codes }, { extent, show, label }) {
  const x = (/** @type {{ start: number }} */ place) => 2 + (place.start / extent) * (WIDTH - 4);
  const kept = codes.filter((code) => code.kept);
  const placed = samples.flatMap(({ place, ...sample }) => (place ? [{ ...sample, place }] : []));
  const highest = Math.max(1, ...samples.map(({ hash }) => hash));
  const line = (/** @type {{ hash: number, place: Place }} */ { hash, place }) =>
    `M${x(place).toFixed(1)} ${HEIGHT - FOOT}v${-(6 + (hash / highest) * (HEIGHT - FOOT - TOP - 6)).toFixed(1)}`;
  // One path for all lines of a kind is faster than an element for each.
  const lines = (/** @type {string} */ kind, /** @type {boolean} */ isUncertain) => {
    const own = placed.filter(({ uncertain }) => uncertain === isUncertain);
    return svg('path', { class: kind, d: own.map(line).join('') });
  };
  const square = (/** @type {{ place: Place | null, written: boolean }} */ { place, written }) => {
    if (!place) return null;
    const at = { x: (x(place) - 3).toFixed(1), y: HEIGHT - FOOT + 6, width: 6, height: 6 };
    return svg('rect', { class: written ? 'key written' : 'key', ...at });
  };
  const dots = kept.map(({ before, after }) =>
    svg('circle.dot', { cx: x({ start: (before.end + after.start) / 2 }).toFixed(1), cy: 5, r: 3.5 }),
  );
  const pointed = svg('path.pointed');
  const element = svg(
    'svg.picture',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': label({ samples: samples.length, keys: keys.length, codes: kept.length }),
    },
    svg('path.ground', { d: `M0 ${HEIGHT - FOOT}h${WIDTH}` }),
    lines('uncertain', true),
    lines('sample', false),
    keys.map(square),
    dots,
    pointed,
  );
  element.addEventListener('pointermove', ({ clientX }) => {
    const box = element.getBoundingClientRect();
    const at = ((clientX - box.left) / box.width) * WIDTH;
    const nearest = placed.toSorted((a, b) => Math.abs(x(a.place) - at) - Math.abs(x(b.place) - at))[0];
    if (!nearest) return;
    pointed.setAttribute('d', `M${x(nearest.place)} ${TOP}V${HEIGHT - FOOT}`);
    show(nearest.place);
  });
  element.addEventListener('pointerleave', () => {
    pointed.removeAttribute('d');
    show(null);
  });
  return element;
}

const PARTS = ['header', 'measures', 'codes', 'keys', 'samples', 'uncertain'];

/**
 * The text form of a fingerprint, with its known parts in colours, and their names.
 * @param {string} fingerprint @param {LayoutMap | undefined} layoutMap @param {(part: string) => string} name
 */
export function spelled(fingerprint, layoutMap, name) {
  let start = 0;
  const pieces = (layoutMap?.parts ?? []).map(({ name: part, end }) => {
    // A character has six bits. One with bits of two parts belongs to the first.
    const stop = Math.ceil((end * 4) / 3);
    const piece = h('span', { class: `part ${part}` }, fingerprint.slice(start, stop));
    start = stop;
    return piece;
  });
  const legend = PARTS.map((part) => h('li', { class: `part ${part}` }, name(part)));
  return h('div', h('p.code', pieces, fingerprint.slice(start)), h('ul.parts.small', legend));
}
