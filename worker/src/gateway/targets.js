// What the gateway may fetch and forward.
//
// It fetches only what the operator lists, and nothing inside a private network, unless the operator wrote out its host
// and port.

import { addressRefusal, privateRefusal } from '../addresses/reachable.js';
import { VERDICTS } from '../policy/rules.js';
import { listOf, oneOf, readFields, readList, readMap, readOne, textWithout, wholeNumber } from '../runtime/fields.js';

/**
 * Media types that are forwarded: pages, plain text, and the feeds by which crawlers find pages, which many sites send
 * as generic XML. Images, films and programs are not forwarded.
 */
const FORWARDED = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'application/rss+xml',
  'application/atom+xml',
  'application/xml',
  'text/xml',
];

/** @typedef {import('../addresses/reachable.js').Refusal} Refusal */
/** @typedef {{ host: string, port: string, withSubdomains: boolean }} Target the port is empty if none was written */

/**
 * @typedef {object} Gateway
 * @property {Target[]} targets
 * @property {boolean} public whether anybody may use it, and not only clients with a token
 * @property {Map<string, string>} hosts the origin behind each host of the gateway's own
 * @property {string[]} withhold verdicts whose pages are replaced by the verdict
 * @property {number} maxBytes of a page
 * @property {number} timeout for fetching a page, in ms
 */

const TARGET = textWithout((written) => targetFault(written));
const ORIGIN = textWithout((written) =>
  /^https?:\/\//.test(written)
    ? targetFault(hostIn(written))
    : `\`${written}\` is not an origin: write one as https://news.example`,
);
const ACCESS = oneOf(/** @type {const} */ (['token', 'public']));
const MAX_BYTES = wholeNumber(1 << 10, 1 << 27);
const TIMEOUT = wholeNumber(100, 60_000);

/**
 * Reads `{ "targets": [host], "hosts": { host: origin }, "access": "token" or "public", "withhold": [verdict],
 * "maxBytes", "timeout" }`; either of the first two is required. Invalid targets, hosts and limits are left out. Any
 * other fault turns the gateway off: the faulty setting may have been meant to restrict it.
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults is added to
 * @returns {Gateway | undefined}
 */
export function readGateway(value, place, faults) {
  if (value === undefined) return undefined;
  /** @type {string[]} */
  const fatal = [];
  /** @type {string[]} */
  const others = [];
  const names = ['targets', 'hosts', 'access', 'withhold', 'maxBytes', 'timeout'];
  const fields = readFields(names, value, place, fatal);
  const { access = 'token', withhold = ['same'], maxBytes = 16 << 20, timeout = 20_000 } = fields;
  const hosts = readMap(ORIGIN, fields.hosts, `${place}.hosts`, others);
  const targets = readList(TARGET, fields.targets, `${place}.targets`, others);
  const gateway = {
    targets: [...targets, ...[...hosts.values()].map(hostIn)].map(targetOf),
    public: readOne(ACCESS, access, `${place}.access`, fatal) === 'public',
    hosts,
    withhold: readOne(listOf(oneOf(VERDICTS)), withhold, `${place}.withhold`, fatal) ?? [],
    maxBytes: readOne(MAX_BYTES, maxBytes, `${place}.maxBytes`, others, 'left out') ?? 16 << 20,
    timeout: readOne(TIMEOUT, timeout, `${place}.timeout`, others, 'left out') ?? 20_000,
  };
  if (fatal.length + others.length + gateway.targets.length === 0) {
    fatal.push(`${place}: list what may be fetched in \`targets\`, such as ["news.example", "*.paper.example"]`);
  }
  faults.push(...fatal, ...others);
  return fatal.length === 0 && gateway.targets.length > 0 ? gateway : undefined;
}

/**
 * Why the gateway does not fetch an address; undefined if it does.
 * @param {URL} url
 * @param {Gateway} gateway
 * @returns {Refusal | undefined}
 */
export function refusalOf(url, { targets }) {
  const wrong = addressRefusal(url);
  if (wrong) return wrong;
  const port = portOf(url);
  if (targets.some((target) => target.port === port && target.host === url.hostname)) return undefined;
  const hidden = privateRefusal(url);
  if (hidden) return hidden;
  if (url.port) {
    return { code: 'port', message: 'only ports 80 and 443 are fetched; to allow another, list host and port' };
  }
  const isCovered = ({ host, port, withSubdomains }) =>
    port === '' && (withSubdomains ? url.hostname.endsWith(`.${host}`) : url.hostname === host);
  if (targets.some(isCovered)) return undefined;
  return { code: 'not_listed', message: `${url.hostname} is not among the targets of this gateway` };
}

/**
 * Why the gateway does not forward a page of this type; undefined if it does.
 * @param {string | null} contentType
 * @returns {Refusal | undefined}
 */
export function typeRefusal(contentType) {
  const type = (contentType ?? '').split(';', 1)[0].trim().toLowerCase();
  if (FORWARDED.includes(type)) return undefined;
  const what = type || 'the page does not state its type';
  return { code: 'media_type', message: `${what}: only ${FORWARDED.join(', ')} are forwarded` };
}

/** The part of an origin after `://`. */
function hostIn(origin) {
  return origin.replace(/^https?:\/\//, '').replace(/\/+$/, '');
}

/** @param {string} written */
function targetFault(written) {
  const fault = (what) => `target \`${written}\`: ${what}`;
  const plain = plainOf(written);
  if (/[/?#*@\\]/.test(plain)) return fault('write a host, or host and port, without a path');
  if (!URL.canParse(`https://${plain}`)) return fault(`\`${plain}\` is not a valid host`);
  const { host, port } = targetOf(written);
  const url = new URL(`https://${host}`);
  const wrong = addressRefusal(url);
  if (wrong) return fault(wrong.message);
  return port || !privateRefusal(url) ? undefined : fault('it is not public; if it is meant, write out its port');
}

/** @param {string} written @returns {Target} */
function targetOf(written) {
  const plain = plainOf(written);
  const { hostname: host, port } = new URL(`https://${plain}`);
  // The parser leaves out the scheme's own port.
  return { host, port: port || (plain.endsWith(':443') ? '443' : ''), withSubdomains: plain !== written.trim() };
}

/** `a.example` of `*.a.example`. */
function plainOf(written) {
  return written.trim().replace(/^\*\./, '');
}

/** @param {URL} url */
function portOf({ protocol, port }) {
  return port || (protocol === 'https:' ? '443' : '80');
}
