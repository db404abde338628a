// The history over a database in memory: what it finds, forgets, takes in, and what it does when the
// database fails.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { load, read } from '../history/core.js';
import { asked } from '../history/database.js';
import { History, recordOf } from '../history/history.js';
import { fixtures, pageOf, urlOf } from './support/sites.mjs';

const HOUR = 3600 * 1000;
const LIMIT = 1e6;
const START = new Date('2026-03-20T08:00:00Z');

await load();
let history;
let name = 0;
beforeEach(() => (history = new History(`test${++name}`)));
afterEach(async () => {
  mock.restoreAll();
  await history.close();
});

const articleOf = async (name, url = urlOf(name)) => read(fixtures.get(name).read('page.html'), { url, contentType: fixtures.get(name).contentType });

/** Remembers a fixture page, seen so many hours after the start. */
async function keep(name, { hours = 0, url, text = true, limit = LIMIT } = {}) {
  const article = await articleOf(name, url);
  const record = recordOf(article, new Date(START.getTime() + hours * HOUR));
  return history.remember(record, { text: text ? article.text : null, textLimit: limit });
}

const ids = (found) => found.others.map(({ record }) => record.id);

async function clusters() {
  const { clusters } = await history.clusters(null, 100);
  return clusters.map((records) => records.map(({ id }) => id).sort((a, b) => a - b)).sort((a, b) => a[0] - b[0]);
}

test('a copy is found, the likest first, and an article beside it is not', async () => {
  await keep('zh-nightbus-original');
  const original = await keep('zh-dam-original', { hours: 1 });
  const abridged = await keep('zh-dam-abridged', { hours: 2 });
  const credited = await keep('zh-dam-credited', { hours: 3 });
  assert.deepEqual([ids(original), ids(abridged)], [[], [original.record.id]]);
  assert.deepEqual(ids(credited), [original.record.id, abridged.record.id]);
  assert.equal(credited.others[0].relation.verdict, 'same');
  assert.equal((await keep('zh-dam-same-opening', { hours: 4 })).others.length, 0);
});

test('the same page is one article, and visited again half an hour later', async () => {
  const first = await keep('zh-dam-original');
  const soon = await keep('zh-dam-original', { hours: 0.2, url: `${urlOf('zh-dam-original')}#comments` });
  assert.deepEqual([soon.record.id, soon.record.visits], [first.record.id, 1]);
  const later = await keep('zh-dam-original', { hours: 2 });
  assert.equal(later.record.visits, 2);
  assert.equal(later.record.firstSeen, START.toISOString());
  assert.equal(later.record.lastSeen, new Date(START.getTime() + 2 * HOUR).toISOString());
  assert.equal((await history.usage()).articles, 1);
});

test('another article at the same address is another article', async () => {
  const first = await keep('zh-dam-original');
  const second = await keep('zh-nightbus-original', { hours: 1, url: urlOf('zh-dam-original') });
  assert.notEqual(second.record.id, first.record.id);
  assert.equal(second.own, null);
});

test('two tabs with one new article at once remember it once', async () => {
  const both = await Promise.all([keep('zh-dam-original'), keep('zh-dam-original')]);
  assert.equal(both[0].record.id, both[1].record.id);
  assert.equal((await history.usage()).articles, 1);
});

test('clusters hold what is the same, and a digest joins one of them', async () => {
  const names = ['zh-dam-original', 'zh-nightbus-original', 'zh-dam-credited', 'zh-nightbus-portal', 'zh-dam-merged', 'en-kettle'];
  const kept = new Map();
  for (const [hours, name] of names.entries()) kept.set(name, (await keep(name, { hours })).record.id);
  const of = (...names) => names.map((name) => kept.get(name));
  assert.deepEqual(await clusters(), [of('zh-dam-original', 'zh-dam-credited', 'zh-dam-merged'), of('zh-nightbus-original', 'zh-nightbus-portal')]);
  const { clusters: page, next } = await history.clusters(null, 1);
  assert.equal(page[0][0].id, kept.get('zh-dam-original'), 'the one that grew last');
  const rest = await history.clusters(next, 1);
  assert.equal(rest.clusters[0][0].id, kept.get('zh-nightbus-original'));
  assert.equal(rest.next, null);
});

test('what a person says is no copy is none, until they take it back', async () => {
  const { record: original } = await keep('zh-dam-original');
  const { record: credited } = await keep('zh-dam-credited', { hours: 1 });
  await history.deny(credited.id, original.id, true);
  const placed = await history.place(await history.get(credited.id));
  assert.deepEqual([ids(placed), placed.denied.map(({ id }) => id)], [[], [original.id]]);
  assert.deepEqual(await clusters(), []);
  // The page is read again, as any page.
  assert.deepEqual(ids(await keep('zh-dam-credited', { hours: 2 })), []);
  assert.deepEqual(await clusters(), []);
  // A third is a copy of both.
  const third = await keep('zh-dam-table-gbk', { hours: 3 });
  assert.deepEqual(ids(third).sort(), [original.id, credited.id]);
  await history.deny(original.id, credited.id, false);
  assert.deepEqual(ids(await history.place(await history.get(credited.id))).includes(original.id), true);
  assert.deepEqual(await clusters(), [[original.id, credited.id, third.record.id]]);
  await assert.rejects(history.deny(original.id, 99, true), { code: 'gone' });
});

test('what was forgotten is gone with all that hangs on it, and comes back as it was', async () => {
  const { record: original } = await keep('zh-dam-original');
  const { record: credited } = await keep('zh-dam-credited', { hours: 1 });
  const { record: gbk } = await keep('zh-dam-table-gbk', { hours: 2 });
  await history.deny(credited.id, gbk.id, true);
  const before = await history.export(null, 10);
  const forgotten = JSON.parse(JSON.stringify(await history.forget(credited.id)));
  await assert.rejects(history.get(credited.id), { code: 'gone' });
  assert.equal(await history.text(credited.id), null);
  assert.equal((await history.usage()).texts.count, 2);
  assert.deepEqual(ids(await history.place(original)), [gbk.id]);
  const restored = await history.restore(forgotten, LIMIT);
  assert.equal(restored.id, credited.id);
  assert.deepEqual(await history.export(null, 10), before);
  assert.deepEqual((await history.place(restored)).denied.map(({ id }) => id), [gbk.id]);
  await assert.rejects(history.restore({ title: 'x' }, LIMIT), { code: 'import' });
});

test('a cluster of which one is left is none', async () => {
  const { record: original } = await keep('zh-dam-original');
  const { record: credited } = await keep('zh-dam-credited', { hours: 1 });
  assert.deepEqual(await clusters(), [[original.id, credited.id]]);
  await history.forget(credited.id);
  assert.deepEqual(await clusters(), []);
  assert.equal((await history.get(original.id)).cluster, undefined);
});

test('a site is forgotten with what is below it, what is old by its last visit, and everything', async () => {
  await keep('zh-dam-original');
  await keep('zh-dam-credited', { hours: 50 });
  await keep('en-kettle', { hours: 100 });
  assert.equal(await history.forgetSite('heshan.example'), 1, 'm.heshan.example');
  assert.equal(await history.forgetSite('shan.example'), 0);
  assert.equal(await history.forgetBefore(new Date(START.getTime() + 10 * HOUR).toISOString()), 1);
  assert.equal((await history.usage()).articles, 1);
  await history.forgetAll();
  assert.deepEqual(await history.usage(), { articles: 0, oldest: null, texts: { count: 0, bytes: 0 } });
});

test('texts are kept within a limit, the oldest make room', async () => {
  const { record: first } = await keep('zh-dam-original');
  const { bytes } = (await history.usage()).texts;
  const { record: second } = await keep('zh-nightbus-original', { limit: bytes });
  assert.deepEqual([await history.text(first.id), await history.text(second.id)], [null, (await articleOf('zh-nightbus-original')).text]);
  assert.equal((await history.usage()).texts.count, 1);
  const [entry] = await history.entries([second]);
  assert.equal(entry.hasText, true);
  await history.limitTexts(0);
  assert.deepEqual((await history.usage()).texts, { count: 0, bytes: 0 });
  assert.equal((await history.entries([second]))[0].hasText, false);
});

test('search wants every word, folds width and case, and goes on where it stopped', async () => {
  for (const [hours, name] of ['zh-dam-original', 'en-barrage-original', 'zh-dam-credited', 'en-kettle'].entries()) await keep(name, { hours });
  const titles = async (query) => (await history.search(query, null, 10)).entries.map(({ url }) => url);
  assert.deepEqual(await titles('老坝'), [urlOf('zh-dam-credited'), urlOf('zh-dam-original')]);
  assert.deepEqual(await titles('老坝 青榆河'), [urlOf('zh-dam-original')]);
  assert.deepEqual(await titles('ＬＡＮＡＮ－ＮＥＷＳ'), [urlOf('zh-dam-original')]);
  assert.deepEqual(await titles('nothing of the kind'), []);
  const all = [];
  for (let after = null; ; ) {
    const { entries, next } = await history.search('', after, 3);
    all.push(...entries.map(({ url }) => url));
    if (next === null) break;
    after = next;
  }
  assert.deepEqual(all, ['en-kettle', 'zh-dam-credited', 'en-barrage-original', 'zh-dam-original'].map(urlOf));
});

test('a search among many comes in pieces, none of which keeps others waiting', async () => {
  const { record } = await keep('en-kettle');
  await inDatabase('articles', (articles) => {
    const { id: _, ...other } = record;
    let last;
    for (let i = 1; i <= 2500; i += 1) last = articles.put({ ...other, url: `http://many.example/${i}`, title: 'x', lastSeen: new Date(START.getTime() + i * HOUR).toISOString() });
    return last;
  });
  const pieces = [];
  let after = null;
  do {
    const { entries, next } = await history.search('kettle', after, 10);
    pieces.push(entries.map(({ id }) => id));
    after = next;
  } while (after !== null);
  assert.deepEqual(pieces, [[], [], [record.id]]);
});

test('a file holds all, and is taken in elsewhere; what is damaged in it is refused alone', async () => {
  const { record: original } = await keep('zh-dam-original');
  const { record: credited } = await keep('zh-dam-credited', { hours: 1 });
  await keep('zh-dam-abridged', { hours: 2, text: false });
  await history.deny(original.id, credited.id, true);
  await history.keepIcon(original.host, 'data:image/png;base64,AAAA');
  const { articles, next } = await history.export(null, 2);
  const rest = await history.export(next, 2);
  const file = JSON.parse(JSON.stringify([...articles, ...rest.articles]));
  assert.equal(rest.next, null);
  const damaged = [
    null, 'x', {}, { ...file[0], fingerprint: 'x' }, { ...file[0], url: 'javascript:alert(1)' }, { ...file[0], firstSeen: 'yesterday' }, { ...file[0], url: 5 },
  ];
  const other = new History(`other${name}`);
  assert.deepEqual(await other.import([...damaged, ...file], LIMIT), { added: 3, known: 0, refused: damaged.length });
  assert.deepEqual((await other.export(null, 10)).articles, file);
  assert.deepEqual((await other.place(await other.get(1))).denied.length, 1);
  // Again: nothing is there twice, and earlier dates stand.
  const earlier = file.map((article) => ({ ...article, firstSeen: '2020-01-01T00:00:00.000Z', visits: 7 }));
  assert.deepEqual(await other.import(earlier, LIMIT), { added: 0, known: 3, refused: 0 });
  const known = await other.get(1);
  assert.deepEqual([known.firstSeen, known.visits, known.lastSeen], ['2020-01-01T00:00:00.000Z', 7, file[0].lastSeen]);
  await other.close();
});

test('a damaged record is left out of a look-up, and the others are found', async () => {
  const { record: original } = await keep('zh-dam-original');
  const { record: credited } = await keep('zh-dam-credited', { hours: 1 });
  await inDatabase('articles', (store) => store.put({ ...original, fingerprint: new Uint8Array([9, 9, 9]) }));
  await inDatabase('texts', (store) => store.put({ id: credited.id, bytes: new Uint8Array([1, 2, 3]) }));
  const gbk = await keep('zh-dam-table-gbk', { hours: 2 });
  assert.deepEqual(ids(gbk), [credited.id]);
  assert.equal(await history.text(credited.id), null);
  const exported = await history.export(null, 10);
  assert.equal(exported.articles.length, 2, 'the damaged one is not in the file');
  const { entries } = await history.search('', null, 10);
  assert.equal(entries.length, 3, 'and a person can still forget it');
  await history.forget(original.id);
  assert.equal((await history.usage()).articles, 2);
});

test('without room for its text an article is kept without it; without any room nothing is lost', async () => {
  const { record: first } = await keep('zh-dam-original');
  const put = IDBObjectStore.prototype.put;
  const full = (isFull) =>
    mock.method(IDBObjectStore.prototype, 'put', function (value) {
      if (isFull(this.name)) throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value);
    });
  full((store) => store === 'texts');
  const { record: second } = await keep('zh-nightbus-original');
  assert.equal(await history.text(second.id), null);
  mock.restoreAll();
  full(() => true);
  await assert.rejects(keep('en-kettle'), { code: 'quota' });
  mock.restoreAll();
  const { entries } = await history.search('', null, 10);
  assert.deepEqual(entries.map(({ id }) => id).sort(), [first.id, second.id]);
  assert.equal(await history.text(first.id), (await articleOf('zh-dam-original')).text);
  assert.equal((await keep('en-kettle')).others.length, 0, 'it works again');
});

test('a database that cannot be opened is told, and tried again', async () => {
  mock.method(indexedDB, 'open', () => {
    throw new DOMException('storage is disabled', 'SecurityError');
  });
  await assert.rejects(keep('zh-dam-original'), { code: 'blocked' });
  mock.restoreAll();
  assert.equal((await keep('zh-dam-original')).record.id, 1);
  // A later version of the extension was here.
  await history.close();
  (await asked(indexedDB.open(`test${name}`, 99))).close();
  await assert.rejects(history.usage(), { code: 'blocked' });
});

test('the database gives way to who wants to delete it, and is there again afterwards', async () => {
  await keep('zh-dam-original');
  await asked(indexedDB.deleteDatabase(`test${name}`));
  assert.equal((await history.usage()).articles, 0);
  assert.equal((await keep('zh-dam-original')).others.length, 0);
});

test('a fact as long as a page is cut', async () => {
  const paragraphs = fixtures.get('zh-dam-original').body.split('\n');
  const article = await read(pageOf('很'.repeat(3000), paragraphs), { url: 'http://long.example/' });
  assert.equal(recordOf(article).title.length, 500);
});

/** Does something to the database behind the history's back. */
async function inDatabase(store, work) {
  const database = await asked(indexedDB.open(`test${name}`));
  await asked(work(database.transaction(store, 'readwrite').objectStore(store)));
  database.close();
}
