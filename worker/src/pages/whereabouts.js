// Whether an original is still at its address: a page that took the place of one that is gone or has moved is not its
// copy.

import { edge } from 'offprint/edge';
import { shardOf } from '../register/shards.js';
import { askOrigin } from '../site/origin.js';
import { domainOf } from '../addresses/domains.js';
import { failed, log, stats } from '../runtime/counts.js';
import { inWasm } from '../runtime/wasm.js';

/** Longest time to look for an original, in ms. Larger: crawlers wait longer. */
const MAX_WAIT = 2000;
/** Most permanent redirects that are followed. */
const MAX_HOPS = 3;
/** Originals that are remembered, and for how long, in ms; a missing answer for less. Larger: fewer requests. */
const MOST = 2000;
const ANSWERS = 10 * 60e3;
const NO_ANSWER = 60e3;
/** Originals that are requested for one page: where one is gone, the next most likely follows. */
const MOST_ASKED = 3;

/** @typedef {{ state: 'there' | 'missing' | 'gone' | 'moved' | 'unknown', url?: string }} Whereabouts */

/** @type {Map<string, { until: number, asking: Promise<Whereabouts> }>} */
const known = new Map();

/**
 * Judges a page, and judges it again without an original that is gone, or with the address it has moved to. The change
 * is reported to the register.
 * @template {import('offprint/edge').EdgeDecision} T
 * @param {Env} env
 * @param {Settings} settings
 * @param {[string, any][]} found records under the page's keys
 * @param {(found: [string, any][]) => T} judge
 * @param {string | undefined} asked the requested address, if the worker stands before its site
 * @returns {Promise<T>}
 */
export async function withLivingOriginal(env, settings, found, judge, asked) {
  let decision = judge(found);
  for (let turn = 0; turn < MOST_ASKED; turn++) {
    const { original, copy } = decision.finding;
    const named = original ?? copy;
    const record = found.find(([, record]) => record?.url === named)?.[1];
    if (!record) break;
    const { state, url } = await whereabouts(named, decision.url, settings, asked);
    if (state === 'there' || state === 'unknown') break;
    // Nothing may move to a page that must not be registered. The reason may be this one request, such as its query, so
    // nothing is reported either.
    const isClosed = state === 'moved' && url === decision.url && decision.withheld;
    if (!isClosed) await report(env, record.id, state, url);
    found = found.flatMap(([key, other]) => {
      if (other?.url !== named) return [[key, other]];
      return state === 'moved' && !isClosed ? [[key, { ...other, url, domain: domainOf(url) }]] : [];
    });
    decision = judge(found);
    // The record is missing because it was left out here, so the view needs no repair.
    if (decision.claim) decision.claim.unseen = false;
  }
  return decision;
}

/**
 * Where the page of an address is now; the answer is remembered for a while.
 * @param {string} url
 * @param {string} page the page that is judged: a redirect to it ends the search
 * @param {Settings} settings
 * @param {string | undefined} asked its requested address, if the worker stands before its site
 * @returns {Promise<Whereabouts>}
 */
export function whereabouts(url, page, settings, asked) {
  const key = [url, page, asked && new URL(asked).host].join('\n');
  const before = known.get(key);
  if (before && Date.now() < before.until) return before.asking;
  if (known.size >= MOST) known.clear();
  const entry = { until: Date.now() + ANSWERS, asking: follow(url, page, settings, asked) };
  known.set(key, entry);
  void entry.asking.then(({ state }) => {
    if (state === 'unknown') entry.until = Date.now() + NO_ANSWER;
  });
  return entry.asking;
}

/** @returns {Promise<Whereabouts>} */
async function follow(url, page, settings, asked) {
  stats.originals++;
  const signal = AbortSignal.timeout(MAX_WAIT);
  let at = url;
  try {
    for (let hops = 0; hops <= MAX_HOPS; hops++) {
      const response = await head(at, asked, settings, signal);
      const { status } = response ?? {};
      if (status === 404 || status === 410) return { state: status === 410 ? 'gone' : 'missing' };
      if (status === 301 || status === 308) {
        const target = new URL(response.headers.get('Location') ?? '', at).href;
        const next = inWasm(() => edge.publicAddress(target));
        if (inWasm(() => edge.isSamePage(next, page))) return { state: 'moved', url: page };
        if (inWasm(() => edge.isSamePage(next, url))) return { state: 'there' };
        // Many sites redirect whatever they took down to the front page. A personal path was cut off.
        if (new URL(next).pathname === '/') return { state: new URL(target).pathname === '/' ? 'missing' : 'unknown' };
        at = next;
        continue;
      }
      if (status === 200) return at === url ? { state: 'there' } : { state: 'moved', url: at };
      return { state: 'unknown' };
    }
  } catch {
    // The site may answer later.
  }
  return { state: 'unknown' };
}

/** Requests a page without reading it; undefined if it must not be requested. */
async function head(url, asked, settings, signal) {
  const ask = (method) => {
    const request = new Request(url, { method, signal, redirect: 'manual' });
    if (isServed(url, asked, settings)) return askOrigin(request, settings);
    return domainOf(url) === undefined ? undefined : fetch(request);
  };
  const response = await ask('HEAD');
  // Some sites answer HEAD with errors and GET with the page.
  if (!response || response.status < 400) return response;
  const whole = await ask('GET');
  whole.body?.cancel().catch(() => {});
  return whole;
}

/** Whether the site behind answers for an address: it knows nothing of hosts that are served elsewhere. */
function isServed(url, asked, { isOwn, hosts }) {
  const address = new URL(url);
  if (isOwn(address) || asked === undefined || domainOf(url) === undefined) return isOwn(address);
  const isListed = hosts.some((host) => host.replace(/^https?:\/\//, '').replace(/[:/].*$/, '') === address.hostname);
  return isListed || inWasm(() => edge.isSamePage(`${address.origin}/`, `${new URL(asked).origin}/`));
}

async function report(env, id, state, url) {
  const found = { missing: { status: 404 }, gone: { status: 410 }, moved: { status: 301, url } }[state];
  try {
    const outcome = await shardOf(env, id, (object) => object.relocate(id, found));
    log('relocated', { id, outcome, url });
  } catch (error) {
    // The next visit that notices reports it again.
    failed('register', error);
  }
}
