// The words of the site, in the language of the document.
//
// A dictionary is `{ en: { key: text }, zh: { key: text } }`. `{name}` in a text is replaced by a value; a text that
// depends on a number is a function of the values. Traditional Chinese is made of Simplified.

import { traditional } from './traditional.js';

const all = { en: new Map(), zh: new Map() };
/** Writes a text in the characters of the document. */
export let written = (text) => text;

/** Prepares for the characters of the document, if they are Traditional. */
export async function prepare() {
  written = isTraditional() ? (await traditional()).words : (text) => text;
}

export const isTraditional = () => document.documentElement.lang === 'zh-Hant';

/** `en` or `zh`. */
export const language = () => (document.documentElement.lang.startsWith('zh') ? 'zh' : 'en');

/** Adds a dictionary; its keys get the prefix and a dot, if a prefix is given. */
export function learn(words, prefix = '') {
  for (const [tongue, entries] of Object.entries(words)) {
    for (const [key, text] of Object.entries(entries)) all[tongue].set(prefix ? `${prefix}.${key}` : key, text);
  }
}

/** The text of a key. Numbers among the values are formatted for the language. */
export function t(key, values = {}) {
  const text = all[language()].get(key);
  if (text === undefined) {
    // biome-ignore lint/suspicious/noConsole: the tests want an empty console
    console.error(`no words for ${key} in ${language()}`);
    return key;
  }
  const format = (value) => (typeof value === 'number' ? number(value) : value);
  if (typeof text === 'function') return written(text(values, format));
  return written(text).replace(/\{(\w+)\}/g, (_, name) => format(values[name]));
}

/** A text without values in the language of an article: Chinese, or else English. */
export const tIn = (tag, key) => all[tag.startsWith('zh') ? 'zh' : 'en'].get(key);

/** Whether a key has a text. */
export const knows = (key) => all[language()].has(key);

const locale = () => (isTraditional() ? 'zh-TW' : language() === 'zh' ? 'zh-CN' : 'en-GB');

/** Formats are expensive to create, and a table needs hundreds. */
const formats = new Map();

export function number(value, options) {
  const tag = locale();
  const key = tag + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(tag, options));
  return formats.get(key).format(value);
}

/** The day of a time in milliseconds, as written in UTC. */
export const date = (time) => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(time);

/** When an article was published: the day in words, and the time as its page states it. */
export function dated(published) {
  if (!published) return published;
  const [day, time = ''] = published.split(/[T ]/);
  return [date(Date.parse(day)), time.slice(0, 5)].filter(Boolean).join(' ');
}

export const percent = (share) => number(share, { style: 'percent', maximumFractionDigits: 0 });

/** Fills the elements that request words by `data-t`, or by `data-t-label` for an invisible name. */
export function translate(root) {
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll('[data-t-label]')) {
    element.setAttribute('aria-label', t(element.dataset.tLabel));
    element.title = t(element.dataset.tLabel);
  }
}
