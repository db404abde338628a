// The worker's state: counters, and whether its parts answer.

import init, { edge } from 'offprint/edge';
import { cost } from '../operator/costs.js';
import { everyShard, strangersOf } from '../register/shards.js';
import { flush, stats, step } from '../runtime/counts.js';
import { inTime } from '../../../shared/fetching/limits.js';
import { inWasm } from '../runtime/wasm.js';
import { ApiError } from '../operator/api-error.js';

/** Longest time that a part may take to answer, in ms. */
const PART_TIME = 3000;

/** @template T @typedef {{ [K in keyof T]: T[K] extends () => Promise<infer A> ? A : never }} Answers of parts */

/** @type {import('./index.js').Route[]} */
export const status = [
  [/^stats$/, { GET: { access: 'read', handle: statistics } }],
  [/^metrics$/, { GET: { access: 'read', handle: metrics } }],
  [/^health$/, { GET: { access: 'open', handle: health } }],
];

/** @param {import('./index.js').ApiCall} call */
async function statistics({ env }) {
  const { totals, days, errors } = await counted(env);
  const { failures, ...counts } = nested(totals);
  const daily = days.map(({ day, counts }) => ({ day, ...nested(counts), cost: cost(counts) }));
  return Response.json({ ...zeros(), ...counts, failures: failures ?? {}, cost: cost(totals), days: daily, errors });
}

/**
 * The text format of Prometheus: one counter for each name, those of one group by a label.
 * @param {import('./index.js').ApiCall} call
 */
async function metrics({ env }) {
  const { totals } = await counted(env);
  const lines = Object.entries(nested({ ...zeros(), ...totals })).flatMap(([name, value]) => {
    const metric = `offprint_${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}_total`;
    const samples =
      typeof value === 'number'
        ? [['', value]]
        : Object.entries(value).map(([key, value]) => [`{name="${key.replace(/[\\"\n]/g, '_')}"}`, value]);
    return [`# TYPE ${metric} counter`, ...samples.map(([label, value]) => `${metric}${label} ${value}`)];
  });
  const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
  return new Response(`${lines.join('\n')}\n`, { headers });
}

/** The counters of all isolates, with what this one has not reported yet. @param {Env} env */
async function counted(env) {
  await inTime(PART_TIME, flush(env));
  return inTime(PART_TIME, env.COUNTERS.getByName('counters').read());
}

function zeros() {
  const counters = Object.entries(stats).filter(([, value]) => typeof value === 'number');
  return Object.fromEntries(counters.map(([name]) => [name, 0]));
}

/**
 * Counters by path as objects: `failures.kvRead` as `{ failures: { kvRead } }`.
 * @param {Record<string, number>} counts
 */
function nested(counts) {
  const result = /** @type {Record<string, number | Record<string, number>>} */ ({});
  for (const [path, value] of Object.entries(counts)) {
    const [group = path, name] = path.split(/\.(.*)/s);
    if (name === undefined) result[group] = value;
    else result[group] = Object.assign(result[group] ?? {}, { [name]: value });
  }
  return result;
}

/** How long a full answer is reused, in ms. Larger: less work under frequent requests; smaller: newer answers. */
export const HEALTH_KEPT = 3000;

/** The last full answer. @type {{ at: number, found: ReturnType<typeof ofRegister> } | undefined} */
let last;

/**
 * The worker's health. Without a token only what this isolate itself knows, since calls to the other parts cost money.
 * @param {import('./index.js').ApiCall} call
 */
async function health({ env, context, settings: { wrong }, rights }) {
  const valid = wrong.length === 0;
  if (!rights.has('read')) {
    await answers({ wasm: init });
    return Response.json({ status: 'ok', settings: { valid } });
  }
  if (!last || Date.now() - last.at >= HEALTH_KEPT) {
    last = { at: Date.now(), found: ofRegister(env) };
    // Other requests also wait for it, so it continues if this client leaves.
    context.waitUntil(last.found.catch(() => {}));
  }
  const { strangers, ...found } = await inTime(2 * PART_TIME, last.found);
  const all = [...wrong, ...strangers];
  return Response.json({ status: 'ok', settings: { valid: all.length === 0, wrong: all }, ...found });
}

/** The state of the register's objects, if all parts answer. @param {Env} env */
async function ofRegister(env) {
  const { register, counters, strangers } = await answers({
    wasm: init,
    strangers: () => step('kvRead', () => strangersOf(env)).catch(() => []),
    view: () => env.ARTICLES.get('health', 'text'),
    register: () => everyShard(env, (object) => object.health()),
    counters: () => env.COUNTERS.getByName('counters').read(),
  });
  const waiting = register.reduce((sum, { waiting }) => sum + waiting, 0);
  const names = inWasm(edge.shards);
  const unread = leftUnread(counters.days.at(-1));
  return {
    waiting,
    unread,
    register: Object.fromEntries(names.map((name, i) => [name, register[i]])),
    strangers: [...strangers.map(strangerFault), ...names.filter((_, i) => register[i]?.emptied).map(emptiedFault)],
  };
}

/** The fault that KV holds what another register wrote. @param {string} identity */
function strangerFault(identity) {
  const message =
    `ARTICLES: this KV also holds entries of another register (${identity}), which this worker does ` +
    'not know. If the worker was renamed, its register is new and empty, and copies that are read first become ' +
    'originals: give it its former name back, or import an export of that register. If another worker uses this KV, ' +
    'such as staging, give each a namespace of its own, or bind one register in both by `script_name`. Entries of a ' +
    'register that is gone can be deleted';
  return { setting: 'ARTICLES', message };
}

/** The fault that an object lost what KV still shows. @param {string} name */
function emptiedFault(name) {
  const message =
    `REGISTER: the object \`${name}\` has lost its articles, of which KV still holds a copy. Copies read first ` +
    'become originals: import an export of this register';
  return { setting: 'REGISTER', message };
}

/**
 * How many pages were left unread today because an isolate was too busy or held too many.
 * @param {{ day: string, counts: Record<string, number> }} [last]
 */
function leftUnread({ day, counts } = { day: '', counts: {} }) {
  const isToday = day === new Date().toISOString().slice(0, 10);
  return Object.fromEntries(['load', 'memory'].map((why) => [why, (isToday && counts[`unread.${why}`]) || 0]));
}

/**
 * The answers of all parts; an error names those that do not answer.
 * @template {Record<string, () => Promise<unknown>>} T @param {T} parts
 * @returns {Promise<Answers<T>>}
 */
async function answers(parts) {
  const names = Object.keys(parts);
  const asked = Object.entries(parts).map(([name, ask]) => step(`health.${name}`, () => inTime(PART_TIME, ask())));
  const results = await Promise.allSettled(asked);
  const broken = names.filter((_, i) => results[i]?.status === 'rejected');
  if (broken.length > 0) {
    throw new ApiError(503, 'unhealthy', `no answer from: ${broken.join(', ')}`, { 'Retry-After': '5' });
  }
  const values = await Promise.all(asked);
  return /** @type {Answers<T>} */ (Object.fromEntries(names.map((name, i) => [name, values[i]])));
}
