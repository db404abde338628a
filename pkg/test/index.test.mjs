// The index, its stores, and the suite that tests stores.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { ArticleIndex, IndexedDbIndex, MemoryIndex, read } from 'offprint';
import { storeConformance } from 'offprint/store-test';
import { folder } from '../../tests/folder.mjs';
import { IndexedDbStore } from '../index/indexed-db.js';
import { MemoryStore } from '../index/memory.js';
import { COPY, ORIGINAL, OTHER, meta, page } from './support/pages.mjs';
import { programs } from './support/programs.mjs';
import { startWorker } from './support/worker.mjs';

const article = (slug) => read(page(slug), { url: meta(slug).url });
const original = await article(ORIGINAL);
const copy = await article(COPY);
const abridged = await article('zh-dam-abridged');
const other = await article(OTHER);

let databases = 0;
const makers = {
  MemoryIndex: () => new MemoryIndex(),
  IndexedDbIndex: () => new IndexedDbIndex(`index-${databases++}`),
};

for (const [name, make] of Object.entries(makers)) {
  test(`${name}: copies are found, best first, and others are not`, async () => {
    const index = make();
    assert.deepEqual(await index.find(copy), []);
    const none = { of: null, score: 0, known: false };
    const added = await index.add(original);
    assert.deepEqual(added, { id: original.url, verdict: 'new', ...none, keys: 5 });
    assert.ok((await index.add(other)).keys);
    const [match, ...rest] = await index.find(copy);
    assert.deepEqual(rest, []);
    assert.equal(match.id, original.url);
    assert.equal(match.verdict, 'same');
    // Both credit one third source.
    assert.deepEqual(match.original, { which: null, confidence: 0, reasons: [] });
    assert.equal(match.record.title, original.title);
    assert.ok(!('text' in match.record), 'the text is not kept');

    assert.deepEqual(
      (await index.find(abridged)).map(({ verdict }) => verdict),
      ['partial'],
    );
    assert.equal((await index.find(copy.fingerprint)).length, 1, 'a fingerprint is enough');
    assert.deepEqual(await index.find(original), [], 'no article is found by itself');
  });

  test(`${name}: articles are counted, removed, carried over and cleared`, async () => {
    const index = make();
    await index.add({ ...original, id: 'a', data: { folder: 7 } });
    await index.add({ id: 'b', fingerprint: other.fingerprint });
    await index.add({ id: 'c', fingerprint: original.fingerprint });
    assert.deepEqual(await index.stats(), { stored: 3, classes: 2, keys: 9 });

    const second = make();
    await second.add(copy);
    await second.import(JSON.parse(JSON.stringify(await index.export())));
    await second.import(await index.export());
    assert.deepEqual((await second.export()).slice(0, 3), await index.export());
    assert.deepEqual(await second.stats(), { stored: 4, classes: 3, keys: 10 });
    const [match] = await second.find(original.fingerprint);
    assert.deepEqual([match.id, match.verdict, match.record.data], ['a', 'same', { folder: 7 }]);
    const third = make();
    await third.add({ ...original, id: 'a' });
    await third.import(await index.export());
    assert.deepEqual(await third.stats(), { stored: 3, classes: 2, keys: 9 });

    assert.equal(await index.remove('x'), false);
    assert.equal(await index.remove({ id: 'a' }), true);
    assert.deepEqual(
      (await index.find(copy)).map(({ id }) => id),
      ['c'],
    );
    await index.clear();
    assert.deepEqual(await index.stats(), { stored: 0, classes: 0, keys: 0 });
    assert.deepEqual(await index.find(copy), []);
  });

  test(`${name}: an id is judged once with a text, and its data may change`, async () => {
    const index = make();
    const first = await index.add(original);
    const judged = await index.add(copy);
    assert.deepEqual([judged.verdict, judged.of, judged.known, judged.keys], ['same', original.url, false, 5]);
    assert.deepEqual(await index.add(copy), { ...judged, known: true });
    assert.deepEqual(await index.add({ ...original, title: 'corrected' }), { ...first, known: true });
    assert.equal((await index.find(copy))[0].record.title, 'corrected');
    const changed = await index.add({ ...other, url: original.url });
    assert.deepEqual([changed.verdict, changed.known], ['new', false]);
    assert.ok(changed.id.startsWith(`${original.url}#`), changed.id);
    assert.deepEqual(await index.add({ ...other, url: original.url }), { ...changed, known: true });
    const found = await index.find({ ...original, id: 'a' });
    assert.deepEqual(found, await index.find({ ...original, id: 'b' }));
    assert.deepEqual(found.map(({ id }) => id).sort(), [original.url, copy.url].sort());
  });

  test(`${name}: no text is lost whatever the ids are`, async () => {
    const articles = [original, copy, abridged, other];
    for (const idOf of [(at) => at, () => 'x', (at) => at >> 1]) {
      const [first, second] = [make(), make()];
      const texts = new Map();
      for (const index of [first, second, first]) {
        for (const [at, article] of (index === first ? articles : articles.toReversed()).entries()) {
          const said = await index.add({ ...article, id: idOf(at) });
          if (index === first) assert.equal(texts.get(said.id) ?? article.text, article.text);
          if (index === first) texts.set(said.id, article.text);
          assert.ok(said.known || ['new', 'same', 'partial'].includes(said.verdict));
          assert.notEqual(said.of, said.id);
        }
      }
      assert.equal((await first.stats()).stored, new Set(texts.keys()).size);
      await first.import(await second.export());
      const kept = new Set((await first.export()).map(({ fingerprint }) => fingerprint));
      for (const { fingerprint } of articles) assert.ok(kept.has(fingerprint));
    }
  });

  test(`${name}: of short texts an equal one is found`, async () => {
    const index = make();
    const short = { fingerprint: null, title: 'Gates', text: 'The gates close at noon.' };
    const said = async (id, given) => Object.values(await index.add({ ...short, ...given, id })).slice(1, 4);
    assert.deepEqual(await said('a'), ['unknown', null, 0]);
    assert.deepEqual(await said('b', { text: 'The GATES close at noon' }), ['same', 'a', 1]);
    assert.deepEqual(await said('c', { text: 'The gates close at one.' }), ['unknown', null, 0]);
    assert.deepEqual(await said('d', { title: 'Noon' }), ['unknown', null, 0]);
    assert.deepEqual(await said('e', { gated: true }), ['unknown', null, 0]);
    assert.deepEqual(
      (await index.find(short)).map(({ id, verdict, score }) => [id, verdict, score]),
      [
        ['a', 'same', 1],
        ['b', 'same', 1],
      ],
    );
    assert.equal((await index.stats()).stored, 4);
  });

  test(`${name}: the first with an equal text decides, also under many copies`, async () => {
    const index = make();
    const add = async (id, title) => (await index.add({ ...original, id, title })).of;
    for (let i = 0; i < 80; i++) assert.equal(await add(`a${i}`, original.title), i === 0 ? null : 'a0');
    assert.equal(await add('b', 'Another headline'), 'a0');
    assert.equal(await add('c', 'Another headline'), 'b');
    // A key keeps 64 articles of a class.
    assert.deepEqual(await index.stats(), { stored: 82, classes: 1, keys: 6 });
    assert.equal((await index.add({ ...original, id: 'd' })).keys, 0);
  });
}

test('a text under another headline that it does not mention may be a notice', async () => {
  const index = new MemoryIndex();
  const pier = (_, i) => `<p>The ferry to Amsel island leaves pier ${i + 2} at ${i + 3} in the morning with the post.`;
  const body = `${Array.from({ length: 9 }, pier).join('')}<p>Contact us by email address: post@amsel.example.`;
  const said = [];
  for (const title of ['Council votes on new harbour wall', 'Museum opens gallery of clocks']) {
    const { fingerprint, text } = await read(`<title>${title}</title><h1>${title}</h1><article>${body}</article>`);
    assert.ok(fingerprint);
    for (const id of [title, `${title}, again`]) said.push(await index.add({ id, title, fingerprint, text }));
  }
  assert.deepEqual(
    said.map(({ verdict, of }) => [verdict, of]),
    [
      ['new', null],
      ['same', said[0].id],
      ['unknown', null],
      ['same', said[2].id],
    ],
  );
});

test('what is added at once is judged in the order of the calls', async () => {
  const index = new MemoryIndex();
  const added = await Promise.all(['a', 'b', 'c'].map((id) => index.add({ ...original, id })));
  assert.deepEqual(
    added.map(({ of }) => of),
    [null, 'a', 'a'],
  );
});

test('an article without text is not kept and finds nothing; other values are refused', async () => {
  const index = new MemoryIndex();
  const empty = await read('<p>…', { url: 'https://x.example/' });
  const { verdict, of, keys } = await index.add(empty);
  assert.deepEqual([verdict, of, keys], ['unknown', null, 0]);
  assert.deepEqual(await index.find(empty), []);
  assert.equal(await index.remove(empty), false);
  for (const none of [null, 5, {}, { id: 'a' }]) {
    for (const call of ['add', 'find']) await assert.rejects(index[call](none), { code: 'article' });
  }
  await assert.rejects(index.add({ fingerprint: original.fingerprint }), { code: 'id' });
  await assert.rejects(index.remove({}), { code: 'id' });
  await assert.rejects(index.import([{ id: 'a' }]), { code: 'article' });
  await assert.rejects(index.find('no fingerprint'), { code: 'fingerprint_text' });
  assert.throws(() => new ArticleIndex(), { code: 'store' });
});

test('records that are damaged, or not ours, are skipped', async () => {
  const ours = { id: 'a', number: 1, class: 1, keys: copy.keys.read };
  const strange = [null, 'text', 5, { id: 'a' }, ours, { ...ours, id: 'b', fingerprint: 'damaged' }];
  const store = { find: async () => strange, get: async () => ({ id: copy.url }), put: async () => {} };
  const index = new ArticleIndex(store);
  assert.deepEqual(await index.find(copy), []);
  const { verdict, known } = await index.add(copy);
  assert.deepEqual([verdict, known], ['new', false]);
});

test('a store that fails is an error with its cause', async () => {
  const cause = new Error('the line is dead');
  const fail = async () => {
    throw cause;
  };
  const index = new ArticleIndex({ get: fail, find: fail, all: fail });
  for (const call of ['add', 'find', 'remove', 'stats', 'export', 'clear']) {
    await assert.rejects(index[call](original), { code: 'store_failed', cause });
  }
  const strange = new ArticleIndex({ find: async () => ({ id: 'a' }) });
  await assert.rejects(strange.find(copy), { code: 'store_failed' });
});

test('articles in IndexedDB are there after it was closed', async () => {
  const index = new IndexedDbIndex('kept');
  await index.add(original);
  await index.close();
  await index.close();
  assert.equal((await index.find(copy)).length, 1);
  assert.equal((await new IndexedDbIndex('kept').find(copy)).length, 1);
  assert.deepEqual(await new IndexedDbIndex('another').find(copy), []);
});

test('without IndexedDB an IndexedDbIndex says so', async (t) => {
  const kept = globalThis.indexedDB;
  t.after(() => (globalThis.indexedDB = kept));
  globalThis.indexedDB = undefined;
  const failed = await new IndexedDbIndex().find(copy).catch((error) => error);
  assert.equal(failed.cause.code, 'no_indexed_db');
});

const named = (kind) => ({ test: (name, run) => test(`${kind} ${name}`, run), assert });
storeConformance(() => new MemoryStore(), named('memory'));
storeConformance(() => new IndexedDbStore(`store-${databases++}`), named('IndexedDB'));

test('the suite finds what a store does wrong', async () => {
  const { find, get, put } = MemoryStore.prototype;
  const wrong = {
    forgets: { put: async () => {} },
    'overwrites nothing': {
      async put(record) {
        if (!(await this.get(record.id))) await put.call(this, record);
      },
    },
    'deletes nothing': { delete: async () => {} },
    'keeps one article under a key': {
      async find(keys) {
        return (await Promise.all(keys.map((key) => find.call(this, [key])))).flatMap(([first = []]) => first);
      },
    },
    'finds by the beginning of a key': {
      async find(keys) {
        return (await this.all()).filter((record) =>
          record.keys.some((own) => keys.some((key) => own.startsWith(key))),
        );
      },
    },
    'leaves keys out': { find: async () => [] },
    'returns one for another': { get: async () => get.call(this, 'a') },
    'lists nothing': { all: async () => [] },
  };
  for (const [name, methods] of Object.entries(wrong)) {
    const failed = [];
    const tests = [];
    storeConformance(() => Object.assign(new MemoryStore(), methods), {
      test: (name, run) => tests.push(run().catch(() => failed.push(name))),
      assert,
    });
    await Promise.all(tests);
    assert.ok(failed.length > 0, name);
  }
});

test('the store on D1 that the README shows passes the suite in workerd', async (t) => {
  const path = await folder(t);
  const store = programs('README.md').find(({ word }) => word === 'd1-store.mjs');
  await writeFile(join(path, 'd1-store.mjs'), store.code);
  await cp(new URL('support/d1-worker.js', import.meta.url), join(path, 'main.js'));
  const d1Databases = Array.from({ length: 20 }, (_, i) => `DB${i}`);
  const worker = await startWorker(join(path, 'main.js'), join(path, 'out'), { d1Databases });
  t.after(() => worker.dispose());
  const results = await (await worker.dispatchFetch('http://localhost/')).json();
  assert.ok(results.length >= 6);
  assert.deepEqual(
    results.filter(([, error]) => error),
    [],
  );
});
