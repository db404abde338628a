// Articles for use elsewhere: a citation of one article, and all pages of a cluster as Markdown and as CSV.
import { siteOf, titleOf } from './verdict.js';

/** When an article was published, in words: as its page writes it, unless that is a date with only one reading. */
export function publishedOn(words, { published }) {
  const isDate = /^\d{4}-\d{2}-\d{2}(T|$)/.test(published ?? '') && !Number.isNaN(Date.parse(published));
  if (!isDate) return published;
  // A date without a time is a day, not midnight in Greenwich.
  return published.length > 10 ? words.moment(published) : words.date(`${published}T00:00`);
}

/**
 * A citation of an article: its author, if known, title, site, day and address.
 * @param {import('./words.js').Words} words
 * @param {import('../messages.d.ts').Entry} entry
 */
export function citation(words, entry) {
  const on = publishedOn(words, entry) ?? words.say('seenOn', words.date(entry.firstSeen));
  const parts = [titleOf(entry), siteOf(entry), on, entry.url];
  return entry.author ? words.say('citeBy', entry.author, ...parts) : words.say('cite', ...parts);
}

/** A line of text in Markdown: characters that could be markup, also that of Obsidian, are escaped. */
const escaped = (text) => text.replace(/[\\`*_[\]<>#|!~$]|%(?=%)|=(?==)|&(?=#?\w+;)/g, '\\$&').replace(/\s+/g, ' ');

/** The pages of a cluster, one per line. */
export function markdownOf(words, entries, original) {
  const address = (url) =>
    url.replace(/[\s()<>]/g, (c) => encodeURIComponent(c).replace(/[()]/g, (b) => `%${b.charCodeAt(0).toString(16)}`));
  const line = (entry) => {
    const published = publishedOn(words, entry);
    const facts = [
      siteOf(entry),
      published && words.say('publishedOn', published),
      words.say('seenOn', words.date(entry.firstSeen)),
      entry.credit && words.say('source', entry.credit),
      entry.id === original?.id && words.say('looksOriginal'),
    ];
    return `- [${escaped(titleOf(entry))}](${address(entry.url)}): ${facts.filter(Boolean).map(escaped).join(' · ')}\n`;
  };
  return entries.map(line).join('');
}

const COLUMNS = ['title', 'url', 'site', 'author', 'credit', 'published', 'firstSeen', 'original'];

/** The same as a table (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe. */
export function csvOf(entries, original) {
  const cell = (value) => {
    const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = entries.map((entry) => {
    const row = { ...entry, site: siteOf(entry), original: entry.id === original?.id };
    return COLUMNS.map((name) => cell(row[name]));
  });
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
