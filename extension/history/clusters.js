// Clusters of articles that share their text in the database, and the removal of articles.
import { judge } from './core.js';
import { request, requestOr } from './database.js';
import { deleteText, deleteVersions } from './stored-texts.js';
/** @import { Related } from './core.js' */
/** @import { Store } from './database.js' */
/** @import { Stored } from './records.js' */

/**
 * @typedef {{ own: Stored | null, others: Related[], denied: Stored[], membership: { class?: number } }} Place see
 *   `History.place`
 * @typedef {{ text: string | null, textLimit: number, earlier?: import('./records.js').NewVersion[] }} Texts
 * @typedef {[record: import('./records.js').ArticleRecord & { visits: number }, placed: Place, texts: Texts]} Writing a
 *   record to write, its place, and its text with earlier versions
 */

/** The most articles of a cluster that are shown, and compared with each other when it is rebuilt. */
export const OF_CLUSTER = 200;
/** The most unrelated articles that are kept for one address, as of a page with another one each day: the latest. */
export const AT_ADDRESS = 50;

/** The articles of a cluster, `most` at most. @param {Store} store @param {number} cluster @param {number} [most] */
export const membersOf = (store, cluster, most) =>
  requestOr(store('articles').index('cluster').getAll(cluster, most), []);

/** The clusters of records, each once. @param {Stored[]} records */
const clustersOf = (records) => [...new Set(records.map(({ cluster }) => cluster).filter((id) => id !== undefined))];

/** The class of a record: its own id, unless it is the same as an earlier one. @param {Stored} record */
export const classOf = (record) => record.class ?? record.id;

/** The class that a record takes from the first record that it is related to. @param {Related[]} related */
export function membershipIn(related) {
  const [nearest] = related;
  return nearest?.record.class !== undefined && nearest.relation.verdict === 'same'
    ? { class: nearest.record.class }
    : {};
}

export async function deniedOf(/** @type {Store} */ store, /** @type {number} */ id) {
  const pairs = await request(store('denied').index('of').getAll(id));
  return new Set(pairs.map(({ pair: [a, b] }) => (a === id ? b : a)));
}

/** Puts an article into the cluster of the nearest. An article that is in a cluster stays there. */
export async function join(/** @type {Store} */ store, /** @type {number} */ id, /** @type {Related[]} */ [nearest]) {
  if (!nearest) return;
  const articles = store('articles');
  const pair = await Promise.all([id, nearest.record.id].map((one) => request(articles.get(one))));
  const [own, other] = pair;
  if (!own || !other || (own.cluster !== undefined && other.cluster !== undefined)) return;
  const cluster = own.cluster ?? other.cluster ?? Math.min(own.id, other.id);
  await Promise.all([own, other].map((record) => request(articles.put({ ...record, cluster }))));
}

/** Rebuilds the clusters of these records as if their articles were added again. */
export async function regroup(/** @type {Store} */ store, /** @type {Stored[]} */ records) {
  const clusters = clustersOf(records);
  const inThem = /** @type {Stored[]} */ ([]);
  for (const cluster of clusters) inThem.push(...(await membersOf(store, cluster, OF_CLUSTER)));
  const members = new Map([...inThem, ...records].map((record) => [record.id, record]));
  const placed = /** @type {Stored[]} */ ([]);
  for (const { cluster: _, class: __, ...one } of [...members.values()].sort((a, b) => a.id - b.id)) {
    const denied = await deniedOf(store, one.id);
    const others = placed.filter(({ id }) => !denied.has(id));
    const related = judge(
      one,
      others.map((other) => ({ ...other, class: classOf(other) })),
    );
    const record = /** @type {Stored} */ ({ ...one, ...membershipIn(related) });
    const [first] = related;
    const nearest = first && placed.find(({ id }) => id === first.record.id);
    if (nearest) record.cluster = nearest.cluster ??= nearest.id;
    placed.push(record);
  }
  await Promise.all(placed.map((record) => request(store('articles').put(record))));
}

/** Removes articles with their texts and versions, and clusters of one article. Returns the number of articles. */
export async function removeAll(/** @type {Store} */ store, /** @type {number[]} */ ids) {
  const articles = store('articles');
  const records = (await Promise.all(ids.map((id) => request(articles.get(id))))).filter(
    (record) => record !== undefined,
  );
  await Promise.all(records.map(({ id }) => request(articles.delete(id))));
  for (const id of ids) {
    await deleteText(store, id);
    await deleteVersions(store, id);
    const pairs = await request(store('denied').index('of').getAllKeys(id));
    await Promise.all(pairs.map((pair) => request(store('denied').delete(pair))));
  }
  for (const cluster of clustersOf(records)) {
    const members = await membersOf(store, cluster, 2);
    if (members.length > 1) continue;
    for (const { cluster: _, ...alone } of members) await request(articles.put(alone));
  }
  return ids.length;
}

/** If too many articles were read at one address, removes those that were last seen longest ago. */
export async function removeBeyond(/** @type {Store} */ store, /** @type {string} */ url) {
  const index = store('articles').index('url');
  if ((await request(index.count(url))) <= AT_ADDRESS) return;
  const records = await request(index.getAll(url));
  const ids = records.sort((a, b) => (a.lastSeen < b.lastSeen ? -1 : 1)).map(({ id }) => id);
  await removeAll(store, ids.slice(0, -AT_ADDRESS));
}
