// What the operator has set. It is looked at once: an isolate has one set of variables.

import { edge } from 'offprint/edge';
import { accessFaults } from './access.js';
import { isPaymentAddress, takesPayments } from './payments.js';
import { readLimits } from './limits.js';
import { failed } from './stats.js';
import { inWasm, ready } from './wasm.js';

/**
 * @typedef {object} Settings
 * @property {Fault[]} wrong what has no effect, and why
 * @property {boolean} dryRun
 * @property {boolean} hasOutright whether anybody is kept out whatever the page is
 * @property {import('offprint/edge').EdgeGateway | undefined} gateway
 * @property {(url: URL) => string | undefined} originOf the site behind: scheme, host and port; none
 *   if the zone's own origin is meant
 * @property {(url: URL) => boolean} isOwn whether the operator names the host in ORIGINS
 * @property {(url: URL) => boolean} isListed whether that decides that the host is the site's own
 * @typedef {{ setting: string, message: string }} Fault the message begins with the path of what is wrong
 */

/** Longest time that an article can be kept, in days: a hundred years. */
const MOST_DAYS = 36_500;
/** What a worker needs beside its variables. */
const BINDINGS = ['ARTICLES', 'REGISTER', 'COUNTERS'];
/** All variables that begin with OFFPRINT_. */
const VARIABLES = [
  'OFFPRINT_AGENTS',
  'OFFPRINT_COOKIES',
  'OFFPRINT_DRY_RUN',
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
  'OFFPRINT_POLICY',
  'OFFPRINT_READS',
  'OFFPRINT_READ_TOKEN',
  'OFFPRINT_TOKEN',
];

/** @type {Settings | undefined} */
let settings;

/**
 * The settings; what is wrong among them is counted under its name and left out.
 * @returns {Promise<Settings>}
 */
export async function settingsOf(env) {
  try {
    settings ??= await look(env);
    return settings;
  } catch {
    // The next request may try again; this one is forwarded.
    return { wrong: [], dryRun: false, hasOutright: false, gateway: undefined, ...origins(env, []) };
  }
}

async function look(env) {
  await ready();
  const wrong = faultsOf(env);
  const dryRun = !isOff(env.OFFPRINT_DRY_RUN);
  const configured = inWasm(() =>
    edge.configure({
      policy: env.OFFPRINT_POLICY,
      agents: env.OFFPRINT_AGENTS,
      gateway: env.OFFPRINT_GATEWAY,
      cookies: cookieFault(env) ? '' : env.OFFPRINT_COOKIES,
      hosts: env.OFFPRINT_HOSTS,
      parameters: env.OFFPRINT_PARAMETERS,
      payments: takesPayments(env),
      dryRun,
    }),
  );
  wrong.push(...configured, ...readLimits(env.OFFPRINT_LIMITS).wrong);
  const behind = origins(env, wrong);
  const gateway = inWasm(edge.gateway) ?? undefined;
  wrong.push(...accessFaults(env, gateway));
  for (const { setting, message } of wrong) failed(setting, message);
  const hasOutright = inWasm(edge.hasOutright);
  return { wrong, dryRun, hasOutright, ...behind, gateway };
}

/** What is wrong with the variables that are read here. @returns {Fault[]} */
function faultsOf(env) {
  const wrong = [];
  const check = (setting, is, message) => is || wrong.push({ setting, message: `${setting}: ${message}` });
  for (const name of BINDINGS) check(name, env[name], 'this binding is missing: see wrangler.jsonc');
  for (const name of Object.keys(env).filter((name) => name.startsWith('OFFPRINT_'))) {
    check(name, VARIABLES.includes(name), `there is no such variable, only ${VARIABLES.join(', ')}`);
  }
  const { OFFPRINT_DRY_RUN: dryRun, OFFPRINT_KEEP_DAYS: days, OFFPRINT_PAYMENTS: payments, PAYMENTS } = env;
  check('OFFPRINT_DRY_RUN', isOn(dryRun) || isOff(dryRun), 'write true or false; until then it counts as true');
  const forEver = `write a number from 0 to ${MOST_DAYS}; until then articles are kept for ever`;
  check('OFFPRINT_KEEP_DAYS', isUnset(days) || isDays(days), forEver);
  const isPayments = isUnset(payments) || isPaymentAddress(payments);
  check('OFFPRINT_PAYMENTS', isPayments, 'write an https address; until then nothing can be paid');
  check('PAYMENTS', !PAYMENTS || typeof PAYMENTS.fetch === 'function', 'this is no service binding');
  const { OFFPRINT_ORIGINS: origins = '', ORIGIN } = env;
  const cookies = cookieFault(env);
  check('OFFPRINT_COOKIES', !cookies, `${cookies}; until then any cookie makes a page personal`);
  check('OFFPRINT_ORIGINS', isText(origins), 'write origins as text, with spaces between them');
  if (isText(origins)) {
    for (const name of listed(origins)) {
      check('OFFPRINT_ORIGINS', isOrigin(name), `\`${name}\` is no origin: write one as https://reader.example`);
    }
  }
  check('ORIGIN', isUnset(ORIGIN) || isSite(ORIGIN), noSite(ORIGIN));
  return wrong;
}

/** Days that an article is kept; 0 for ever. */
export function keepDays({ OFFPRINT_KEEP_DAYS: days }) {
  return isDays(days) ? Number(days) : 0;
}

function isDays(value) {
  return /^\d{1,5}(\.\d+)?$/.test(value) && Number(value) <= MOST_DAYS;
}

/** A name of a cookie (RFC 6265), with a star for all that begin so. */
const COOKIE = /^[!#$%&'*+\-.^_`|~\w]+$/;

/** What is wrong with the names of session cookies: were one left out, pages of a session would be read. */
function cookieFault({ OFFPRINT_COOKIES: cookies }) {
  if (isUnset(cookies)) return undefined;
  if (!isText(cookies)) return 'write the names as text, with commas between them';
  const bad = listed(cookies).find((name) => !COOKIE.test(name));
  return bad && `\`${bad}\` is no name of a cookie`;
}

function listed(text) {
  return text.split(/[\s,]+/).filter(Boolean);
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

/** What can be read neither so nor so counts as on: then nobody is kept from anything. */
function isOff(value) {
  return isUnset(value) || [false, 'false', '0', 'no', 'off'].includes(value);
}

/** Of a script whose `Origin` may read answers: of a site, or of an extension, which has none to the parser. */
function isOrigin(text) {
  const isOfSite = URL.canParse(text) && new URL(text).origin === text;
  return text === '*' || isOfSite || /^[a-z-]+-extension:\/\/[^/]+$/.test(text);
}

function noSite(text) {
  return `\`${text}\` is no site: write one as https://origin.example.net`;
}

/** Scheme, host and port. */
function isSite(text) {
  return isText(text) && /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Finds the site behind by the host that was asked. */
function origins({ ORIGIN, ORIGINS, OFFPRINT_HOSTS }, wrong) {
  const behind = new Map();
  const leaveOut = (message) => wrong.push({ setting: 'origins', message: `ORIGINS${message}` });
  try {
    const map = typeof ORIGINS === 'string' && ORIGINS !== '' ? JSON.parse(ORIGINS) : ORIGINS || {};
    if (typeof map !== 'object' || Array.isArray(map)) throw new Error('write an object here: { … }');
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
