// Articles in other words, over a database in memory: what is stored, found and deleted.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { RETOLD, paragraphsOf } from '../../tests/retold.mjs';
import { read } from '../history/core.js';
import { recordOf } from '../history/records.js';
import { factsIn, factsOf, sharedBy } from '../history/rewriting.js';
import { another, copyMany, fileOf, history, keepArticle } from './support/history.mjs';
import { pageOf } from './support/sites.mjs';

const LIMITS = { textLimit: 1e6, sketches: true };

const articleOf = (made, lang, url) => read(pageOf(made.title, paragraphsOf(made), { lang }), { url });

/** Remembers an article of `RETOLD`, seen `days` after the start. */
async function keep(lang, which, { days = 0, url = `https://${which}.${lang}.example/1`, on = true } = {}) {
  const article = await articleOf(RETOLD[lang][which], lang, url);
  return keepArticle(article, { hours: 24 * days, facts: on ? () => factsOf(article) : undefined });
}

const urls = (found) => found.map(({ record }) => record.url);

for (const lang of ['en', 'zh']) {
  test(`a report in other words is found from either side, an independent one is not, ${lang}`, async () => {
    const { record: report } = await keep(lang, 'report');
    assert.deepEqual(await history.findRewritings(report), []);
    const { record: other, others } = await keep(lang, 'other', { days: 1 });
    assert.deepEqual([others, await history.findRewritings(other)], [[], []]);
    const retold = await keep(lang, 'retold', { days: 2 });
    assert.deepEqual(retold.others, [], 'by its words it is another article');
    const [found, ...more] = await history.findRewritings(retold.record);
    assert.deepEqual([found.record.id, more], [report.id, []]);
    assert.ok(found.score >= 0.95 && found.score <= 1, `${found.score}`);
    assert.deepEqual(urls(await history.findRewritings(report)), [retold.record.url]);
    assert.deepEqual(await history.findRewritings(other), []);
  });
}

test('the names and figures that both have are shown as the page writes them', async () => {
  const withFacts = async (made) => ({ ...made, ...(await factsOf(made)) });
  const [here, there] = await Promise.all([RETOLD.en.retold, RETOLD.en.report].map(withFacts));
  const { compared, shared, names, figures } = await sharedBy(here, there);
  assert.ok(shared > compared / 2 && shared <= compared, `${shared} of ${compared}`);
  const missing = ['Edwin Pell', 'Cold Harrow', 'Hanna Dorrit'].filter((name) => !names.includes(name));
  assert.deepEqual([missing, figures.includes('52,000 metres')], [[], true], JSON.stringify([names, figures]));
  assert.ok([...names, ...figures].every((passage) => here.text.includes(passage)));
  assert.ok(names.length <= 8 && figures.length <= 8);
  const found = await sharedBy(await withFacts(RETOLD.zh.retold), await withFacts(RETOLD.zh.report));
  assert.ok(found.figures.includes('2860米'), JSON.stringify(found));
  assert.equal(await sharedBy({ ...here, text: null }, there), null);
});

test('without the option nothing is kept, and nothing is found', async () => {
  const { record: report } = await keep('en', 'report', { on: false });
  assert.ok(!('sketch' in report) && !('factKeys' in report));
  const { record: retold } = await keep('en', 'retold', { days: 1 });
  assert.deepEqual([await history.findRewritings(report), await history.findRewritings(retold)], [[], []]);
});

test('a copy has no sketch; an article with one keeps it up to date', async () => {
  const { record: report } = await keep('en', 'report');
  assert.equal(report.factKeys.length, 4);
  assert.ok(Buffer.from(report.sketch, 'base64url').length <= 400);
  const copy = await keep('en', 'report', { days: 1, url: 'https://copy.example/1' });
  assert.equal(copy.others.length, 1);
  assert.ok(!('sketch' in copy.record));
  const again = await keep('en', 'report', { days: 2 });
  assert.deepEqual([again.record.id, again.record.sketch], [report.id, report.sketch]);
});

test('a text that is too short, or in another language, has no sketch', async () => {
  const german = 'Die Fähre nach Skarn fährt seit Sonntag nicht mehr. '.repeat(9);
  for (const text of ['Too little.', german]) assert.deepEqual(await factsOf({ title: '', text }), {});
  assert.deepEqual([await factsIn('x'), await factsIn('')], [{}, {}]);
});

test('turned off, all sketches are deleted, and the articles stay', async () => {
  const { record: report } = await keep('en', 'report');
  const { record: retold } = await keep('en', 'retold', { days: 1 });
  await history.deleteSketches();
  const now = await history.get(report.id);
  const { sketch, factKeys, ...rest } = report;
  assert.deepEqual(now, rest);
  assert.deepEqual([await history.findRewritings(now), await history.findRewritings(retold)], [[], []]);
  assert.equal((await history.usage()).articles, 2);
  await history.deleteSketches();
});

test('the file has the sketches, which are imported only where they are turned on', async () => {
  await keep('zh', 'report');
  await keep('zh', 'other', { days: 1 });
  const file = await fileOf();
  assert.ok(file.every(({ sketch, factKeys }) => typeof sketch === 'string' && factKeys === undefined));
  const other = another();
  const taken = async (limits, damage = {}) => {
    const damaged = file.map((article) => ({ ...article, ...damage }));
    await other.forgetAll();
    await other.import(damaged, limits);
    return fileOf(other);
  };
  assert.deepEqual(await taken(LIMITS), file);
  const article = await articleOf(RETOLD.zh.retold, 'zh', 'https://retold.zh.example/1');
  const record = { ...recordOf(article), ...(await factsOf(article)) };
  assert.deepEqual(urls(await other.findRewritings(record)), ['https://report.zh.example/1']);
  const plain = file.map(({ sketch, ...rest }) => rest);
  assert.deepEqual(await taken({ ...LIMITS, sketches: false }), plain);
  for (const damage of ['x', 5, null, `${file[0].sketch}AAAA`]) {
    assert.deepEqual(await taken(LIMITS, { sketch: damage }), plain, `${damage}`);
  }
  // What is known there already gets the sketch that it lacks.
  await other.import(file, LIMITS);
  assert.deepEqual(await fileOf(other), file);
});

test('a forgotten article comes back with its sketch', async () => {
  const { record } = await keep('en', 'report');
  const forgotten = await history.forget(record.id);
  const { opened, ...kept } = record;
  assert.deepEqual(await history.restore(JSON.parse(JSON.stringify(forgotten)), LIMITS), kept);
});

test('a damaged sketch is passed over, and the others are found', async () => {
  const { record: report } = await keep('en', 'report');
  await copyMany(report, 1, () => ({ url: 'https://twin.example/1', host: 'twin.example', sketch: 'damaged' }));
  const { record: retold } = await keep('en', 'retold', { days: 1 });
  assert.deepEqual(urls(await history.findRewritings(retold)), [report.url]);
  assert.deepEqual(await history.findRewritings({ ...retold, sketch: 'damaged' }), []);
});

test('versions of one page, and articles that a user called different, are not shown', async () => {
  const { record: report } = await keep('en', 'report');
  const here = await keep('en', 'retold', { days: 1, url: report.url });
  assert.notEqual(here.record.id, report.id);
  assert.deepEqual(await history.findRewritings(here.record), []);
  const { record: retold } = await keep('en', 'retold', { days: 2, url: 'https://elsewhere.example/1' });
  await history.deny(retold.id, report.id, true);
  assert.deepEqual(await history.findRewritings(retold), []);
});

test('keys that lead to very many articles are passed over, so a look-up reads no more than 2,056', async () => {
  const { record: report } = await keep('en', 'report');
  await copyMany(report, 300, (i) => ({ url: `https://flood.example/${i}`, host: 'flood.example' }));
  const get = mock.method(IDBIndex.prototype, 'getAll');
  const { record: retold } = await keep('en', 'retold', { days: 1 });
  get.mock.resetCalls();
  assert.deepEqual(await history.findRewritings(retold), []);
  assert.equal(get.mock.callCount(), 8 + 1, 'its keys, and what was denied');
  assert.ok(get.mock.calls.slice(1).every(({ arguments: [, most] }) => most === 257));
});
