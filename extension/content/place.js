// Which of its pages a document shows. A script in a page needs the answer at once and has no module to ask; it only
// compares addresses of one document.
import TRACKING from '../../src/tracking.json' with { type: 'json' };

const COUNTS = new RegExp(`^(${TRACKING.replaceAll(' ', '|').replaceAll('*', '.*')})(=|$)`, 'i');
/** A fragment that selects what a program shows; other fragments name a place in the page. */
const ROUTE = /^#[!/]\/?[^/]/;

/** The part of an address that tells the pages of a document apart: no places in the page, no visit counters. */
export function placeOf(/** @type {string} */ url) {
  const { pathname, search, hash } = new URL(url);
  const parameters = search.slice(1).split('&');
  const kept = parameters.filter((parameter) => parameter && !COUNTS.test(parameter));
  return `${pathname}?${kept.join('&')}${ROUTE.test(hash) ? hash : ''}`;
}
