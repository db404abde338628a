// What may be fetched for somebody else: the gateway's targets, and directories of keys.
//
// Only what the operator lists is fetched, and nothing that leads into a private network, unless he wrote out its host
// and port. The platform's URL parser turns every spelling of an IPv4 address into the plain one. What a name resolves
// to is the platform's affair.

import * as v from 'valibot';
import { addressOf, isPublic } from '../addresses/ip.js';
import { listOf, oneOf, readFields, readList, readMap, readOne, text, wholeNumber } from '../runtime/fields.js';

/**
 * What is forwarded: pages and plain text, and the feeds by which crawlers find pages, which many sites send as
 * any XML. Nothing that would make the gateway a way to pictures, films or programs.
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
/** Names that only mean something inside a network, and all that end in them. */
const INNER_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|corp|home|home\.arpa|onion)$/;

/** @typedef {{ code: string, message: string }} Refusal the code is for programs, the message for people */
/** @typedef {{ host: string, port: string, withSubdomains: boolean }} Target the port is empty if none was written */

/**
 * @typedef {object} Gateway
 * @property {Target[]} targets
 * @property {boolean} public whether anybody may have pages fetched, and not only who has a token
 * @property {Map<string, string>} hosts origins by the host that the gateway is asked under
 * @property {string[]} withhold verdicts whose pages are kept back
 * @property {number} maxBytes of a page
 * @property {number} timeout for fetching a page, in ms
 */

const VERDICTS = /** @type {const} */ (['same', 'partial', 'different', 'unknown']);
const TARGET = checkedBy((written) => targetFault(written));
const ORIGIN = checkedBy((written) =>
  /^https?:\/\//.test(written)
    ? targetFault(hostIn(written))
    : `\`${written}\` is no origin: write one as https://news.example`,
);
const ACCESS = oneOf(/** @type {const} */ (['token', 'public']));
const MAX_BYTES = wholeNumber(1 << 10, 1 << 27);
const TIMEOUT = wholeNumber(100, 60_000);

/** @param {(written: string) => string | undefined} faultOf */
function checkedBy(faultOf) {
  return v.pipe(
    text,
    v.check(
      (written) => faultOf(written) === undefined,
      ({ input }) => faultOf(input) ?? '',
    ),
  );
}

/**
 * Reads `{ "targets": [host], "hosts": { host: origin }, "access": "token" or "public", "withhold": [verdict],
 * "maxBytes", "timeout" }`, of which the first or the second is needed. Among targets and limits, what is wrong is left
 * out. With anything else that is wrong there is no gateway: it may have been meant to bound it.
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults are added to
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
  const what = type || 'the page does not say its type';
  return { code: 'media_type', message: `${what}: only ${FORWARDED.join(', ')} are forwarded` };
}

/**
 * Why no keys are fetched from the address of an agent's directory: they come over HTTPS and from a public host, unless
 * the operator wrote out a port.
 * @param {string} agent
 * @returns {string | undefined}
 */
export function directoryFault(agent) {
  if (!URL.canParse(agent)) return 'give an absolute address, such as https://agent.example';
  const url = new URL(agent);
  const wrong = addressRefusal(url);
  if (wrong) return wrong.message;
  if (url.port) return undefined;
  if (url.protocol !== 'https:') return `the keys of ${agent} must come over https`;
  return privateRefusal(url)?.message;
}

/** What is behind the `://` of an origin. */
function hostIn(origin) {
  return origin.replace(/^https?:\/\//, '').replace(/\/+$/, '');
}

/** @param {string} written */
function targetFault(written) {
  const fault = (what) => `target \`${written}\`: ${what}`;
  const plain = plainOf(written);
  if (/[/?#*@\\]/.test(plain)) return fault('write a host, or host and port, without a path');
  if (!URL.canParse(`https://${plain}`)) return fault(`\`${plain}\` is no host`);
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

/** Of `*.a.example` the part behind the star. */
function plainOf(written) {
  return written.trim().replace(/^\*\./, '');
}

/** @param {URL} url */
function portOf({ protocol, port }) {
  return port || (protocol === 'https:' ? '443' : '80');
}

/** @param {URL} url @returns {Refusal | undefined} */
function addressRefusal({ href, protocol, username, password, hostname }) {
  if (!href.startsWith(`${protocol}//`)) {
    return { code: 'address', message: 'give an absolute address, such as https://news.example/1' };
  }
  if (!['http:', 'https:'].includes(protocol)) return { code: 'scheme', message: 'only http and https are fetched' };
  if (username || password) return { code: 'credentials', message: 'leave user and password out of the address' };
  if (/^(\[[\da-f:.]+\]|[a-z\d._-]*[a-z\d_-])$/.test(hostname)) return undefined;
  return { code: 'address', message: `\`${hostname}\` is no host` };
}

/** @param {URL} url @returns {Refusal | undefined} */
function privateRefusal({ hostname }) {
  const address = addressOf(hostname.replace(/^\[|\]$/g, ''));
  const isInner = !hostname.includes('.') || INNER_NAMES.test(hostname);
  if (address ? isPublic(address) : !isInner) return undefined;
  return { code: 'not_public', message: `${hostname} is not on the public Internet` };
}
