// Clusters of articles that share their text, in the database; and the removal of articles.
import { byLikeness, policy, relate } from './core.js';
import { request, requestOr } from './database.js';
import { deleteText, deleteVersions } from './stored-texts.js';

/** Articles of a cluster that are shown, and compared with each other when it is taken apart. */
export const OF_CLUSTER = 200;
/** Unrelated articles that are kept of one address, such as a page that shows another each day: the last ones. */
export const AT_ADDRESS = 50;

/** The articles of a cluster, all or so many. */
export const membersOf = (store, cluster, most) =>
  requestOr(store('articles').index('cluster').getAll(cluster, most), []);

/** The clusters of records, each once. */
const clustersOf = (records) => [...new Set(records.map(({ cluster }) => cluster).filter((id) => id !== undefined))];

/**
 * Judges a record by the records that it was compared with, the earliest first: the `nearest` of them with its verdict,
 * and the `class` that the record joins if it is the same as that. Empty if all of them are other articles.
 */
export function judged(compared) {
  const classOf = ({ id, class: of = id }) => of;
  const candidates = compared.map(({ record, relation }) => ({ class: classOf(record), ...relation }));
  const found = policy.nearest(candidates);
  if (!found) return {};
  const { record, relation } = compared[found.place];
  const nearest = { record, relation: { ...relation, verdict: found.verdict } };
  return { nearest, ...(found.verdict === 'same' ? { class: classOf(record) } : {}) };
}

/** The records whose cluster another joins, among those that are related to it, the most similar first. */
function joinedOf(related) {
  const same = related.filter(({ relation }) => relation.verdict === 'same');
  return (same.length ? same : related.slice(0, 1)).map(({ record }) => record);
}

export async function deniedOf(store, id) {
  const pairs = await request(store('denied').index('of').getAll(id));
  return new Set(pairs.map(({ pair: [a, b] }) => (a === id ? b : a)));
}

/**
 * Puts an article into the cluster of the articles that it is the same as, and merges their clusters. Without such
 * articles it joins the cluster of the most similar one that it is partial to: a digest does not merge those it quotes.
 */
export async function join(store, record, related) {
  const ids = joinedOf(related).map(({ id }) => id);
  if (ids.length === 0) return;
  const articles = store('articles');
  const read = await Promise.all([record.id, ...ids].map((id) => request(articles.get(id))));
  const records = read.filter(Boolean);
  if (records.length < 2) return;
  const clusters = clustersOf(records);
  const target = Math.min(...clusters, ...records.map(({ id }) => id));
  const others = clusters.filter((cluster) => cluster !== target);
  const members = (await Promise.all(others.map((cluster) => membersOf(store, cluster)))).flat();
  const elsewhere = [...members, ...records].filter(({ cluster }) => cluster !== target);
  const moving = new Map(elsewhere.map((one) => [one.id, one]));
  if (moving.size === 0) return;
  await Promise.all([...moving.values()].map((one) => request(articles.put({ ...one, cluster: target }))));
  await Promise.all(clusters.map((cluster) => request(store('clusters').delete(cluster))));
  await request(store('clusters').put({ id: target, grown: new Date().toISOString() }));
}

/**
 * Builds the clusters of these records again, as if their articles were added again; each is compared with one of every
 * class. The work on the database is linear.
 */
export async function regroup(store, records) {
  const clusters = clustersOf(records);
  const index = store('articles').index('cluster');
  const inThem = [];
  for (const cluster of clusters) {
    inThem.push(...(await membersOf(store, cluster, OF_CLUSTER)));
    // The others stay in it.
    if ((await request(index.count(cluster))) <= OF_CLUSTER) await request(store('clusters').delete(cluster));
  }
  const members = new Map([...inThem, ...records].map((record) => [record.id, record]));
  const alone = [...members.values()].map(({ cluster, class: _, ...record }) => record).sort((a, b) => a.id - b.id);
  /** By class, its articles so far. */
  const classes = new Map();
  const placed = [];
  for (const one of alone) {
    const denied = await deniedOf(store, one.id);
    const others = [...classes.values()].map((same) => same.find(({ id }) => !denied.has(id))).filter(Boolean);
    const compared = others.map((record) => ({ record, relation: relate(record, one) }));
    const { nearest, ...membership } = judged(compared);
    const record = { ...one, ...membership };
    placed.push(record);
    const { class: of = record.id } = record;
    classes.set(of, [...(classes.get(of) ?? []), record]);
    const related = compared.filter(({ relation }) => relation).sort((a, b) => byLikeness(a.relation, b.relation));
    const joined = [record, ...joinedOf(related)];
    if (joined.length < 2) continue;
    const merged = new Set(joined.map(({ id, cluster = id }) => cluster));
    for (const other of placed) if (merged.has(other.cluster ?? other.id)) other.cluster = Math.min(...merged);
  }
  await Promise.all(placed.map((record) => request(store('articles').put(record))));
  const grown = new Date().toISOString();
  await Promise.all(clustersOf(placed).map((id) => request(store('clusters').put({ id, grown }))));
}

/** Removes articles with their texts and versions, and clusters that are left with one article; returns how many. */
export async function removeAll(store, ids) {
  const articles = store('articles');
  const records = (await Promise.all(ids.map((id) => request(articles.get(id))))).filter(Boolean);
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
    await request(store('clusters').delete(cluster));
    for (const { cluster: _, ...alone } of members) await request(articles.put(alone));
  }
  return ids.length;
}

/** If too many articles were read at one address, removes those that were not seen for longest. */
export async function removeBeyond(store, url) {
  const index = store('articles').index('url');
  if ((await request(index.count(url))) <= AT_ADDRESS) return;
  const records = await request(index.getAll(url));
  const ids = records.sort((a, b) => (a.lastSeen < b.lastSeen ? -1 : 1)).map(({ id }) => id);
  await removeAll(store, ids.slice(0, -AT_ADDRESS));
}
