// The texts of articles and of their earlier versions in the database, and their size.
import { forEachCursor, request } from './database.js';
/** @import { Store } from './database.js' */
/** @import { StoredVersion } from './records.js' */

/** How many earlier versions of an article are kept: the first, and the latest others. */
export const VERSIONS = 5;

export async function totalOf(/** @type {Store} */ store) {
  return (await request(store('totals').get('texts'))) ?? { of: 'texts', count: 0, bytes: 0 };
}

/** @param {Store} store @param {number} id @param {Uint8Array<ArrayBuffer>} bytes */
export async function putText(store, id, bytes) {
  await deleteText(store, id);
  await request(store('texts').put({ id, bytes }));
  await changeTotal(store, 1, bytes.byteLength);
}

export async function deleteText(/** @type {Store} */ store, /** @type {number} */ id) {
  const kept = await request(store('texts').get(id));
  if (!kept) return;
  await request(store('texts').delete(id));
  await changeTotal(store, -1, -kept.bytes.byteLength);
}

async function changeTotal(/** @type {Store} */ store, /** @type {number} */ count, /** @type {number} */ bytes) {
  const total = await totalOf(store);
  await request(store('totals').put({ of: 'texts', count: total.count + count, bytes: total.bytes + bytes }));
}

export async function makeRoom(/** @type {Store} */ store, /** @type {number} */ limit) {
  if (limit <= 0) {
    await Promise.all([request(store('texts').clear()), request(store('versions').clear())]);
    await request(store('totals').delete('texts'));
    return;
  }
  let spare = (await totalOf(store)).bytes - limit;
  if (spare <= 0) return;
  const ids = /** @type {number[]} */ ([]);
  await forEachCursor(store('texts').openCursor(), ({ value }) => {
    if (spare <= 0) return true;
    ids.push(value.id);
    spare -= value.bytes.byteLength;
    return false;
  });
  for (const id of ids) {
    if ((await totalOf(store)).bytes <= limit) return;
    // Without the current text, earlier versions cannot be compared with anything.
    await deleteVersions(store, id);
    await deleteText(store, id);
  }
}

export async function putVersion(/** @type {Store} */ store, /** @type {Omit<StoredVersion, 'id'>} */ version) {
  const kept = await request(store('versions').index('of').getAll(version.of));
  if (kept.some(({ firstSeen, lastSeen }) => firstSeen === version.firstSeen && lastSeen === version.lastSeen)) return;
  const id = await request(store('versions').put(version));
  await changeTotal(store, 1, version.bytes.byteLength);
  const inOrder = [...kept, { ...version, id }].sort((a, b) => (a.lastSeen < b.lastSeen ? -1 : 1));
  // The first stays, and the latest of the others.
  await deleteThese(store, inOrder.slice(1, Math.max(1, inOrder.length - VERSIONS + 1)));
}

export async function deleteVersions(/** @type {Store} */ store, /** @type {number} */ id) {
  await deleteThese(store, await request(store('versions').index('of').getAll(id)));
}

async function deleteThese(/** @type {Store} */ store, /** @type {StoredVersion[]} */ versions) {
  await Promise.all(versions.map(({ id }) => request(store('versions').delete(id))));
  await changeTotal(store, -versions.length, -versions.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
}
