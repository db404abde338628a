// Registers of other publishers: signs what this one gives them, and fetches what they give.
//
// Each side signs its answers (Ed25519) and trusts the keys that its operator configured. A peer is believed about its
// own sites only, and never about when it saw an article, so it cannot claim the articles of others.

import { edge } from 'offprint/edge';
import * as v from 'valibot';
import { directoryFault } from '../addresses/reachable.js';
import { listOf, objectOf, readFields, readList, text, textWithout, wholeNumber } from '../runtime/fields.js';
import { bytesWithin, jsonOf, sha256 } from '../runtime/bytes.js';
import { inWasm } from '../runtime/wasm.js';

/** Where a register gives its articles. */
const FEED = '/_offprint/feed';
/** Most articles and bytes in one answer. */
export const PIECE = 200;
export const PIECE_BYTES = 1 << 20;
/** By how much clocks may differ, in ms. An older answer may be a replay. */
const SKEW = 5 * 60e3;
/** Longest time that a peer may take to answer, in ms. */
const TIME = 10_000;
/** The beginning of the signed text, so that a signature for another purpose is not valid here. */
const PURPOSE = 'offprint-feed-1';

const PEER = objectOf({
  // Over https from a public host, or from exactly the host and port that is written out.
  origin: textWithout((origin) =>
    URL.canParse(origin) && new URL(origin).origin === origin
      ? directoryFault(origin)
      : `\`${origin}\` is not an origin: write one as \`https://www.paper.example\``,
  ),
  key: textWithout((key) =>
    /^[\w-]{43}$/.test(key) ? undefined : 'write the 43 characters of the `x` of its public key',
  ),
  sites: listOf(text),
  perDay: v.optional(wholeNumber(1, 1_000_000), 1000),
});

/** @typedef {v.InferOutput<typeof PEER>} Peer whose `sites` are the hosts that it may speak for, in any edition */

/**
 * Reads `{ "trusted": [{ "origin", "key", "sites", "perDay" }] }`. An invalid peer is left out.
 * @param {unknown} value
 * @param {string} place
 * @param {string[]} faults is added to
 * @returns {Peer[]}
 */
export function readPeers(value, place, faults) {
  if (value === undefined) return [];
  const { trusted } = readFields(['trusted'], value, place, faults);
  return readList(PEER, trusted, `${place}.trusted`, faults);
}

/** The text that is signed: the question, its place and time, and the bytes of the answer. */
async function signed({ origin, shard, after, nonce, time }, body) {
  const digest = await sha256(body);
  return new TextEncoder().encode(JSON.stringify([PURPOSE, origin, shard, after, nonce, time, digest]));
}

/**
 * Signs an answer.
 * @param {{ kty: string, crv: string, d: string, x: string }} jwk the private key
 * @param {{ origin: string, shard: string, after: string, nonce: string, time: string }} asked
 * @param {Uint8Array<ArrayBuffer>} body
 * @returns {Promise<string>} base64
 */
export async function sign(jwk, asked, body) {
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, await signed(asked, body)));
  return signature.toBase64();
}

/**
 * @typedef {{ number: number, url?: string, removed?: string }} Line with the fields of a record, or the id of an
 *   article that the peer has removed
 */

/**
 * Asks a peer for what follows a number in its list: articles that it may speak for, and removals.
 * @param {Peer} peer
 * @param {string} shard
 * @param {number} after
 * @returns {Promise<{ lines: Line[], last: number, refused: number }>} the next piece begins after `last`; that is less
 *   than `after` if the peer's list is shorter
 */
export async function pull(peer, shard, after) {
  // An answer to an earlier question has another nonce.
  const nonce = crypto.randomUUID();
  const url = `${peer.origin}${FEED}?${new URLSearchParams({ shard, after: `${after}`, nonce })}`;
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIME) });
  if (response.status !== 200) throw new Error(`${peer.origin} answers ${response.status}`);
  const body = await bytesWithin(response.body, PIECE_BYTES);
  const [time, signature] = ['Offprint-Time', 'Offprint-Signature'].map((name) => response.headers.get(name) ?? '');
  if (!(Math.abs(Date.now() - Date.parse(time)) <= SKEW)) throw new Error(`${peer.origin}: the answer is not of now`);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: peer.key };
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
  const asked = { origin: peer.origin, shard, after: `${after}`, nonce, time };
  const isTheirs = await crypto.subtle.verify('Ed25519', key, octets(signature), await signed(asked, body));
  if (!isTheirs) throw new Error(`${peer.origin}: the signature is not by the key of its entry`);
  const written = new TextDecoder().decode(body).split('\n').filter(Boolean);
  const all = written.map((line) => Object(jsonOf(line)));
  const { last } = all.pop() ?? {};
  // Articles are numbered in 32 bits.
  if (all.length > PIECE || !(Number.isInteger(last) && last >= 0 && last < 2 ** 32))
    throw new Error(`${peer.origin}: the answer is not a valid piece`);
  const isTaken = ({ number, url, removed }) =>
    number > after && number <= last && (typeof removed === 'string' || speaksFor(peer, url));
  const lines = all.filter(isTaken);
  return { lines, last, refused: all.length - lines.length };
}

/**
 * Whether an address belongs to the hosts that a peer may speak for, as a register writes addresses: without a port, a
 * final dot, or anything personal.
 */
export function speaksFor({ sites }, url) {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, port, hostname } = new URL(url);
  const isPublic = /^https?:$/.test(protocol) && port === '' && inWasm(() => edge.publicAddress(url)) === url;
  const isOf = (site) => inWasm(() => edge.isSamePage(`https://${hostname}/`, `https://${site}/`));
  return isPublic && !hostname.endsWith('.') && sites.some(isOf);
}

function octets(base64) {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return new Uint8Array();
  }
}
