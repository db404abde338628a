// A history over a database in memory, a new one for each test.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, mock } from 'node:test';
import { load, read } from '../../history/core.js';
import { request } from '../../history/database.js';
import { History } from '../../history/history.js';
import { recordOf } from '../../history/records.js';
import { fixtures, urlOf } from './sites.mjs';

export const HOUR = 3600 * 1000;
export const LIMIT = 1e6;
export const START = new Date('2026-03-20T08:00:00Z');

await load();
/** @type {History} */
export let history;
/** The name of its database. */
export let name;
let made = 0;
beforeEach(() => {
  name = `test${++made}`;
  history = new History(name);
});
afterEach(async () => {
  mock.restoreAll();
  await history.close();
});

export const articleOf = async (name, url = urlOf(name)) =>
  read(fixtures.get(name).read('page.html'), { url, contentType: fixtures.get(name).contentType });

/** Remembers a fixture page, seen `hours` after the start. */
export async function keep(name, { hours = 0, url, text = true, limit = LIMIT } = {}) {
  const article = await articleOf(name, url);
  const record = recordOf(article, new Date(START.getTime() + hours * HOUR));
  return history.remember(record, { text: text ? article.text : null, textLimit: limit });
}

/** Does something to the database behind the history's back. */
export async function inDatabase(store, work) {
  const database = await request(indexedDB.open(name));
  const value = await request(work(database.transaction(store, 'readwrite').objectStore(store)));
  database.close();
  return value;
}
