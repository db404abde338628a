// What differs between two articles: counts it, and marks it in the page.
import { api } from '../shared/api.js';
import { align, load, read } from '../history/core.js';
import { coded, messageOf } from '../shared/errors.js';
import { openTab, setState, stateOf } from './tabs.js';
/** @import { Sentence } from 'offprint' */
/** @import { Difference, Gap, Marks, Messages } from '../messages.js' */
/** @import { Tab } from './tabs.js' */

const files = ['marks.css'];
/** Rules for elements override the page as user styles; rules for shadow parts only apply as author styles. */
const ORIGINS = /** @type {const} */ (['USER', 'AUTHOR']);
const removeStyles = (/** @type {chrome.scripting.InjectionTarget} */ target) =>
  Promise.all(ORIGINS.map((origin) => api.scripting.removeCSS({ target, files, origin }).catch(() => {})));

export class Marking {
  #history;
  #reading;

  /** @param {import('../history/history.js').History} history @param {import('./reading.js').Reading} reading */
  constructor(history, reading) {
    this.#history = history;
    this.#reading = reading;
  }

  /**
   * A remembered article and another, or an earlier version of it; see `Difference` in `messages.d.ts`.
   * @param {Messages['difference']['ask']} asked @returns {Promise<Difference>}
   */
  async difference(asked) {
    const earlier = async (/** @type {number} */ version) => (await this.#history.version(version)).text;
    const then = 'version' in asked ? earlier(asked.version) : this.#text(asked.other);
    const [now, before] = await Promise.all([this.#text(asked.id), then]);
    const [here, there] = align(now, before);
    return {
      texts: [now, before],
      sentences: [here, there],
      missing: amountOf(before, there),
      added: amountOf(now, here),
      changed: count(here, ({ kind }) => kind === 'changed'),
      moved: count(here, ({ moved }) => moved),
    };
  }

  /** Marks the page as it is now, which may differ from what was read. */
  async mark(/** @type {number} */ tabId, /** @type {number} */ other) {
    const tab = await openTab(tabId);
    const page = await this.#reading.take(tab, { override: (await stateOf(tabId, tab.url))?.override, whole: true });
    if (page.why) throw coded('never', 'Offprint does not read this page');
    const [{ text }, there] = await Promise.all([
      load().then(() => read(page.html, { url: page.url })),
      this.#text(other),
    ]);
    const [here, sentences] = align(text, there);
    const target = { tabId };
    try {
      await removeStyles(target);
      await Promise.all(ORIGINS.map((origin) => api.scripting.insertCSS({ target, files, origin })));
      await api.scripting.executeScript({ target, files: ['marks.js'] });
    } catch (cause) {
      throw coded('page', `the browser does not let this page be marked: ${messageOf(cause)}`, { cause });
    }
    const gaps = gapsOf(there, sentences);
    const found = await api.tabs.sendMessage(tabId, { type: 'mark', text, sentences: here, gaps }, { frameId: 0 });
    return this.#note(tab, { other, ...found, missing: gaps.length });
  }

  /** The user has removed the marks in the page. @param {Tab} tab */
  async forget(tab) {
    await removeStyles({ tabId: tab.id });
    return this.#note(tab, null);
  }

  /** @template {Marks | null} T @param {Tab} tab @param {T} marks */
  async #note(tab, marks) {
    const state = await stateOf(tab.id, tab.url);
    if (state) await setState(tab, { ...state, marks });
    return marks;
  }

  async #text(/** @type {number} */ id) {
    await this.#history.get(id);
    const text = await this.#history.text(id);
    if (text !== null) return text;
    throw coded('no_text', 'the text of this article was not kept, or was deleted to free space');
  }
}

/** @template T @param {T[]} sentences @param {(sentence: T) => boolean} isCounted */
const count = (sentences, isCounted) => sentences.filter(isCounted).length;

/** Counts the sentences that the other text lacks, and the paragraphs that it lacks entirely. */
function amountOf(/** @type {string} */ text, /** @type {Sentence[]} */ sentences) {
  const isOnly = (/** @type {Sentence} */ { kind }) => kind === 'only';
  const paragraphs = new Map();
  for (const sentence of sentences) {
    const paragraph = text.slice(0, sentence.start).split('\n').length;
    paragraphs.set(paragraph, (paragraphs.get(paragraph) ?? true) && isOnly(sentence));
  }
  return { paragraphs: count([...paragraphs.values()], Boolean), sentences: count(sentences, isOnly) };
}

/**
 * Passages that only the other text has, each with the number of the sentence before it in the page; -1 at the start.
 * @param {string} text @param {Sentence[]} sentences @returns {Gap[]}
 */
function gapsOf(text, sentences) {
  /** @type {{ after: number, start: number, end: number }[]} */
  const gaps = [];
  let after = -1;
  let open = null;
  for (const { kind, start, end, other } of sentences) {
    if (kind !== 'only') {
      after = other ?? -1;
      open = null;
      continue;
    }
    if (!open) gaps.push((open = { after, start, end }));
    open.end = end;
  }
  return gaps.map(({ after, start, end }) => ({ after, text: text.slice(start, end) }));
}
