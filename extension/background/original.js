// Which of an article and its copies counts as the original: one answer for a set of articles, in whatever order they
// were read. The core weighs the evidence; a user may choose a single criterion instead, such as what was seen first.
import { originOf, relate } from '../history/core.js';

/**
 * @param {any[]} records at least two
 * @param {import('../messages.js').Settings} settings
 * @returns {import('../messages.js').Original}
 */
export function originalOf(records, { original, preferred }) {
  const ordered = [...records].sort(byLength);
  // Neither time nor length makes the beginning of an article the original of the whole.
  const whole = ordered.filter(({ gated }) => !gated);
  const among = original === 'preferred' || !whole.length ? ordered : whole;
  const chosen = CHOICES[original]?.(among, preferred);
  if (chosen) return { id: chosen.id ?? 0, by: original, confidence: 100, reasons: [] };
  return byEvidence(ordered);
}

/** An order by what the articles are, so that of equals the same one is chosen, whichever was read first. */
const byLength = (a, b) => b.length - a.length || compared(a.url, b.url) || compared(a.title, b.title);

const compared = (a, b) => Number(a > b) - Number(a < b);

/** The article that a single criterion chooses; undefined if it decides nothing. */
const CHOICES = {
  'first-seen': (records) => records.reduce((best, other) => (other.firstSeen < best.firstSeen ? other : best)),
  longest: ([longest]) => longest,
  preferred: (records, sources) => {
    for (const source of sources.map(fold)) {
      const found = records.find((record) => isOf(record, source));
      if (found) return found;
    }
    return undefined;
  },
};

const fold = (name) => name.normalize('NFKC').trim().toLowerCase();

const isOf = ({ host, site }, source) =>
  host === source || host.endsWith(`.${source}`) || (site !== null && fold(site) === source);

/**
 * The article that the core takes for the original of all; the id is null if the pages do not show it.
 * @returns {import('../messages.js').Original}
 */
function byEvidence(records) {
  const { original, confidence, grounds } = originOf(records);
  const best = records[original];
  if (!best) return { id: null, by: 'evidence', confidence: 0, reasons: [] };
  const others = records.filter((other) => other !== best);
  const reasons = reasonsOf(others.flatMap((other) => relate(best, other)?.original?.reasons ?? []));
  if (grounds.includes('central')) reasons.push({ ground: 'central', for: true, weight: 0 });
  return { id: best.id ?? 0, by: 'evidence', confidence, reasons };
}

/** Each reason once, with its greatest weight. */
function reasonsOf(reasons) {
  const grounds = new Map();
  for (const { ground, speaksFor, weight } of reasons) {
    const name = `${ground} ${speaksFor}`;
    if (weight > (grounds.get(name)?.weight ?? 0)) grounds.set(name, { ground, for: speaksFor === 'first', weight });
  }
  return [...grounds].sort(([a, one], [b, other]) => other.weight - one.weight || compared(a, b)).map(([, one]) => one);
}
