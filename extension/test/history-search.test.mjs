// The search through a history over a database in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, START, history, inDatabase, keep } from './support/history.mjs';
import { fixtures, urlOf } from './support/sites.mjs';

const DAM = fixtures.get('zh-dam-original').body.split('\n');

test('search wants every word, folds width and case, and goes on where it stopped', async () => {
  for (const [hours, name] of ['zh-dam-original', 'en-barrage-original', 'zh-dam-credited', 'en-kettle'].entries())
    await keep(name, { hours });
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
  await inDatabase('articles', (articles) => {
    const { id: _, ...other } = record;
    let last;
    for (let i = 1; i <= 2500; i += 1)
      last = articles.put({
        ...other,
        url: `http://many.example/${i}`,
        title: 'x',
        lastSeen: new Date(START.getTime() + i * HOUR).toISOString(),
      });
    return last;
  });
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
  const [, sentence] = DAM;
  const word = sentence.slice(20, 28);
  assert.deepEqual(await found(word), [
    [
      urlOf('zh-dam-original'),
      [sentence.slice(0, 20), word, `${sentence.slice(28, 88)}${sentence.length > 88 ? '…' : ''}`],
    ],
  ]);
  // One word in the title, the other in the text; and in capitals.
  const kettle = fixtures.get('en-kettle').body;
  const inText = kettle.match(/\b[a-z]{9,}\b/)[0];
  const [[url, passage]] = await found(`kettle ${inText.toUpperCase()}`);
  assert.equal(url, urlOf('en-kettle'));
  assert.equal(passage[1], inText);
  assert.ok(kettle.includes(passage.join('').replaceAll('…', '')));
  // In the title alone: there is nothing to show.
  assert.deepEqual(await found('kettle'), [[urlOf('en-kettle'), null]]);
  // Its text is not kept.
  const barrage = fixtures.get('en-barrage-original').body.split('\n')[1].slice(10, 40);
  assert.deepEqual(await found(barrage), []);
  const pieces = await history.search('the', null, 1);
  assert.equal(pieces.entries.length, 1);
});
