// What this isolate found out about pages lately, so that a page which has not changed is neither
// read nor looked up again. It costs no key of the store; what is lost with the isolate is found
// out again.

/** Pages that are remembered, at some 500 bytes each. Larger: more memory; smaller: more reading. */
const MOST = 2000;
/** How long a finding answers, in ms. Larger: an article that was deleted is named longer. */
const ANSWERS = 10 * 60e3;
/** How soon a page is read again for a person, in ms. Larger: less work; smaller: changes are noticed sooner. */
const REREAD = 60e3;

/**
 * By key, the least lately used first.
 * @type {Map<string, { at: number, validator: string | null, finding?: import('offprint/edge').EdgeFinding }>}
 */
const pages = new Map();

/**
 * What a page is remembered by: its address, and what of the request it depends on.
 * @param {Request} request
 * @param {Response} response
 */
export function keyOf({ url, headers }, response) {
  const vary = response.headers.get('Vary');
  if (!vary) return url;
  // However it is compressed, it is the same page.
  const names = vary
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^[a-z-]+$/.test(name) && name !== 'accept-encoding');
  return [url, ...names.map((name) => headers.get(name))].join('\n');
}

/**
 * What was found out about a page that has not changed since.
 * @param {string} key
 * @param {string | null} validator
 */
export function recall(key, validator) {
  const page = recent(key, ANSWERS);
  return page && validator !== null && page.validator === validator ? page.finding : undefined;
}

/**
 * Whether reading a page for a person would hardly tell anything new.
 * @param {string} key
 */
export function isRead(key) {
  return recent(key, REREAD) !== undefined;
}

/** Notes that a page is being read. */
export function begin(key, validator) {
  pages.delete(key);
  if (pages.size >= MOST) pages.delete(pages.keys().next().value);
  pages.set(key, { at: Date.now(), validator });
}

/** Notes what was found out; nothing if it failed, so that it is tried again. */
export function end(key, validator, finding) {
  begin(key, validator);
  if (finding) pages.get(key).finding = finding;
  else pages.delete(key);
}

function recent(key, age) {
  const page = pages.get(key);
  if (!page || Date.now() - page.at > age) return undefined;
  pages.delete(key);
  pages.set(key, page);
  return page;
}
