// A history over a database in memory, a new one for each test.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, mock } from 'node:test';
import { load, read } from '../../history/core.js';
import { request } from '../../history/database.js';
import { History } from '../../history/history.js';
import { recordOf } from '../../history/records.js';
import { fixtures, urlOf } from './sites.mjs';

const HOUR = 3600 * 1000;
export const LIMIT = 1e6;
export const START = new Date('2026-03-20T08:00:00Z');

await load();
/** @type {History} */
export let history;
/** The name of its database. */
export let name;
let made = 0;
beforeEach(() => {
  history = another();
  name = `test${made}`;
});
afterEach(() => mock.restoreAll());

/** Another history, until the end of the test. */
export function another() {
  return new History(`test${++made}`);
}

/** All of a history, as a file has it. */
export const fileOf = async (from = history) => JSON.parse(JSON.stringify((await from.export(null, 10)).articles));

/** The time so many hours after the start. */
export const at = (hours) => new Date(START.getTime() + hours * HOUR).toISOString();

export const articleOf = async (name, url = urlOf(name)) =>
  read(fixtures.get(name).read('page.html'), { url, contentType: fixtures.get(name).contentType });

/** Remembers an article, seen `hours` after the start; its record is as `given`, the rest by `History.remember`. */
export async function keepArticle(article, { hours = 0, text = true, limit = LIMIT, given = {}, ...options }) {
  const record = { ...recordOf(article, new Date(at(hours))), ...given };
  return history.remember(record, { text: text ? article.text : null, textLimit: limit, ...options });
}

/** Remembers a fixture page. */
export const keep = async (name, { url, ...options } = {}) => keepArticle(await articleOf(name, url), options);

/** Remembers fixture pages, an hour after each other; returns their records. */
export async function keepAll(...names) {
  const records = [];
  for (const [hours, name] of names.entries()) records.push((await keep(name, { hours })).record);
  return records;
}

/** Writes copies of a record, each with the `facts` of its number, behind the history's back. */
export const copyMany = ({ id: _, ...record }, number, facts) =>
  inDatabase('articles', (articles) =>
    Array.from({ length: number }, (_, i) => articles.put({ ...record, ...facts(i) })).at(-1),
  );

/** Does something to the database behind the history's back. */
export async function inDatabase(store, work) {
  const database = await request(indexedDB.open(name));
  const value = await request(work(database.transaction(store, 'readwrite').objectStore(store)));
  database.close();
  return value;
}
