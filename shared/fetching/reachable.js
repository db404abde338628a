// Which addresses may be fetched because others name them: public hosts, over http or https.
//
// The platform's URL parser turns every spelling of an IPv4 address into the plain one. Which address a name resolves
// to is left to the platform.

import { addressOf, isPublic } from './ip.js';

/** Names that have a meaning only inside a network, and all names that end in them. */
const INNER_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|corp|home|home\.arpa|onion|test)$/;

/** @typedef {{ code: string, message: string }} Refusal the code is for programs, the message for people */

/**
 * Why an address is not fetched, wherever its host is; undefined if nothing is wrong with it.
 * @param {URL} url
 * @returns {Refusal | undefined}
 */
export function addressRefusal({ href, protocol, username, password, hostname }) {
  if (!href.startsWith(`${protocol}//`)) {
    return { code: 'address', message: 'give an absolute address, such as https://news.example/1' };
  }
  if (!['http:', 'https:'].includes(protocol)) return { code: 'scheme', message: 'only http and https are fetched' };
  if (username || password) return { code: 'credentials', message: 'leave user and password out of the address' };
  if (/^(\[[\da-f:.]+\]|[a-z\d._-]*[a-z\d_-])$/.test(hostname)) return undefined;
  return { code: 'address', message: `\`${hostname}\` is not a valid host` };
}

/** Why a host is not public; undefined if it is. @param {Pick<URL, 'hostname'>} url @returns {Refusal | undefined} */
export function privateRefusal({ hostname }) {
  const address = addressOf(hostname.replace(/^\[|\]$/g, ''));
  const isInner = !hostname.includes('.') || INNER_NAMES.test(hostname);
  if (address ? isPublic(address) : !isInner) return undefined;
  return { code: 'not_public', message: `${hostname} is not on the public Internet` };
}

/**
 * Why no keys are fetched from the address of an agent's directory: they must come over HTTPS and from a public host,
 * unless the operator wrote out a port.
 * @param {string} agent
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
