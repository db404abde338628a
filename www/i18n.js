// The words of the site, in the language of the document.
//
// A dictionary is `{ en: { key: text }, zh: { key: text } }`. A value replaces `{name}` in a text. A text that depends
// on a number is a function of the values. Traditional Chinese is converted from Simplified.

import { traditional } from './traditional.js';

/**
 * Texts by language and key. A text that depends on a number is a function of the values, and of what formats them.
 * @typedef {{ [tongue in 'en' | 'zh']: { [key: string]: string | Phrase } }} Words
 * @typedef {(values: Record<string, number>, show: (value: Value) => string) => string} Phrase
 * @typedef {string | number | null | undefined} Value
 */

/** @type {{ [tongue in 'en' | 'zh']: Map<string, string | Phrase> }} */
const all = { en: new Map(), zh: new Map() };
/** Converts a text to the characters of the document. */
export let written = (/** @type {string} */ text) => text;

/** Loads what `written` needs for Traditional characters. */
export async function prepare() {
  written = isTraditional() ? (await traditional()).words : (text) => text;
}

export const isTraditional = () => document.documentElement.lang === 'zh-Hant';

/** @returns {'en' | 'zh'} */
export const language = () => (document.documentElement.lang.startsWith('zh') ? 'zh' : 'en');

/** Adds a dictionary, with a prefix and a dot before its keys if a prefix is given. */
export function learn(/** @type {Words} */ words, prefix = '') {
  for (const tongue of /** @type {const} */ (['en', 'zh'])) {
    for (const [key, text] of Object.entries(words[tongue])) all[tongue].set(prefix ? `${prefix}.${key}` : key, text);
  }
}

/**
 * The text of a key. Numbers among the values are formatted for the language. @param {string} key
 * @param {Record<string, Value>} [values]
 */
export function t(key, values = {}) {
  const text = all[language()].get(key);
  if (text === undefined) {
    // biome-ignore lint/suspicious/noConsole: the tests want an empty console
    console.error(`no words for ${key} in ${language()}`);
    return key;
  }
  const format = (/** @type {Value} */ value) => (typeof value === 'number' ? number(value) : String(value));
  if (typeof text === 'function') return written(text(/** @type {Record<string, number>} */ (values), format));
  return written(text).replace(/\{(\w+)\}/g, (_, name) => format(values[name]));
}

/**
 * A text without values in the language of an article, if it is Chinese, or in English.
 * @param {string} tag @param {string} key
 */
export const tIn = (tag, key) => String(all[tag.startsWith('zh') ? 'zh' : 'en'].get(key));

/** Whether a key has a text. */
export const knows = (/** @type {string} */ key) => all[language()].has(key);

const locale = () => (isTraditional() ? 'zh-TW' : language() === 'zh' ? 'zh-CN' : 'en-GB');

/** Formats are expensive to create, and a table uses them hundreds of times. */
const formats = /** @type {Map<string, Intl.NumberFormat>} */ (new Map());

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  const tag = locale();
  const key = tag + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, options);
  formats.set(key, format);
  return format.format(value);
}

/** The day of a time in milliseconds, in UTC. @param {number} time */
export const date = (time) => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(time);

/** When an article was published: the day in words, and the time as the page states it. */
export function dated(/** @type {string | null} */ published) {
  if (!published) return published;
  const [day = '', time = ''] = published.split(/[T ]/);
  return [date(Date.parse(day)), time.slice(0, 5)].filter(Boolean).join(' ');
}

export const percent = (/** @type {number} */ share) => number(share, { style: 'percent', maximumFractionDigits: 0 });

/** Fills elements with the words that `data-t` names, and their labels with those that `data-t-label` names. */
export function translate(/** @type {ParentNode} */ root) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-t], [data-t-label]'));
  for (const element of all) {
    const { t: text, tLabel } = element.dataset;
    if (text !== undefined) element.textContent = t(text);
    if (tLabel === undefined) continue;
    element.setAttribute('aria-label', t(tLabel));
    element.title = t(tLabel);
  }
}
