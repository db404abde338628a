// Which of its pages a document shows. A script in a page has no module, and needs it at once; all addresses that it
// compares are of one document.
import TRACKING from '../../src/tracking.json' with { type: 'json' };

const COUNTS = new RegExp(`^(${TRACKING.replaceAll(' ', '|').replaceAll('*', '.*')})(=|$)`, 'i');
/** A fragment that selects what a program shows, unlike one that names a place in the page. */
const ROUTE = /^#[!/]\/?[^/]/;

/** The part of a document's address in which its pages differ: not a place in them, nor what only counts visits. */
export function placeOf(/** @type {string} */ url) {
  const { pathname, search, hash } = new URL(url);
  const parameters = search.slice(1).split('&');
  const kept = parameters.filter((parameter) => parameter && !COUNTS.test(parameter));
  return `${pathname}?${kept.join('&')}${ROUTE.test(hash) ? hash : ''}`;
}
