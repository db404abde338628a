// Counters and logs of one isolate.
//
// Each isolate counts for itself and adds what is new to the Counters object once a minute, after an answer and never
// before one. An isolate that is killed loses what it has not reported.

/** Time between two reports, in ms. Larger: fewer calls and writes; smaller: less is lost with an isolate. */
const PERIOD = 60_000;
/** How long a report waits for more to count, in ms. The platform ends work 30 s after the answer. */
const WAIT = 20_000;
/** Most failures in one report. If there are very many in a row, the first are enough. */
const MOST_ERRORS = 20;

/** Counters of this isolate. Nested ones are reported by their path, such as `failures.kvRead`. */
export const stats = {
  /** Pages read, by the client, and by their verdict. */
  pages: 0,
  crawlers: 0,
  persons: 0,
  classes: /** @type {Record<string, number>} */ ({}),
  /** Requests of programs, by the name of a listed crawler. */
  names: /** @type {Record<string, number>} */ ({}),
  same: 0,
  partial: 0,
  different: 0,
  unknown: 0,
  /** Pages not read, by the reason: see plan.js; `memory` if too many others were held, `load` see load-shedding.js. */
  unread: /** @type {Record<string, number>} */ ({}),
  /** Pages answered with the finding of an earlier visit. */
  recalled: 0,
  /** Answers to crawlers, by the action of the policy. */
  answers: /** @type {Record<string, number>} */ ({}),
  /** Pages judged by the register's own records, since the view in KV lacks something. */
  asked: 0,
  /**
   * Claims begun and settled: pages brought to the register because the store lacks them, or because they are copies.
   */
  claims: 0,
  settled: 0,
  /** Articles added to the register, and copies entered. */
  registered: 0,
  copies: 0,
  /** Pages that were judged and not registered, by the reason: see crates/edge/src/canonical_url.rs. */
  withheld: /** @type {Record<string, number>} */ ({}),
  /** Claims of visitors that the register refused, since it is full or they have written enough today. */
  refused: 0,
  /** Originals that were requested to see whether they are still there. */
  originals: 0,
  /** Articles whose records were written to KV, or deleted from it. */
  published: 0,
  withdrawn: 0,
  /** Keys read, and keys written or deleted: each is billed. */
  kvReads: 0,
  kvWrites: 0,
  /** Calls of Durable Objects, and the rows that these read and wrote. */
  objectRequests: 0,
  rowsRead: 0,
  rowsWritten: 0,
  /** Requests of the API. */
  api: 0,
  /** Failures, by cause. The visitor got the page anyway. */
  failures: /** @type {Record<string, number>} */ ({}),
};

/** @typedef {{ time: string, cause: string, message: string }} Failure */
/** @typedef {{ [name: string]: number | Counters }} Counters those of a group by their names */
/** @typedef {{ [K in keyof typeof stats]: typeof stats[K] extends number ? K : never }[keyof typeof stats]} Counter */
/** @typedef {Exclude<keyof typeof stats, Counter>} Group */

/** The part of `stats` that has been reported. */
const reported = /** @type {Record<string, number>} */ ({});
/** Failures that have not been reported yet. @type {Failure[]} */
let errors = [];
/** When the next report may begin. */
let due = 0;

/** Adds one to a counter, or to a name within a group of them. @param {Counter | Group} what @param {string} [name] */
export function counted(what, name) {
  if (name === undefined) stats[/** @type {Counter} */ (what)]++;
  else stats[/** @type {Group} */ (what)][name] = (stats[/** @type {Group} */ (what)][name] ?? 0) + 1;
}

/** Counts and logs a failure. @param {string} cause @param {unknown} error */
export function failed(cause, error) {
  counted('failures', cause);
  const message = String(error instanceof Error ? error.message : error).slice(0, 500);
  if (errors.length < MOST_ERRORS) errors.push({ time: new Date().toISOString(), cause, message });
  log('failure', { cause, message }, console.error);
}

/** Writes one line of JSON. @param {string} event @param {object} fields */
export function log(event, fields, write = console.log) {
  write(JSON.stringify({ event, time: new Date().toISOString(), ...fields }));
}

/**
 * Runs one step of the work; a failure is counted under its cause and thrown again.
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

/**
 * Schedules a report, unless there was one in the last minute.
 * @param {Env} env @param {Pick<ExecutionContext, 'waitUntil'>} context
 */
export function keepCounts(env, context) {
  if (Date.now() < due) return;
  due = Date.now() + PERIOD;
  context.waitUntil(new Promise((resolve) => setTimeout(resolve, WAIT)).then(() => flush(env)));
}

/**
 * Reports what was counted, if anything was. Never throws: after a failure, the next report contains it.
 * @param {Env} env
 */
export async function flush(env) {
  if (errors.length === 0 && flat(stats).every(([name, value]) => value === (reported[name] ?? 0))) return;
  stats.objectRequests++;
  const counts = /** @type {Record<string, number>} */ ({});
  for (const [name, value] of flat(stats)) {
    const more = value - (reported[name] ?? 0);
    if (more > 0) counts[name] = more;
    reported[name] = value;
  }
  const reporting = errors;
  errors = [];
  try {
    await env.COUNTERS.getByName('counters').add(counts, reporting);
  } catch (error) {
    for (const [name, more] of Object.entries(counts)) reported[name] = (reported[name] ?? 0) - more;
    errors = [...reporting, ...errors].slice(0, MOST_ERRORS);
    failed('counters', error);
  }
}

/** @param {Counters} counters @returns {[path: string, value: number][]} */
function flat(counters, prefix = '') {
  return Object.entries(counters).flatMap(([name, value]) =>
    typeof value === 'number' ? [[prefix + name, value]] : flat(value, `${prefix + name}.`),
  );
}
