// The shared index: an Offprint worker that does not learn the page. It receives the last digits of one key after the
// other, and returns all records under keys with this ending; copies among them are found here. What it learns from
// this is described in `src/index/private.rs`.
import { coded } from '../shared/error.js';
import { Fingerprint, keys, policy, relate } from '../history/core.js';

/** Digits of an ending: 16 of a key's 40 bits. */
const DIGITS = 4;
/** Milliseconds after which a query is given up. */
const PATIENCE = 10_000;
/** The most characters of an answer; 1,000 articles of each script are far fewer. */
const LARGEST = 8e6;

/**
 * The most similar article in the first answer that has one for a record, and the number of queries.
 * @returns {Promise<{ asked: number, id?: string, verdict?: 'same' | 'partial' }>}
 */
export async function lookUp(address, record) {
  const { read, write } = keys(Fingerprint.fromBytes(record.fingerprint));
  const endings = [...new Set(write.map((key) => key.slice(-DIGITS)))];
  let asked = 0;
  for (const ending of endings) {
    asked += 1;
    const { records } = await get(address, `keys/${ending}`).catch((error) =>
      Promise.reject(Object.assign(error, { asked })),
    );
    if (!Array.isArray(records)) throw Object.assign(strange(), { asked });
    const compared = records
      .filter((found) => read.includes(found?.key))
      .map(({ id, fingerprint }, i) => ({ id, class: i, ...judged(fingerprint, record) }));
    const nearest = policy.nearest(compared);
    if (nearest) {
      return { asked, id: compared[nearest.place].id, verdict: nearest.verdict };
    }
  }
  return { asked };
}

/** The record that the index has of one of its articles. */
export async function articleOf(address, id) {
  const article = await get(address, `articles/${encodeURIComponent(id)}`);
  if (!/^https?:/.test(article.url)) throw strange();
  const textOf = (name) => (typeof article[name] === 'string' ? article[name] : null);
  return {
    url: article.url,
    title: textOf('title'),
    firstSeen: textOf('firstSeen'),
    copies: Number(article.count) || 0,
  };
}

/**
 * The verdict on an article of the index and a record; a damaged article counts as different.
 * @returns {Pick<import('offprint').Relation, 'verdict' | 'score'>}
 */
function judged(fingerprint, record) {
  const different = { verdict: /** @type {const} */ ('different'), score: 0 };
  try {
    return relate({ fingerprint: Fingerprint.toBytes(fingerprint) }, record) ?? different;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return different;
  }
}

/** The text of an answer, up to the limit; what is longer is no JSON then. */
async function textOf({ body }) {
  const decoder = new TextDecoder();
  let text = '';
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done && text.length < LARGEST; piece = await reader.read()) {
    text += decoder.decode(piece.value, { stream: true });
  }
  await reader.cancel();
  return text;
}

async function get(address, path) {
  const url = `${address.replace(/\/$/, '')}/${path}`;
  // Sends nothing that identifies the client beyond what every request reveals.
  /** @type {RequestInit} */
  const options = {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  };
  let text;
  try {
    const response = await fetch(url, options);
    if (!response.ok) throw new Error(`it answered with status ${response.status}`);
    text = await textOf(response);
  } catch (cause) {
    throw coded('shared', `the shared index at ${new URL(address).host} did not answer: ${cause.message}`, { cause });
  }
  try {
    return Object(JSON.parse(text));
  } catch {
    throw strange();
  }
}

const strange = () =>
  coded('shared', 'the answer of the shared index is not that of an Offprint worker: check its address');
