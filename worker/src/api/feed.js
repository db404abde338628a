// The feed for registers of other publishers, and pulling from theirs: see register/peers.js.

import init, { edge } from 'offprint/edge';
import { PIECE, PIECE_BYTES, pull, sign } from '../register/peers.js';
import { shard } from '../register/shards.js';
import { failed, log } from '../runtime/counts.js';
import { inTime } from '../runtime/waiting.js';
import { inWasm } from '../runtime/wasm.js';
import { ApiError } from '../operator/api-error.js';
import { withInput } from './http.js';

/** Longest time for a piece, in ms, and most pieces of one shard of a peer at a time. */
const PIECE_TIME = 30_000;
const PIECES = 5;

/** @type {import('./index.js').Route[]} */
export const feed = [
  [/^feed$/, { GET: { access: 'open', handle: give } }],
  [/^pull$/, { POST: { access: 'import', handle: ({ env, settings }) => pullAll(env, settings).then(Response.json) } }],
];

/** Gives the articles that this register itself saw first, after a number, signed; open to everybody. */
async function give({ env, url, settings }) {
  const { feedKey } = settings;
  if (!feedKey) throw new ApiError(404, 'feed_off', 'this register does not share its articles: set OFFPRINT_FEED_KEY');
  await init();
  const [name, after, nonce] = ['shard', 'after', 'nonce'].map((name) => url.searchParams.get(name) ?? '');
  if (!inWasm(edge.shards).includes(name) || !/^\d{1,10}$/.test(after) || !/^[\w-]{16,64}$/.test(nonce)) {
    throw new ApiError(400, 'feed', 'give shard, after (a number) and nonce (16 to 64 characters)');
  }
  const { lines, last } = await inTime(PIECE_TIME, shard(env, name).own(Number(after), PIECE));
  let text = '';
  let end = last;
  for (const line of lines) {
    const more = `${JSON.stringify(line)}\n`;
    // The rest comes with the next piece.
    if (text.length + more.length > PIECE_BYTES / 4) {
      end = line.number - 1;
      break;
    }
    text += more;
  }
  const body = Uint8Array.from(new TextEncoder().encode(`${text}{"last":${end}}\n`));
  const time = new Date().toISOString();
  const signature = await sign(feedKey, { origin: url.origin, shard: name, after, nonce, time }, body);
  const headers = { 'Content-Type': 'application/x-ndjson', 'Offprint-Signature': signature, 'Offprint-Time': time };
  return new Response(body, { headers });
}

/**
 * Asks all peers for new articles; one that fails does not stop the others.
 * @param {Env} env
 * @param {Settings} settings
 */
export async function pullAll(env, { peers }) {
  await init();
  const results = {};
  for (const peer of peers) {
    const result = { articles: 0, new: 0, copy: 0, known: 0, removed: 0, refused: 0 };
    results[peer.origin] = result;
    try {
      for (const name of inWasm(edge.shards)) await pullShard(env, peer, name, result);
    } catch (error) {
      failed('peers', error);
      result.error = error.message;
    }
  }
  log('pulled', { peers: results });
  return results;
}

async function pullShard(env, peer, name, result) {
  const object = () => shard(env, name);
  for (let piece = 0; piece < PIECES; piece++) {
    const after = await inTime(PIECE_TIME, object().pulledUpto(peer.origin));
    const { lines, last, refused } = await pull(peer, name, after);
    result.refused += refused;
    if (last === after) return;
    // Its list is shorter than this register has read: it began anew, or stated a wrong end before.
    if (last < after) {
      await inTime(PIECE_TIME, object().restart(peer.origin));
      continue;
    }
    const entries = [];
    for (const { number, removed, ...line } of lines) {
      if (removed) {
        entries.push({ number, removed });
        continue;
      }
      try {
        const [shard, record] = withInput(() => edge.bounded(line));
        // A peer's statement of when it saw an article does not count here.
        const imported = { ...record, firstSeen: new Date().toISOString(), peer: peer.origin };
        if (shard === name && /^[a-z]{4}-[0-9a-f]{32}$/.test(record.id)) entries.push({ number, record: imported });
        else result.refused++;
      } catch {
        result.refused++;
      }
    }
    const { outcomes, upto } = await inTime(PIECE_TIME, object().take(peer, entries, last));
    for (const outcome of outcomes) result[outcome]++;
    result.articles += outcomes.filter((outcome) => outcome !== 'removed').length;
    // The peer has used up today's allowance.
    if (upto < last) return;
  }
}
