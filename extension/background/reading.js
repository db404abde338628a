// Reads the page in a tab, and keeps what is known about it.
import { isBelow } from '../shared/address.js';
import { hostOf } from '../shared/site.js';
import { api } from '../shared/api.js';
import { Fingerprint, fingerprintIn, load, pageAddress, read, recover, relate } from '../history/core.js';
import { byFirstSeen, hasChanged, recordOf, visited } from '../history/records.js';
import { markLinks } from './links.js';
import { doubtByAddress, neverByAddress } from './blocklist.js';
import { NO_ORIGINAL, originalOf } from './original.js';
import { settings } from './settings.js';
import { coded, failureOf, isCoded, messageOf } from '../shared/errors.js';
import { allStates, openTab, setState, stateOf, tabOf } from './tabs.js';
/** @import { Article } from 'offprint' */
/** @import { Failure, PageMessages, PageState, Rules, TakenPage, WhyNever, WhyNotArticle } from '../messages.js' */
/** @import { ArticleRecord } from '../history/records.js' */
/** @import { Related } from '../history/core.js' */
/** @import { Kept, KeptRecord, Shown, Tab } from './tabs.js' */

/** @typedef {Article & { url: string, fingerprint: string }} Fingerprinted */
/** @typedef {Pick<Kept, 'document' | 'shown' | 'read'>} Before what is known about the document in a tab */

const DAY = 24 * 3600 * 1000;
/** Content types that are not web pages. @type {[WhyNotArticle, RegExp][]} */
const FILES = [
  ['pdf', /^application\/pdf$/],
  ['plain', /^text\/plain$/],
  ['file', /^(?!text\/html$|application\/xhtml\+xml$)/],
];
/** Reasons that nobody can override; and those that the user can override for a page, but not for a site. */
/** @type {string[]} */
const ALWAYS = ['incognito', 'scheme', 'blank', 'source', 'file', 'private-address', 'site'];
/** @type {string[]} */
const OF_PAGE = ['card'];
/**
 * An article counts as the previous one if this share of it comes from that, or if it has this share of that one's
 * text.
 */
const OLD_HERE = 0.5;
const OLD_THERE = 0.8;
/** How many addresses of one document are remembered, each with the article that was read there. */
const ADDRESSES = 50;

export class Reading {
  #history;

  constructor(/** @type {import('../history/history.js').History} */ history) {
    this.#history = history;
  }

  /** The rules for the script in a page that is read automatically; null if the page must not be read. */
  async canRead(/** @type {Tab} */ tab) {
    const { why, rules } = await this.#rules(tab);
    return why ? null : rules;
  }

  /** The state of the page in a tab; see `PageState` in `messages.d.ts`. @param {number} tabId */
  async page(tabId) {
    const tab = await openTab(tabId);
    const state = await stateOf(tabId, tab.url);
    const url = tab.url ?? state?.url;
    // The user may have forbidden the site after the page was read.
    const { why } = url === undefined ? { why: null } : await this.#rules({ ...tab, url }, state?.override);
    return this.#shown(tab, state && !why ? state : { url, status: why ? 'never' : 'unread', why });
  }

  /** Reads the page in a tab. With `override` the user insists, and objections do not count. @param {number} tabId */
  async read(tabId, override = false) {
    const tab = await openTab(tabId);
    const page = await this.take(tab, { override, whole: override });
    const { isKnown = false, isStill = false } = page.unchanged ? await this.unchanged(tab, page) : {};
    if (!isKnown && !isStill) {
      const { article } = await this.judge(tab, page, override);
      if (article) await inPage(tabId, noted, [page.url, article]).catch(() => {}); // The tab was closed.
    }
    await markLinks(tab);
    return this.page(tabId);
  }

  /** The page in a tab as it is now, or why it is not read. @param {Tab} tab @returns {Promise<TakenPage>} */
  async take(tab, { override = false, whole = false } = {}) {
    if (tab.url === undefined) throw unreadable('it is one of its own, or the button was not clicked on it');
    const { why, rules } = await this.#rules(tab, override);
    if (why) return { url: tab.url, html: '', why };
    try {
      await api.scripting.executeScript({ target: { tabId: tab.id }, files: ['take.js'] });
      const page = await inPage(tab.id, taken, [{ ...rules, whole }]);
      if (page) return page;
      throw unreadable('its script did not return it');
    } catch (error) {
      // The browser's own PDF viewer may not allow scripts.
      if (/\.pdf$/i.test(new URL(tab.url).pathname)) return { url: tab.url, html: '', type: 'application/pdf' };
      throw isCoded(error) ? error : unreadable(error);
    }
  }

  /** Judges a page that was read automatically. Its script is told whether that is final or the page may be loading. */
  async onLoaded(/** @type {Tab} */ tab, /** @type {TakenPage} */ page) {
    const { why } = await this.#rules({ ...tab, url: page.url });
    const { state, article } = await this.judge(tab, why ? { ...page, why } : page);
    // A form may cover the page and go away.
    const isForm = !why && state.status === 'never';
    return { isSettled: !isForm && !['not-article', 'unchanged'].includes(state.status), article };
  }

  /**
   * The page in a tab went to another address without loading another document. If it `follows`, it will send what it
   * shows there. If it is back at an address that it replaced earlier, as when scrolling, the article that was read
   * there applies. @param {Tab} tab @param {PageMessages['navigated']} message
   */
  async onNavigated(tab, { url, document, how, follows = false }) {
    const { why, rules } = await this.#rules({ ...tab, url });
    const before = await documentOf(tab, document);
    const id = why || how !== 'replace' ? undefined : before.read?.[pageAddress(url)];
    if (await this.#again(tab, url, before, id)) return { rules, isKnown: true };
    // A replaced address changes nothing until the content changes.
    if (!why && how === 'replace' && follows && before.shown) return { rules };
    await setState(tab, { ...before, url, status: why ? 'never' : follows ? 'reading' : 'unread', why });
    return { rules: why ? null : rules };
  }

  /**
   * The page still shows the same at another address, or is back where that was read (`isKnown`). If it `replaced` its
   * address and still shows the article, the state stays (`isStill`). @param {Tab} tab
   * @param {TakenPage} page @returns {Promise<{ isKnown?: boolean, isStill?: boolean }>}
   */
  async unchanged(tab, { url, document, replaced }) {
    const before = await documentOf(tab, document);
    const id = before.read?.[pageAddress(url)];
    if (id === before.shown?.id && (await this.#again(tab, url, before, id))) return { isKnown: true };
    if (replaced && (await this.#again(tab, url, before, before.shown?.id, false))) return { isStill: true };
    await setState(tab, { ...before, url, status: 'unchanged' });
    return {};
  }

  /** The page replaced its address and kept showing the same: this is another address of the article. */
  async onUrlReplaced(/** @type {Tab} */ tab, /** @type {TakenPage} */ { url, document }) {
    const before = await documentOf(tab, document);
    const { id } = before.shown ?? {};
    if (id === undefined || !(await this.#history.addAddress(id, url).catch(() => null))) return;
    await this.#again(tab, url, { ...before, read: { ...before.read, [pageAddress(url)]: id } }, id);
  }

  /** Judges the page in a tab and remembers its article. Returns the tab's state, and what the page's script needs. */
  async judge(/** @type {Tab} */ tab, /** @type {TakenPage} */ page, override = false) {
    const before = await documentOf(tab, page.document);
    const { state, mostSimilar, article } = await this.#judged(page, before, override);
    await setState(tab, { ...before, ...shownNow(before, state), override, ...state }, mostSimilar);
    if (state.record) void Promise.allSettled([this.#tidy(), showFirst(tab, state)]); // Nothing waits for them.
    return { state, article };
  }

  /** Updates the tabs whose article was forgotten, or lost or gained a copy. @param {number[]} ids */
  async refresh(ids) {
    for (const [tabId, state] of await allStates()) {
      const id = state.record?.id;
      if (id === undefined || !ids.includes(id)) continue;
      const tab = await tabOf(tabId);
      if (!tab) continue;
      const { status, copies, mostSimilar } = await this.#shown(tab, state);
      // The page may be another by now.
      const now = await stateOf(tabId, state.url);
      if (now?.record?.id !== id) continue;
      await setState(tab, { ...now, status }, copies.find(({ entry }) => entry.id === mostSimilar)?.entry);
    }
  }

  /** The copies of a record, and the original of its cluster, which need not be a copy of this record. */
  async copies(/** @type {ArticleRecord} */ record) {
    const [{ others, denied }, members, versions] = await Promise.all([
      this.#history.place(record),
      this.#history.cluster(record),
      record.id ? this.#history.versions(record.id) : [],
    ]);
    const all = members ?? [record, ...others.map((other) => other.record)];
    const found = others.length > 0 ? originalOf(all) : null;
    // An article that the user called different is not shown as the original.
    const original = denied.some(({ id }) => id === found?.id) ? NO_ORIGINAL : found;
    const first = original?.id != null && all.find(({ id = 0 }) => id === original.id);
    const records = [record, ...others.map((other) => other.record), ...denied, ...(first ? [first] : [])];
    const entryOf = await this.#history.entryMaker(records);
    const copies = others.map(({ record: other, relation: { verdict, changes } }) => {
      return { entry: entryOf(other), verdict, changes };
    });
    return {
      entry: entryOf(record),
      copies: copies.sort((a, b) => byFirstSeen(a.entry, b.entry)),
      mostSimilar: others[0]?.record.id ?? null,
      original: original && { ...original, entry: first ? entryOf(first) : null },
      denied: denied.map(entryOf),
      versions,
    };
  }

  /**
   * The rules for the script in a page, or `why` the page must not be read at all.
   * @param {{ url?: string, incognito?: boolean }} tab
   * @returns {Promise<{ why: WhyNever, rules?: undefined } | { why: null, rules: Rules }>}
   */
  async #rules(tab, override = false) {
    const { blocklist, override: sites } = await settings();
    const why = neverByAddress(tab, blocklist);
    if (why && !(override && !ALWAYS.includes(why))) return { why };
    const isAllowed = override || sites.some((site) => isBelow(hostOf(tab.url), site));
    const forms = override ? [] : isAllowed ? OF_PAGE : ['password', ...OF_PAGE];
    return { why: null, rules: { doubt: isAllowed ? null : doubtByAddress(tab.url ?? ''), forms } };
  }

  /**
   * @typedef {{ text: string, others: number }} Read the text of an article, and the number of others in its page
   * @typedef {{ state: Kept, mostSimilar?: ArticleRecord, article?: Read }} Judged with its most similar copy
   * @param {TakenPage} page @param {Before} before @param {boolean} override @returns {Promise<Judged>}
   */
  async #judged(page, { shown, read: known = {} }, override) {
    const { url } = page;
    if (page.why) return { state: { url, status: 'never', why: page.why } };
    if (page.unchanged) return { state: { url, status: 'unchanged' } };
    const [file] = FILES.find(([, type]) => type.test(page.type ?? 'text/html')) ?? [];
    if (file) return { state: { url, status: 'not-article', why: file } };
    try {
      await load();
      const article = await read(page.html, { url });
      const isStub = article.gated && article.noFingerprintReason === 'short';
      const why = isStub ? 'gated' : article.noFingerprintReason;
      const { fingerprint } = article;
      if (why || fingerprint === null) return { state: { url, status: 'not-article', why } };
      const isElsewhere = shown !== undefined && shown.address !== pageAddress(url);
      // The page drew the old article again: it does not belong to the new address.
      const printed = { ...article, url, fingerprint };
      if (isElsewhere && !override && isStill(shown, printed)) return { state: { url, status: 'unchanged' } };
      const again = page.again === true || pageAddress(url) in known;
      const judged = await this.#remembered(await alone(printed), { again, reloaded: page.reloaded === true });
      return { ...judged, article: { text: article.text, others: article.otherArticles } };
    } catch (error) {
      recover(error);
      return { state: { url, status: 'failed', error: failureOf(error) } };
    }
  }

  /**
   * The state of an article that was read, stored or not; see `History.remember`.
   * @param {Fingerprinted} article @param {{ again: boolean, reloaded: boolean }} load
   */
  async #remembered(article, { again, reloaded }) {
    const { keepText, textLimit } = await settings();
    const record = recordOf(article);
    const text = keepText ? article.text : null;
    try {
      const options = { text, textLimit: textLimit * 1e6, again, reloaded };
      const { record: kept, others } = await this.#history.remember(record, options);
      return found(article.url, kept, others, { remembered: true });
    } catch (error) {
      // Reading may work where writing failed. If not, nobody knows whether the page was seen before.
      const { own, others } = await this.#history.place(record).catch(() => Promise.reject(error));
      const kept = own ? visited(own, record, again || reloaded) : { ...record, visits: 1 };
      return found(article.url, kept, others, { remembered: own !== null, error: failureOf(error) });
    }
  }

  /**
   * Shows an article that was read in the tab at another address, which is its own if `isFinal`. Returns whether the
   * article is remembered.
   * @param {Tab} tab @param {string} url @param {Before} before @param {number | undefined} id
   */
  async #again(tab, url, before, id, isFinal = true) {
    const record = id === undefined ? null : await this.#history.get(id).catch(() => null);
    if (!record) return false;
    const { others } = await this.#history.place(record);
    const { state, mostSimilar } = found(url, record, others, { remembered: true });
    await setState(tab, { ...before, ...(isFinal ? shownNow(before, state) : {}), ...state }, mostSimilar);
    return true;
  }

  /** Once a day, forgets articles that were not seen for a long time. */
  async #tidy() {
    const { retention } = await settings();
    /** @type {{ tidied?: number }} */
    const { tidied = 0 } = await api.storage.local.get('tidied');
    if (retention === null || Date.now() - tidied < DAY) return;
    await api.storage.local.set({ tidied: Date.now() });
    await this.#history.forgetBefore(new Date(Date.now() - retention * DAY).toISOString());
  }

  /** @param {Tab} tab @param {Kept} state @returns {Promise<PageState>} */
  async #shown(tab, state) {
    const { record: kept, url, status, why = null, error = null, marks = null } = state;
    const site = url ? hostOf(url) : null;
    const about = { tabId: tab.id, url: url ?? null, site, why, marks, override: overrideOf(tab, state) };
    if (!kept) {
      const lists = { copies: [], denied: [], versions: [] };
      return { ...about, status, error, entry: null, remembered: false, mostSimilar: null, original: null, ...lists };
    }
    try {
      const { record, gone } = await this.#record(kept, state);
      const known = await this.copies(record);
      const mostSimilar = known.copies.find(({ entry }) => entry.id === known.mostSimilar);
      const isRemembered = state.remembered === true && !gone;
      return {
        ...about,
        ...known,
        // The state at the time this tab read it.
        status: statusOf(kept, mostSimilar?.verdict),
        error: gone ?? error,
        remembered: isRemembered,
      };
    } catch (cause) {
      recover(cause);
      return this.#shown(tab, { url, status: 'failed', error: failureOf(cause), marks });
    }
  }

  /**
   * The stored record of a state; or the one in the state, if it was not stored or was forgotten.
   * @param {KeptRecord} record @param {Kept} state @returns {Promise<{ record: ArticleRecord, gone?: Failure }>}
   */
  async #record(record, { remembered }) {
    const read = { ...record, fingerprint: Fingerprint.toBytes(record.fingerprint), keys: [] };
    if (!remembered || record.id === undefined) return { record: read };
    return this.#history.get(record.id).then(
      (record) => ({ record }),
      (error) => ({ record: read, gone: failureOf(error) }),
    );
  }
}

/**
 * The state of a tab with an article; must be valid JSON. @param {string} url @param {ArticleRecord} stored
 * @param {Related[]} related @param {Partial<Kept>} more @returns {Judged}
 */
function found(url, { keys, cluster, class: _, ...record }, [mostSimilar], more) {
  const kept = { ...record, fingerprint: Fingerprint.fromBytes(record.fingerprint) };
  const status = statusOf(kept, mostSimilar?.relation.verdict);
  return { state: { url, status, record: kept, ...more }, mostSimilar: mostSimilar?.record };
}

/** @param {KeptRecord} record @param {'same' | 'partial'} [verdict] */
function statusOf(record, verdict) {
  if (hasChanged(record)) return 'changed';
  return (record.visits ?? 1) > 1 ? 'seen' : (verdict ?? 'new');
}

/**
 * What the user can have read despite a refusal: this `page`, or all pages of its `site`; null if neither.
 * @param {Tab} tab @param {Kept} state @returns {PageState['override']}
 */
function overrideOf(tab, { url, status, why }) {
  if (status === 'unchanged') return 'page';
  if (status !== 'never' || !why || ALWAYS.includes(why)) return null;
  return OF_PAGE.includes(why) || neverByAddress({ ...tab, url }, []) !== null ? 'page' : 'site';
}

/** What is known about the document in a tab. @param {Tab} tab @param {number} [document] @returns {Promise<Before>} */
async function documentOf(tab, document) {
  const state = await stateOf(tab.id);
  if (!state || document === undefined || state.document !== document) return { document };
  const { shown, read } = state;
  return { document, shown, read };
}

/** The same after an article was read in the document. @param {Before} before @param {Kept} state */
function shownNow({ read }, { url, record, remembered }) {
  if (!record || !url) return {};
  const address = pageAddress(url);
  const shown = { address, fingerprint: record.fingerprint, ...(remembered ? { id: record.id } : {}) };
  if (!remembered) return { shown };
  const others = Object.entries(read ?? {}).filter(([other]) => other !== address);
  return { shown, read: Object.fromEntries([...others, [address, record.id]].slice(-ADDRESSES)) };
}

/** Opens the popup on the first copy that the user meets, once, if the browser allows it. */
async function showFirst(/** @type {Tab} */ { active, windowId }, /** @type {Kept} */ { status }) {
  const { shownFirst } = await api.storage.local.get('shownFirst');
  if (shownFirst || !active || !['same', 'partial'].includes(status)) return;
  await api.storage.local.set({ shownFirst: true });
  await api.action.openPopup({ windowId });
}

/**
 * The article without the other articles in its page. With their text in its fingerprint, they would be partial copies
 * of it once the page shows them at their own addresses. A gated article stays as it is: its text alone does not say
 * that it is only a beginning.
 */
async function alone(/** @type {Fingerprinted} */ article) {
  if (article.otherArticles === 0 || article.gated) return article;
  const fingerprint = await fingerprintIn(article.text);
  return fingerprint ? { ...article, fingerprint } : article;
}

/** Whether an article is still the one that was shown before, or contains most of it. */
function isStill(/** @type {Shown} */ shown, /** @type {Fingerprinted} */ article) {
  const printed = (/** @type {string} */ text) => ({ fingerprint: Fingerprint.toBytes(text) });
  const sides = relate(printed(shown.fingerprint), printed(article.fingerprint))?.sides;
  const [there, here] = sides ?? [{ coverage: 0 }, { coverage: 0 }];
  return here.coverage >= OLD_HERE || there.coverage >= OLD_THERE;
}

/** @typedef {Record<symbol, typeof import('../content/page.js').page>} InPage */
/** Runs in the page: takes it. @param {Rules} rules */
const taken = (rules) => /** @type {InPage} */ (globalThis)[Symbol.for('offprint page')]?.take(rules);

/** Runs in the page: tells it what was read, unless the page has gone to another address. */
function noted(/** @type {string} */ url, /** @type {Read} */ article) {
  if (document.URL === url) /** @type {InPage} */ (globalThis)[Symbol.for('offprint page')]?.noted(article);
}

/**
 * Runs a function in the page of a tab and returns its value. @template {unknown[]} Args, T @param {number} tabId
 * @param {(...args: Args) => T} func @param {Args} args
 */
async function inPage(tabId, func, args) {
  try {
    const [injection] = await api.scripting.executeScript({ target: { tabId }, func, args });
    return injection?.result;
  } catch (cause) {
    throw unreadable(cause);
  }
}

const unreadable = (/** @type {unknown} */ cause) =>
  coded('page', `the browser does not let this page be read: ${messageOf(cause)}`, { cause });
