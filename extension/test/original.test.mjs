// One cluster has one original: the popups of all its articles and the lists name the same, in any order of reading.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

globalThis.chrome = /** @type {any} */ ({ storage: { local: { get: async () => ({}) } } });
const support = await import('./support/history.mjs');
const history = () => support.history;
const { urlOf } = await import('./support/sites.mjs');
const { Reading } = await import('../background/reading.js');

const PAGES = ['zh-dam-abridged', 'zh-dam-credited', 'zh-dam-original', 'zh-dam-table-gbk'];

/** All orders of a list. */
const orders = (list) =>
  list.length < 2 ? [list] : list.flatMap((one, i) => orders(list.toSpliced(i, 1)).map((rest) => [one, ...rest]));

/** The addresses that the popups name as the original, after reading in this order. */
async function named(order) {
  const ids = (await support.keepAll(...order)).map(({ id }) => id);
  const reading = new Reading(history());
  const urlOf = async (id) => (id === null ? null : (await history().get(id)).url);
  const popups = await Promise.all(ids.map(async (id) => (await reading.copies(await history().get(id))).original));
  const [{ entry: _, ...original }] = popups;
  for (const { entry, ...popup } of popups) {
    assert.deepEqual(popup, original, 'in every popup');
    assert.equal(entry?.id ?? null, original.id, 'and it can be opened');
  }
  return { url: await urlOf(original.id), reasons: original.reasons };
}

/** Sets of pages, and the one that is the original. */
const SETS = [
  [PAGES, 'zh-dam-original'],
  [['zh-dam-credited', 'zh-dam-abridged', 'zh-dam-original'], 'zh-dam-original'],
  // An abridgement of the next day is not the original, nor does the whole article say that it is.
  [['zh-dam-original', 'zh-dam-abridged'], null],
  [['en-barrage-original', 'en-barrage-reprint'], 'en-barrage-original'],
];
for (const [pages, original] of SETS) {
  const found = [];
  for (const order of orders(pages)) {
    test(`the same original is named if read in the order ${order.join(', ')}`, async () => {
      found.push(await named(order));
      assert.equal(found[0].url, original && urlOf(original));
      assert.deepEqual(found.at(-1), found[0]);
    });
  }
}

test('an original that is a copy of copies alone is named and can be opened; a denied one is not', async () => {
  const kept = await support.keepAll('zh-dam-abridged', 'zh-dam-credited', 'zh-dam-original');
  const [abridged, credited, original] = kept.map(({ id }) => id);
  const copies = async (id) => new Reading(history()).copies(await history().get(id));
  const { place } = history();
  mock.method(history(), 'place', async (...what) => {
    const { others, ...found } = await place.apply(history(), what);
    return { ...found, others: others.filter(({ record }) => record.id === credited) };
  });
  const { copies: found, original: named } = await copies(abridged);
  assert.deepEqual(
    [found.map(({ entry }) => entry.id), named.id, named.entry.url],
    [[credited], original, urlOf('zh-dam-original')],
  );
  mock.restoreAll();
  await history().deny(abridged, original, true);
  assert.deepEqual((await copies(abridged)).original, { id: null, entry: null, reasons: [] });
  assert.equal((await copies(credited)).original.id, original);
});
