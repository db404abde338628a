// A second copy of the records, without texts, where the browser keeps the settings: on a full disk Chromium has made
// an empty database in place of one that it could not write.
import { fromBase64url, toBase64url } from '../../www/base64url.js';
import { api } from '../shared/api.js';

const NAME = /^article\d+$/;
const nameOf = (id) => `article${id}`;

/** The records as they were copied. */
export async function copied() {
  /** @type {[string, any][]} */
  const all = Object.entries((await api?.storage.local.get(null)) ?? {});
  return all
    .filter(([name]) => NAME.test(name))
    .map(([, record]) => ({ ...record, fingerprint: fromBase64url(record.fingerprint) }));
}

/** Copies changes: records by their ids, null for those that are gone. */
export async function copy(changes) {
  const kept = [...changes].filter(([, record]) => record);
  const records = kept.map(([id, record]) => [
    nameOf(id),
    { ...record, id, fingerprint: toBase64url(record.fingerprint) },
  ]);
  await api?.storage.local.set(Object.fromEntries(records));
  await api?.storage.local.remove([...changes].filter(([, record]) => !record).map(([id]) => nameOf(id)));
}

/** Notes that the database was lost, and how many articles came back; pages say so, once. */
export const noteLoss = (count) => api?.storage.local.set({ lost: { at: new Date().toISOString(), count } });
