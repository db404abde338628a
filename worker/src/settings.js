// Reads the operator's settings, once: an isolate has one set of variables.

import { accessFaults } from './operator/access.js';
import { readAgents } from './asks/classes.js';
import { isDays, KEEP_DAYS, MOST_DAYS, readLimits } from './register/limits.js';
import { readPeers } from './register/peers.js';
import { isPaymentAddress, takesPayments } from './policy/till.js';
import { asksSite, hasOutright, readPolicy } from './policy/rules.js';
import { parsed } from './runtime/fields.js';
import { failed } from './runtime/counts.js';
import { readGateway } from './gateway/targets.js';
import { ready } from './runtime/wasm.js';

/**
 * @typedef {object} Settings
 * @property {Fault[]} wrong the faults among them
 * @property {boolean} dryRun whether everything is forwarded unchanged, and the answers are only logged
 * @property {boolean} payments whether there is a till, which confirms payments
 * @property {import('./policy/rules.js').PolicyRule[]} policy what each kind of client gets
 * @property {boolean} hasOutright whether a rule keeps any client out whatever the page is
 * @property {boolean} asksSite whether the site's robots.txt is read, for rules or to pass on what it states
 * @property {boolean} rewrites whether verdicts mention articles that a page reports in other words
 * @property {import('./asks/classes.js').Agents} agents that the operator knows
 * @property {string[]} cookies that make a page personal; empty if any cookie does
 * @property {import('./gateway/targets.js').Gateway | undefined} gateway
 * @property {import('./register/peers.js').Peer[]} peers registers of other publishers
 * @property {FeedKey | undefined} feedKey that signs what peers are given; without it they are given nothing
 * @property {string[]} hosts the site's own; empty if they are not listed
 * @property {string[]} parameters of addresses that distinguish pages
 * @property {(url: URL) => string | undefined} originOf the site behind: scheme, host and port; undefined
 *   for the zone's own origin
 * @property {(url: URL) => boolean} isOwn whether the operator names the host in ORIGINS
 * @property {(url: URL) => boolean} isListed whether that makes the host the site's own
 * @typedef {{ kty: 'OKP', crv: 'Ed25519', d: string, x: string }} FeedKey a private key (RFC 8037)
 * @typedef {{ setting: string, message: string }} Fault of a variable; the message begins with the path of the fault,
 *   as `OFFPRINT_POLICY.rules[2].action`
 */

/** Bindings that a worker needs beside its variables. */
const BINDINGS = ['ARTICLES', 'REGISTER', 'COUNTERS'];
/** All variables that begin with OFFPRINT_. */
const VARIABLES = [
  'OFFPRINT_AGENTS',
  'OFFPRINT_COOKIES',
  'OFFPRINT_DRY_RUN',
  'OFFPRINT_FEED_KEY',
  'OFFPRINT_GATEWAY',
  'OFFPRINT_GATEWAY_TOKEN',
  'OFFPRINT_HOSTS',
  'OFFPRINT_IMPORT_TOKEN',
  'OFFPRINT_KEEP_DAYS',
  'OFFPRINT_LIMITS',
  'OFFPRINT_ORIGINS',
  'OFFPRINT_PARAMETERS',
  'OFFPRINT_PAYMENTS',
  'OFFPRINT_PAYMENTS_TOKEN',
  'OFFPRINT_PEERS',
  'OFFPRINT_POLICY',
  'OFFPRINT_PREFERENCES',
  'OFFPRINT_READS',
  'OFFPRINT_READ_TOKEN',
  'OFFPRINT_REWRITES',
  'OFFPRINT_TOKEN',
];

/** @type {Settings | undefined} */
let settings;

/**
 * The settings; faulty ones are counted under their names and left out.
 * @param {Env} env
 * @returns {Promise<Settings>}
 */
export async function settingsOf(env) {
  settings ??= look(env);
  // A failure has been counted; pages are forwarded, and the next request tries again.
  await ready().catch(() => {});
  return settings;
}

/** @param {Env} env @returns {Settings} */
function look(env) {
  const wrong = faultsOf(env);
  const take = (setting, read, parse = parsed) => {
    /** @type {string[]} */
    const faults = [];
    const taken = read(parse(env[setting], setting, faults), setting, faults);
    wrong.push(...faults.map((message) => ({ setting, message })));
    return taken;
  };
  const hosts = take('OFFPRINT_HOSTS', readHosts, (text) => text || undefined);
  const policy = take('OFFPRINT_POLICY', readPolicy);
  const agents = take('OFFPRINT_AGENTS', readAgents);
  const gateway = take('OFFPRINT_GATEWAY', readGateway);
  const peers = take('OFFPRINT_PEERS', readPeers);
  const feedKey = take('OFFPRINT_FEED_KEY', readFeedKey);
  const payments = takesPayments(env);
  if (policy.some(({ action }) => action === 'charge') && !payments) {
    const message =
      'OFFPRINT_PAYMENTS: rules charge, but there is no till: nothing is charged, and clients get 402 whatever they ' +
      'offer; write the address of a till';
    wrong.push({ setting: 'OFFPRINT_PAYMENTS', message });
  }
  wrong.push(...readLimits(env.OFFPRINT_LIMITS).wrong);
  const behind = origins(env, wrong);
  wrong.push(...accessFaults(env, gateway));
  for (const { setting, message } of wrong) failed(setting, message);
  return {
    wrong,
    dryRun: !isOff(env.OFFPRINT_DRY_RUN),
    payments,
    policy,
    hasOutright: hasOutright(policy),
    asksSite: asksSite(policy) || isOn(env.OFFPRINT_PREFERENCES),
    rewrites: isOn(env.OFFPRINT_REWRITES),
    agents,
    cookies: cookieFault(env) ? [] : listed(env.OFFPRINT_COOKIES ?? ''),
    gateway,
    peers,
    feedKey,
    hosts,
    parameters: listed(env.OFFPRINT_PARAMETERS ?? ''),
    ...behind,
  };
}

/** Faults of the variables that are read here, and of bindings. @returns {Fault[]} */
function faultsOf(env) {
  const wrong = [];
  const check = (setting, is, message) => is || wrong.push({ setting, message: `${setting}: ${message}` });
  for (const name of BINDINGS) check(name, env[name], 'this binding is missing: see wrangler.jsonc');
  for (const name of Object.keys(env).filter((name) => name.startsWith('OFFPRINT_'))) {
    check(name, VARIABLES.includes(name), `there is no such variable, only ${VARIABLES.join(', ')}`);
  }
  const { OFFPRINT_DRY_RUN: dryRun, OFFPRINT_KEEP_DAYS: days, OFFPRINT_PAYMENTS: payments, PAYMENTS } = env;
  check('OFFPRINT_DRY_RUN', isOn(dryRun) || isOff(dryRun), 'write true or false; until then it counts as true');
  for (const name of ['OFFPRINT_PREFERENCES', 'OFFPRINT_REWRITES']) {
    check(name, isOn(env[name]) || isOff(env[name]), 'write true or false; until then it is false');
  }
  const kept = `until then articles are kept for ${KEEP_DAYS} days`;
  const untilThen = `write a number from 0 (for ever) to ${MOST_DAYS}; ${kept}`;
  check('OFFPRINT_KEEP_DAYS', isUnset(days) || isDays(days), untilThen);
  const isPayments = isUnset(payments) || isPaymentAddress(payments);
  check('OFFPRINT_PAYMENTS', isPayments, 'write an https address; until then nothing can be paid');
  check('PAYMENTS', !PAYMENTS || typeof PAYMENTS.fetch === 'function', 'this is not a service binding');
  const { OFFPRINT_ORIGINS: origins = '', OFFPRINT_PARAMETERS: parameters = '', ORIGIN } = env;
  const cookies = cookieFault(env);
  check('OFFPRINT_COOKIES', !cookies, `${cookies}; until then any cookie makes a page personal`);
  check('OFFPRINT_ORIGINS', isText(origins), 'write origins as text, with spaces between them');
  if (isText(origins)) {
    for (const name of listed(origins)) {
      check('OFFPRINT_ORIGINS', isOrigin(name), `\`${name}\` is not an origin: write one as https://reader.example`);
    }
  }
  check('OFFPRINT_PARAMETERS', isText(parameters), 'write the names as text, with commas between them');
  check('ORIGIN', isUnset(ORIGIN) || isSite(ORIGIN), noSite(ORIGIN));
  return wrong;
}

/**
 * The site's own hosts (`www.paper.example`, also `https://www.paper.example` and `localhost:8080`), in lower case.
 */
function readHosts(value = '', place, faults) {
  if (!isText(value)) faults.push(`${place}: write hosts as text, with commas between them`);
  const isHost = (host) => {
    const url = host.includes('://') ? host : `https://${host}`;
    if (/^https?:\/\/[^/?#@\\]+\/?$/.test(url) && URL.canParse(url)) return true;
    faults.push(`${place}: \`${host}\` is not a valid host: write one as \`www.paper.example\``);
    return false;
  };
  return (isText(value) ? listed(value.toLowerCase()) : []).filter(isHost);
}

/** A private key as a JWK. @returns {FeedKey | undefined} */
function readFeedKey(value, place, faults) {
  if (value === undefined) return undefined;
  const { kty, crv, d, x } = value ?? {};
  const isKey = kty === 'OKP' && crv === 'Ed25519' && [d, x].every((part) => /^[\w-]{43}$/.test(part));
  if (isKey) return { kty, crv, d, x };
  faults.push(
    `${place}: write a private key as JWK, with kty OKP, crv Ed25519, d and x; until then peers are given nothing`,
  );
  return undefined;
}

/** A name of a cookie (RFC 6265); a final star matches all names with that beginning. */
const COOKIE = /^[!#$%&'*+\-.^_`|~\w]+$/;

/**
 * The fault of the names of session cookies. If only the faulty name were left out, pages of a session would be read.
 * @param {Env} env
 */
function cookieFault({ OFFPRINT_COOKIES: cookies }) {
  if (isUnset(cookies)) return undefined;
  if (!isText(cookies)) return 'write the names as text, with commas between them';
  const bad = listed(cookies).find((name) => !COOKIE.test(name));
  return bad && `\`${bad}\` is not the name of a cookie`;
}

function listed(text) {
  return String(text)
    .split(/[\s,]+/)
    .filter(Boolean);
}

function isText(value) {
  return typeof value === 'string';
}

function isUnset(value) {
  return value === undefined || value === null || value === '';
}

function isOn(value) {
  return [true, 'true', '1', 'yes', 'on'].includes(value);
}

/** A dry run is on unless this holds, so that a misspelt value keeps nobody out. */
function isOff(value) {
  return isUnset(value) || [false, 'false', '0', 'no', 'off'].includes(value);
}

/** An origin whose scripts may read the API: a site's, or an extension's, which the URL parser does not know. */
function isOrigin(text) {
  const isOfSite = URL.canParse(text) && new URL(text).origin === text;
  return text === '*' || isOfSite || /^[a-z-]+-extension:\/\/[^/]+$/.test(text);
}

function noSite(text) {
  return `\`${text}\` is not a site: write one as https://origin.example.net`;
}

/** Whether it is an address with scheme, host and port. */
function isSite(text) {
  return isText(text) && /^https?:\/\//i.test(text) && URL.canParse(text);
}

/**
 * Finds the site behind by the host of a request.
 * @param {Env} env
 * @param {Fault[]} wrong
 */
function origins({ ORIGIN, ORIGINS, OFFPRINT_HOSTS }, wrong) {
  const behind = new Map();
  const leaveOut = (message) => wrong.push({ setting: 'ORIGINS', message: `ORIGINS${message}` });
  try {
    const map = typeof ORIGINS === 'string' && ORIGINS !== '' ? JSON.parse(ORIGINS) : ORIGINS || {};
    if (typeof map !== 'object' || Array.isArray(map)) throw new Error('write an object: { … }');
    for (const [host, origin] of Object.entries(map)) {
      if (isSite(origin)) behind.set(host.toLowerCase(), origin);
      else leaveOut(`[${host}]: ${noSite(origin)} (left out: ORIGIN answers)`);
    }
  } catch (error) {
    leaveOut(`: ${error.message}`);
  }
  const other = isSite(ORIGIN) ? ORIGIN : undefined;
  return {
    originOf: (url) => behind.get(url.host) ?? behind.get(url.hostname) ?? other,
    isOwn: (url) => behind.has(url.host),
    isListed: (url) => !OFFPRINT_HOSTS && behind.has(url.host),
  };
}
