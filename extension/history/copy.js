// A second copy of the records, without texts, next to the settings: when the disk is full, Chromium may replace a
// database that it cannot write by an empty one.
import { fromBase64url, toBase64url } from '../../shared/base64url.js';
import { api } from '../shared/api.js';
/** @import { Stored } from './records.js' */

const NAME = /^article\d+$/;
const nameOf = (/** @type {number} */ id) => `article${id}`;

/** The copied records. */
export async function copied() {
  /** @type {Record<string, Omit<Stored, 'fingerprint'> & { fingerprint: string }>} */
  const all = (await api?.storage.local.get(null)) ?? {};
  return Object.entries(all)
    .filter(([name]) => NAME.test(name))
    .map(([, record]) => ({ ...record, fingerprint: fromBase64url(record.fingerprint) }));
}

/** Copies changes: records by id, null for deleted ones. @param {Map<number, Stored | null>} changes */
export async function copy(changes) {
  const records = [...changes].flatMap(([id, record]) =>
    record ? [[nameOf(id), { ...record, id, fingerprint: toBase64url(record.fingerprint) }]] : [],
  );
  await api?.storage.local.set(Object.fromEntries(records));
  await api?.storage.local.remove([...changes].filter(([, record]) => !record).map(([id]) => nameOf(id)));
}

/** Notes that the database was lost, and how many articles came back. Pages say so once. @param {number} count */
export const noteLoss = (count) => api?.storage.local.set({ lost: { at: new Date().toISOString(), count } });
