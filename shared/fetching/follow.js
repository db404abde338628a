// Fetches a page and follows its redirects, if each address may be fetched and the robots.txt of each site allows it.
// The MCP server in mcp/ uses it.

import { robotsOf } from './robots-cache.js';
import { robotsFor } from './robots-parser.js';

/** @import { Refusal } from './reachable.js' */

/** Most redirects that are followed for one page. */
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** A page that is not fetched, or that could not be. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

/** @typedef {{ headers: Record<string, string>, signal: AbortSignal }} Asking */
/**
 * What depends on who fetches.
 * @typedef {object} Means
 * @property {(url: string, options: Asking & { redirect: 'manual' }) => Promise<Response>} fetch if a `Refused` is the
 *   cause of its failure, that is thrown
 * @property {Omit<Asking, 'signal'>} request of the page
 * @property {string} agent the user agent
 * @property {(url: URL) => Refusal | undefined} refusalOf why an address may not be fetched
 * @property {AbortSignal} signal ends after the `timeout`
 * @property {number} timeout in ms
 */

/**
 * The response of an address, or of the one that its redirects lead to.
 * @param {string | null} wanted
 * @param {Means} means
 * @returns {Promise<{ response: Response, url: string }>}
 */
export function fetchAllowed(wanted, means) {
  const { request, agent, signal, timeout } = means;
  const headers = /** @type {Record<string, string>} */ (agent ? { 'User-Agent': agent } : {});
  /** @param {string} url @param {AbortSignal} signal */
  const fetchRobots = async (url, signal) => {
    return (await follow(url, means, (url) => send(url, means, { headers, signal }))).response;
  };
  return follow(wanted, means, async (url) => {
    const { origin, host } = new URL(url);
    try {
      const { text, fault } = await robotsOf(origin, fetchRobots, { signal, timeout });
      if (fault) {
        const message = `what ${host} allows crawlers is unknown, since its robots.txt cannot be fetched: ${fault}`;
        throw new Refused({ code: 'robots_unreachable', message });
      }
      if (!robotsFor(text, agent, new URL(url)).allows) {
        const message = `the robots.txt of ${host} does not allow this address to this crawler`;
        throw new Refused({ code: 'robots', message });
      }
      return await send(url, means, { ...request, signal });
    } catch (error) {
      throw signal.aborted
        ? new Refused({ code: 'too_slow', message: `${host} took longer than ${timeout} ms` })
        : error;
    }
  });
}

/**
 * Each redirect is checked like the first address.
 * @param {string | null} wanted
 * @param {Means} means
 * @param {(url: string) => Promise<Response>} ask
 * @returns {Promise<{ response: Response, url: string }>}
 */
async function follow(wanted, { refusalOf }, ask) {
  let url = permitted(wanted, refusalOf);
  for (let followed = 0; ; followed++) {
    const response = await ask(url);
    const location = response.headers.get('Location');
    if (!REDIRECTS.includes(response.status) || location === null) return { response, url };
    await response.body?.cancel();
    if (followed === MAX_REDIRECTS) {
      throw new Refused({ code: 'redirects', message: `more than ${MAX_REDIRECTS} redirects` });
    }
    url = permitted(location, refusalOf, url);
  }
}

/**
 * Requests an address without following redirects.
 * @param {string} url
 * @param {Means} means
 * @param {Asking} options
 */
async function send(url, { fetch }, options) {
  try {
    return await fetch(url, { ...options, redirect: 'manual' });
  } catch (error) {
    if (error instanceof Error && error.cause instanceof Refused) throw error.cause;
    const { host } = new URL(url);
    const late = options.signal.aborted ? ' in time' : '';
    throw new Refused({ code: 'unreachable', message: `${host} does not answer${late}` });
  }
}

/**
 * The address in its parsed form, if it may be fetched.
 * @param {string | null} address @param {Means['refusalOf']} refusalOf @param {string} [base]
 */
function permitted(address, refusalOf, base) {
  if (!address || !URL.canParse(address, base)) {
    throw new Refused({ code: 'address', message: 'give an absolute address, such as https://news.example/1' });
  }
  const url = new URL(address, base);
  url.hash = '';
  const refusal = refusalOf(url);
  if (refusal) throw new Refused(refusal);
  return url.href;
}
