// Reads the operator's settings, once in each isolate, whose variables never change.

import { accessFaults } from './operator/access.js';
import { readAgents } from './clients/classes.js';
import { isDays, KEEP_DAYS, MOST_DAYS, readLimits } from './register/limits.js';
import { asksSite, hasUnconditionalRule, readPolicy } from './policy/rules.js';
import { itemsIn, parsed } from './runtime/fields.js';
import { identityOf } from './register/shards.js';
import { failed } from './runtime/counts.js';
import { ready } from './runtime/wasm.js';

/**
 * @typedef {object} Settings
 * @property {Fault[]} wrong the faults among them
 * @property {boolean} dryRun whether everything is forwarded unchanged, and the answers are only logged
 * @property {import('./policy/rules.js').PolicyRule[]} policy what each kind of client gets
 * @property {boolean} hasUnconditionalRule whether a rule keeps any client out whatever the page is
 * @property {boolean} asksSite whether the site's robots.txt is read, for rules or to pass on what it states
 * @property {import('./clients/classes.js').Agents} agents that the operator knows
 * @property {string[]} cookies that make a page personal; empty if any cookie does
 * @property {string[]} setCookies that a page may set and still be read
 * @property {string[]} hosts the site's own; empty if they are not listed
 * @property {string[]} parameters of addresses that distinguish pages
 * @property {string} identity of this worker, by which it knows its own requests
 * @property {(url: URL) => string | undefined} originOf the site behind: scheme, host and port; undefined for the
 *   zone's own origin
 * @property {(url: URL) => boolean} isOwn whether the operator names the host in ORIGINS
 * @property {(url: URL) => boolean} isListed whether that makes the host the site's own
 * @typedef {{ setting: string, message: string }} Fault of a variable; the message begins with the path of the fault,
 *   as `OFFPRINT_POLICY.rules[2].action`
 */

/**
 * The bindings that a worker needs, each with a function that only its kind has.
 * @type {{ [name in 'ARTICLES' | 'REGISTER' | 'COUNTERS']: string }}
 */
const BINDINGS = { ARTICLES: 'getWithMetadata', REGISTER: 'idFromName', COUNTERS: 'idFromName' };

/** @type {(isValid: (value: unknown) => boolean, message: string) => (value: unknown) => string | undefined} */
const unless = (isValid, message) => (value) => (isValid(value) ? undefined : message);
/** @param {unknown} value */
const isSwitch = (value) => isOn(value) || isOff(value);

/**
 * The faults of variables that are checked by themselves, with what happens until they are corrected.
 * @type {Record<string, (value: unknown) => string | undefined>}
 */
const FAULTS = {
  OFFPRINT_COOKIES: (names) => nameFault(names, COOKIE, 'any cookie makes a page personal'),
  OFFPRINT_SET_COOKIES: (names) => nameFault(names, COOKIE, 'pages that set a cookie are not read'),
  OFFPRINT_DRY_RUN: unless(isSwitch, 'write true or false; until then it counts as true'),
  OFFPRINT_PREFERENCES: unless(isSwitch, 'write true or false; until then it is false'),
  OFFPRINT_KEEP_DAYS: (days) => {
    if (!isUnset(days) && !isDays(days))
      return `write a number from 0 (for ever) to ${MOST_DAYS}; until then articles are kept for ${KEEP_DAYS} days`;
    const isShort = Number(days) > 0 && Number(days) < 1;
    return isShort
      ? 'articles expire within a day, and copies read later count as originals; the unit is days'
      : undefined;
  },
  OFFPRINT_PARAMETERS: (names) => nameFault(names, PARAMETER, 'pages that it selects are not registered'),
  ORIGIN: (origin) => {
    if (isUnset(origin)) return undefined;
    return isSite(origin) ? pathFault(origin) : `${noSite(origin)}; until then the origin of the zone answers`;
  },
};

/** Variables that are checked where they are read. */
const OTHERS = ['AGENTS', 'HOSTS', 'LIMITS', 'POLICY', 'READS'];
const TOKENS = ['TOKEN', 'READ_TOKEN', 'IMPORT_TOKEN'];
/** All variables that begin with OFFPRINT_, and all names that are read. */
const VARIABLES = [...Object.keys(FAULTS), ...[...OTHERS, ...TOKENS].map((name) => `OFFPRINT_${name}`)]
  .filter((name) => name.startsWith('OFFPRINT_'))
  .sort();
const NAMES = [...VARIABLES, 'ORIGIN', 'ORIGINS', ...Object.keys(BINDINGS), 'LIMITER'];

/** @type {Settings | undefined} */
let settings;

/**
 * The settings; faulty ones are counted under their names and left out.
 * @param {Env} env
 * @returns {Promise<Settings>}
 */
export async function settingsOf(env) {
  settings ??= look(env);
  // A failure is counted; pages are forwarded, and the next request tries again.
  await ready().catch(() => {});
  return settings;
}

/** @param {Env} env @returns {Settings} */
function look(env) {
  const wrong = faultsOf({ ...env });
  /**
   * @template T @param {`OFFPRINT_${string}`} setting
   * @param {(value: unknown, place: string, faults: string[]) => T} read
   */
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
  take('OFFPRINT_LIMITS', readLimits);
  const behind = origins(env, wrong);
  wrong.push(...accessFaults(env));
  for (const { setting, message } of wrong) failed(setting, message);
  return {
    wrong,
    dryRun: !isOff(env.OFFPRINT_DRY_RUN),
    policy,
    hasUnconditionalRule: hasUnconditionalRule(policy),
    asksSite: asksSite(policy) || isOn(env.OFFPRINT_PREFERENCES),
    agents,
    cookies: cookiesIn(env.OFFPRINT_COOKIES),
    setCookies: cookiesIn(env.OFFPRINT_SET_COOKIES),
    hosts,
    identity: has(env.REGISTER, BINDINGS.REGISTER) ? `offprint-${identityOf(env).slice(0, 16)}` : 'offprint',
    parameters: itemsIn(String(env.OFFPRINT_PARAMETERS ?? '')),
    ...behind,
  };
}

/** Faults of the variables that are checked by themselves, and of bindings. @param {Record<string, unknown>} env */
function faultsOf(env) {
  /** @type {Fault[]} */
  const wrong = [];
  /** @param {string} setting @param {string} message */
  const add = (setting, message) => wrong.push({ setting, message: `${setting}: ${message}` });
  const others = Object.keys(env).filter((name) => !NAMES.includes(name));
  const unknown = others.filter((name) => name.startsWith('OFFPRINT_'));
  for (const name of others) {
    const meant = unknown.includes(name) ? undefined : NAMES.find((known) => isMisspelling(name, known));
    if (meant) add(name, `unknown variable; did you mean ${meant}?`);
  }
  for (const [name, method] of Object.entries(BINDINGS)) {
    if (!env[name]) add(name, 'this binding is missing: see wrangler.jsonc');
    else if (!has(env[name], method)) add(name, 'this binding is of another kind: see wrangler.jsonc');
  }
  for (const name of unknown) add(name, `unknown variable; expected one of: ${VARIABLES.join(', ')}`);
  for (const [name, faultIn] of Object.entries(FAULTS)) {
    const message = faultIn(env[name]);
    if (message) add(name, message);
  }
  return wrong;
}

/**
 * Whether two names differ by case alone, or by one letter: one too many, one missing, another one, or two swapped.
 * @param {string} name @param {string} known
 */
function isMisspelling(name, known) {
  const [a, b] = [name.toUpperCase(), known];
  let [start, end] = [0, 0];
  while (start < a.length && a[start] === b[start]) start++;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return Math.max(left.length, right.length) <= 1 || (left.length === 2 && left === `${right[1]}${right[0]}`);
}

/**
 * The site's own hosts (`www.paper.example`, also `https://www.paper.example` and `localhost:8080`), as requests name
 * them: in lower case, and Unicode as Punycode.
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults
 */
function readHosts(value = '', place, faults) {
  if (!isText(value)) faults.push(`${place}: write hosts as text, with commas between them`);
  const untilThen = '(ignored: pages under it are not registered if other hosts are listed)';
  return itemsIn(value).flatMap((written) => {
    const hasScheme = /^https?:\/\//i.test(written);
    const host = hostIn(written.replace(/^(https?:\/\/[^/]+)\/$/i, '$1').replace(/^https?:\/\//i, ''));
    if (!host) {
      const each = written.includes('*')
        ? 'wildcards are not supported: list each host, as'
        : 'not a valid host: write one as';
      faults.push(`${place}: \`${written}\`: ${each} \`www.paper.example\` ${untilThen}`);
      return [];
    }
    const isLocal = /^(localhost|\[.*\]|[\d.]+)(:\d+)?$/.test(host);
    if (!hasScheme && !isLocal && !host.includes('.')) {
      faults.push(`${place}: \`${written}\` has no dot: if it is a host, write \`https://${host}\` ${untilThen}`);
      return [];
    }
    if (!hasScheme && !isLocal && host.includes(':')) {
      const only = `pages under \`${host}\` are registered only if they are requested at that port`;
      faults.push(`${place}: ${only}: leave it out, or write \`https://${host}\``);
    }
    return [hasScheme ? `${written.slice(0, written.indexOf('/')).toLowerCase()}//${host}` : host];
  });
}

/**
 * A host, with a port that is not the usual one, as the URL of a request has it; undefined for any other text.
 * @param {string} text
 */
function hostIn(text) {
  if (/[/?#@\\]/.test(text) || !URL.canParse(`https://${text}`)) return undefined;
  const { host, hostname } = new URL(`https://${text}`);
  return /^([a-z\d_-]+(\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/.test(hostname) ? host : undefined;
}

/** A name of a cookie (RFC 6265); a final star matches all names with that beginning. */
const COOKIE = /^[!#$%&'*+\-.^_`|~\w]+$/;
/** The name of a query parameter, without `?` before it or `=` after it. */
const PARAMETER = /^[^?=&#*"']+$/;

/**
 * The fault in a list of names. One faulty cookie empties its list: without that one alone, pages of a session would be
 * read.
 * @param {unknown} names @param {RegExp} pattern
 */
function nameFault(names, pattern, outcome = '') {
  if (isUnset(names)) return undefined;
  if (!isText(names)) return `write the names as text, with commas between them; until then ${outcome}`;
  const bad = itemsIn(names).find((name) => !pattern.test(name));
  return bad && `\`${bad}\` is not the name of a ${pattern === COOKIE ? 'cookie' : 'parameter'}; until then ${outcome}`;
}

/** @param {unknown} cookies */
const cookiesIn = (cookies) => (nameFault(cookies, COOKIE) ? [] : itemsIn(cookies));

/** @param {unknown} binding @param {string} method */
const has = (binding, method) => typeof Object(binding)[method] === 'function';

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === 'string';

/** @param {unknown} value */
function isUnset(value) {
  return value === undefined || value === null || value === '';
}

/** @param {unknown} value */
const isOn = (value) => /** @type {unknown[]} */ ([true, 'true', '1', 'yes', 'on']).includes(value);

/**
 * A dry run is on unless its value is one of these, so that a misspelt value keeps no client out.
 * @param {unknown} value
 */
function isOff(value) {
  return isUnset(value) || /** @type {unknown[]} */ ([false, 'false', '0', 'no', 'off']).includes(value);
}

/** @param {unknown} text */
function noSite(text) {
  return `\`${text}\` is not a site: write one as https://origin.example.net`;
}

/** The fault of the address of a site that has more than scheme, host and port. @param {string} text */
function pathFault(text) {
  const { pathname, search, origin } = new URL(text);
  if (pathname === '/' && search === '') return undefined;
  return `\`${text}\` has a path, which is not used: /dam is requested at ${origin}/dam`;
}

/** Whether it is an address with scheme, host and port. @param {unknown} text @returns {text is string} */
function isSite(text) {
  return isText(text) && /^https?:\/\//i.test(text) && URL.canParse(text);
}

/**
 * Finds the site behind by the host of a request.
 * @param {Env} env @param {Fault[]} wrong @returns {Pick<Settings, 'originOf' | 'isOwn' | 'isListed'>}
 */
function origins({ ORIGIN, ORIGINS, OFFPRINT_HOSTS }, wrong) {
  const behind = /** @type {Map<string, string>} */ (new Map());
  /** @param {string} message */
  const ignore = (message) => wrong.push({ setting: 'ORIGINS', message: `ORIGINS${message}` });
  try {
    const map = typeof ORIGINS === 'string' && ORIGINS !== '' ? JSON.parse(ORIGINS) : ORIGINS || {};
    if (typeof map !== 'object' || Array.isArray(map)) throw new Error('write an object: { … }');
    for (const [written, origin] of Object.entries(map)) {
      const host = hostIn(written);
      const noHost = `\`${written}\` is not a host: write one as www.paper.example`;
      const fault = host ? !isSite(origin) && noSite(origin) : noHost;
      if (!host || fault) {
        ignore(`[${written}]: ${fault} (ignored: ORIGIN answers)`);
        continue;
      }
      behind.set(undotted(host), origin);
      const unused = pathFault(origin);
      if (unused) ignore(`[${written}]: ${unused}`);
    }
  } catch (error) {
    ignore(`: ${/** @type {Error} */ (error).message}`);
  }
  const other = isSite(ORIGIN) ? ORIGIN : undefined;
  return {
    // A dot after a host must not lead to another site: its pages would be registered under that host.
    originOf: (url) => behind.get(undotted(url.host)) ?? behind.get(undotted(url.hostname)) ?? other,
    isOwn: (url) => behind.has(url.host),
    isListed: (url) => !OFFPRINT_HOSTS && behind.has(url.host),
  };
}

/** A host without a dot after it. @param {string} host */
const undotted = (host) => host.replace(/\.(?=:|$)/, '');
