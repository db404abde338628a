import { siteOf } from './verdict.js';

const COLUMNS = ['title', 'url', 'site', 'author', 'credit', 'published', 'firstSeen', 'original'];

/** A cluster as a table (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe. */
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
