// Reading the page of a tab, and what is then known of it.
import { coded } from '../../pkg/error.js';
import { takeIcon, takePage } from '../content/page.js';
import { api } from '../shared/api.js';
import { Fingerprint, load, read, recover } from '../history/core.js';
import { hostOf, recordOf } from '../history/history.js';
import { neverByAddress } from './never.js';
import { originalOf } from './original.js';
import { settings } from './settings.js';
import { articleOf, lookUp } from './shared.js';
import { allStates, changed, setState, stateOf, tabOf } from './tabs.js';

const DAY = 24 * 3600 * 1000;
/** Pages of these kinds are not remembered, even if they have something to be recognised by. */
const KINDS = ['list', 'forum', 'other'];

export class Reading {
  #history;

  constructor(history) {
    this.#history = history;
  }

  /** Whether a page may be read, by its address. */
  async may(tab) {
    return neverByAddress(tab, (await settings()).never) === null;
  }

  /** What is known of the page in a tab, see `PageState` in `messages.d.ts`. */
  async page(tabId) {
    const tab = await mustBeThere(tabId);
    const state = await stateOf(tabId, tab.url);
    const url = tab.url ?? state?.url;
    // A site may have been refused since its page was read.
    const why = url === undefined ? null : neverByAddress({ ...tab, url }, (await settings()).never);
    return this.#shown(tab, state && !why ? state : { url, status: why ? 'never' : 'unread', why });
  }

  /** Reads the page in a tab. */
  async read(tabId) {
    const tab = await mustBeThere(tabId);
    await this.judge(tab, await this.take(tab));
    return this.page(tabId);
  }

  /** The page in a tab, as it stands now; or why it is not read. */
  async take(tab) {
    if (tab.url === undefined) throw coded('page', 'the browser does not let this page be read: it is one of its own, or the button was not clicked on it');
    const why = neverByAddress(tab, (await settings()).never);
    if (why) return { url: tab.url, html: '', why };
    return inPage(tab.id, takePage);
  }

  /** Takes a page that was read by itself; returns whether that settles it, or it may still be at work. */
  async handed(tab, page) {
    const why = neverByAddress({ ...tab, url: page.url }, (await settings()).never);
    const { status } = await this.judge(tab, why ? { ...page, why } : page);
    return status !== 'not-article';
  }

  /** The page of a tab shows something else, without being another page; it will hand that over. */
  left(tab) {
    return setState(tab, { url: tab.url, status: 'reading' });
  }

  /** What the page in a tab is; it is remembered if it is an article. Returns the state of the tab. */
  async judge(tab, page) {
    const { state, likest } = await this.#judged(page);
    await setState(tab, state, likest);
    if (state.record) this.#afterwards(tab, state);
    return state;
  }

  /** Shows anew the tabs whose article was forgotten, or has lost or won a copy. */
  async refresh(ids) {
    for (const [tabId, state] of await allStates()) {
      if (!ids.includes(state.record?.id)) continue;
      const tab = await tabOf(tabId);
      if (!tab) continue;
      const { status, copies, likest } = await this.#shown(tab, state);
      await setState(tab, { ...state, status }, copies.find(({ entry }) => entry.id === likest)?.entry);
    }
  }

  /** What the shared index has on what it found. */
  async sharedArticle(tabId) {
    const tab = await mustBeThere(tabId);
    const state = await stateOf(tabId, tab.url);
    if (!state?.shared?.id) throw coded('shared', 'the shared index has found nothing for this page');
    const article = await articleOf((await settings()).shared.address, state.shared.id);
    await setState(tab, { ...state, shared: { ...state.shared, article } });
    return this.page(tabId);
  }

  /** The copies of a record, and which of them all is the original. */
  async copies(record) {
    const now = await settings();
    const { others, denied } = await this.#history.place(record);
    const shown = others.filter(({ relation }) => isEnough(relation, now));
    const [entry, ...rest] = await this.#history.entries([record, ...shown.map((other) => other.record), ...denied]);
    const copies = shown.map(({ relation: { verdict, score, changes, sides, original } }, i) => ({ entry: rest[i], verdict, score, changes, sides, original }));
    return {
      entry,
      copies: copies.sort((a, b) => (a.entry.firstSeen < b.entry.firstSeen ? -1 : 1)),
      likest: shown[0]?.record.id ?? null,
      original: shown.length === 0 ? null : originalOf([record, ...shown.map((other) => other.record)], now),
      denied: rest.slice(shown.length),
    };
  }

  async #judged(page) {
    const { url } = page;
    if (page.why) return { state: { url, status: 'never', why: page.why } };
    try {
      await load();
      const article = await read(page.html, { url });
      const why = article.abstention ?? KINDS.find((kind) => article.pageType === kind);
      return why ? { state: { url, status: 'not-article', why } } : await this.#remembered(article);
    } catch (error) {
      recover(error);
      return { state: { url, status: 'failed', error: failureOf(error) } };
    }
  }

  /** The state of an article that was read, whether it can be kept or not. */
  async #remembered(article) {
    const now = await settings();
    const record = recordOf(article);
    const text = now.keepText ? article.text : null;
    try {
      const { record: kept, others } = await this.#history.remember(record, { text, textLimit: now.textLimit * 1e6 });
      return found(article.url, kept, others, now, { remembered: true });
    } catch (error) {
      // Without a database it cannot be said whether the page was seen before.
      if (error.code !== 'quota') throw error;
      const { own, others } = await this.#history.place(record);
      return found(article.url, own ?? { ...record, visits: 1 }, others, now, { remembered: own !== null, error: failureOf(error) });
    }
  }

  /** What nobody waits for. */
  async #afterwards(tab, state) {
    await Promise.allSettled([this.#icon(tab, state), this.#askShared(tab, state), this.#tidy()]);
  }

  async #icon(tab, { record: { host } }) {
    if (await this.#history.hasIcon(host)) return;
    const icon = await inPage(tab.id, takeIcon);
    await this.#history.keepIcon(host, icon);
    if (icon) changed({ what: 'page', tabId: tab.id });
  }

  async #askShared(tab, state) {
    const { shared } = await settings();
    if (!shared.on) return;
    const note = async (news) => {
      const now = await stateOf(tab.id, state.url);
      if (now) await setState(tab, { ...now, shared: news });
    };
    await note({ status: 'asking', asked: 0 });
    try {
      const record = { ...state.record, fingerprint: Fingerprint.toBytes(state.record.fingerprint) };
      const answer = await lookUp(shared.address, record);
      await note({ status: answer.verdict ? 'found' : 'nothing', ...answer });
    } catch (error) {
      await note({ status: 'failed', error: failureOf(error), asked: error.asked ?? 0 });
    }
  }

  /** Forgets what was not seen for long, once a day. */
  async #tidy() {
    const { retention } = await settings();
    const { tidied = 0 } = await api.storage.local.get('tidied');
    if (retention === null || Date.now() - tidied < DAY) return;
    await api.storage.local.set({ tidied: Date.now() });
    await this.#history.forgetBefore(new Date(Date.now() - retention * DAY).toISOString());
  }

  async #shown(tab, state) {
    const { url = null, status, why = null, error = null, marks = null, shared = null } = state;
    const base = { tabId: tab.id, url, site: url && hostOf(url), why, marks };
    const about = { ...base, shared: shared && { error: null, verdict: null, score: null, article: null, ...shared } };
    if (!state.record) {
      return { ...about, status, error, entry: null, remembered: false, copies: [], likest: null, original: null, denied: [] };
    }
    try {
      const { record, gone } = await this.#record(state);
      const known = await this.copies(record);
      const likest = known.copies.find(({ entry }) => entry.id === known.likest);
      const isRemembered = state.remembered && !gone;
      return { ...about, ...known, status: statusOf(record, likest?.verdict), error: gone ?? error, remembered: isRemembered };
    } catch (cause) {
      recover(cause);
      return this.#shown(tab, { url, status: 'failed', error: failureOf(cause), marks });
    }
  }

  /** The record of a state, as it is by now; or as it was, if it could not be kept or was forgotten. */
  async #record({ record, remembered }) {
    const read = { ...record, fingerprint: Fingerprint.toBytes(record.fingerprint) };
    if (!remembered) return { record: read };
    return this.#history.get(record.id).then(
      (record) => ({ record }),
      (error) => ({ record: read, gone: failureOf(error) }),
    );
  }
}

/** The state of a tab with an article; it must be fit for JSON. */
function found(url, { keys, cluster, ...record }, others, now, more) {
  const [likest] = others.filter(({ relation }) => isEnough(relation, now));
  const status = statusOf(record, likest?.relation.verdict);
  const kept = { ...record, fingerprint: Fingerprint.fromBytes(record.fingerprint) };
  return { state: { url, status, record: kept, ...more }, likest: likest?.record };
}

const statusOf = ({ visits }, verdict) => verdict ?? (visits > 1 ? 'seen' : 'new');

/** Whether two articles share as much as a person wants of a copy. */
const isEnough = ({ sides }, { threshold }) => Math.max(...sides.map(({ held }) => held)) >= threshold;

async function mustBeThere(tabId) {
  const tab = Number.isInteger(tabId) ? await tabOf(tabId) : null;
  if (tab) return tab;
  throw coded('page', 'this tab was closed');
}

/** The value of a function that runs in the page of a tab. */
export async function inPage(tabId, func, args = []) {
  try {
    const [{ result }] = await api.scripting.executeScript({ target: { tabId }, func, args });
    return result;
  } catch (cause) {
    throw coded('page', `the browser does not let this page be read: ${cause.message}`, { cause });
  }
}

/** An error as it is sent and kept. */
export function failureOf(error) {
  return { code: typeof error?.code === 'string' ? error.code : 'internal', message: String(error?.message ?? error) };
}
