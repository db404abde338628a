// Reading the page of a tab, and what is then known of it.
import { coded } from '../../pkg/error.js';
import { hostOf, isBelow } from '../shared/address.js';
import { api } from '../shared/api.js';
import { Fingerprint, fingerprintIn, load, pageAddress, read, recover, relate } from '../history/core.js';
import { byFirstSeen, hasChanged, recordOf, visited } from '../history/records.js';
import { markLinks } from './links.js';
import { doubtByAddress, neverByAddress } from './blocklist.js';
import { NO_ORIGINAL, originalOf } from './original.js';
import { settings } from './settings.js';
import { allStates, openTab, setState, stateOf, tabOf } from './tabs.js';

/** @typedef {import('./tabs.js').Kept} Kept */

const DAY = 24 * 3600 * 1000;
/** Types of content that are not pages. @type {[import('../messages.js').WhyNotArticle, RegExp][]} */
const FILES = [
  ['pdf', /^application\/pdf$/],
  ['plain', /^text\/plain$/],
  ['file', /^(?!text\/html$|application\/xhtml\+xml$)/],
];
/** Reasons that forbid reading for everyone; and those that the user can override for a page, but never for a site. */
const ALWAYS = ['incognito', 'scheme', 'blank', 'source', 'file', 'private-address', 'site'];
const OF_PAGE = ['card'];
/** The share of an article that must come from the previous one, and the share of the previous one that must be in it,
 * for it to count as the same. */
const OLD_HERE = 0.5;
const OLD_THERE = 0.8;
/** Addresses of one document that are remembered with the article read at each. */
const ADDRESSES = 50;

export class Reading {
  #history;

  constructor(history) {
    this.#history = history;
  }

  /** What the script in a page that is read automatically must observe; null if the page is not to be read. */
  async canRead(tab) {
    const { why, ...rules } = await this.#rules(tab);
    return why ? null : rules;
  }

  /** The state of the page in a tab; see `PageState` in `messages.d.ts`. */
  async page(tabId) {
    const tab = await openTab(tabId);
    const state = await stateOf(tabId, tab.url);
    const url = tab.url ?? state?.url;
    // The site may have been refused since its page was read.
    const { why } = url === undefined ? {} : await this.#rules({ ...tab, url }, state?.override);
    return this.#shown(tab, state && !why ? state : { url, status: why ? 'never' : 'unread', why });
  }

  /** Reads the page in a tab; `override`: despite any objection, since the user requests it. */
  async read(tabId, override = false) {
    const tab = await openTab(tabId);
    const page = await this.take(tab, { override, whole: override });
    const { isKnown, isStill } = page.unchanged ? await this.unchanged(tab, page) : {};
    if (!isKnown && !isStill) {
      const { article } = await this.judge(tab, page, override);
      if (article) await inPage(tabId, noted, [page.url, article]).catch(() => {}); // It was closed meanwhile.
    }
    await markLinks(tab);
    return this.page(tabId);
  }

  /** The page in a tab in its present state; or why it is not read. */
  async take(tab, { override = false, whole = false } = {}) {
    if (tab.url === undefined)
      throw unreadable({ message: 'it is one of its own, or the button was not clicked on it' });
    const { why, ...rules } = await this.#rules(tab, override);
    if (why) return { url: tab.url, html: '', why };
    try {
      await api.scripting.executeScript({ target: { tabId: tab.id }, files: ['take.js'] });
      return await inPage(tab.id, (options) => globalThis[Symbol.for('offprint page')].take(options), [
        { ...rules, whole },
      ]);
    } catch (error) {
      // A browser's own viewer may not permit scripts.
      if (/\.pdf$/i.test(new URL(tab.url).pathname)) return { url: tab.url, html: '', type: 'application/pdf' };
      throw typeof error.code === 'string' ? error : unreadable(error);
    }
  }

  /** Judges a page that was read automatically; its script learns whether that is final, or the page may be loading. */
  async onLoaded(tab, page) {
    const { why } = await this.#rules({ ...tab, url: page.url });
    const { state, article } = await this.judge(tab, why ? { ...page, why } : page);
    // A form may be before the page, and go.
    const isForm = !why && state.status === 'never';
    return { isSettled: !isForm && !['not-article', 'unchanged'].includes(state.status), article };
  }

  /**
   * The page of a tab has gone to another address without loading another document. It will send what it shows there,
   * if it `follows`. If it is back at an address that it replaced before, as in scrolling, it has the article that was
   * read there.
   */
  async onNavigated(tab, { url, document, how, follows = false }) {
    const { why, ...rules } = await this.#rules({ ...tab, url });
    const before = await documentOf(tab, document);
    const id = why || how !== 'replace' ? undefined : before.read?.[pageAddress(url)];
    if (await this.#again(tab, url, before, id)) return { rules, isKnown: true };
    // Until something else is shown, a replaced address changes nothing.
    if (!why && how === 'replace' && follows && before.shown) return { rules };
    await setState(tab, { ...before, url, status: why ? 'never' : follows ? 'reading' : 'unread', why });
    return { rules: why ? null : rules };
  }

  /**
   * The page shows the same as before it went to another address, or is back where that was read (`isKnown`). While an
   * address that it has `replaced` shows the article, the state stays as it was (`isStill`).
   */
  async unchanged(tab, { url, document, replaced }) {
    const before = await documentOf(tab, document);
    const id = before.read?.[pageAddress(url)];
    if (id === before.shown?.id && (await this.#again(tab, url, before, id))) return { isKnown: true };
    if (replaced && (await this.#again(tab, url, before, before.shown?.id, false))) return { isStill: true };
    await setState(tab, { ...before, url, status: 'unchanged' });
    return {};
  }

  /** The page has replaced its address and shows the same for long: this is another address of the article. */
  async onUrlReplaced(tab, { url, document }) {
    const before = await documentOf(tab, document);
    const { id } = before.shown ?? {};
    if (id === undefined || !(await this.#history.addAddress(id, url).catch(() => null))) return;
    await this.#again(tab, url, { ...before, read: { ...before.read, [pageAddress(url)]: id } }, id);
  }

  /** Judges the page in a tab and remembers an article; returns the tab's state, and what the page's script needs. */
  async judge(tab, page, override = false) {
    const before = await documentOf(tab, page.document);
    const { state, mostSimilar, article } = await this.#judged(page, before, override);
    await setState(tab, { ...before, ...shownNow(before, state), override, ...state }, mostSimilar);
    if (state.record) void Promise.allSettled([this.#tidy(), showFirst(tab, state)]); // Nothing waits for them.
    return { state, article };
  }

  /** Updates the tabs whose article was forgotten, or has lost or gained a copy. */
  async refresh(ids) {
    for (const [tabId, state] of await allStates()) {
      if (!ids.includes(state.record?.id)) continue;
      const tab = await tabOf(tabId);
      if (!tab) continue;
      const { status, copies, mostSimilar } = await this.#shown(tab, state);
      // Its page may have been read again meanwhile.
      const now = await stateOf(tabId, state.url);
      if (now?.record?.id !== state.record.id) continue;
      await setState(tab, { ...now, status }, copies.find(({ entry }) => entry.id === mostSimilar)?.entry);
    }
  }

  /** The copies of a record, and which of its cluster is the original, whether that is a copy of this one or not. */
  async copies(record) {
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
    const [entry, ...entries] = await this.#history.entries(records);
    const copyOf = ({ relation: { verdict, changes } }, i) => ({ entry: entries[i], verdict, changes });
    return {
      entry,
      copies: others.map(copyOf).sort((a, b) => byFirstSeen(a.entry, b.entry)),
      mostSimilar: others[0]?.record.id ?? null,
      original: original && { ...original, entry: first ? entries.at(-1) : null },
      denied: entries.slice(others.length, others.length + denied.length),
      versions,
    };
  }

  /** What the script in a page must observe; `why` the page must not be read at all. */
  async #rules(tab, override = false) {
    const { blocklist, override: sites } = await settings();
    const why = neverByAddress(tab, blocklist);
    if (why && !(override && !ALWAYS.includes(why))) return { why };
    const isAllowed = override || sites.some((site) => isBelow(hostOf(tab.url), site));
    const forms = override ? [] : isAllowed ? OF_PAGE : ['password', ...OF_PAGE];
    return { why: null, doubt: isAllowed ? null : doubtByAddress(tab.url), forms };
  }

  /**
   * @typedef {{ state: Kept, mostSimilar?: any, article?: { text: string, others: number } }} Judged with the most
   * similar of its copies, and the text of the article with the number of others in its page
   *
   * @param {any} page as it was taken
   * @param {Pick<Kept, 'shown' | 'read'>} before
   * @param {boolean} override
   * @returns {Promise<Judged>}
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
      if (why) return { state: { url, status: 'not-article', why } };
      const isElsewhere = shown !== undefined && shown.address !== pageAddress(url);
      // Drawn again, it is still not the content of the new address.
      if (isElsewhere && !override && isStill(shown, article)) return { state: { url, status: 'unchanged' } };
      const again = page.again === true || pageAddress(url) in known;
      const judged = await this.#remembered(await alone(article), { again, reloaded: page.reloaded });
      return { ...judged, article: { text: article.text, others: article.otherArticles } };
    } catch (error) {
      recover(error);
      return { state: { url, status: 'failed', error: failureOf(error) } };
    }
  }

  /** The state of an article that was read, stored or not; see `History.remember`. */
  async #remembered(article, { again, reloaded }) {
    const { keepText, textLimit } = await settings();
    const record = recordOf(article);
    const text = keepText ? article.text : null;
    try {
      const options = { text, textLimit: textLimit * 1e6, again, reloaded };
      const { record: kept, others } = await this.#history.remember(record, options);
      return found(article.url, kept, others, { remembered: true });
    } catch (error) {
      // What cannot be written may still be read; if not, it is unknown whether the page was seen before.
      const { own, others } = await this.#history.place(record).catch(() => Promise.reject(error));
      const kept = own ? visited(own, record, again || reloaded) : { ...record, visits: 1 };
      return found(article.url, kept, others, { remembered: own !== null, error: failureOf(error) });
    }
  }

  /** Shows at an address an article that was read in the tab, its own if that `isFinal`; whether it is remembered. */
  async #again(tab, url, before, id, isFinal = true) {
    const record = id === undefined ? null : await this.#history.get(id).catch(() => null);
    if (!record) return false;
    const { others } = await this.#history.place(record);
    const { state, mostSimilar } = found(url, record, others, { remembered: true });
    await setState(tab, { ...before, ...(isFinal ? shownNow(before, state) : {}), ...state }, mostSimilar);
    return true;
  }

  /** Forgets articles that were not seen for long, once a day. */
  async #tidy() {
    const { retention } = await settings();
    /** @type {{ tidied?: number }} */
    const { tidied = 0 } = await api.storage.local.get('tidied');
    if (retention === null || Date.now() - tidied < DAY) return;
    await api.storage.local.set({ tidied: Date.now() });
    await this.#history.forgetBefore(new Date(Date.now() - retention * DAY).toISOString());
  }

  async #shown(tab, state) {
    const { url = null, status, why = null, error = null, marks = null } = state;
    const about = { tabId: tab.id, url, site: url && hostOf(url), why, marks, override: overrideOf(tab, state) };
    if (!state.record) {
      const lists = { copies: [], denied: [], versions: [] };
      return { ...about, status, error, entry: null, remembered: false, mostSimilar: null, original: null, ...lists };
    }
    try {
      const { record, gone } = await this.#record(state);
      const known = await this.copies(record);
      const mostSimilar = known.copies.find(({ entry }) => entry.id === known.mostSimilar);
      const isRemembered = state.remembered && !gone;
      return {
        ...about,
        ...known,
        // As it was when this tab read it.
        status: statusOf(state.record, mostSimilar?.verdict),
        error: gone ?? error,
        remembered: isRemembered,
      };
    } catch (cause) {
      recover(cause);
      return this.#shown(tab, { url, status: 'failed', error: failureOf(cause), marks });
    }
  }

  /** The present record of a state; or the one in the state, if it could not be stored or was forgotten. */
  async #record({ record, remembered }) {
    const read = { ...record, fingerprint: Fingerprint.toBytes(record.fingerprint) };
    if (!remembered) return { record: read };
    return this.#history.get(record.id).then(
      (record) => ({ record }),
      (error) => ({ record: read, gone: failureOf(error) }),
    );
  }
}

/** The state of a tab with an article; it must be fit for JSON. @returns {Judged} */
function found(url, { keys, cluster, class: _, ...record }, [mostSimilar], more) {
  const status = statusOf(record, mostSimilar?.relation.verdict);
  const kept = { ...record, fingerprint: Fingerprint.fromBytes(record.fingerprint) };
  return { state: { url, status, record: kept, ...more }, mostSimilar: mostSimilar?.record };
}

function statusOf(record, verdict) {
  if (hasChanged(record)) return 'changed';
  return record.visits > 1 ? 'seen' : (verdict ?? 'new');
}

/** What the user can have read despite a refusal: this `page`, or all pages of its `site`; otherwise null. */
function overrideOf(tab, { url, status, why }) {
  if (status === 'unchanged') return 'page';
  if (status !== 'never' || ALWAYS.includes(why)) return null;
  return OF_PAGE.includes(why) || neverByAddress({ ...tab, url }, []) !== null ? 'page' : 'site';
}

/** The facts kept of the document in a tab. @returns {Promise<Pick<Kept, 'document' | 'shown' | 'read'>>} */
async function documentOf(tab, document) {
  const state = await stateOf(tab.id);
  if (document === undefined || state?.document !== document) return { document };
  const { shown, read } = state;
  return { document, shown, read };
}

/** The same, after an article was read in it. @param {Pick<Kept, 'read'>} before @param {Kept} state */
function shownNow({ read }, { url, record, remembered }) {
  if (!record) return {};
  const address = pageAddress(url);
  const shown = { address, fingerprint: record.fingerprint, ...(remembered ? { id: record.id } : {}) };
  if (!remembered) return { shown };
  const others = Object.entries(read ?? {}).filter(([other]) => other !== address);
  return { shown, read: Object.fromEntries([...others, [address, record.id]].slice(-ADDRESSES)) };
}

/** Opens the popup over the first copy that is met, once, where the browser lets it. */
async function showFirst({ active, windowId }, { status }) {
  const { shownFirst } = await api.storage.local.get('shownFirst');
  if (shownFirst || !active || !['same', 'partial'].includes(status)) return;
  await api.storage.local.set({ shownFirst: true });
  await api.action.openPopup({ windowId });
}

/**
 * The article without the others in its page. Their text is in its fingerprint, and they would be partial copies of it
 * once the page shows them at addresses of their own. A text alone does not state that it is only a beginning.
 */
async function alone(article) {
  if (article.otherArticles === 0 || article.gated) return article;
  const fingerprint = await fingerprintIn(article.text);
  return fingerprint ? { ...article, fingerprint } : article;
}

/** Whether an article is the one that was shown before, or contains most of it. */
function isStill(shown, article) {
  const [before, now] = [shown, article].map(({ fingerprint }) => ({ fingerprint: Fingerprint.toBytes(fingerprint) }));
  const [there, here] = relate(before, now)?.sides ?? [{ coverage: 0 }, { coverage: 0 }];
  return here.coverage >= OLD_HERE || there.coverage >= OLD_THERE;
}

/** Runs in the page: returns what was read, unless the page shows another address by now. */
function noted(url, article) {
  if (document.URL === url) globalThis[Symbol.for('offprint page')].noted(article);
}

/** The value of a function that runs in the page of a tab. */
async function inPage(tabId, func, args = []) {
  try {
    const [{ result }] = await api.scripting.executeScript({ target: { tabId }, func, args });
    return result;
  } catch (cause) {
    throw unreadable(cause);
  }
}

const unreadable = (cause) => coded('page', `the browser does not let this page be read: ${cause.message}`, { cause });

/** An error in the form that is sent and stored. */
export function failureOf(error) {
  return { code: typeof error?.code === 'string' ? error.code : 'internal', message: String(error?.message ?? error) };
}
