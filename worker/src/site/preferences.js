// What a site's robots.txt states about the use of its pages.

import { askOrigin } from './origin.js';
import { robotsOf } from '../../../shared/fetching/robots-cache.js';
import { robotsFor } from '../../../shared/fetching/robots-parser.js';
import { failed } from '../runtime/counts.js';
import { PURPOSES } from '../runtime/standards.js';

/** Longest time to wait for the site's robots.txt, in ms; after that, nothing counts as stated. */
const TIME = 1000;

/**
 * What a site states about a page for a client.
 * @typedef {object} Preferences
 * @property {'yes' | 'no' | null} stated whether the client may use the page for its purpose: `no` also if it must not
 *   fetch it at all; null if robots.txt does not say
 * @property {string | null} usage `Content-Usage`, to be passed on
 * @property {string | null} signal `Content-Signal`
 * @property {string[]} licences addresses of RSL files
 * @property {boolean} isSitemap whether the page is a sitemap
 */

/**
 * What the site states; undefined if its robots.txt cannot be fetched.
 * @param {Request} request
 * @param {Client} client
 * @param {Settings} settings
 * @returns {Promise<Preferences | undefined>}
 */
export async function preferencesFor(request, client, settings) {
  const url = new URL(request.url);
  /** @type {(address: string, signal: AbortSignal) => Promise<Response>} */
  const fetchFile = (address, signal) => askOrigin(new Request(address, { signal }), settings);
  const { text, fault } = await robotsOf(url.origin, fetchFile, { signal: AbortSignal.timeout(TIME), timeout: TIME });
  if (fault) {
    failed('preferences', new Error(`${url.host}/robots.txt: ${fault}`));
    return undefined;
  }
  return preferencesIn(text, request.headers.get('User-Agent') ?? '', url, client);
}

/** @param {string} robots @param {string} userAgent @param {URL} url @param {Client} client @returns {Preferences} */
export function preferencesIn(robots, userAgent, url, client) {
  const { allows, usage, signal, licences, isSitemap } = robotsFor(robots, userAgent, url);
  const purpose = PURPOSES[client.class];
  const entries = purpose ? [usage[purpose.usage], signal[purpose.signal]].filter(Boolean) : [];
  const isDenied = !allows || entries.includes('no');
  const stated = isDenied ? 'no' : entries.length > 0 ? 'yes' : null;
  return { stated, usage: written(usage, { yes: 'y', no: 'n' }), signal: written(signal), licences, isSitemap };
}

/** @param {import('../../../shared/fetching/robots-parser.js').Uses} uses */
function written(uses, words = { yes: 'yes', no: 'no' }) {
  const items = Object.entries(uses).map(([name, value]) => `${name}=${words[value]}`);
  return items.length > 0 ? items.join(', ') : null;
}
