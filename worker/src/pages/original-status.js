// Whether an original is still at its address: a page that took the place of one that is gone or has moved is not its
// copy.
//
// The worker asks with the visitor's User-Agent. Even so, a bot wall or a maintenance page may answer, so one answer
// alone neither moves nor drops an article. It moves only to the page that is judged, if that shows its text, and it is
// dropped only if its own site lacks it for days in which nobody gets it.

import { edge } from 'offprint/edge';
import { isRenewed } from '../register/limits.js';
import { shardOf } from '../register/shards.js';
import { askOrigin } from '../site/origin.js';
import { domainOf } from '../site/domains.js';
import { LruMap } from '../../../shared/lru-map.js';
import { addressRefusal, privateRefusal } from '../../../shared/fetching/reachable.js';
import { log, stats, step } from '../runtime/counts.js';
import { inWasm } from '../runtime/wasm.js';

/** @import { Ask } from '../register/shards.js' */
/** @import { Found } from '../register/view.js' */

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

/** @typedef {'there' | 'missing' | 'moved' | 'unknown'} OriginalStatus moved: it redirects to the judged page */

/** @type {LruMap<{ until: number, asking: Promise<OriginalStatus> }>} */
const known = new LruMap(MOST);

/**
 * Judges a page, and judges it again without an original that is missing, or with its own address if the original has
 * moved there. Reports this to the register, and, when it is due, that the page or its original was seen.
 * @template {import('offprint/edge').EdgeDecision} T
 * @param {Env} env
 * @param {Settings} settings
 * @param {Found[]} found records under the page's keys
 * @param {(found: Found[]) => T} judge
 * @param {Request} request of the page
 * @returns {Promise<T>}
 */
export async function withLivingOriginal(env, settings, found, judge, request) {
  /** @param {string} url */
  const recordAt = (url) => found.find(([, record]) => record?.url === url)?.[1];
  let decision = judge(found);
  let there;
  for (let turn = 0; turn < MOST_ASKED; turn++) {
    const { url: page, withheld, verdict, finding } = decision;
    const named = finding.original ?? finding.copy ?? '';
    const record = recordAt(named);
    if (!record) break;
    const state = await originalStatus(named, page, settings, request);
    if (state === 'there') there = named;
    if (state === 'there' || state === 'unknown') break;
    // Nothing may move to a page that must not be registered: the reason may be this one request, such as its query.
    const moves = state === 'moved' && verdict === 'same' && !withheld;
    // That another site does not answer this visitor says nothing about others.
    if (moves || (state === 'missing' && finding.site === 'same'))
      await relocate(env, record.id, moves ? { url: page } : null);
    found = found.flatMap(([key, other]) => {
      if (other?.url !== named) return [[key, other]];
      return moves ? [[key, { ...other, url: page, domain: domainOf(page) }]] : [];
    });
    decision = judge(found);
    // The record is missing because it was left out here, so the view needs no repair.
    if (decision.claim) decision.claim.unseen = false;
  }
  const seen = [there, decision.finding.known ? decision.url : undefined];
  for (const url of seen) {
    const record = url && recordAt(url);
    if (record && isRenewed(env, record)) await inform(env, record.id, (object) => object.renew(record.id));
  }
  return decision;
}

/**
 * Where the page of an address is now; the answer is remembered for a while.
 * @param {string} url
 * @param {string} page the page that is judged: a redirect to it ends the search
 * @param {Settings} settings
 * @param {Request} request of that page
 * @returns {Promise<OriginalStatus>}
 */
export function originalStatus(url, page, settings, request) {
  const key = [url, page, new URL(request.url).host].join('\n');
  const before = known.get(key);
  if (before && Date.now() < before.until) return before.asking;
  const entry = { until: Date.now() + ANSWERS, asking: follow(url, page, settings, request) };
  known.set(key, entry);
  void entry.asking.then((state) => {
    if (state === 'unknown') entry.until = Date.now() + NO_ANSWER;
  });
  return entry.asking;
}

/**
 * @param {string} url @param {string} page @param {Settings} settings @param {Request} request
 * @returns {Promise<OriginalStatus>}
 */
async function follow(url, page, settings, request) {
  stats.originals++;
  /** @param {string} a @param {string} b */
  const isSame = (a, b) => inWasm(() => edge.isSamePage(a, b));
  const sites = [domainOf(url), domainOf(page)];
  const signal = AbortSignal.timeout(MAX_WAIT);
  let at = url;
  try {
    for (let hops = 0; hops <= MAX_HOPS; hops++) {
      const { status, headers } = (await head(at, request, settings, signal)) ?? {};
      if (status === 200 && at === url) return 'there';
      if ((status === 404 || status === 410) && at === url) return 'missing';
      if (status !== 301 && status !== 308) return 'unknown';
      const target = new URL(headers?.get('Location') ?? '', at).href;
      const next = inWasm(() => edge.publicAddress(target));
      if (isSame(next, page)) return 'moved';
      if (isSame(next, url)) return 'there';
      // Many sites redirect what they took down to the front page. A personal address has lost its path here.
      if (new URL(next).pathname === '/') return new URL(target).pathname === '/' ? 'missing' : 'unknown';
      if (!sites.includes(domainOf(next))) return 'unknown';
      at = next;
    }
  } catch {
    // The site may answer later.
  }
  return 'unknown';
}

/**
 * Requests a page without reading it, as the visitor asks; undefined if it must not be requested.
 * @param {string} url @param {Request} asked @param {Settings} settings @param {AbortSignal} signal
 */
async function head(url, { url: asked, headers: sent }, settings, signal) {
  const agent = sent.get('User-Agent');
  const headers = new Headers(agent === null ? {} : { 'User-Agent': agent });
  /** @param {string} method */
  const ask = (method) => {
    const request = new Request(url, { method, headers, signal, redirect: 'manual' });
    if (isServed(url, asked, settings)) return askOrigin(request, settings);
    return isReachable(url) ? fetch(request) : undefined;
  };
  const response = await ask('HEAD');
  // Some sites answer HEAD with errors and GET with the page.
  if (!response || response.status < 400) return response;
  const whole = await ask('GET');
  whole?.body?.cancel().catch(() => {});
  return whole;
}

/**
 * Whether an address may be requested although a stranger chose it: no inner name, IP address or port.
 * @param {string} url
 */
function isReachable(url) {
  const address = new URL(url);
  return !address.port && domainOf(url) !== undefined && !addressRefusal(address) && !privateRefusal(address);
}

/**
 * Whether the site behind answers for an address: it knows nothing of hosts that are served elsewhere.
 * @param {string} url @param {string} asked @param {Settings} settings
 */
function isServed(url, asked, { isOwn, hosts }) {
  const address = new URL(url);
  if (isOwn(address) || hosts.some((host) => host.replace(/^https?:\/\//, '') === address.host)) return true;
  return isReachable(url) && inWasm(() => edge.isSamePage(`${address.origin}/`, `${new URL(asked).origin}/`));
}

/**
 * Reports an article that is at another address, or missing if that is null.
 * @param {Env} env @param {string} id @param {{ url: string } | null} to
 */
async function relocate(env, id, to) {
  const outcome = await inform(env, id, (object) => object.relocate(id, to));
  if (outcome) log('relocated', { id, outcome, url: to?.url });
}

/**
 * After a failure, the next visit that notices reports it again.
 * @template T @param {Env} env @param {string} id @param {Ask<T>} call
 */
function inform(env, id, call) {
  return step('register', () => shardOf(env, id, call)).catch(() => undefined);
}
