// Which of an article and its copies counts as the original. The core weighs the evidence on two articles; a user may
// choose a single criterion instead.
import { byFirstSeen } from '../history/records.js';
import { relate } from '../history/core.js';

/**
 * @param {any[]} records at least two
 * @param {import('../messages.js').Settings} settings
 * @returns {import('../messages.js').Original}
 */
export function originalOf(records, { original, preferred }) {
  const ordered = [...records].sort(byFirstSeen);
  // Neither time nor length makes the beginning of an article the original of the whole.
  const whole = ordered.filter(({ gated }) => !gated);
  const among = original === 'preferred' || !whole.length ? ordered : whole;
  const chosen = CHOICES[original]?.(among, preferred);
  if (chosen) return { id: chosen.id ?? 0, by: original, confidence: 100, reasons: [] };
  return byEvidence(ordered);
}

/** The article that a single criterion chooses; undefined if it decides nothing. */
const CHOICES = {
  'first-seen': ([first]) => first,
  longest: (records) => records.reduce((best, other) => (other.length > best.length ? other : best)),
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
 * The article that the core takes for the original against each other one; the id is null if its answers contradict
 * each other.
 * @returns {import('../messages.js').Original}
 */
function byEvidence(records) {
  const best = records.reduce((best, other) => (said(best, other)?.which === 'second' ? other : best));
  const beside = records.filter((other) => other !== best).map((other) => said(best, other));
  const against = beside.some((original) => original?.which === 'second');
  const confidence = Math.max(
    0,
    ...beside.filter((original) => original?.which === 'first').map((original) => original.confidence),
  );
  const isSaid = confidence > 0 && !against;
  return {
    id: isSaid ? (best.id ?? 0) : null,
    by: 'evidence',
    confidence: isSaid ? confidence : 0,
    reasons: isSaid ? reasonsOf(beside) : [],
  };
}

const said = (a, b) => relate(a, b)?.original;

/** Each reason once, with its greatest weight. */
function reasonsOf(originals) {
  const grounds = new Map();
  for (const { ground, speaksFor, weight } of originals.flatMap((original) => original?.reasons ?? [])) {
    const name = `${ground} ${speaksFor}`;
    if (weight > (grounds.get(name)?.weight ?? 0)) grounds.set(name, { ground, for: speaksFor === 'first', weight });
  }
  return [...grounds.values()].sort((a, b) => b.weight - a.weight);
}
