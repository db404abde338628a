// Our own pages, tests/pages.
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../tests/pages/', import.meta.url);

/** The bytes of a page. */
export function page(slug) {
  return readFileSync(new URL(`${slug}/page.html`, FOLDER));
}

/** Its Content-Type and address, and what it is. */
export function meta(slug) {
  return JSON.parse(readFileSync(new URL(`${slug}/meta.json`, FOLDER), 'utf8'));
}

/** An article that three pages hold, and one that none of them does. */
export const ORIGINAL = 'zh-dam-original';
export const COPY = 'zh-dam-table-gbk';
export const OTHER = 'en-barrage-original';
