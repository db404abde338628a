// The shared index: an Offprint worker that is asked without being told the page. It gets the last digits
// of one key after the other and answers with all it has under keys that end so; what of that is a copy
// is found here. What it learns by that stands in `src/index/private.rs`.
import { coded } from '../shared/error.js';
import { Fingerprint, keys, policy, relate } from '../history/core.js';

/** Digits of an ending: 16 bits of a key's 40. */
const DIGITS = 4;
/** Milliseconds after which an answer does not come. */
const PATIENCE = 10_000;
/** Bytes of an answer, at most; 1,000 articles of each script are far less. */
const LARGEST = 8e6;

/**
 * The likest article of the first answer that brings one for a record, and how many answers were asked for.
 * @returns {Promise<{ asked: number, id?: string, verdict?: 'same' | 'partial', score?: number }>}
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
      const { id, score } = compared[nearest.place];
      return { asked, id, verdict: nearest.verdict, score };
    }
  }
  return { asked };
}

/** What the index has on an article of it. */
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
 * What an article of the index is to a record; one that cannot be read is another article.
 * @returns {Pick<import('offprint').Relation, 'verdict' | 'score'>}
 */
function judged(fingerprint, record) {
  const different = { verdict: /** @type {const} */ ('different'), score: 0 };
  try {
    return relate({ fingerprint: Fingerprint.toBytes(fingerprint) }, record) ?? different;
  } catch {
    return different;
  }
}

async function get(address, path) {
  const url = `${address.replace(/\/$/, '')}/${path}`;
  // Nothing that tells who asks but what every request tells.
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
    text = await response.text();
  } catch (cause) {
    throw coded('shared', `the shared index at ${new URL(address).host} did not answer: ${cause.message}`, { cause });
  }
  if (text.length > LARGEST) throw strange();
  try {
    return Object(JSON.parse(text));
  } catch {
    throw strange();
  }
}

const strange = () => coded('shared', 'the shared index answered what no Offprint worker does: check its address');
