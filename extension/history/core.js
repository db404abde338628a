// The package as the extension uses it: on the stored parts of articles.
import init, { Fingerprint, compare, origin, policy, read as readWith, restart } from 'offprint/full';
import { isTrap } from '../../shared/trap.js';
import { api } from '../shared/api.js';
/** @import { ArticleRecord, Stored } from './records.js' */

/** @typedef {import('offprint').Relation & { verdict: 'same' | 'partial' }} Likeness */
/** @typedef {{ record: Stored, relation: Likeness }} Related */

export { Fingerprint, align, keys, pageAddress, pageKey, policy } from 'offprint/full';

/** Loads the module. In the extension it is a file of its own. */
export const load = () => init(api?.runtime ? new URL(api.runtime.getURL('offprint.wasm')) : undefined);

/**
 * Reads a page; the history needs no Markdown.
 * @param {string} page @param {import('offprint').ReadOptions} [options]
 */
export const read = (page, options) => readWith(page, { ...options, markup: false });

/** The fingerprint of a plain text; null if it is too short. @param {string} text */
export const fingerprintIn = async (text) =>
  (await readWith(text, { contentType: 'text/plain; charset=utf-8', markup: false })).fingerprint;

/** Restarts the module if the error may have left it in a bad state. @param {unknown} error */
export function recover(error) {
  if (isTrap(error)) restart();
}

/** A key as the database stores it: a number holds its 40 bits exactly, in a third of the space. */
export const numeric = (/** @type {string} */ key) => Number.parseInt(key, 16);

/**
 * The relation of two records if they are the same or partial; null if they are not, or if one is damaged.
 * @param {Printed} a @param {Printed} b @returns {Likeness | null}
 */
export function relate(a, b) {
  try {
    const relation = compare(intact(a), intact(b));
    const { verdict } = relation;
    return verdict === 'same' || verdict === 'partial' ? { ...relation, verdict } : null;
  } catch (error) {
    if (isTrap(error)) throw error;
    return null;
  }
}

/** The origin of records of one cluster, the same in any order. @param {ArticleRecord[]} records */
export const findOrigin = (records) => origin(records.map(intact));

/**
 * Which of the other records, in the order of arrival, a record is related to: first the one that decides, then the
 * most similar. A record without a `class` cannot decide. @param {ArticleRecord} record @param {Stored[]} others */
export function judge(record, others) {
  const judged = policy.judge(intact(record), others.map(intact));
  return judged.flatMap(({ place, ...relation }) => {
    const record = others[place];
    return record ? [{ record, relation: /** @type {Likeness} */ (relation) }] : [];
  });
}

/** @typedef {Partial<ArticleRecord> & Pick<ArticleRecord, 'fingerprint'>} Printed */
/** @template {Printed} T @param {T} record */
const intact = ({ fingerprint, ...record }) => ({ ...record, fingerprint: fingerprintOf(fingerprint) });

/** The fingerprint as text; null if the bytes are damaged. @param {Uint8Array} bytes */
export function fingerprintOf(bytes) {
  try {
    return Fingerprint.fromBytes(bytes);
  } catch {
    return null;
  }
}
