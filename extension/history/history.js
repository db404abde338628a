// The history: articles that were read, their clusters, and what the user decided about them. Keys are an index of the
// database: one may lead to many articles.
import { turns } from '../../shared/turns.js';
import { isBelow } from '../shared/address.js';
import { coded } from '../shared/errors.js';
import { hostOf } from '../shared/site.js';
import { addressesOf, isSamePage } from './addresses.js';
import { AT_ADDRESS, OF_CLUSTER } from './clusters.js';
import { classOf, deniedOf, join, membersOf, membershipIn, regroup, removeAll, removeBeyond } from './clusters.js';
import { fingerprintIn, fingerprintOf, judge, keys, numeric, pageAddress, pageKey, policy } from './core.js';
import { copied } from './copy.js';
import { Database, forEachCursor, request, requestOr } from './database.js';
import { LinkIndex } from './headlines.js';
import { REPLACED, VISIT } from './records.js';
import { hasChanged, imported, importedVersion, joined, printed, versionOf, visited } from './records.js';
import { makeRoom, putText, putVersion, totalOf, VERSIONS } from './stored-texts.js';
import { deflate, folded, inflate, isEdited, isOtherHeadline, passageOf } from './text.js';
/** @import { Entry, ExportedArticle, Forgotten, Found } from '../messages.js' */
/** @import { ArticleRecord, Stored } from './records.js' */
/** @import { IndexOf, Store, StoreName } from './database.js' */
/** @import { Place, Writing } from './clusters.js' */

/** The most articles that are looked up per key, the earliest: enough to recognise boilerplate; see `policy`. */
const UNDER_KEY = 128;
/** How many articles one step of a search examines. It may have to unpack the text of each. */
const LOOKED = 250;
/** The fewest characters of a title that tells articles apart, and the most articles with one title to compare. */
const TITLE = 8;
const TITLED = 16;
/** Bytes that must be free. */
const ROOM = 50e6;
/** How many fingerprints are renewed in one step. */
const RENEWED = 20;
const ALL = /** @type {StoreName[]} */ (['articles', 'texts', 'versions', 'denied', 'totals']);
const SEARCHED = /** @type {const} */ (['title', 'site', 'credit', 'authors', 'url']);

export class History {
  #database;
  /** Each write waits for the one before. Otherwise two tabs with one article would both find it new. */
  #turns = turns();
  /** The place of the last remembered article, until the next write. */
  #placed = /** @type {{ id: number, place: Place } | null} */ (null);
  /** Articles by address and headline, once a page has asked about its links. @type {Promise<LinkIndex> | undefined} */
  #links;

  /** @param {string} [name] */
  constructor(name) {
    this.#database = new Database(name);
  }

  /**
   * Remembered articles that share their text with a record. `own` is the same page. `others` are on other pages: first
   * the one that decides the verdict, then the most similar. `denied` are those that the user called different.
   * `membership` has the `class` of the record if it is the same as earlier ones. @param {ArticleRecord} record
   * @param {string[]} apart @returns {Promise<Place>} */
  async place(record, apart = []) {
    if (this.#placed && record.id === this.#placed.id) return this.#placed.place;
    const { candidates, followed, denied } = await this.#candidates(record).catch((error) => inCopy(record, error));
    const isHere = (/** @type {Stored} */ other) => isSamePage(other, record);
    const here = candidates.filter((other) => other.id !== record.id && isHere(other));
    const isUnknown = (/** @type {Stored} */ other) => fingerprintOf(other.fingerprint) === null;
    // A known record of this page may have a fingerprint that can no longer be read.
    const own = judge(record, here)[0]?.record ?? here.find(isUnknown) ?? null;
    const ids = denied ?? (await this.#deniedOf(own?.id));
    const isDenied = (/** @type {Stored} */ other) => ids.has(other.id) || apart.includes(other.url);
    const decides = (/** @type {Stored} */ other) => followed.has(other.id) && !isDenied(other);
    const elsewhere = candidates
      .filter((other) => other.id !== record.id && !isHere(other))
      .map((other) => ({ ...other, class: decides(other) ? classOf(other) : undefined }));
    const related = judge(record, elsewhere);
    return {
      own,
      others: related.filter((other) => !isDenied(other.record)),
      denied: related.map((other) => other.record).filter(isDenied),
      membership: membershipIn(related),
    };
  }

  /**
   * Stores a record, or updates a known one; returns the record and its place. If the headline or the text was edited,
   * the earlier version is kept. It is not if `again` is set and the page is still the one that was opened then: its
   * scripts may have changed it. A `reloaded` page does not count as a visit.
   * @param {ArticleRecord} record
   * @param {{ text?: string | null, textLimit?: number, again?: boolean, reloaded?: boolean }} [options]
   */
  remember(record, { text = null, textLimit = 0, again = false, reloaded = false } = {}) {
    return this.#inTurn(async () => {
      const placed = await this.place(record);
      const { own } = placed;
      const added = { visits: 1, opened: record.lastSeen, ...record, ...placed.membership };
      if (!own) return this.#kept(added, placed, { text, textLimit });
      const isRecent = Date.parse(record.lastSeen) - Date.parse(own.lastSeen) <= VISIT;
      const isSameLoad = again && isRecent;
      const isSameVisit = (again || reloaded) && isRecent;
      // Only the beginning, as after a logout, does not replace the whole.
      if (record.gated && !own.gated) {
        const seen = visited(own, { ...own, lastSeen: record.lastSeen }, isSameVisit);
        return this.#written(seen, placed, { text: null, textLimit });
      }
      const before = text === null ? null : await this.text(own.id);
      const isRetitled = !isSameLoad && isOtherHeadline(own.title, record.title);
      // A beginning that is now complete was not edited.
      const isCompleted = own.gated && !record.gated;
      const isOtherText = !isCompleted && !isSameLoad && before !== null && text !== null && isEdited(before, text);
      const isChanged = isRetitled || isOtherText;
      const changed = {
        ...(isRetitled ? { headlines: [...(own.headlines ?? []), own.title].slice(-VERSIONS) } : {}),
        ...(isChanged ? { since: record.lastSeen } : {}),
        ...(isCompleted ? { completed: record.lastSeen } : {}),
      };
      const earlier = isChanged ? [{ ...versionOf(own), bytes: await deflate(before ?? '') }] : [];
      const now = { ...visited(own, record, isSameVisit), ...changed };
      return this.#kept(now, placed, { text, textLimit, earlier });
    });
  }

  /** The record; error `gone`. @param {number} id */
  async get(id) {
    const record = await this.#read(['articles'], (store) => request(store('articles').get(id)));
    if (record) return record;
    throw coded('gone', 'this article has been forgotten');
  }

  /** The text of an article; null if it is not stored. @param {number} id */
  async text(id) {
    const kept = await this.#read(['texts'], (store) => requestOr(store('texts').get(id), undefined));
    return kept ? inflate(kept.bytes).catch(() => null) : null; // A damaged one counts as missing.
  }

  /** Earlier versions of an article, the latest first, without their texts. @param {number} id */
  async versions(id) {
    const here = (/** @type {Store} */ store) => requestOr(store('versions').index('of').getAll(id), []);
    const versions = await this.#read(['versions'], here).catch(() => []);
    return versions.map(({ bytes, of, ...version }) => version).sort((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1));
  }

  /** An earlier version with its text; error `no_text` if the text was deleted to free space. @param {number} id */
  async version(id) {
    const version = await this.#read(['versions'], (store) => requestOr(store('versions').get(id), undefined));
    const text = version && (await inflate(version.bytes).catch(() => null));
    if (!version || !text) throw coded('no_text', 'this version was deleted to free space, or is damaged');
    const { bytes, ...facts } = version;
    return { ...facts, text };
  }

  /** Notes another address to which the page of an article changed; returns the record. */
  addAddress(/** @type {number} */ id, /** @type {string} */ url) {
    return this.#write(['articles'], async (store) => {
      const record = await request(store('articles').get(id));
      if (!record) throw coded('gone', 'this article has been forgotten');
      if (isSamePage(record, { url, host: hostOf(url) ?? '', canonical: null })) return record;
      const now = { ...record, replaced: [...(record.replaced ?? []), pageAddress(url)].slice(-REPLACED) };
      const put = { ...now, addresses: addressesOf(now) };
      await request(store('articles').put(put));
      return put;
    }).then((record) => this.#linkTo(record));
  }

  /** Returns what makes the entries of these records for the extension's pages. @param {ArticleRecord[]} records */
  async entryMaker(records) {
    const ids = records.map(({ id = 0 }) => id);
    const getKeys = (/** @type {Store} */ store) => Promise.all(ids.map((id) => request(store('texts').getKey(id))));
    const withText = new Set(await this.#read(['texts'], getKeys).catch(() => []));
    return (/** @type {ArticleRecord} */ record) => entryOf(record, withText.has(record.id ?? 0));
  }

  /** Forgets an article; returns the argument for `restore`. @param {number} id @returns {Promise<Forgotten>} */
  forget(id) {
    return this.#inTurn(async () => {
      const forgotten = await this.#exported(await this.get(id));
      await this.#database.run('readwrite', ALL, (store) => removeAll(store, [id]));
      this.#links = undefined;
      return { ...forgotten, id };
    });
  }

  async restore(/** @type {Forgotten} */ forgotten, /** @type {number} */ textLimit) {
    const { id } = forgotten;
    const isFree = Number.isSafeInteger(id) && id > 0 && !(await this.get(id).catch(() => null));
    const record = await this.#import(forgotten, textLimit, isFree ? { id } : {});
    if (!record) throw coded('import', 'this is not what `forget` returned');
    return record.record;
  }

  forgetSite(/** @type {string} */ site) {
    return this.#write(ALL, async (store) => {
      const index = store('articles').index('host');
      const hosts = /** @type {IDBValidKey[]} */ ([]);
      await forEachCursor(index.openKeyCursor(null, 'nextunique'), ({ key }) => {
        if (isBelow(String(key), site)) hosts.push(key);
      });
      const ids = (await Promise.all(hosts.map((host) => request(index.getAllKeys(host))))).flat();
      return removeAll(store, ids);
    });
  }

  /** Forgets articles that were last seen before this time; returns their number. @param {string} time */
  forgetBefore(time) {
    return this.#write(ALL, async (store) => {
      const ids = await request(store('articles').index('lastSeen').getAllKeys(IDBKeyRange.upperBound(time, true)));
      return removeAll(store, ids);
    });
  }

  forgetAll() {
    return this.#write(ALL, (store) => Promise.all(ALL.map((name) => request(store(name).clear()))));
  }

  /** Deletes texts and their earlier versions, the oldest first, until the rest take at most this many bytes. */
  limitTexts(/** @type {number} */ bytes) {
    return this.#write(['texts', 'versions', 'totals'], (store) => makeRoom(store, bytes));
  }

  /** Notes that two articles are not copies of each other, or withdraws that. Rebuilds their clusters. */
  deny(/** @type {number} */ id, /** @type {number} */ other, /** @type {boolean} */ not) {
    const pair = /** @type {[number, number]} */ ([Math.min(id, other), Math.max(id, other)]);
    return this.#write(ALL, async (store) => {
      const found = await Promise.all([id, other].map((one) => request(store('articles').get(one))));
      const records = found.filter((record) => record !== undefined);
      if (records.length < 2) throw coded('gone', 'one of the two articles has been forgotten');
      await (not ? request(store('denied').put({ pair })) : request(store('denied').delete(pair)));
      await regroup(store, records);
    });
  }

  /** See `search` in `messages.d.ts`. @param {string} query @param {string | null} after @param {number} limit */
  async search(query, after, limit) {
    const words = folded(query).split(/\s+/).filter(Boolean);
    const looked = await this.#read(['articles', 'texts'], async (store) => {
      const { found, next } = await latest(store('articles').index('lastSeen'), after, words.length ? LOOKED : limit);
      const textOf = async (/** @type {Stored} */ record) => {
        const left = missingIn(factsOf(record), words);
        return { record, left, kept: left.length ? await requestOr(store('texts').get(record.id), null) : null };
      };
      return { records: await Promise.all(found.map(textOf)), next };
    });
    // The transaction has to end before: it would not wait for texts to be unpacked.
    const passages = /** @type {Map<Stored, Found['passage']>} */ (new Map());
    let { next } = looked;
    const unpacked = looked.records.map(async ({ record, left, kept }) => {
      return { record, left, text: kept ? await inflate(kept.bytes).catch(() => '') : '' };
    });
    for (const [i, { record, left, text }] of (await Promise.all(unpacked)).entries()) {
      if (missingIn(folded(text), left).length > 0) continue;
      passages.set(record, left.length ? passageOf(text, left) : null);
      if (passages.size < limit) continue;
      // The rest are examined in the next step.
      if (i + 1 < looked.records.length) next = cursorOf(record.lastSeen, record.id);
      break;
    }
    const entryOf = await this.entryMaker([...passages.keys()]);
    return { entries: [...passages].map(([record, passage]) => ({ ...entryOf(record), passage })), next };
  }

  /** All records in the cluster of a record; null if it is in none. @param {ArticleRecord} record */
  async cluster({ cluster }) {
    return cluster === undefined
      ? null
      : this.#read(['articles'], (store) => membersOf(store, cluster)).catch(() => null);
  }

  /**
   * For each link of a page the record of the article that was read at its address (`isHere`), or of one whose headline
   * it has; null without an article. `isUpdated`: the link has other figures than the headline that was read.
   */
  async linked(/** @type {{ url: string, title: string }[]} */ links) {
    this.#links ??= this.#indexed();
    this.#links.catch(() => (this.#links = undefined)); // The next page tries again.
    const index = await this.#links;
    const found = links.map(({ url, title }) => index.find(pageKey(url), title));
    return this.#read(['articles'], (store) => {
      const recordOf = (/** @type {number} */ id) => requestOr(store('articles').get(id), null);
      return Promise.all(found.map(async (link) => link && { ...link, record: await recordOf(link.id) }));
    });
  }

  /** All articles by their addresses and headlines. */
  async #indexed() {
    const index = new LinkIndex();
    const about = /** @type {Map<number, { addresses: string[], title: string }>} */ (new Map());
    /** @param {string} name @param {(one: { addresses: string[], title: string }, key: string) => unknown} add */
    const note = (name, add) =>
      this.#read(['articles'], (store) =>
        forEachCursor(store('articles').index(name).openKeyCursor(), ({ key, primaryKey }) => {
          const one = about.get(Number(primaryKey)) ?? { addresses: [], title: '' };
          about.set(Number(primaryKey), one);
          add(one, String(key));
        }),
      );
    await note('addresses', ({ addresses }, key) => addresses.push(key));
    await note('title', (one, key) => (one.title = key));
    for (const [id, { addresses, title }] of about) index.add(id, addresses, title);
    return index;
  }

  /**
   * Renews the fingerprints that an earlier version of the extension made, from the stored texts, and the hosts, for
   * some records after this id. Returns the last id; null at the end. @param {number} after
   */
  async renew(after) {
    const range = IDBKeyRange.lowerBound(after, true);
    const records = await this.#read(['articles'], (store) => request(store('articles').getAll(range, RENEWED)));
    for (const { id, fingerprint } of records) {
      const text = fingerprintOf(fingerprint) === null ? await this.text(id) : null;
      await this.#inTurn(async () => {
        const record = await this.get(id).catch(() => null);
        if (!record) return;
        const isOld = fingerprintOf(record.fingerprint) === null;
        const anew = isOld && text ? await fingerprintIn(text) : null;
        const now = { ...record, host: hostOf(record.url) ?? '', ...(anew ? printed(anew) : {}) };
        // Writing copies it, even if nothing changed.
        await this.#database.run('readwrite', ['articles'], (store) => request(store('articles').put(now)));
      });
    }
    return records[RENEWED - 1]?.id ?? null;
  }

  usage() {
    return this.#read(['articles', 'totals'], async (store) => {
      const articles = await request(store('articles').count());
      const { count, bytes } = await totalOf(store);
      return { articles, texts: { count, bytes } };
    });
  }

  /** Articles for a file, in the order of arrival. @param {string | null} after @param {number} limit */
  async export(after, limit) {
    const range = after === null ? null : IDBKeyRange.lowerBound(Number(after), true);
    const records = await this.#read(['articles'], (store) => request(store('articles').getAll(range, limit)));
    const articles = await Promise.all(records.map((record) => this.#exported(record)));
    const next = records.length < limit ? null : String(records.at(-1)?.id);
    return { articles: articles.filter(({ fingerprint }) => fingerprint), next };
  }

  /** Imports what `export` returned. Damaged articles are refused. */
  async import(/** @type {ExportedArticle[]} */ articles, /** @type {number} */ textLimit) {
    const counts = { added: 0, known: 0, refused: 0 };
    for (const article of articles) {
      const result = await this.#import(article, textLimit, {});
      counts[!result ? 'refused' : result.own ? 'known' : 'added'] += 1;
    }
    return counts;
  }

  /** @param {ExportedArticle} article @param {number} textLimit @param {{ id?: number }} given */
  async #import(article, textLimit, given) {
    const old = typeof article?.text === 'string' && typeof article.fingerprint === 'string' ? article.text : null;
    const anew = async () => old && imported({ ...article, fingerprint: await fingerprintIn(old) });
    const record = imported(article) ?? (await anew());
    if (!record) return null;
    const apart = Array.isArray(article.notCopies) ? article.notCopies : [];
    const text = textLimit > 0 && typeof article.text === 'string' ? article.text : null;
    const listed = textLimit > 0 && Array.isArray(article.versions) ? article.versions : [];
    const versions = listed.map(importedVersion).filter((version) => version !== null);
    const result = await this.#inTurn(async () => {
      const placed = await this.place({ ...record, ...given }, apart);
      const { own } = placed;
      const deflated = versions.map(async ({ text, ...version }) => ({ ...version, bytes: await deflate(text) }));
      const earlier = await Promise.all(deflated);
      const added = { ...record, ...given, ...placed.membership };
      if (!own) return this.#written(added, placed, { text, textLimit, earlier });
      // If an article has two texts, the earlier one becomes a version.
      const here = await this.text(own.id);
      const isOther = here !== null && text !== null && isEdited(text, here);
      const isLater = isOther && record.lastSeen > own.lastSeen;
      if (isOther) earlier.push({ ...versionOf(isLater ? own : record), bytes: await deflate(isLater ? here : text) });
      const [now, then] = isLater ? [{ ...own, ...record, id: own.id }, own] : [own, record];
      const merged = joined(now, then);
      const since = earlier.length > 0 && !merged.since ? { since: merged.lastSeen } : {};
      const news = here === null || isLater ? text : null;
      return this.#written({ ...merged, ...since }, placed, { text: news, textLimit, earlier });
    });
    for (const other of result.denied) await this.deny(result.record.id, other.id, true);
    return result;
  }

  /**
   * An article for a file; without a fingerprint if the record is damaged.
   * @param {Stored} record @returns {Promise<ExportedArticle>}
   */
  async #exported(record) {
    const { id, keys, cluster, class: _, addresses, opened, fingerprint, ...facts } = record;
    const text = await this.text(id);
    const intact = fingerprintOf(fingerprint);
    const denied = await Promise.all([...(await this.#deniedOf(id))].map((other) => this.get(other).catch(() => null)));
    const earlier = (await this.versions(id)).map((version) => this.version(version.id).catch(() => null));
    const versions = (await Promise.all(earlier)).flatMap((found) => {
      if (!found) return [];
      const { id, of, ...version } = found;
      return [version];
    });
    return {
      ...facts,
      ...(intact ? { fingerprint: intact } : {}),
      ...(text === null ? {} : { text }),
      ...(versions.length ? { versions } : {}),
      ...(denied.some(Boolean) ? { notCopies: denied.flatMap((other) => other?.url ?? []) } : {}),
    };
  }

  /**
   * Articles with a key of a record, at its address and in its cluster, the earliest first; which of them its keys lead
   * to by the policy; and those that are denied if the record is known. @param {ArticleRecord} record
   */
  #candidates(record) {
    const fingerprint = fingerprintOf(record.fingerprint);
    if (!fingerprint) throw coded('corrupt', 'the record of this article is damaged: forget it, and read it again');
    const sought = keys(fingerprint).read.map(numeric);
    return this.#read(['articles', 'denied'], async (store) => {
      const by = (/** @type {string} */ name) => store('articles').index(name);
      const [denied, here, members, titled, ...underKeys] = await Promise.all([
        record.id === undefined ? null : deniedOf(store, record.id),
        requestOr(by('url').getAll(record.url, AT_ADDRESS), []),
        record.cluster ? membersOf(store, record.cluster, OF_CLUSTER) : [],
        // Copies may be cut or edited so much that they share no key. The comparison decides.
        record.title.length < TITLE ? [] : requestOr(by('title').getAll(record.title, TITLED), []),
        ...sought.map((key) => requestOr(by('keys').getAll(key, UNDER_KEY), [])),
      ]);
      const postings = underKeys.map((found) => found.map((one) => ({ number: one.id, class: classOf(one) })));
      const byKeys = policy.candidates(postings);
      // Articles with the same title can decide only if no key leads to any.
      const followed = new Set(byKeys.length > 0 ? byKeys : titled.map(({ id }) => id));
      const led = underKeys.flat().filter(({ id }) => followed.has(id));
      const unique = new Map([...here, ...members, ...titled, ...led].map((found) => [found.id, found]));
      const candidates = [...unique.values()].sort((a, b) => a.id - b.id);
      return { candidates, followed, denied };
    });
  }

  async #deniedOf(/** @type {number | undefined} */ id) {
    const none = /** @type {Set<number>} */ (new Set());
    return id === undefined ? none : this.#read(['denied'], (store) => deniedOf(store, id)).catch(() => none);
  }

  /** Writes a record and keeps its place in memory. @param {Writing} what */
  async #kept(...what) {
    const { record, ...place } = await this.#written(...what);
    const [nearest] = place.others;
    if (nearest) nearest.record.cluster ??= record.cluster; // The nearest has joined it.
    this.#placed = { id: record.id, place };
    return { record, ...place };
  }

  /** Writes a record with its text and `earlier` versions; without texts if space is short. @param {Writing} what */
  async #written(...[record, placed, { text, textLimit, earlier = [] }]) {
    await mustHaveRoom();
    const deflated = text === null ? null : await deflate(text);
    const keep = (/** @type {boolean} */ texts) =>
      this.#database.run('readwrite', ALL, async (store) => {
        const id = await request(store('articles').put({ ...record, addresses: addressesOf(record) }));
        if (texts) {
          for (const version of earlier) await putVersion(store, { ...version, of: id });
          if (deflated) await putText(store, id, deflated);
          await makeRoom(store, textLimit);
        }
        await removeBeyond(store, record.url);
        await join(store, id, placed.others);
        return (await request(store('articles').get(id))) ?? { ...record, id };
      });
    const hasTexts = deflated !== null || earlier.length > 0;
    const kept = await keep(hasTexts).catch((error) => {
      if (error.code !== 'quota' || !hasTexts) throw error;
      return keep(false);
    });
    return { record: await this.#linkTo(kept), ...placed };
  }

  /** Adds a written record to the index of links. @param {Stored} record */
  async #linkTo(record) {
    (await this.#links)?.add(record.id, record.addresses ?? [], record.title);
    return record;
  }

  /** @template T @param {StoreName[]} stores @param {(store: Store) => Promise<T>} work */
  #read(stores, work) {
    return this.#database.run('readonly', stores, work);
  }

  /**
   * A write to all stores may remove articles, so it discards the index of links. That is rebuilt when it is needed.
   * @template T @param {StoreName[]} stores @param {(store: Store) => Promise<T>} work
   */
  #write(stores, work) {
    const run = (/** @type {Store} */ store) => work(store).finally(() => stores === ALL && (this.#links = undefined));
    return this.#inTurn(() => this.#database.run('readwrite', stores, run));
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #inTurn(work) {
    return this.#turns(() => {
      this.#placed = null;
      return work();
    });
  }
}

/** @param {ArticleRecord} record @param {boolean} hasText @returns {Entry} */
function entryOf(record, hasText) {
  const { keys, fingerprint, class: _, pageType, replaced, addresses, opened, completed, ...facts } = record;
  const missing = { id: 0, visits: 1, headlines: [], since: null, gated: false, cluster: null };
  return { ...missing, ...facts, completed: hasChanged({ since: completed, opened }), hasText };
}

/** If the database fails: records of the copy with a key, the address or the title of a record. */
async function inCopy(/** @type {ArticleRecord} */ record, /** @type {{ code: string }} */ error) {
  const all = ['database', 'blocked', 'quota'].includes(error.code) ? await copied() : [];
  if (all.length === 0) throw error;
  const sought = new Set(keys(fingerprintOf(record.fingerprint)).read.map(numeric));
  const hasKey = (/** @type {Stored} */ { keys }) => keys.some((key) => sought.has(key));
  const found = all.filter((other) => other.url === record.url || other.title === record.title || hasKey(other));
  const candidates = found.sort((a, b) => a.id - b.id);
  return { candidates, followed: new Set(candidates.map(({ id }) => id)), denied: new Set() };
}

/** Chromium may lose the whole database on a full disk, so nothing is written to a nearly full one. */
async function mustHaveRoom() {
  const { usage = 0, quota = Infinity } = (await globalThis.navigator?.storage?.estimate?.()) ?? {};
  if (quota - usage < ROOM) throw coded('quota', 'the disk is nearly full');
}

/**
 * Values of an index from its end, at most this many, after the cursor of an earlier call.
 * @param {IndexOf<Stored>} index @param {string | null} after @param {number} limit
 */
async function latest(index, after, limit) {
  const [key, id] = after === null ? [] : JSON.parse(after);
  const found = /** @type {Stored[]} */ ([]);
  let last = /** @type {string | null} */ (null);
  let more = false;
  await forEachCursor(index.openCursor(after === null ? null : IDBKeyRange.upperBound(key), 'prev'), (cursor) => {
    if (cursor.key === key && cursor.primaryKey >= id) return false;
    if ((more = found.length === limit)) return true;
    last = cursorOf(cursor.key, cursor.primaryKey);
    found.push(cursor.value);
    return false;
  });
  return { found, next: more ? last : null };
}

const cursorOf = (/** @type {IDBValidKey} */ key, /** @type {IDBValidKey} */ id) => JSON.stringify([key, id]);

/** The parts of a record that are searched, without its text. @param {Stored} record */
const factsOf = (record) =>
  folded([...SEARCHED.map((name) => record[name] ?? ''), ...(record.headlines ?? [])].join('\n'));

/** @param {string} text @param {string[]} words */
const missingIn = (text, words) => words.filter((word) => !text.includes(word));
