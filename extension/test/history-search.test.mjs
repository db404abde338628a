// The search through a history over a database in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, copyMany, history, keep, keepAll } from './support/history.mjs';
import { bodyOf, fixtures, urlOf } from './support/sites.mjs';

test('search wants every word, folds width and case, and goes on where it stopped', async () => {
  await keepAll('zh-dam-original', 'en-barrage-original', 'zh-dam-credited', 'en-kettle');
  const titles = async (query) => (await history.search(query, null, 10)).entries.map(({ url }) => url);
  assert.deepEqual(await titles('老坝'), [urlOf('zh-dam-credited'), urlOf('zh-dam-original')]);
  assert.deepEqual(await titles('老坝 澜安新闻网'), [urlOf('zh-dam-credited'), urlOf('zh-dam-original')]);
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
  await copyMany(record, 2500, (i) => ({ url: `http://many.example/${i}`, title: 'x', lastSeen: at(i + 1) }));
  const pieces = [];
  let after = null;
  do {
    const { entries, next } = await history.search('kettle', after, 10);
    pieces.push(entries.map(({ id }) => id));
    after = next;
  } while (after !== null);
  assert.deepEqual(pieces.pop(), [record.id]);
  assert.equal(pieces.length, 10);
  assert.deepEqual(pieces.flat(), []);
});

test('search looks into the texts, and shows the place of a word that no title has', async () => {
  await keep('zh-dam-original');
  await keep('en-kettle', { hours: 1 });
  await keep('en-barrage-original', { hours: 2, text: false });
  const found = async (query) =>
    (await history.search(query, null, 10)).entries.map(({ url, passage }) => [url, passage]);
  const [, sentence] = bodyOf('zh-dam-original');
  const [before, word, after] = [sentence.slice(0, 20), sentence.slice(20, 28), sentence.slice(28, 88)];
  const passage = [before, word, `${after}${sentence.length > 88 ? '…' : ''}`];
  assert.deepEqual(await found(word), [[urlOf('zh-dam-original'), passage]]);
  // One word in the title, the other in the text; and in capitals.
  const kettle = fixtures.get('en-kettle').body;
  const inText = kettle.match(/\b[a-z]{9,}\b/)[0];
  const [[url, inKettle]] = await found(`kettle ${inText.toUpperCase()}`);
  assert.deepEqual([url, inKettle[1]], [urlOf('en-kettle'), inText]);
  assert.ok(kettle.includes(inKettle.join('').replaceAll('…', '')));
  // In the title alone: there is nothing to show.
  assert.deepEqual(await found('kettle'), [[urlOf('en-kettle'), null]]);
  // Its text is not kept.
  const barrage = bodyOf('en-barrage-original')[1].slice(10, 40);
  assert.deepEqual(await found(barrage), []);
  const pieces = await history.search('the', null, 1);
  assert.equal(pieces.entries.length, 1);
});
