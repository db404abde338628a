// Counters and logs.
//
// Each isolate counts for itself and tells the Counters object what it counted since it last did:
// every few seconds, after the answers, never before one. An isolate that is killed takes with it
// what it has not told: at most FLUSH_TIME of counts.

/** Time between two tellings, in ms. Larger: fewer writes; smaller: less is lost with an isolate. */
const FLUSH_TIME = 5000;
/** Pages after which it tells at once. Larger: fewer writes under load; smaller: less is lost. */
const FLUSH_PAGES = 500;
/** Failures told at a time; under a storm of them the first are as good as all. */
const MOST_ERRORS = 20;

/** Counters of this isolate. What is nested is told by its path, as `failures.kvRead`. */
export const stats = {
  /** Pages read, for whom, and what they were to the articles known. */
  pages: 0,
  crawlers: 0,
  persons: 0,
  classes: /** @type {Record<string, number>} */ ({}),
  same: 0,
  partial: 0,
  different: 0,
  unknown: 0,
  /** New pages that probably tell an earlier article in other words. */
  rewritten: 0,
  /** Pages not read, by why: see plan.js; `memory` if too many others were held. */
  unread: /** @type {Record<string, number>} */ ({}),
  /** Pages answered by what was found out at an earlier visit. */
  recalled: 0,
  /** Answers to crawlers by what the policy had done: see policy.js. */
  answers: /** @type {Record<string, number>} */ ({}),
  /** Pages that were paid for. */
  charged: 0,
  /** Pages whose records the register was asked for, since the view in KV lacked something. */
  asked: 0,
  /** Claims begun and settled: pages brought to the register that were new to the store, or copies. */
  claims: 0,
  settled: 0,
  /** Articles new to the register, and copies entered. */
  registered: 0,
  copies: 0,
  /** Pages that were judged and not registered, by the reason: see crates/edge/src/standing.rs. */
  withheld: /** @type {Record<string, number>} */ ({}),
  /** Claims of strangers that the register refused, since it is full or they have written enough today. */
  refused: 0,
  /** Originals that were asked for whether they are still there. */
  originals: 0,
  /** Articles whose keys were written to KV, or taken from it. */
  published: 0,
  withdrawn: 0,
  /** Keys asked for and keys written or deleted: all are billed by the key. */
  kvReads: 0,
  kvWrites: 0,
  /** Calls of Durable Objects, and rows that these read and wrote. */
  objectRequests: 0,
  rowsRead: 0,
  rowsWritten: 0,
  /** Requests of the API. */
  api: 0,
  /** How often something failed, by cause. The visitor got the page all the same. */
  failures: /** @type {Record<string, number>} */ ({}),
};

/** What of `stats` has been told. */
const told = /** @type {Record<string, number>} */ ({});
/** Failures not told yet. */
let errors = [];
/** When the telling that is under way is over, or was lost with its request. */
let due = 0;
/** Pages that were read when it was begun. */
let pages = 0;

/**
 * Counts one more, of a name in a group if that is given.
 * @param {string} what
 * @param {string} [name]
 */
export function counted(what, name) {
  if (name === undefined) stats[what]++;
  else stats[what][name] = (stats[what][name] ?? 0) + 1;
}

/**
 * Counts a failure and says what it was.
 * @param {string} cause
 * @param {unknown} error
 */
export function failed(cause, error) {
  counted('failures', cause);
  const message = String(error instanceof Error ? error.message : error).slice(0, 500);
  if (errors.length < MOST_ERRORS) errors.push({ time: new Date().toISOString(), cause, message });
  log('failure', { cause, message }, console.error);
}

/**
 * Writes one line of JSON.
 * @param {string} event
 * @param {object} fields
 */
export function log(event, fields, write = console.log) {
  write(JSON.stringify({ event, time: new Date().toISOString(), ...fields }));
}

/**
 * Does one step of the work; if it fails, that is counted under its cause.
 * @template T
 * @param {string} cause
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(cause, work) {
  try {
    return await work();
  } catch (error) {
    failed(cause, error);
    throw error;
  }
}

/** Sees to it that what is counted now is told in time. Costs nothing while that is under way. */
export function keepCounts(env, context) {
  const full = stats.pages - pages >= FLUSH_PAGES;
  if (!full && Date.now() < due) return;
  [due, pages] = [Date.now() + FLUSH_TIME + 1000, stats.pages];
  const wait = full ? 0 : FLUSH_TIME;
  context.waitUntil(new Promise((resolve) => setTimeout(resolve, wait)).then(() => flush(env)));
}

/** Tells what was counted; if that fails, it is told the next time. Throws nothing. */
export async function flush(env) {
  stats.objectRequests++;
  const counts = {};
  for (const [name, value] of flat(stats)) {
    const more = value - (told[name] ?? 0);
    if (more > 0) counts[name] = more;
    told[name] = value;
  }
  const telling = errors;
  errors = [];
  try {
    await env.COUNTERS.getByName('counters').add(counts, telling);
  } catch (error) {
    for (const [name, more] of Object.entries(counts)) told[name] -= more;
    errors = [...telling, ...errors].slice(0, MOST_ERRORS);
    failed('counters', error);
  }
}

function flat(counters, prefix = '') {
  return Object.entries(counters).flatMap(([name, value]) =>
    typeof value === 'number' ? [[prefix + name, value]] : flat(value, `${prefix + name}.`),
  );
}
